//! `mcp_types!`: every form of an item.

use std::collections::BTreeMap;

use toolwright::mcp_types;

mcp_types! {
    /// One order on paper.
    #[derive(Debug, Clone, PartialEq, Default)]
    #[camel_case]
    pub struct Docket {
        /// Its number.
        pub docket_id: u32,
        #[rename("memo")]
        pub note: Option<String> = None,
        pub r#type: Option<u8>,
        #[skip]
        cached: u32,
        #[cfg(any())]
        pub gone: NoSuchType,
    }

    /// A word.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[camel_case]
    pub enum Word { InTransit, HTTPCode, #[rename("x-y")] Xy, #[cfg(any())] Gone }

    #[derive(Debug, Clone, PartialEq)]
    pub struct Empty {}

    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Key(String [len(1..=3), lowercase]);
}

#[test]
fn records_are_read_and_written_alike() {
    let text = r#"{"docketId":7,"memo":"m","type":null}"#;
    let docket: Docket = serde_json::from_str(text).unwrap();
    assert_eq!(
        docket,
        Docket {
            docket_id: 7,
            note: Some("m".into()),
            r#type: None,
            cached: 0
        }
    );
    assert_eq!(serde_json::to_string(&docket).unwrap(), text);
    let bare = Docket {
        docket_id: 1,
        cached: 3,
        ..Docket::default()
    };
    assert_eq!(
        serde_json::to_string(&bare).unwrap(),
        r#"{"docketId":1,"type":null}"#
    );
}

#[test]
fn a_skipped_field_is_not_on_the_wire() {
    let refusal =
        serde_json::from_str::<Docket>(r#"{"docketId":7,"type":null,"cached":1}"#).unwrap_err();
    assert_eq!(refusal.to_string(), "Argument 'cached' is not known.");
}

#[test]
fn members_in_any_order_and_given_twice() {
    let docket: Docket = serde_json::from_str(r#"{"type":3,"docketId":7}"#).unwrap();
    assert_eq!((docket.r#type, docket.docket_id), (Some(3), 7));
    for text in [
        r#"{"docketId":1,"docketId":2,"type":1}"#,
        r#"{"type":1,"docketId":1,"docketId":2}"#,
        r#"{"docketId":1,"type":1,"docketId":2}"#,
        r#"{"docketId":1,"type":"x","docketId":2}"#,
    ] {
        let refusal = serde_json::from_str::<Docket>(text).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "Argument 'docketId' is given twice.",
            "{text}"
        );
    }
}

#[test]
fn variants_have_wire_names() {
    assert_eq!(
        serde_json::to_string(&[Word::InTransit, Word::HTTPCode, Word::Xy]).unwrap(),
        r#"["inTransit","httpCode","x-y"]"#
    );
    assert!(serde_json::from_str::<Word>(r#""InTransit""#).is_err());
}

#[test]
fn an_empty_record_is_an_empty_object() {
    assert_eq!(serde_json::to_string(&Empty {}).unwrap(), "{}");
    assert_eq!(serde_json::from_str::<Empty>("{ }").unwrap(), Empty {});
    assert!(serde_json::from_str::<Empty>("[]").is_err());
}

#[test]
fn value_objects_are_keys() {
    let map: BTreeMap<Key, u8> = serde_json::from_str(r#"{"AB":1}"#).unwrap();
    assert_eq!(map.keys().next().unwrap().get(), "ab");
    let refusal = serde_json::from_str::<BTreeMap<Key, u8>>(r#"{"ABCD":1}"#).unwrap_err();
    assert!(
        refusal
            .to_string()
            .starts_with("The value is not a valid Key: The value must be at most 3"),
        "{refusal}"
    );
}

/// Constants where the rules give them.
#[test]
fn bounds_of_value_objects() {
    toolwright::mcp_types! {
        #[derive(Debug, PartialEq)]
        struct Both(i16 [-5..=1000]);
        #[derive(Debug, PartialEq)]
        struct From(u8 [1..]);
        #[derive(Debug, PartialEq)]
        struct To(i8 [..=-3]);
        #[derive(Debug, PartialEq)]
        struct Open(i32 [-1..10]);
        #[derive(Debug, PartialEq)]
        struct Known(String [one_of("a", "b")]);
    }
    assert_eq!((Both::MIN.get(), Both::MAX.get()), (-5, 1000));
    assert_eq!(From::MIN.get(), 1);
    assert_eq!(To::MAX.get(), -3);
    assert_eq!((Open::MIN.get(), Open::MAX.get()), (-1, 9));
    assert_eq!(Known::KNOWN, ["a", "b"]);
    assert!(Open::new(10).is_err() && Open::new(9).is_ok());
}
