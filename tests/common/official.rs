//! The official schema files of the protocol, as a referee for what the server writes.
//!
//! The files are not part of this repository. They are looked for in the directory that `MCP_SCHEMA_DIR` names, else
//! in `../shared/mcp-schema`, as `2024-11-05.json` and so on; without them [`Official::load`] says so on stderr and
//! gives `None`, and the tests that ask it pass without a verdict.
//!
//! The files have traps, each of which makes a wrong message pass:
//!
//! - the root has no assertions, so a message is checked against one definition, through a wrapper that refers to it;
//! - unions such as `ServerResult` take any object, so the definition of a result follows from the method;
//! - the result envelopes of 2026-07-28 are unions with `InputRequiredResult`: `resultType` decides first;
//! - up to 2025-06-18 the definition of a method holds `method` and `params` alone: the envelope is checked besides;
//! - no definition refuses a member that is unknown to it, so what a revision does not have is checked by hand.

#![allow(
    dead_code,
    reason = "each test binary that includes this file uses a part of it"
)]

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The revisions, oldest first.
pub(crate) const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// The one without a handshake.
pub(crate) const LAST: &str = REVISIONS[4];
/// The schema of the extension for tasks.
const TASKS: &str = "tasks-2026-07-28";
const INPUT_REQUIRED_METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// The schema files, and the validators made of them so far.
pub(crate) struct Official {
    schemas: BTreeMap<&'static str, Value>,
    validators: Mutex<BTreeMap<(String, String), Arc<Validator>>>,
}

/// The definition of a method's request, or of a notification, where the revision has the method.
fn request_definition(revision: &str, method: &str) -> Option<&'static str> {
    let (legacy, last) = (revision != LAST, revision == LAST);
    let tasks = revision == "2025-11-25";
    Some(match method {
        "initialize" if legacy => "InitializeRequest",
        "ping" if legacy => "PingRequest",
        "logging/setLevel" if legacy => "SetLevelRequest",
        "resources/subscribe" if legacy => "SubscribeRequest",
        "resources/unsubscribe" if legacy => "UnsubscribeRequest",
        "server/discover" if last => "DiscoverRequest",
        "subscriptions/listen" if last => "SubscriptionsListenRequest",
        "tools/list" => "ListToolsRequest",
        "tools/call" => "CallToolRequest",
        "resources/list" => "ListResourcesRequest",
        "resources/templates/list" => "ListResourceTemplatesRequest",
        "resources/read" => "ReadResourceRequest",
        "prompts/list" => "ListPromptsRequest",
        "prompts/get" => "GetPromptRequest",
        "completion/complete" => "CompleteRequest",
        "tasks/get" if tasks => "GetTaskRequest",
        "tasks/result" if tasks => "GetTaskPayloadRequest",
        "tasks/cancel" if tasks => "CancelTaskRequest",
        "tasks/list" if tasks => "ListTasksRequest",
        _ => return None,
    })
}

/// The definition of a method's result: the request's, with another ending, but where there is nothing to say.
fn result_definition(revision: &str, method: &str) -> Option<String> {
    let request = request_definition(revision, method)?;
    Some(match method {
        "ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" => {
            "EmptyResult".into()
        }
        _ => request.strip_suffix("Request")?.to_owned() + "Result",
    })
}

fn notification_definition(revision: &str, method: &str) -> Option<&'static str> {
    let (legacy, last) = (revision != LAST, revision == LAST);
    Some(match method {
        "notifications/cancelled" => "CancelledNotification",
        "notifications/progress" => "ProgressNotification",
        "notifications/message" => "LoggingMessageNotification",
        "notifications/tools/list_changed" => "ToolListChangedNotification",
        "notifications/prompts/list_changed" => "PromptListChangedNotification",
        "notifications/resources/list_changed" => "ResourceListChangedNotification",
        "notifications/resources/updated" => "ResourceUpdatedNotification",
        "notifications/initialized" if legacy => "InitializedNotification",
        "notifications/roots/list_changed" if legacy => "RootsListChangedNotification",
        "notifications/subscriptions/acknowledged" if last => {
            "SubscriptionsAcknowledgedNotification"
        }
        _ => return None,
    })
}

/// The definitions of a request of the server's, and of its result.
fn question_definitions(method: &str) -> Option<(&'static str, &'static str)> {
    Some(match method {
        "elicitation/create" => ("ElicitRequest", "ElicitResult"),
        "sampling/createMessage" => ("CreateMessageRequest", "CreateMessageResult"),
        "roots/list" => ("ListRootsRequest", "ListRootsResult"),
        _ => return None,
    })
}

