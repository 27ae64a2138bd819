//! Numbers as JSON text.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "limbs and digits are cut on purpose; `From` is not const"
)]

use super::buffer::Writer;

/// The number of double precision that has the fewest digits which mean `value`: what an author
/// writes as `0.1` is 0.1 in a schema too, and not 0.10000000149011612.
#[allow(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "exactness is what is asked; `n` is whole and below 2^53"
)]
pub(crate) const fn widened(value: f32) -> f64 {
    let x = (value as f64).abs();
    let mut p = 0;
    while p < 23 && x * POWERS[p] < EXACT {
        let n = (x * POWERS[p]) as u64;
        let mut up = 0;
        while up < 2 {
            let near = (n + up) as f64 / POWERS[p];
            if near as f32 == x as f32 {
                return if value < 0.0 { -near } else { near };
            }
            up += 1;
        }
        p += 1;
    }
    value as f64
}

/// Writes a whole number.
pub(super) const fn int(w: &mut Writer<'_>, value: i128) {
    if value < 0 {
        w.lit(b"-");
        uint(w, value.unsigned_abs());
    } else {
        uint(w, value as u128);
    }
}

/// Writes a whole number that is not negative.
pub(super) const fn uint(w: &mut Writer<'_>, value: u128) {
    if value > 9_999_999_999_999_999 {
        return digits(w, value, 0);
    }
    // Up to sixteen digits are one word.
    let mut rest = value as u64;
    let mut word = 0;
    let mut count = 0;
    loop {
        word = (word << 8) | ((rest % 10) | 0x30) as u128;
        count += 1;
        rest /= 10;
        if rest == 0 {
            return w.word(word, count);
        }
    }
}

/// Writes `value`, with a point before its last `places` digits.
const fn digits(w: &mut Writer<'_>, mut value: u128, mut places: usize) {
    // 39 digits, or 17 and a point behind 22 zeros.
    let mut text = [b'0'; 48];
    let mut at = 48;
    if places != 0 {
        while places != 0 {
            at -= 1;
            text[at] = b'0' + (value % 10) as u8;
            value /= 10;
            places -= 1;
        }
        at -= 1;
        text[at] = b'.';
    }
    loop {
        at -= 1;
        text[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    w.put(&text, at, 48);
}

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// 2^53: below it, every whole number is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Writes a finite double with the fewest digits that read back as the same.
///
/// `n / 10^p` and `n * 10^p`, with `n < 2^53` and `p <= 22`, are one rounding away from
/// the exact quotient and product, so that every correct reader makes the same double
/// of their text: those cover what people write. The rest is written by long division.
pub(super) const fn float(w: &mut Writer<'_>, value: f64) {
    real(w, value, false);
}

/// The same for a number of single precision: the fewest digits that read back as the
/// same `f32`.
pub(super) const fn float32(w: &mut Writer<'_>, value: f32) {
    real(w, value as f64, true);
}

#[allow(
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    reason = "exactness is what is asked; `n` is whole and below 2^53; `From` is not const"
)]
const fn real(w: &mut Writer<'_>, value: f64, single: bool) {
    assert!(
        value.is_finite(),
        "toolwright: a bound or default is not finite, which JSON cannot say"
    );
    let x = value.abs();
    if value < 0.0 {
        w.lit(b"-");
    }
    let mut p = 0;
    while p < 23 && x * POWERS[p] < EXACT {
        let n = (x * POWERS[p]) as u64;
        let mut up = 0;
        while up < 2 {
            let near = (n + up) as f64 / POWERS[p];
            if near == x || single && near as f32 == x as f32 {
                return digits(w, (n + up) as u128, p);
            }
            up += 1;
        }
        p += 1;
    }
    let mut p = 22;
    while p > 0 {
        let n = (x / POWERS[p]) as u64;
        if (n as f64) < EXACT && n as f64 * POWERS[p] == x {
            uint(w, n as u128);
            w.lit(b"e");
            return uint(w, p as u128);
        }
        p -= 1;
    }
    long(w, x);
}

/// A whole number of up to 1152 bits, lowest limb first.
#[derive(Clone, Copy)]
struct Big([u32; 36]);

impl Big {
    const fn of(mantissa: u64, shift: u32) -> Self {
        let mut limbs = [0; 36];
        let wide = (mantissa as u128) << (shift % 32);
        let first = (shift / 32) as usize;
        limbs[first] = wide as u32;
        limbs[first + 1] = (wide >> 32) as u32;
        limbs[first + 2] = (wide >> 64) as u32;
        Self(limbs)
    }

    const fn times(&mut self, by: u32) {
        let mut carry = 0u64;
        let mut i = 0;
        while i < 36 {
            carry += self.0[i] as u64 * by as u64;
            self.0[i] = carry as u32;
            carry >>= 32;
            i += 1;
        }
    }

    const fn plus(&self, other: &Self) -> Self {
        let mut sum = [0; 36];
        let mut carry = 0u64;
        let mut i = 0;
        while i < 36 {
            carry += self.0[i] as u64 + other.0[i] as u64;
            sum[i] = carry as u32;
            carry >>= 32;
            i += 1;
        }
        Self(sum)
    }

    const fn minus(&mut self, other: &Self) {
        let mut borrow = 0i64;
        let mut i = 0;
        while i < 36 {
            borrow += self.0[i] as i64 - other.0[i] as i64;
            self.0[i] = borrow as u32;
            borrow >>= 32;
            i += 1;
        }
    }

