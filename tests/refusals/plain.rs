//! Refusals of plain types, and of the rules of parameters.

use super::values::Refused;
use super::{refuses, shapes};

/// Rows of plain types: `module [value => code, message; ..]`; `ruled` where the rule is the parameter's.
macro_rules! plain {
    ($test:ident $ruled:literal $($(#[$cfg:meta])* $name:ident [$($bad:expr => $code:literal, $message:expr;)*])*) => {
        #[test]
        fn $test() {
            $( $(#[$cfg])* {$(
                for (tool, arguments, path) in shapes::$name::places($bad, $ruled) {
                    let code = concat!("argument.", $code);
                    let code = code.strip_prefix("argument.!").unwrap_or(code);
                    refuses(shapes::$name::ask, tool, &arguments, &Refused::not_valid(path, code, $message));
                }
            )*} )*
        }
    };
}

plain! { types_that_cannot_hold_the_value false
    integer [
        r#""5""# => "invalid_type", "Expected an integer, found a string.";
        "true" => "invalid_type", "Expected an integer, found a boolean.";
        "[]" => "invalid_type", "Expected an integer, found an array.";
        "{}" => "invalid_type", "Expected an integer, found an object.";
        "5.5" => "invalid_type", "Expected an integer, found a number with a fraction.";
        "9223372036854775808" => "out_of_range", "The value does not fit.";
        "-1e99" => "out_of_range", "The value does not fit.";
    ]
    byte [
        "256" => "out_of_range", "The value does not fit.";
        "-1" => "out_of_range", "The value does not fit.";
    ]
    flag [
        r#""true""# => "invalid_type", "Expected a boolean, found a string.";
        "0" => "invalid_type", "Expected a boolean, found a number.";
    ]
    real [
        r#""1""# => "invalid_type", "Expected a number, found a string.";
        "1e400" => "out_of_range", "The value does not fit.";
    ]
    single [
        "1e39" => "out_of_range", "The value does not fit.";
    ]
    text [
        "5" => "invalid_type", "Expected a string, found a number.";
        "[\"a\"]" => "invalid_type", "Expected a string, found an array.";
    ]
    one_char [
        r#""""# => "too_short", "The value must be at least 1 characters long.";
        r#""ab""# => "too_long", "The value must be at most 1 characters long.";
        "5" => "invalid_type", "Expected a string, found a number.";
    ]
    huge [
        r#""-1""# => "invalid_format", "The value does not match the expected format.";
        r#""00""# => "invalid_format", "The value does not match the expected format.";
        r#""340282366920938463463374607431768211456""# => "out_of_range", "The value does not fit.";
        "1" => "invalid_type", "Expected a string, found a number.";
    ]
    not_zero [
        "0" => "out_of_range", "The value must not be zero.";
        "128" => "out_of_range", "The value does not fit.";
    ]
    at_least_one [
        "0" => "out_of_range", "The value must be greater than or equal to 1.";
    ]
    choice [
        r#""Packed""# => "not_a_known_value", "The value is not one of the accepted values.";
        r#""""# => "not_a_known_value", "The value is not one of the accepted values.";
        "1" => "invalid_type", "Expected a string, found a number.";
    ]
    ints [
        r#"{"0":1}"# => "invalid_type", "Expected an array, found an object.";
        r#""[1]""# => "invalid_type", "Expected an array, found a string.";
    ]
    pair [
        "[1]" => "too_few_items", "The list must have at least 2 items.";
        "[1,2,3]" => "too_many_items", "The list must have at most 2 items.";
    ]
    line [
        "[]" => "invalid_type", "Expected an object, found an array.";
        r#""{}""# => "invalid_type", "Expected an object, found a string.";
    ]
    lines [
        "[]" => "invalid_type", "Expected an object, found an array.";
    ]
}

plain! { rules_of_parameters_and_fields true
    limit [
        "101" => "out_of_range", "The value must be less than or equal to 100.";
        "0" => "out_of_range", "The value must be greater than or equal to 1.";
        "4294967296" => "out_of_range", "The value does not fit.";
    ]
    from [ "-4" => "out_of_range", "The value must be greater than or equal to -3."; ]
    below [ "10" => "out_of_range", "The value must be less than or equal to 9."; ]
    share [
        "0.2" => "out_of_range", "The value must be greater than or equal to 0.25.";
        "0.76" => "out_of_range", "The value must be less than or equal to 0.75.";
    ]
    part [
        "0.09999999999" => "out_of_range", "The value must be greater than or equal to 0.1.";
        "0.70000000001" => "out_of_range", "The value must be less than or equal to 0.7.";
    ]
    word [
        r#""b""# => "too_short", "The value must be at least 2 characters long.";
        r#""éééé""# => "too_long", "The value must be at most 3 characters long.";
        r#""AB""# => "not_a_known_value", "The value is not one of the accepted values.";
    ]
    lower [ r#"" ABC ""# => "too_long", "The value must be at most 2 characters long."; ]
    mail [ r#""a@""# => "invalid_format", "The value does not match the expected format."; ]
    #[cfg(feature = "pattern")]
    digits [ r#""01a""# => "invalid_format", "The value does not match the expected format."; ]
    few [
        "[1]" => "too_few_items", "The list must have at least 2 items.";
        "[1,1,1,1]" => "too_many_items", "The list must have at most 3 items.";
        "[1,2,1.0]" => "repeated_items", "The items must be different from each other.";
    ]
    set_count [
        "[1,1]" => "too_few_items", "The list must have at least 2 items.";
        "[1,2,3,4]" => "too_many_items", "The list must have at most 3 items.";
    ]
    wide_range [ r#""4""# => "out_of_range", "The value must be greater than or equal to 5."; ]
    positive [
        "10" => "out_of_range", "The value must be less than or equal to 9.";
        "0" => "out_of_range", "The value must not be zero.";
    ]
}