/// The envelope of a result.
fn result_envelope(revision: &str) -> &'static str {
    if has_envelopes(revision) {
        "JSONRPCResultResponse"
    } else {
        "JSONRPCResponse"
    }
}

/// Whether a revision's definitions include the JSON-RPC envelope.
fn has_envelopes(revision: &str) -> bool {
    revision >= "2025-11-25"
}

fn readable(id: Option<&Value>) -> bool {
    id.is_some_and(|id| id.is_string() || id.is_i64() || id.is_u64())
}

impl Official {
    /// Reads the schema files; `None`, and a line on stderr, where they are not there.
    ///
    /// # Panics
    ///
    /// Panics where a file is there and cannot be read as JSON: a broken referee must not pass for an absent one.
    pub(crate) fn load() -> Option<Self> {
        let directory = std::env::var_os("MCP_SCHEMA_DIR").map_or_else(
            || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/mcp-schema"),
            PathBuf::from,
        );
        let mut schemas = BTreeMap::new();
        for revision in REVISIONS {
            let path = directory.join(revision).with_extension("json");
            let Ok(text) = std::fs::read(&path) else {
                eprintln!(
                    "skipped: no official schemas here ({} is missing); set MCP_SCHEMA_DIR",
                    path.display()
                );
                return None;
            };
            let schema = serde_json::from_slice(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            schemas.insert(revision, schema);
        }
        let path = directory.join(TASKS).with_extension("json");
        match std::fs::read(&path) {
            Ok(text) => {
                let schema = serde_json::from_slice(&text)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                schemas.insert(TASKS, schema);
            }
            Err(_) => eprintln!(
                "skipped: no official schema of tasks here ({} is missing)",
                path.display()
            ),
        }
        Some(Self {
            schemas,
            validators: Mutex::default(),
        })
    }

    /// Whether a revision has a definition of that name.
    pub(crate) fn defines(&self, revision: &str, definition: &str) -> bool {
        self.container(revision)
            .is_some_and(|(_, all)| all.contains_key(definition))
    }

    fn container(&self, revision: &str) -> Option<(&'static str, &Map<String, Value>)> {
        let schema = self.schemas.get(revision)?;
        ["$defs", "definitions"]
            .into_iter()
            .find_map(|name| Some((name, schema.get(name)?.as_object()?)))
    }

    fn validator(&self, revision: &str, definition: &str) -> Result<Arc<Validator>, String> {
        let key = (revision.to_owned(), definition.to_owned());
        let mut validators = self.validators.lock().map_err(|error| error.to_string())?;
        if let Some(validator) = validators.get(&key) {
            return Ok(Arc::clone(validator));
        }
        let (container, all) = self
            .container(revision)
            .ok_or_else(|| format!("no schema of {revision}"))?;
        if !all.contains_key(definition) {
            return Err(format!("{revision} defines no {definition}"));
        }
        let wrapper = json!({
            "$schema": self.schemas[revision]["$schema"],
            container: all,
            "allOf": [{ "$ref": format!("#/{container}/{definition}") }],
        });
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .build(&wrapper)
            .map_err(|error| format!("{revision}/{definition}: {error}"))?;
        Ok(Arc::clone(
            validators.entry(key).or_insert(Arc::new(validator)),
        ))
    }

    /// Checks a value against one definition of one revision.
    ///
    /// # Errors
    ///
    /// All that is wrong with it, one line each; or that there is no such definition.
    pub(crate) fn validate(
        &self,
        revision: &str,
        definition: &str,
        instance: &Value,
    ) -> Result<(), String> {
        let validator = self.validator(revision, definition)?;
        let errors: Vec<String> = validator
            .iter_errors(instance)
            .map(|error| {
                format!(
                    "{revision}/{definition}: at '{}': {error}",
                    error.instance_path()
                )
            })
            .collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors.join("\n"))
        }
    }

    /// Whether a revision has a method.
    pub(crate) fn has_method(&self, revision: &str, method: &str) -> bool {
        request_definition(revision, method).is_some_and(|name| self.defines(revision, name))
    }

    /// Checks a request: its envelope, and what its method defines.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`]; also where the revision does not have the method.
    pub(crate) fn validate_request(&self, revision: &str, request: &Value) -> Result<(), String> {
        self.validate(revision, "JSONRPCRequest", request)?;
        let method = request["method"].as_str().unwrap_or_default();
        let definition = request_definition(revision, method)
            .ok_or_else(|| format!("{revision} has no method {method}"))?;
        self.validate(revision, definition, request)
    }

    /// Checks a request of the server's to the client, in the revisions that have some.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`]; also where the revision does not have the request.
    pub(crate) fn validate_question(&self, revision: &str, request: &Value) -> Result<(), String> {
        if revision == LAST {
            return Err(format!("{revision} has no requests of the server's"));
        }
        self.validate(revision, "JSONRPCRequest", request)?;
        let method = request["method"].as_str().unwrap_or_default();
        let (definition, _) = question_definitions(method)
            .ok_or_else(|| format!("{revision} has no request {method}"))?;
        self.validate(revision, definition, request)
    }

    /// Checks a client's response to a request of the server's.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`]; also where the revision does not have the request.
    pub(crate) fn validate_answer(
        &self,
        revision: &str,
        method: &str,
        response: &Value,
    ) -> Result<(), String> {
        self.validate(revision, result_envelope(revision), response)?;
        let (_, definition) = question_definitions(method)
            .ok_or_else(|| format!("{revision} has no request {method}"))?;
        self.validate(revision, definition, &response["result"])
    }

    /// Checks a question of an interim result of 2026-07-28, and what the client says to it in the next round.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`]; also for an envelope, which neither has.
    pub(crate) fn validate_input(
        &self,
        method: &str,
        request: &Value,
        response: &Value,
    ) -> Result<(), String> {
        if request.get("id").is_some() || request.get("jsonrpc").is_some() {
            return Err("a question of an interim result has no envelope".into());
        }
        let (asked, answered) =
            question_definitions(method).ok_or_else(|| format!("there is no request {method}"))?;
        self.validate(LAST, asked, request)?;
        self.validate(LAST, answered, response)
    }

    /// Checks a notification: its envelope, and what its method defines.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`]; also for an `id`, and where the revision does not have the notification.
    pub(crate) fn validate_notification(
        &self,
        revision: &str,
        notification: &Value,
    ) -> Result<(), String> {
        // Additional members are allowed everywhere, so the schema takes an `id` for one.
        if notification.get("id").is_some() {
            return Err("a notification has no id".into());
        }
        self.validate(revision, "JSONRPCNotification", notification)?;
        let method = notification["method"].as_str().unwrap_or_default();
        let definition = notification_definition(revision, method)
            .ok_or_else(|| format!("{revision} has no notification {method}"))?;
        self.validate(revision, definition, notification)
    }

    /// Checks the reply to a request; of a batch, reply by reply. The request itself is not checked: a test may send
    /// what no schema allows.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`]; also where the reply does not belong to the request, or holds what the revision
    /// does not have.
    pub(crate) fn validate_exchange(
        &self,
        revision: &str,
        request: &Value,
        reply: &Value,
    ) -> Result<(), String> {
        if let Value::Array(replies) = reply {
            return self.validate_batch(revision, request, replies, reply);
        }
        if reply.get("result").is_some() == reply.get("error").is_some() {
            return Err(format!(
                "a reply holds either a result or an error: {reply}"
            ));
        }
        let asked = request.get("id").filter(|id| readable(Some(id)));
        let given = reply.get("id");
        match asked {
            Some(id) if given != Some(id) => {
                return Err(format!("the request's id is {id}, the reply's {given:?}"));
            }
            None if reply.get("result").is_some() => {
                return Err("a result for what has no readable id".into());
            }
            _ => {}
        }
        if reply.get("error").is_some() {
            self.validate_error(revision, asked.is_some(), reply)
        } else {
            self.validate_result(revision, request, reply)
        }
    }

    fn validate_batch(
        &self,
        revision: &str,
        request: &Value,
        replies: &[Value],
        reply: &Value,
    ) -> Result<(), String> {
        if revision != "2025-03-26" {
            return Err(format!("{revision} has no batches"));
        }
        if replies.is_empty() {
            return Err("an empty batch is no reply".into());
        }
        let Value::Array(requests) = request else {
            return Err("a batch in reply to a single message".into());
        };
        // An entry for what could not be read has no valid id, which the definition of a batch does not allow for.
        if replies.iter().all(|reply| readable(reply.get("id"))) {
            self.validate(revision, "JSONRPCBatchResponse", reply)?;
        }
        for reply in replies {
            let request = requests.iter().find(|request| {
                readable(request.get("id")) && request.get("id") == reply.get("id")
            });
            self.validate_exchange(revision, request.unwrap_or(&Value::Null), reply)?;
        }
        Ok(())
    }

    fn validate_error(&self, revision: &str, id_known: bool, reply: &Value) -> Result<(), String> {
        let envelope = if has_envelopes(revision) {
            "JSONRPCErrorResponse"
        } else {
            "JSONRPCError"
        };
        let mut checked = reply.clone();
        if !id_known {
            // JSON-RPC wants `null` for an id that could not be read, no schema takes it, and only the later ones take
            // its absence: the rest of such a message is checked with an id put in its place.
            match (has_envelopes(revision), reply.get("id")) {
                (true, None) => {}
                (false, Some(Value::Null)) => checked["id"] = json!(0),
                (_, id) => {
                    return Err(format!(
                        "an error for what has no readable id must not carry {id:?} in {revision}"
                    ));
                }
            }
        }
        self.validate(revision, envelope, &checked)?;
        let code = reply["error"]["code"].as_i64();
        let typed = match (revision, code) {
            (LAST, Some(code @ (-32002 | -32042))) => {
                return Err(format!("{revision} must not emit {code}"));
            }
            (LAST, Some(-32020)) => "HeaderMismatchError",
            (LAST, Some(-32021)) => "MissingRequiredClientCapabilityError",
            (LAST, Some(-32022)) => "UnsupportedProtocolVersionError",
            ("2025-11-25", Some(-32042)) => "URLElicitationRequiredError",
            (_, Some(code @ -32022..=-32020)) => {
                return Err(format!("{revision} has no error {code}"));
            }
            _ => return Ok(()),
        };
        self.validate(revision, typed, &checked)
    }

    fn validate_result(
        &self,
        revision: &str,
        request: &Value,
        reply: &Value,
    ) -> Result<(), String> {
        self.validate(revision, result_envelope(revision), reply)?;
        let (method, result) = (
            request["method"].as_str().unwrap_or_default(),
            &reply["result"],
        );
        let definition = result_definition(revision, method)
            .ok_or_else(|| format!("{revision} has no method {method}, but it was answered"))?;
        if revision != LAST {
            if let Some(member) = ["resultType", "ttlMs", "cacheScope"]
                .iter()
                .find(|m| result.get(**m).is_some())
            {
                return Err(format!("{revision} has no member {member} in a result"));
            }
            // A call that was made a task is answered with the task.
            let task = revision == "2025-11-25"
                && request["params"].get("task").is_some()
                && result.get("task").is_some();
            return self.validate(
                revision,
                if task {
                    "CreateTaskResult"
                } else {
                    &definition
                },
                result,
            );
        }
        match result["resultType"].as_str() {
            Some("complete") => self.validate(revision, &definition, result),
            Some("input_required") if INPUT_REQUIRED_METHODS.contains(&method) => {
                if result.get("inputRequests").is_none() && result.get("requestState").is_none() {
                    return Err("input_required asks for nothing and keeps nothing".into());
                }
                self.validate(revision, "InputRequiredResult", result)
            }
            other => Err(format!("resultType {other:?} in a result of {method}")),
        }
    }

    /// Checks what a client that knows tasks is answered in 2026-07-28: the extension has a
    /// schema of its own, `tasks-2026-07-28.json`, whose definitions are looked at where it is
    /// there; what is inside of a task is checked by the definitions of the revision anyway.
    ///
    /// # Errors
    ///
    /// As [`Official::validate`].
    pub(crate) fn validate_task_reply(&self, request: &Value, reply: &Value) -> Result<(), String> {
        if reply.get("error").is_some() {
            return self.validate(LAST, "JSONRPCErrorResponse", reply);
        }
        self.validate(LAST, "JSONRPCResultResponse", reply)?;
        let (method, result) = (
            request["method"].as_str().unwrap_or_default(),
            &reply["result"],
        );
        let definition = match (method, result["resultType"].as_str()) {
            ("tools/call", Some("task")) => "CreateTaskResult",
            ("tasks/get", Some("complete")) => "GetTaskResult",
            ("tasks/update", Some("complete")) => "UpdateTaskResult",
            ("tasks/cancel", Some("complete")) => "CancelTaskResult",
            _ => return self.validate_exchange(LAST, request, reply),
        };
        if self.schemas.contains_key(TASKS) {
            self.validate(TASKS, definition, result)?;
        }
        if let Some(result) = result.get("result") {
            self.validate(LAST, "CallToolResult", result)?;
        }
        if let Some(error) = result.get("error") {
            self.validate(LAST, "Error", error)?;
        }
        if let Some(requests) = result.get("inputRequests") {
            self.validate(LAST, "InputRequests", requests)?;
        }
        Ok(())
    }
}