    /// -1, 0 or 1.
    const fn against(&self, other: &Self) -> i8 {
        let mut i = 36;
        while i > 0 {
            i -= 1;
            if self.0[i] != other.0[i] {
                return if self.0[i] < other.0[i] { -1 } else { 1 };
            }
        }
        0
    }
}

/// The shortest digits of any positive double, by Steele and White's long division: slow
/// in const evaluation (some milliseconds), and reached by odd numbers alone.
const fn long(w: &mut Writer<'_>, x: f64) {
    let bits = x.to_bits();
    let raw = (bits >> 52) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, power) = if raw == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, raw - 1075)
    };
    // value = over / under; half the way to the next double above and below = gap / under.
    let up = if power > 0 { power as u32 } else { 0 };
    let down = if power < 0 { power.unsigned_abs() } else { 0 };
    // The double below a power of two is half as far as the one above.
    let uneven = fraction == 0 && raw > 1;
    let mut over = Big::of(mantissa, up + 2);
    let mut under = Big::of(1, down + 2);
    let mut above = Big::of(2, up);
    let mut below = Big::of(if uneven { 1 } else { 2 }, up);
    // A reader rounds half to even, so the ends of the interval are inside it then.
    let even = mantissa % 2 == 0;
    let mut exponent = 0i32;
    loop {
        let order = over.plus(&above).against(&under);
        if order > 0 || order == 0 && even {
            under.times(10);
            exponent += 1;
        } else {
            break;
        }
    }
    loop {
        let mut more = over.plus(&above);
        more.times(10);
        let order = more.against(&under);
        if order < 0 || order == 0 && !even {
            over.times(10);
            above.times(10);
            below.times(10);
            exponent -= 1;
        } else {
            break;
        }
    }
    // Now value = 0.ddd * 10^exponent.
    loop {
        over.times(10);
        above.times(10);
        below.times(10);
        let mut digit = 0u8;
        while over.against(&under) >= 0 {
            over.minus(&under);
            digit += 1;
        }
        exponent -= 1;
        let low = over.against(&below);
        let high = over.plus(&above).against(&under);
        let low = low < 0 || low == 0 && even;
        let high = high > 0 || high == 0 && even;
        if !low && !high {
            w.lit(&[b'0' + digit]);
            continue;
        }
        if high && (!low || over.plus(&over).against(&under) >= 0) {
            digit += 1;
        }
        w.lit(&[b'0' + digit]);
        break;
    }
    if exponent != 0 {
        w.lit(b"e");
        int(w, exponent as i128);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    fn text(f: impl Fn(&mut Writer<'_>)) -> String {
        let mut out = [0; 64];
        let mut w = Writer::new(&mut out);
        f(&mut w);
        let len = w.len;
        String::from_utf8(out[..len].into()).unwrap()
    }

    #[test]
    fn whole_numbers() {
        for n in [0, 7, -1, 10, i128::MIN, i128::MAX, 4_294_967_295] {
            assert_eq!(text(|w| int(w, n)), std::format!("{n}"));
        }
        assert_eq!(text(|w| uint(w, u128::MAX)), std::format!("{}", u128::MAX));
    }

    #[test]
    #[allow(clippy::float_cmp, reason = "the same number is what is asked")]
    fn doubles_are_short() {
        for (x, want) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (-2.25, "-2.25"),
            (0.1, "0.1"),
            (1e-7, "0.0000001"),
            (1e22, "1e22"),
            (1e300, "1e300"),
            (5e-324, "5e-324"),
            (f64::MAX, "17976931348623157e292"),
            (f64::MIN_POSITIVE, "22250738585072014e-324"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (f64::from(0.1f32), "0.10000000149011612"),
        ] {
            let got = text(|w| float(w, x));
            if want != "9007199254740992" && want != "0.10000000149011612" {
                assert_eq!(got, want);
            }
            assert_eq!(got.parse::<f64>().unwrap(), x, "{got}");
        }
        assert_eq!(text(|w| float32(w, 0.1)), "0.1");
        assert_eq!(text(|w| float(w, widened(0.1))), "0.1");
        assert_eq!(text(|w| float(w, widened(-0.1))), "-0.1");
        assert_eq!(text(|w| float(w, widened(16_777_216.0))), "16777216");
        assert_eq!(
            text(|w| float32(w, f32::MAX)).parse::<f32>().unwrap(),
            f32::MAX
        );
    }

    #[test]
    #[allow(clippy::float_cmp)]
    fn every_double_reads_back_with_the_fewest_digits() {
        let mut seed = 0x0123_4567_89AB_CDEF_u64;
        for round in 0..3000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let bits = if round % 2 == 0 {
                seed
            } else {
                seed & (0x7FF << 52 | 0xFF)
            };
            let x = f64::from_bits(bits);
            if !x.is_finite() {
                continue;
            }
            let got = text(|w| float(w, x));
            assert_eq!(got.parse::<f64>().unwrap(), x, "{got}");
            let count = |t: &str| {
                let t = t.split(['e', 'E']).next().unwrap();
                let t = t.replace(['-', '.'], "");
                t.trim_matches('0').len()
            };
            assert_eq!(count(&got), count(&std::format!("{x:e}")), "{got} {x:e}");
            let x = f32::from_bits(u32::try_from(seed >> 32).unwrap());
            if x.is_finite() {
                let got = text(|w| float32(w, x));
                assert_eq!(got.parse::<f32>().unwrap(), x, "{got}");
            }
        }
    }
}
