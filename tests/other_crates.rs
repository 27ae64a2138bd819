//! Types whose values travel as text: listed, read, written, as defaults, with ranges, inside
//! value objects, options, lists and maps.

use serde_json::{Value, json};
use toolwright::catalog::Catalog;
use toolwright::schema::Audience;

/// The input schema's properties of a set's first tool.
fn listed(set: &dyn Catalog) -> Value {
    let mut out = Vec::new();
    set.each(0, &mut |_, tool| {
        out.clear();
        tool.entry.get().write(
            Audience {
                revision: 4,
                tasks: false,
                apps: false,
            },
            &mut out,
        );
    });
    let tool: Value = serde_json::from_slice(&out).unwrap();
    tool["inputSchema"]["properties"].clone()
}

/// What is said of a text that is refused, without serde's place in the text.
fn refusal<T: serde::de::DeserializeOwned + std::fmt::Debug>(json: &Value) -> String {
    let error = serde_json::from_value::<T>(json.clone()).unwrap_err();
    error.to_string()
}

const FORM: &str = "Argument 'plain' is not valid. The value does not match the expected format.";
const ROOM: &str = "Argument 'plain' is not valid. The value does not fit.";

/// Rows of types, and the tests of each.
macro_rules! types {
    ($(
        $(#[$cfg:meta])*
        $name:ident: $ty:ty, $schema:tt, default $default:literal,
        good [$($good:literal => $again:literal),* $(,)?],
        bad [$($bad:literal $why:ident),* $(,)?];
    )*) => {$(
        $(#[$cfg])*
        mod $name {
            use super::*;
            use std::collections::BTreeMap;
            use toolwright::{mcp_tools, mcp_types};

            mcp_types! {
                #[derive(Debug, PartialEq, Clone)]
                pub struct All {
                    plain: $ty,
                    nullable: Option<$ty>,
                    optional: Option<$ty> = None,
                    list: Vec<$ty>,
                    map: BTreeMap<String, $ty>,
                    defaulted: $ty = $default,
                    object: Object,
                }
                #[derive(Debug, PartialEq, Clone)]
                pub struct Object($ty);
            }
            mcp_tools! {
                static SET: ToolSet<()>;
                fn tool(
                    plain: $ty,
                    nullable: Option<$ty>,
                    optional: Option<$ty> = None,
                    defaulted: $ty = $default,
                    list: Vec<$ty> = [$default],
                    /// The object.
                    object: Object = $default,
                ) -> String {
                    format!("{:?}", (plain, nullable, optional, defaulted, list, object))
                }
            }

            fn all(text: &str) -> Value {
                json!({
                    "plain": text, "nullable": text, "list": [text, text], "map": {"k": text},
                    "defaulted": text, "object": text,
                })
            }

            #[test]
            fn listing() {
                let schema = json!($schema);
                let mut nullable = schema.clone();
                nullable["type"] = json!(["string", "null"]);
                let mut defaulted = schema.clone();
                defaulted["default"] = json!($default);
                let list = json!({"type": "array", "items": schema, "default": [$default]});
                let mut object = defaulted.clone();
                object["description"] = json!("The object.");
                if object.get("format").is_none() {
                    object["minLength"] = json!(1);
                }
                let mut properties = listed(&SET);
                // The type's own words give way to the parameter's, but stay in a value object.
                if schema.get("description").is_some() {
                    properties["object"]["description"] = json!("The object.");
                }
                assert_eq!(properties, json!({
                    "plain": schema, "nullable": nullable, "optional": schema, "defaulted": defaulted,
                    "list": list, "object": object,
                }));
            }

            #[test]
            fn good() {
                for (text, again) in [$(($good, $again)),*] {
                    let read: All = serde_json::from_value(all(text)).unwrap();
                    assert_eq!(serde_json::to_value(&read).unwrap(), all(again));
                    assert_eq!(read.object.to_string(), again);
                    assert_eq!(text.parse::<Object>().unwrap(), read.object);
                }
                let mut absent = all($default);
                absent.as_object_mut().unwrap().remove("defaulted");
                absent["nullable"] = Value::Null;
                let read: All = serde_json::from_value(absent).unwrap();
                assert_eq!(read.defaulted, read.plain);
                assert_eq!(read.nullable, None);
                assert_eq!(read.optional, None);
            }

            #[test]
            fn bad() {
                for (text, why) in [$(($bad, $why)),*] {
                    let mut sent = all($default);
                    sent["plain"] = json!(text);
                    assert_eq!(refusal::<All>(&sent), why, "{text:?}");
                    let mut sent = all($default);
                    sent["object"] = json!(text);
                    let said = refusal::<All>(&sent);
                    let named = if text.is_empty() {
                        "Argument 'object' rejected (value_object.required): The value is not a valid Object: The value must not be empty."
                    } else {
                        "Argument 'object' rejected (value_object.not_parsable): The value is not a valid Object."
                    };
                    assert_eq!(said, named, "{text:?}");
                }
                let mut sent = all($default);
                sent["plain"] = json!(5);
                assert_eq!(refusal::<All>(&sent), "Argument 'plain' is not valid. Expected a string, found a number.");
                sent["plain"] = json!($default);
                sent["object"] = json!(5);
                assert_eq!(
                    refusal::<All>(&sent),
                    "Argument 'object' rejected (value_object.not_parsable): Expected a JSON string for Object but found Number."
                );
                sent["object"] = json!($default);
                sent["map"]["k"] = json!(true);
                assert_eq!(refusal::<All>(&sent), "Argument 'map' is not valid. Expected a string, found a boolean.");
            }
        }
    )*};
}

types! {
    duration: std::time::Duration, {"type": "string", "format": "duration"}, default "PT1H30M",
        good ["PT0S" => "PT0S", "P1DT1S" => "PT24H0M1S", "PT0.25S" => "PT0.25S", "P1W" => "PT168H"],
        bad ["" FORM, "1h" FORM, "P1Y" FORM, "P1M" FORM, "PT1H5S" FORM, "-PT1S" FORM, "PT99999999999999999999S" ROOM];
    ipv4: std::net::Ipv4Addr, {"type": "string", "format": "ipv4"}, default "127.0.0.1",
        good ["10.0.0.255" => "10.0.0.255"],
        bad ["" FORM, "10.0.0.256" FORM, "10.0.0.01" FORM, "::1" FORM];
    ipv6: std::net::Ipv6Addr, {"type": "string", "format": "ipv6"}, default "::1",
        good ["FE80:0::1" => "fe80::1"],
        bad ["" FORM, "127.0.0.1" FORM, "fe80::1%en0" FORM];
    ip: std::net::IpAddr, {"type": "string", "description": "An IPv4 or IPv6 address."}, default "::1",
        good ["127.0.0.1" => "127.0.0.1", "0::0" => "::"],
        bad ["" FORM, "localhost" FORM];
    base64: toolwright::Base64, {"type": "string", "contentEncoding": "base64"}, default "aGVsbG8=",
        good ["AA==" => "AA==", "+/+/" => "+/+/"],
        bad ["AA" FORM, "AB==" FORM, "-_-_" FORM, "AA==\n" FORM, "A A=" FORM, "====" FORM];
    #[cfg(feature = "std")]
    system_time: std::time::SystemTime, {"type": "string", "format": "date-time"}, default "2026-01-31T09:30:00Z",
        good ["1969-12-31T23:59:59.5Z" => "1969-12-31T23:59:59.5Z", "2026-01-31T09:30:00+01:00" => "2026-01-31T08:30:00Z"],
        bad ["" FORM, "2026-01-31" FORM, "2026-01-31T09:30:00" FORM, "2026-02-30T09:30:00Z" FORM];
    #[cfg(feature = "uuid")]
    uuid: ::uuid::Uuid, {"type": "string", "format": "uuid"}, default "67e55044-10b1-426f-9247-bb680e5fe0c8",
        good ["67E55044-10B1-426F-9247-BB680E5FE0C8" => "67e55044-10b1-426f-9247-bb680e5fe0c8",
              "00000000-0000-0000-0000-000000000000" => "00000000-0000-0000-0000-000000000000"],
        bad ["" FORM, "not-a-guid" FORM, "67e5504410b1426f9247bb680e5fe0c8" FORM,
             "{67e55044-10b1-426f-9247-bb680e5fe0c8}" FORM];
    #[cfg(feature = "url")]
    url: ::url::Url, {"type": "string", "format": "uri"}, default "https://example.com/",
        good ["HTTPS://Example.com" => "https://example.com/", "mailto:a@b.example" => "mailto:a@b.example"],
        bad ["" FORM, "example.com" FORM, "http://a b/" FORM, "/a" FORM, "http://a/\\b" FORM];
    #[cfg(feature = "bytes")]
    bytes: ::bytes::Bytes, {"type": "string", "contentEncoding": "base64"}, default "aGVsbG8=",
        good ["AA==" => "AA=="],
        bad ["AA" FORM, "AB==" FORM];
    #[cfg(feature = "rust_decimal")]
    decimal: ::rust_decimal::Decimal,
        {"type": "string", "pattern": r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$"}, default "12.50",
        good ["-0.10" => "-0.10", "0" => "0", "79228162514264337593543950335" => "79228162514264337593543950335",
              "0.0000000000000000000000000001" => "0.0000000000000000000000000001"],
        bad ["" FORM, "1e3" FORM, "01" FORM, ".5" FORM, "5." FORM, "+1" FORM, "1,5" FORM,
             "79228162514264337593543950336" ROOM, "0.00000000000000000000000000001" ROOM];
    #[cfg(feature = "jiff")]
    jiff_timestamp: ::jiff::Timestamp, {"type": "string", "format": "date-time"}, default "2026-01-31T09:30:00Z",
        good ["1969-12-31T23:59:59.5Z" => "1969-12-31T23:59:59.5Z", "2026-01-31T09:30:00+01:00" => "2026-01-31T08:30:00Z",
              "2016-12-31T23:59:60Z" => "2017-01-01T00:00:00Z"],
        bad ["" FORM, "2026-01-31" FORM, "2026-01-31T09:30:00" FORM, "2026-01-31T09:30:00Z[UTC]" FORM,
             "9999-12-31T23:59:59Z" ROOM];
    #[cfg(feature = "jiff")]
    jiff_zoned: ::jiff::ZonedDateTime, {"type": "string", "format": "date-time"}, default "2026-01-31T09:30:00Z",
        good ["2026-01-31T09:30:00+01:00" => "2026-01-31T09:30:00+01:00"],
        bad ["" FORM, "2026-01-31T09:30:00[Europe/Paris]" FORM];
    #[cfg(feature = "jiff")]
    jiff_date: ::jiff::civil::Date, {"type": "string", "format": "date"}, default "2026-01-31",
        good ["0000-02-29" => "0000-02-29", "9999-12-31" => "9999-12-31"],
        bad ["" FORM, "2026-02-29" FORM, "2026-1-1" FORM, "2026-01-31T00:00:00" FORM];
    #[cfg(feature = "jiff")]
    jiff_time: ::jiff::civil::Time,
        {"type": "string", "pattern": r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$"}, default "09:30:00",
        good ["23:59:59.999999999" => "23:59:59.999999999", "00:00:00.50" => "00:00:00.5"],
        bad ["" FORM, "24:00:00" FORM, "09:30" FORM, "09:30:60" FORM, "09:30:00Z" FORM];
    #[cfg(feature = "jiff")]
    jiff_date_time: ::jiff::civil::DateTime,
        {"type": "string", "pattern": r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$"},
        default "2026-01-31T09:30:00",
        good ["1969-12-31T23:59:59.5" => "1969-12-31T23:59:59.5"],
        bad ["" FORM, "2026-01-31" FORM, "2026-01-31T09:30:00Z" FORM, "2026-02-29T00:00:00" FORM, "2026-01-31t09:30:00" FORM];
    #[cfg(feature = "chrono")]
    chrono_utc: ::chrono::DateTime<::chrono::Utc>, {"type": "string", "format": "date-time"}, default "2026-01-31T09:30:00Z",
        good ["1969-12-31T23:59:59.5Z" => "1969-12-31T23:59:59.5Z", "2026-01-31T09:30:00+01:00" => "2026-01-31T08:30:00Z"],
        bad ["" FORM, "2026-01-31" FORM, "2026-01-31 09:30:00Z" FORM];
    #[cfg(feature = "chrono")]
    chrono_offset: ::chrono::DateTime<::chrono::FixedOffset>, {"type": "string", "format": "date-time"},
        default "2026-01-31T09:30:00Z",
        good ["2026-01-31T09:30:00-05:30" => "2026-01-31T09:30:00-05:30"],
        bad ["" FORM, "2026-01-31" FORM];
    #[cfg(feature = "chrono")]
    chrono_date: ::chrono::NaiveDate, {"type": "string", "format": "date"}, default "2026-01-31",
        good ["0000-02-29" => "0000-02-29", "9999-12-31" => "9999-12-31"],
        bad ["" FORM, "2026-02-29" FORM, "+12026-01-01" FORM];
    #[cfg(feature = "chrono")]
    chrono_time: ::chrono::NaiveTime,
        {"type": "string", "pattern": r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$"}, default "09:30:00",
        good ["23:59:59.999999999" => "23:59:59.999999999"],
        bad ["" FORM, "09:30:60" FORM];
    #[cfg(feature = "chrono")]
    chrono_date_time: ::chrono::NaiveDateTime,
        {"type": "string", "pattern": r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$"},
        default "2026-01-31T09:30:00",
        good ["1969-12-31T23:59:59.5" => "1969-12-31T23:59:59.5"],
        bad ["" FORM, "2026-01-31" FORM];
    #[cfg(feature = "time")]
    time_instant: ::time::OffsetDateTime, {"type": "string", "format": "date-time"}, default "2026-01-31T09:30:00Z",
        good ["1969-12-31T23:59:59.5Z" => "1969-12-31T23:59:59.5Z", "2026-01-31T09:30:00+01:00" => "2026-01-31T09:30:00+01:00"],
        bad ["" FORM, "2026-01-31" FORM, "9999-12-31T23:59:59-01:00" ROOM];
    #[cfg(feature = "time")]
    time_date: ::time::Date, {"type": "string", "format": "date"}, default "2026-01-31",
        good ["0000-02-29" => "0000-02-29", "9999-12-31" => "9999-12-31"],
        bad ["" FORM, "2026-02-29" FORM];
    #[cfg(feature = "time")]
    time_time: ::time::Time,
        {"type": "string", "pattern": r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$"}, default "09:30:00",
        good ["23:59:59.999999999" => "23:59:59.999999999"],
        bad ["" FORM, "09:30:60" FORM];
    #[cfg(feature = "time")]
    time_date_time: ::time::PrimitiveDateTime,
        {"type": "string", "pattern": r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$"},
        default "2026-01-31T09:30:00",
        good ["1969-12-31T23:59:59.5" => "1969-12-31T23:59:59.5"],
        bad ["" FORM, "2026-01-31" FORM];
}

/// Ranges: `Type, [low] [high]` as an author writes them, with a text on each edge and beyond.
macro_rules! ranges {
    ($(
        $(#[$cfg:meta])*
        $name:ident: $ty:ty, $low:expr, $high:expr,
        $below:literal < $least:literal .. $most:literal < $above:literal, shown $shown_low:literal $shown_high:literal;
    )*) => {$(
        $(#[$cfg])*
        mod $name {
            use super::*;
            use toolwright::{mcp_tools, mcp_types};

            mcp_types! {
                #[derive(Debug, PartialEq, Clone)]
                pub struct All {
                    plain: $ty [$low..=$high],
                    from: Option<$ty> [$low..] = None,
                    to: Option<$ty> [..=$high] = None,
                    object: Object = $least,
                }
                /// A value.
                #[derive(Debug, PartialEq, Clone)]
                pub struct Object($ty [LOW..=HIGH]);
            }
            const LOW: <$ty as toolwright::rules::Ranged>::Bound = $low;
            const HIGH: <$ty as toolwright::rules::Ranged>::Bound = $high;
            mcp_tools! {
                static SET: ToolSet<()>;
                fn tool(
                    plain: $ty [$low..=$high] = $most,
                    from: $ty [$low..],
                    /// Not after.
                    to: $ty [..=$high],
                    object: Object,
                ) {
                    let _ = (plain, from, to, object);
                }
            }

            #[test]
            fn range() {
                let listed = listed(&SET);
                let between = concat!("Between ", $shown_low, " and ", $shown_high, ", inclusive.");
                assert_eq!(listed["plain"]["description"], between);
                assert_eq!(listed["from"]["description"], concat!("At least ", $shown_low, "."));
                assert_eq!(listed["to"]["description"], concat!("Not after.\n\nAt most ", $shown_high, "."));
                assert_eq!(listed["object"]["description"], format!("A value.\n\n{between}"));
                for text in [$least, $most] {
                    let sent = json!({"plain": text, "from": text, "to": text, "object": text});
                    let read: All = serde_json::from_value(sent.clone()).unwrap();
                    assert_eq!(serde_json::to_value(&read).unwrap(), sent);
                }
                assert_eq!(Object::MIN.to_string(), $shown_low);
                assert_eq!(Object::MAX.to_string(), $shown_high);
                for (text, why) in [
                    ($below, concat!("The value must be greater than or equal to ", $shown_low, ".")),
                    ($above, concat!("The value must be less than or equal to ", $shown_high, ".")),
                ] {
                    assert_eq!(
                        refusal::<All>(&json!({"plain": text})),
                        format!("Argument 'plain' is not valid. {why}")
                    );
                    assert_eq!(
                        refusal::<All>(&json!({"plain": $least, "object": text})),
                        format!("Argument 'object' rejected (value_object.out_of_range): The value is not a valid Object: {why}")
                    );
                }
                assert!(serde_json::from_value::<All>(json!({"plain": $least, "from": $below})).is_err());
                assert!(serde_json::from_value::<All>(json!({"plain": $least, "to": $below})).is_ok());
                assert!(serde_json::from_value::<All>(json!({"plain": $least, "from": $above})).is_ok());
                assert!(serde_json::from_value::<All>(json!({"plain": $least, "to": $above})).is_err());
            }
        }
    )*};
}

ranges! {
    duration_range: std::time::Duration, std::time::Duration::from_secs(60), std::time::Duration::from_millis(90_500),
        "PT59.999S" < "PT1M" .. "PT1M30.5S" < "PT1M30.6S", shown "PT1M" "PT1M30.5S";
    #[cfg(feature = "rust_decimal")]
    decimal_range: ::rust_decimal::Decimal, ::rust_decimal::Decimal::from_parts(5, 0, 0, true, 1),
        ::rust_decimal::Decimal::from_parts(10_000, 0, 0, false, 2),
        "-0.51" < "-0.5" .. "100" < "100.0000000000000001", shown "-0.5" "100.00";
    #[cfg(feature = "jiff")]
    jiff_date_range: ::jiff::civil::Date, "1900-01-01", "2100-12-31",
        "1899-12-31" < "1900-01-01" .. "2100-12-31" < "2101-01-01", shown "1900-01-01" "2100-12-31";
    #[cfg(feature = "jiff")]
    jiff_time_range: ::jiff::civil::Time, "09:00:00", "17:30:00.5",
        "08:59:59" < "09:00:00" .. "17:30:00.5" < "17:30:00.6", shown "09:00:00" "17:30:00.5";
    #[cfg(feature = "jiff")]
    jiff_date_time_range: ::jiff::civil::DateTime, "1969-12-31T23:59:59", "2026-01-31T00:00:00",
        "1969-12-31T23:59:58" < "1969-12-31T23:59:59" .. "2026-01-31T00:00:00" < "2026-01-31T00:00:01",
        shown "1969-12-31T23:59:59" "2026-01-31T00:00:00";
    #[cfg(feature = "jiff")]
    jiff_timestamp_range: ::jiff::Timestamp, "1969-12-31T23:59:59.5Z", "2026-01-31T01:00:00+01:00",
        "1969-12-31T23:59:59.4Z" < "1969-12-31T23:59:59.5Z" .. "2026-01-31T00:00:00Z" < "2026-01-31T00:00:01Z",
        shown "1969-12-31T23:59:59.5Z" "2026-01-31T00:00:00Z";
    #[cfg(feature = "chrono")]
    chrono_utc_range: ::chrono::DateTime<::chrono::Utc>, ::chrono::DateTime::UNIX_EPOCH,
        ::chrono::DateTime::from_timestamp(86_400, 0).unwrap(),
        "1969-12-31T23:59:59.999Z" < "1970-01-01T00:00:00Z" .. "1970-01-02T00:00:00Z" < "1970-01-02T00:00:00.1Z",
        shown "1970-01-01T00:00:00Z" "1970-01-02T00:00:00Z";
    #[cfg(feature = "chrono")]
    chrono_date_range: ::chrono::NaiveDate, ::chrono::NaiveDate::from_ymd_opt(1900, 1, 1).unwrap(),
        ::chrono::NaiveDate::from_ymd_opt(2100, 12, 31).unwrap(),
        "1899-12-31" < "1900-01-01" .. "2100-12-31" < "2101-01-01", shown "1900-01-01" "2100-12-31";
    #[cfg(feature = "chrono")]
    chrono_time_range: ::chrono::NaiveTime, ::chrono::NaiveTime::from_hms_opt(9, 0, 0).unwrap(),
        ::chrono::NaiveTime::from_hms_opt(17, 30, 0).unwrap(),
        "08:59:59" < "09:00:00" .. "17:30:00" < "17:30:00.6", shown "09:00:00" "17:30:00";
    #[cfg(feature = "chrono")]
    chrono_date_time_range: ::chrono::NaiveDateTime,
        ::chrono::NaiveDate::from_ymd_opt(2026, 1, 1).unwrap().and_hms_opt(0, 0, 0).unwrap(),
        ::chrono::NaiveDate::from_ymd_opt(2026, 1, 31).unwrap().and_hms_opt(0, 0, 0).unwrap(),
        "2025-12-31T23:59:59" < "2026-01-01T00:00:00" .. "2026-01-31T00:00:00" < "2026-01-31T00:00:01",
        shown "2026-01-01T00:00:00" "2026-01-31T00:00:00";
    #[cfg(feature = "time")]
    time_instant_range: ::time::OffsetDateTime, ::time::OffsetDateTime::UNIX_EPOCH,
        DAY_TWO,
        "1970-01-01T00:59:59+01:00" < "1970-01-01T00:00:00Z" .. "1970-01-02T00:00:00Z" < "1970-01-02T00:00:00.1Z",
        shown "1970-01-01T00:00:00Z" "1970-01-02T00:00:00Z";
    #[cfg(feature = "time")]
    time_date_range: ::time::Date, DAY_ONE, LAST_DAY,
        "1899-12-31" < "1900-01-01" .. "2100-12-31" < "2101-01-01", shown "1900-01-01" "2100-12-31";
    #[cfg(feature = "time")]
    time_time_range: ::time::Time, MORNING, EVENING,
        "08:59:59" < "09:00:00" .. "17:30:00" < "17:30:00.6", shown "09:00:00" "17:30:00";
    #[cfg(feature = "time")]
    time_date_time_range: ::time::PrimitiveDateTime, ::time::PrimitiveDateTime::new(DAY_ONE, ::time::Time::MIDNIGHT),
        ::time::PrimitiveDateTime::new(LAST_DAY, ::time::Time::MIDNIGHT),
        "1899-12-31T23:59:59" < "1900-01-01T00:00:00" .. "2100-12-31T00:00:00" < "2100-12-31T00:00:01",
        shown "1900-01-01T00:00:00" "2100-12-31T00:00:00";
}

#[cfg(feature = "time")]
const fn day(year: i32, month: time::Month, day: u8) -> time::Date {
    match time::Date::from_calendar_date(year, month, day) {
        Ok(day) => day,
        Err(_) => panic!("no day"),
    }
}
#[cfg(feature = "time")]
const DAY_ONE: time::Date = day(1900, time::Month::January, 1);
#[cfg(feature = "time")]
const LAST_DAY: time::Date = day(2100, time::Month::December, 31);
#[cfg(feature = "time")]
const DAY_TWO: time::OffsetDateTime = match time::OffsetDateTime::from_unix_timestamp(86_400) {
    Ok(day) => day,
    Err(_) => panic!("no day"),
};
#[cfg(feature = "time")]
const fn clock(hour: u8, minute: u8) -> time::Time {
    match time::Time::from_hms(hour, minute, 0) {
        Ok(time) => time,
        Err(_) => panic!("no time"),
    }
}
#[cfg(feature = "time")]
const MORNING: time::Time = clock(9, 0);
#[cfg(feature = "time")]
const EVENING: time::Time = clock(17, 30);

/// What cannot be written in its form makes the result an error, not a wrong text.
#[cfg(feature = "std")]
#[test]
fn unwritable() {
    toolwright::mcp_types! {
        struct Late { path: std::path::PathBuf }
    }
    let late = Late {
        path: "/tmp".into(),
    };
    assert_eq!(serde_json::to_value(late).unwrap(), json!({"path": "/tmp"}));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        let path = std::ffi::OsString::from_vec(vec![0xFF]).into();
        assert!(serde_json::to_value(Late { path }).is_err());
    }
    #[cfg(feature = "chrono")]
    {
        toolwright::mcp_types! { struct Far { day: chrono::NaiveDate } }
        assert!(
            serde_json::to_value(Far {
                day: chrono::NaiveDate::MAX
            })
            .is_err()
        );
        assert!(
            serde_json::to_value(Far {
                day: chrono::NaiveDate::MIN
            })
            .is_err()
        );
    }
}

/// A path takes the rules of text.
#[cfg(all(feature = "std", feature = "pattern"))]
#[test]
fn paths() {
    toolwright::mcp_types! {
        #[derive(Debug, PartialEq)]
        struct Root(std::path::PathBuf [len(..=8), pattern("^/")]);
        #[derive(Debug)]
        struct All { root: Root, plain: std::path::PathBuf [len(2..)] = "ab" }
    }
    let all: All = serde_json::from_value(json!({"root": "/a"})).unwrap();
    assert_eq!(all.root.get(), std::path::Path::new("/a"));
    assert_eq!(all.plain, std::path::Path::new("ab"));
    for (sent, why) in [
        (json!({"root": "a"}), "does not match the expected format"),
        (json!({"root": ""}), "must not be empty"),
        (json!({"root": "/12345678"}), "at most 8 characters"),
        (json!({"root": "/", "plain": "a"}), "at least 2 characters"),
    ] {
        assert!(refusal::<All>(&sent).contains(why), "{sent}");
    }
}

/// 128-bit integers travel as text, so their bounds are a sentence too.
#[test]
fn wide_integers() {
    toolwright::mcp_tools! {
        static SET: ToolSet<()>;
        fn wide(
            signed: i128 [-5..=9] = 3,
            unsigned: u128 [1..],
            /// Large.
            large: u128 [..=u128::MAX],
        ) {
            let _ = (signed, unsigned, large);
        }
    }
    let listed = listed(&SET);
    assert_eq!(
        listed["signed"]["description"],
        "Between -5 and 9, inclusive."
    );
    assert_eq!(listed["signed"]["default"], "3");
    assert_eq!(listed["signed"]["minimum"], Value::Null);
    assert_eq!(listed["unsigned"]["description"], "At least 1.");
    assert_eq!(
        listed["large"]["description"],
        "Large.\n\nAt most 340282366920938463463374607431768211455."
    );
}

/// Value objects over dates and the like are keys of maps, and sets hold them.
#[test]
fn keys_and_sets() {
    toolwright::mcp_types! {
        #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Host(std::net::Ipv4Addr);
        #[derive(Debug, PartialEq)]
        struct All {
            map: std::collections::BTreeMap<Host, u32>,
            set: std::collections::BTreeSet<std::net::Ipv4Addr>,
        }
    }
    let sent = json!({"map": {"127.0.0.1": 1}, "set": ["::1"]});
    assert_eq!(
        refusal::<All>(&sent),
        "Argument 'set[0]' is not valid. The value does not match the expected format."
    );
    let sent = json!({"map": {"localhost": 1}, "set": []});
    assert_eq!(
        refusal::<All>(&sent),
        "Argument 'map' rejected (value_object.not_parsable): The dictionary key is not a valid Host."
    );
    let sent = json!({"map": {"127.0.0.1": 1}, "set": ["10.0.0.1", "10.0.0.1"]});
    let read: All = serde_json::from_value(sent).unwrap();
    assert_eq!(read.set.len(), 1);
    assert_eq!(
        serde_json::to_value(read).unwrap(),
        json!({"map": {"127.0.0.1": 1}, "set": ["10.0.0.1"]})
    );
}

/// The fixtures of the documentation: an identifier that must not be nil, a date in a range.
#[cfg(all(feature = "uuid", feature = "jiff"))]
#[test]
fn customer_and_birth_date() {
    use ::uuid::Uuid;
    use jiff::civil::Date;
    use toolwright::Violation;

    const EARLIEST: &str = "1900-01-01";
    const LATEST: &str = "2100-12-31";

    fn not_nil(id: &Uuid) -> Result<(), Violation> {
        if id.is_nil() {
            return Err(Violation::required(
                "A customer identifier must not be empty.",
            ));
        }
        Ok(())
    }

    toolwright::mcp_types! {
        /// A customer's identifier.
        #[derive(Debug)]
        struct CustomerId(Uuid [check(not_nil)]);
        /// A date of birth.
        #[derive(Debug)]
        struct BirthDate(Date [EARLIEST..=LATEST]);
        #[derive(Debug)]
        struct Order { customer: CustomerId, delivery: Option<BirthDate> = None }
    }
    toolwright::mcp_tools! {
        static SET: ToolSet<()>;
        fn order(customer: CustomerId, delivery: Option<BirthDate> = None) {
            let _ = (customer, delivery);
        }
    }
    let listed = listed(&SET);
    assert_eq!(
        listed["delivery"],
        json!({
            "type": "string", "format": "date",
            "description": "A date of birth.\n\nBetween 1900-01-01 and 2100-12-31, inclusive.",
        })
    );
    let good = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    for (customer, delivery, why) in [
        (
            "not-a-guid",
            json!(null),
            "Argument 'customer' rejected (value_object.not_parsable): The value is not a valid CustomerId.",
        ),
        (
            "00000000-0000-0000-0000-000000000000",
            json!(null),
            "Argument 'customer' rejected (value_object.required): The value is not a valid CustomerId: A customer identifier must not be empty.",
        ),
        (
            good,
            json!("1850-01-01"),
            "Argument 'delivery' rejected (value_object.out_of_range): The value is not a valid BirthDate: The value must be greater than or equal to 1900-01-01.",
        ),
    ] {
        assert_eq!(
            refusal::<Order>(&json!({"customer": customer, "delivery": delivery})),
            why
        );
    }
    let order: Order =
        serde_json::from_value(json!({"customer": good, "delivery": "2000-02-29"})).unwrap();
    assert_eq!(order.customer.get().to_string(), good);
    assert_eq!(
        order.delivery.unwrap().get(),
        jiff::civil::date(2000, 2, 29)
    );
    assert_eq!(BirthDate::MIN.get(), jiff::civil::date(1900, 1, 1));
}
