//! Whole numbers, exact whatever their spelling.

use alloc::format;
use alloc::string::String;

use proptest::prelude::*;

use super::super::{Integer, float, integer, unsigned};

#[test]
fn integers_not_huge_by_exponent() {
    for (token, value) in [
        ("3", 3),
        ("3.0", 3),
        ("1e2", 100),
        ("1.5e1", 15),
        ("-0", 0),
        ("-0.0e9", 0),
        ("100e-2", 1),
        ("0e999999999999999999999999999999999999999999", 0),
        ("9007199254740993.0", 9_007_199_254_740_993),
        ("0.001e3", 1),
        ("-12.50E+1", -125),
        ("170141183460469231731687303715884105727", i128::MAX),
        ("-170141183460469231731687303715884105728", i128::MIN),
        ("-17014118346046923173168730371588410572.8e1", i128::MIN),
        ("000", 0),
    ] {
        assert_eq!(integer(token), Integer::Fits(value), "{token}");
        assert_eq!(unsigned(token), u128::try_from(value).ok(), "{token}");
    }
    for token in [
        "1e400",
        "-1e400",
        "1e99999999999999999999999999999999999999999999",
        "170141183460469231731687303715884105728",
        "1e9223372036854775807",
        "-170141183460469231731687303715884105729",
        "1.7e38000",
    ] {
        assert_eq!(integer(token), Integer::Huge, "{token}");
    }
    for token in [
        "1.5",
        "1e-1",
        "-0.1",
        "1e-99999999999999999999999999999999999999999999",
        "123.4e0",
        "1234e-3",
        "0.1e0",
        "9007199254740992.5",
    ] {
        assert_eq!(integer(token), Integer::Fraction, "{token}");
        assert_eq!(unsigned(token), None);
    }
    assert_eq!(
        unsigned("340282366920938463463374607431768211455"),
        Some(u128::MAX)
    );
    assert_eq!(unsigned("340282366920938463463374607431768211456"), None);
    assert_eq!(
        unsigned("34028236692093846346337460743176821145.50e1"),
        Some(u128::MAX)
    );
    let long = format!("1{}e-{}", "0".repeat(100_000), 100_000);
    assert_eq!(integer(&long), Integer::Fits(1));
    assert!(float("1e400").is_infinite());
    assert!((float("-2.5e1") + 25.0).abs() < f64::EPSILON);
}

/// A number as its sign, all its digits and the power of ten of the last.
pub(super) fn reference(token: &str) -> (bool, String, i64) {
    let (mantissa, exponent) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let exponent: i64 = exponent.parse().unwrap();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let negative = whole.starts_with('-');
    let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
    let mut power = exponent - i64::try_from(fraction.len()).unwrap();
    let digits = digits.trim_start_matches('0');
    let short = digits.trim_end_matches('0');
    power += i64::try_from(digits.len() - short.len()).unwrap();
    if short.is_empty() {
        return (false, String::new(), 0);
    }
    (negative, String::from(short), power)
}

fn reference_integer(token: &str) -> Integer {
    let (negative, digits, power) = reference(token);
    if power < 0 {
        return Integer::Fraction;
    }
    if power > 60 {
        return Integer::Huge;
    }
    let plain = format!(
        "{}0{digits}{}",
        if negative { "-" } else { "" },
        "0".repeat(usize::try_from(power).unwrap())
    );
    plain.parse().map_or(Integer::Huge, Integer::Fits)
}

proptest! {
    #[test]
    fn integer_by_reference(
        token in "-?(0|[1-9][0-9]{0,45})(\\.[0-9]{1,30}|\\.0{1,5})?([eE][+-]?[0-9]{1,2})?",
    ) {
        prop_assert_eq!(integer(&token), reference_integer(&token));
        if let Integer::Fits(value) = integer(&token) {
            prop_assert_eq!(unsigned(&token), u128::try_from(value).ok());
        }
        let value: f64 = token.parse().unwrap();
        prop_assert_eq!(float(&token).to_bits(), value.to_bits());
    }

    #[test]
    fn short_integer_by_reference(token in "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9])?") {
        prop_assert_eq!(integer(&token), reference_integer(&token));
    }
}
