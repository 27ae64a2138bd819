//! What is written is read back.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;

use super::super::{Cursor, Integer, check, float, integer, writer};

#[test]
fn every_scalar_value_survives_the_writer() {
    let mut out = Vec::new();
    for char in (0..=0x10_FFFF).filter_map(char::from_u32) {
        let mut buffer = [0; 4];
        let text = &*char.encode_utf8(&mut buffer);
        out.clear();
        writer::string(text, &mut out);
        let json = core::str::from_utf8(&out).unwrap();
        assert!(!json.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']));
        assert_eq!(check(&out, 0), Ok(json));
        assert_eq!(Cursor::new(json).string(), text);
        if !matches!(char, '\u{85}' | '\u{2028}' | '\u{2029}') {
            if u32::from(char) < 0x3000 {
                assert_eq!(json, serde_json::to_string(text).unwrap());
            } else {
                assert_eq!(&json[1..json.len() - 1], text);
            }
        }
    }
}

#[test]
fn writer_finds_specials_at_every_place() {
    let mut out = Vec::new();
    for length in 0..40 {
        for place in 0..=length {
            for special in [
                "\"", "\\", "\0", "\u{1f}", "\u{85}", "\u{2028}", "\u{2029}", "\u{201c}", "\u{a9}",
                "\u{100}",
            ] {
                let text = "x".repeat(place) + special + &"\u{20ac}y".repeat(length - place);
                out.clear();
                writer::string(&text, &mut out);
                let json = core::str::from_utf8(&out).unwrap();
                assert_eq!(serde_json::from_str::<String>(json).unwrap(), text);
                assert!(!json.contains(['\u{85}', '\u{2028}', '\u{2029}']));
                let grown = json.contains('\\');
                assert_eq!(grown, !matches!(special, "\u{201c}" | "\u{a9}" | "\u{100}"));
            }
        }
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::from(*b"x");
    write(&mut out);
    String::from_utf8(out.split_off(1)).unwrap()
}

proptest! {
    #[test]
    fn integers_written(value: i128, shift in 0_u32..128) {
        let value = value >> shift;
        let small = i64::try_from(value >> 64).unwrap();
        prop_assert_eq!(written(|out| writer::big(value, out)), value.to_string());
        prop_assert_eq!(written(|out| writer::ubig(value.cast_unsigned(), out)), value.cast_unsigned().to_string());
        prop_assert_eq!(written(|out| writer::signed(small, out)), small.to_string());
        prop_assert_eq!(written(|out| writer::unsigned(small.cast_unsigned(), out)), small.cast_unsigned().to_string());
        prop_assert_eq!(integer(&value.to_string()), Integer::Fits(value));
    }

    #[test]
    fn floats_written(bits: u64, short: u32) {
        let (double, single) = (f64::from_bits(bits), f32::from_bits(short));
        let text = written(|out| assert_eq!(writer::float(double, out), double.is_finite()));
        if double.is_finite() {
            prop_assert_eq!(&text, &serde_json::to_string(&double).unwrap());
            prop_assert_eq!(float(&text).to_bits(), bits);
        } else {
            prop_assert_eq!(text, "");
        }
        let text = written(|out| assert_eq!(writer::float32(single, out), single.is_finite()));
        if single.is_finite() {
            prop_assert_eq!(text, serde_json::to_string(&single).unwrap());
        } else {
            prop_assert_eq!(text, "");
        }
    }

    #[test]
    fn strings_written(text: String) {
        let json = written(|out| writer::string(&text, out));
        prop_assert_eq!(check(json.as_bytes(), 0), Ok(json.as_str()));
        prop_assert_eq!(Cursor::new(&json).string(), text.as_str());
        let mut parts = String::from("\"");
        parts.push_str(&written(|out| writer::escape(&text, out)));
        parts.push('"');
        prop_assert_eq!(parts, json);
    }
}

#[test]
fn limits_written() {
    assert_eq!(
        written(|out| writer::big(i128::MIN, out)),
        i128::MIN.to_string()
    );
    assert_eq!(
        written(|out| writer::ubig(u128::MAX, out)),
        u128::MAX.to_string()
    );
    assert_eq!(
        written(|out| writer::signed(i64::MIN, out)),
        i64::MIN.to_string()
    );
    assert_eq!(
        written(|out| writer::unsigned(u64::MAX, out)),
        u64::MAX.to_string()
    );
    assert_eq!(written(|out| writer::unsigned(0, out)), "0");
}
