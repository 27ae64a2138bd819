//! The methods of tasks, and which of them there are.

use serde_json::json;

use super::{NAME, client, paused};

#[test]
fn an_id_that_is_unknown_is_refused() {
    paused(async {
        let mut client = client();
        for (method, params) in [
            ("tasks/get", json!({"taskId": "x"})),
            ("tasks/get", json!({"taskId": 7})),
            ("tasks/get", json!({})),
            ("tasks/update", json!({"taskId": "x", "inputResponses": {}})),
            ("tasks/cancel", json!({"taskId": "x"})),
        ] {
            let reply = client.ask(method, params).await;
            assert_eq!(reply["error"]["code"], -32602, "{method} {reply}");
        }
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        let reply = client.ask("tasks/update", json!({"taskId": id})).await;
        assert_eq!(reply["error"]["code"], -32602);
    });
}

#[test]
fn what_the_extension_does_not_have_is_no_method() {
    paused(async {
        let mut client = client();
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        for method in ["tasks/result", "tasks/list"] {
            let reply = client.ask(method, json!({"taskId": id})).await;
            assert_eq!(reply["error"]["code"], -32601, "{method}");
        }
    });
}

#[test]
fn the_methods_need_the_extension() {
    paused(async {
        let mut client = client();
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let params = json!({"taskId": id, "inputResponses": {}});
            let reply = client.ask_as(method, params, false).await;
            assert_eq!(reply["error"]["code"], -32021, "{method}");
            assert_eq!(
                reply["error"]["data"]["requiredCapabilities"]["extensions"],
                json!({NAME: {}})
            );
        }
    });
}
