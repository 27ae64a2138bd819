//! What is read is written the same way.

use super::*;

#[test]
fn days_and_dates_are_inverse() {
    assert_eq!(days(1970, 1, 1), 0);
    assert_eq!(days(2000, 3, 1), 11_017);
    assert_eq!(civil(-719_528), (0, 1, 1));
    for day in (-800_000..3_000_000).step_by(7) {
        let (year, month, date) = civil(day);
        assert_eq!(days(year, month, date), day);
    }
    for (day, text) in [
        (0, "1970-01-01"),
        (-1, "1969-12-31"),
        (2_932_896, "9999-12-31"),
    ] {
        assert_eq!(Short::new().date(day).unwrap().as_str(), text);
        assert_eq!(super::date(text.as_bytes()), Some(day));
    }
    assert!(Short::new().date(2_932_897).is_none());
    assert!(Short::new().date(-719_529).is_none());
}

#[test]
fn instants() {
    for (text, seconds, nanosecond, again) in [
        ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
        (
            "1970-01-01t01:00:00.500+01:00",
            0,
            500_000_000,
            "1970-01-01T01:00:00.5+01:00",
        ),
        (
            "1969-12-31T23:59:59.999999999z",
            -1,
            999_999_999,
            "1969-12-31T23:59:59.999999999Z",
        ),
        (
            "2016-12-31T23:59:60Z",
            1_483_228_800,
            0,
            "2017-01-01T00:00:00Z",
        ),
        (
            "2017-01-01T00:59:60+01:00",
            1_483_228_800,
            0,
            "2017-01-01T01:00:00+01:00",
        ),
        ("1970-01-01T00:00:00-00:00", 0, 0, "1970-01-01T00:00:00Z"),
        (
            "1970-01-01T00:00:00.1000000000000Z",
            0,
            100_000_000,
            "1970-01-01T00:00:00.1Z",
        ),
    ] {
        let found = instant(text.as_bytes()).unwrap();
        assert_eq!(
            (found.seconds, found.nanosecond),
            (seconds, nanosecond),
            "{text}"
        );
        let written = Short::new()
            .instant(seconds, nanosecond, found.offset)
            .unwrap();
        assert_eq!(written.as_str(), again);
    }
    for text in [
        "",
        "1970-01-01",
        "1970-01-01T00:00:00",
        "1970-01-01 00:00:00Z",
        "1970-01-01T24:00:00Z",
        "2016-12-31T22:59:60Z",
        "1970-02-29T00:00:00Z",
        "1970-01-01T00:00:00+24:00",
        "1970-01-01T00:00:00.Z",
        "1970-01-01T00:00:00+0100",
        "1970-01-01T00:00Z",
        "1970-01-01T00:00:00.0000000001Z",
        "+1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00Zé",
    ] {
        assert_eq!(instant(text.as_bytes()), None, "{text}");
    }
    assert!(is_instant(b"1970-01-01T00:00:00.0000000001Z"));
}

#[test]
fn spans() {
    for (text, seconds, nanoseconds, again) in [
        ("PT0S", 0, 0, "PT0S"),
        ("P1D", 86_400, 0, "PT24H"),
        ("P2W", 1_209_600, 0, "PT336H"),
        ("PT1H0M5S", 3605, 0, "PT1H0M5S"),
        ("PT90M", 5400, 0, "PT1H30M"),
        ("PT0.5S", 0, 500_000_000, "PT0.5S"),
        ("P1DT1M", 86_460, 0, "PT24H1M"),
        (
            "PT18446744073709551615S",
            u64::MAX,
            0,
            "PT5124095576030431H0M15S",
        ),
    ] {
        assert_eq!(
            span(text.as_bytes(), true),
            Some(Span::Exact(seconds, nanoseconds)),
            "{text}"
        );
        let written = Short::new().span(seconds, nanoseconds);
        assert_eq!(written.as_str(), again);
        assert_eq!(
            span(again.as_bytes(), true),
            Some(Span::Exact(seconds, nanoseconds))
        );
    }
    for text in ["P1Y", "P1M", "P1Y2M3D", "P1MT1M"] {
        assert_eq!(span(text.as_bytes(), true), Some(Span::Calendar), "{text}");
    }
    assert_eq!(span(b"PT18446744073709551616S", true), Some(Span::Huge));
    assert_eq!(span(b"P99999999999999W", true), Some(Span::Huge));
    for text in [
        "",
        "P",
        "PT",
        "P1",
        "1D",
        "P1DT",
        "PT1",
        "P1S",
        "PT1D",
        "P1W1D",
        "P1D1W",
        "P1WT1H",
        "PT1M1H",
        "PT1H5S",
        "P1Y1D",
        "-PT1S",
        "P-1D",
        "pt1s",
        "PT1.5H",
        "PT1.5.5S",
        "PT1,5S",
        "P1.5D",
        "PT1S ",
        "PT.5S",
        "PT1.S",
        "PT0.0000000001S",
    ] {
        assert_eq!(span(text.as_bytes(), true), None, "{text}");
    }
    assert_eq!(span(b"PT0.5S", false), None);
}

#[test]
fn decimals() {
    for (mantissa, scale, text) in [
        (0, 0, "0"),
        (-150, 2, "-1.50"),
        (5, 3, "0.005"),
        (12, 0, "12"),
        (
            -79_228_162_514_264_337_593_543_950_335,
            28,
            "-7.9228162514264337593543950335",
        ),
    ] {
        assert_eq!(Short::new().decimal(mantissa, scale).as_str(), text);
    }
}
