//! Refusals of value objects, in their own words.

use super::shapes::{self, country, date, quantity, truth};
use super::values::Refused;
use super::{Ask, refuses};

/// Rows of value objects: `module [value => code, message; ..]`.
macro_rules! rejections {
    ($($(#[$cfg:meta])* $name:ident [$($bad:expr => $code:literal, $message:expr;)*])*) => {
        #[test]
        fn value_objects_in_their_own_words() {
            $( $(#[$cfg])* {$(
                let bad: &str = $bad;
                let code = concat!("value_object.", $code);
                let code = code.strip_prefix("value_object.!").unwrap_or(code);
                for (tool, arguments, path) in shapes::$name::places(bad, false) {
                    refuses(shapes::$name::ask, tool, &arguments, &Refused::rejected(path, code, $message));
                }
            )*} )*
        }
    };
}

rejections! {
    quantity [
        "1001" => "out_of_range", "The value is not a valid Quantity: The value must be less than or equal to 1000.";
        "-1" => "out_of_range", "The value is not a valid Quantity: The value must be greater than or equal to 0.";
        "99999" => "not_parsable", "The value is not a valid Quantity.";
        "3.5" => "not_parsable", "The value is not a valid Quantity.";
        "1e999" => "not_parsable", "The value is not a valid Quantity.";
        "true" => "not_parsable", "Expected a JSON number for Quantity but found True.";
        "false" => "not_parsable", "Expected a JSON number for Quantity but found False.";
        r#""5""# => "not_parsable", "Expected a JSON number for Quantity but found String.";
        r#"{"a":1}"# => "not_parsable", "Expected a JSON number for Quantity but found StartObject.";
        "[5]" => "not_parsable", "Expected a JSON number for Quantity but found StartArray.";
        "null" => "required", "Expected a JSON number for Quantity but found Null.";
    ]
    country [
        r#""XX""# => "not_a_known_value", "The value is not a valid Country: The value is not one of the accepted values.";
        r#""FRA""# => "too_long", "The value is not a valid Country: The value must be at most 2 characters long.";
        r#"" f ""# => "too_short", "The value is not a valid Country: The value must be at least 2 characters long.";
        r#""""# => "required", "The value is not a valid Country: The value must not be empty.";
        r#""  ""# => "required", "The value is not a valid Country: The value must not be empty.";
        "5" => "not_parsable", "Expected a JSON string for Country but found Number.";
        "null" => "required", "Expected a JSON string for Country but found Null.";
    ]
    #[cfg(feature = "pattern")]
    iban [
        r#""FR76""# => "too_short", "The value is not a valid Iban: The value must be at least 15 characters long.";
        r#""FR76300060000112345678901890000000000000000000000000000""# => "too_long", "The value is not a valid Iban: The value must be at most 34 characters long.";
        r#""1234567890123456""# => "invalid_format", "The value is not a valid Iban: The value does not match the expected format.";
        r#""FR7730006000011234567890189""# => "invalid_format", "The value is not a valid Iban: The value does not match the expected format.";
        r#""""# => "required", "The value is not a valid Iban: The value must not be empty.";
        "42" => "not_parsable", "Expected a JSON string for Iban but found Number.";
        "null" => "required", "Expected a JSON string for Iban but found Null.";
    ]
    #[cfg(feature = "uuid")]
    customer [
        r#""not-a-guid""# => "not_parsable", "The value is not a valid CustomerId.";
        r#""""# => "required", "The value is not a valid CustomerId: The value must not be empty.";
        r#""00000000-0000-0000-0000-000000000000""# => "required", "The value is not a valid CustomerId: A customer identifier must not be empty.";
        "{}" => "not_parsable", "Expected a JSON string for CustomerId but found StartObject.";
    ]
    #[cfg(feature = "jiff")]
    birth [
        r#""1850-01-01""# => "out_of_range", "The value is not a valid BirthDate: The value must be greater than or equal to 1900-01-01.";
        r#""2101-01-01""# => "out_of_range", "The value is not a valid BirthDate: The value must be less than or equal to 2100-12-31.";
        r#""2026-02-30""# => "not_parsable", "The value is not a valid BirthDate.";
        r#""""# => "required", "The value is not a valid BirthDate: The value must not be empty.";
        "false" => "not_parsable", "Expected a JSON string for BirthDate but found False.";
    ]
    truth [
        "1" => "not_parsable", "Expected a JSON boolean for Truth but found Number.";
        r#""true""# => "not_parsable", "Expected a JSON boolean for Truth but found String.";
        "null" => "required", "Expected a JSON boolean for Truth but found Null.";
    ]
    letter [
        r#""c""# => "not_a_known_value", "The value is not a valid Letter: The value is not one of the accepted values.";
        r#""ab""# => "not_parsable", "The value is not a valid Letter.";
        r#""""# => "required", "The value is not a valid Letter: The value must not be empty.";
    ]
    ratio [
        "0.09" => "out_of_range", "The value is not a valid Ratio: The value must be greater than or equal to 0.1.";
        "0.900001" => "out_of_range", "The value is not a valid Ratio: The value must be less than or equal to 0.9.";
        "1e39" => "not_parsable", "The value is not a valid Ratio.";
    ]
    wide [
        r#""-1""# => "out_of_range", "The value is not a valid Wide: The value must be greater than or equal to 0.";
        r#""170141183460469231731687303715884105728""# => "not_parsable", "The value is not a valid Wide.";
        r#""01""# => "not_parsable", "The value is not a valid Wide.";
        "1" => "not_parsable", "Expected a JSON string for Wide but found Number.";
    ]
    date [
        r#""2026-11-29""# => "!delivery_date.sunday", "The value is not a valid DeliveryDate: Nothing is delivered on a Sunday.";
        r#""2026-11-31""# => "invalid_format", "The value is not a valid DeliveryDate: The value does not match the expected format.";
    ]
    code [
        r#""abcd""# => "too_long", "The value is not a valid Code: The value must be at most 6 characters long.";
    ]
}

#[test]
fn absent_value_objects() {
    for ask in [quantity::ask as Ask, country::ask, truth::ask, date::ask] {
        for (tool, arguments, path) in [
            ("alone", "{}", "v"),
            ("boxed", "{}", "v"),
            ("option", "{}", "v"),
            ("record", r#"{"v":{}}"#, "v.inner"),
            ("record", r#"{"v":{"iner":1}}"#, "v.inner"),
            ("records", r#"{"v":[{}]}"#, "v[0].inner"),
            ("record_map", r#"{"v":{"secret":{}}}"#, "v"),
        ] {
            let refused = Refused::rejected(path, "value_object.required", "A value is required.");
            refuses(ask, tool, arguments, &refused);
        }
    }
}
