//! Exact meaning of a number token.
//!
//! JSON does not tell integers from floats, and a schema's integer may be
//! written `3.0` or `1e2`. So a token is read as digits times a power of ten
//! and never goes through a float when an integer is asked for.

/// What a number token is to an integer parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    /// An integer of this value.
    Fits(i128),
    /// Not an integer.
    Fraction,
    /// An integer beyond the range of `i128`.
    Huge,
}

/// Reads a number token as an integer by its value, however it is written:
/// `3`, `3.0`, `1.5e1`, `100e-2` and `-0` all are integers.
#[must_use]
#[inline]
pub fn integer(token: &str) -> Integer {
    match small(token) {
        Some(value) => Integer::Fits(i128::from(value)),
        None => integer_slow(token),
    }
}

/// [`integer`] for a token of nothing but a sign and up to 18 digits: these cannot leave `i64`.
#[inline]
pub(crate) fn small(token: &str) -> Option<i64> {
    let (negative, digits) = match token.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0_i64;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

#[inline(never)]
fn integer_slow(token: &str) -> Integer {
    let decimal = Decimal::of(token);
    match decimal.magnitude() {
        Magnitude::Fraction => Integer::Fraction,
        Magnitude::Huge => Integer::Huge,
        Magnitude::Fits(value) if decimal.negative => {
            // The lowest value has no positive counterpart.
            0_i128
                .checked_sub_unsigned(value)
                .map_or(Integer::Huge, Integer::Fits)
        }
        Magnitude::Fits(value) => i128::try_from(value).map_or(Integer::Huge, Integer::Fits),
    }
}

/// Reads a number token as an unsigned integer by its value; reaches twice as
/// far as [`integer`]. `None` for a fraction, a negative or a larger number.
#[must_use]
pub fn unsigned(token: &str) -> Option<u128> {
    let decimal = Decimal::of(token);
    match decimal.magnitude() {
        Magnitude::Fits(value) if value == 0 || !decimal.negative => Some(value),
        _ => None,
    }
}

/// Reads a number token as the nearest float, which is infinite for a number
/// beyond the range (`1e400`).
#[must_use]
pub fn float(token: &str) -> f64 {
    // Only unchecked text can fail here.
    token.parse().unwrap_or(0.0)
}

/// Whether two number tokens have exactly the same value.
pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || Decimal::of(a).same(&Decimal::of(b))
}

enum Magnitude {
    Fits(u128),
    Fraction,
    Huge,
}

/// A token taken apart: its digits from the first to the last that is not
/// zero, times a power of ten.
struct Decimal<'a> {
    negative: bool,
    /// May hold the point. Empty for zero.
    digits: &'a [u8],
    /// Power of ten of the last one of `digits`, without the exponent.
    shift: i128,
    exponent: Exponent<'a>,
}

enum Exponent<'a> {
    Is(i128),
    /// Too long to be worth a number: its sign and digits, without zeroes in
    /// front. No text is long enough for its digits to make up for it.
    Beyond(bool, &'a [u8]),
}

impl<'a> Decimal<'a> {
    fn of(token: &'a str) -> Self {
        let bytes = token.as_bytes();
        let (negative, bytes) = signed(bytes);
        let split = bytes
            .iter()
            .position(|byte| byte | 0x20 == b'e')
            .unwrap_or(bytes.len());
        let (mantissa, exponent) = bytes.split_at(split);
        let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
        let (Some(start), Some(last)) = (
            mantissa.iter().position(is_digit),
            mantissa.iter().rposition(is_digit),
        ) else {
            return Self {
                negative: false,
                digits: &[],
                shift: 0,
                exponent: Exponent::Is(0),
            };
        };
        let point = mantissa
            .iter()
            .position(|byte| *byte == b'.')
            .unwrap_or(mantissa.len());
        // Digits between the last one and the point; below zero behind it.
        let shift = if last < point {
            power(point - last - 1)
        } else {
            -power(last - point)
        };
        Self {
            negative,
            digits: mantissa.get(start..=last).unwrap_or_default(),
            shift,
            exponent: Exponent::of(exponent.get(1..).unwrap_or_default()),
        }
    }

    fn significant(&self) -> impl Iterator<Item = u8> {
        self.digits.iter().copied().filter(|byte| *byte != b'.')
    }

    fn magnitude(&self) -> Magnitude {
        if self.digits.is_empty() {
            return Magnitude::Fits(0);
        }
        let power = match self.exponent {
            Exponent::Is(exponent) => exponent + self.shift,
            Exponent::Beyond(true, _) => return Magnitude::Fraction,
            Exponent::Beyond(false, _) => return Magnitude::Huge,
        };
        if power < 0 {
            return Magnitude::Fraction;
        }
        // u128 has at most 39 digits, so neither loop is long.
        let scale = u32::try_from(power)
            .ok()
            .and_then(|power| 10_u128.checked_pow(power));
        scale
            .and_then(|scale| {
                self.significant()
                    .try_fold(0_u128, |value, digit| {
                        value
                            .checked_mul(10)?
                            .checked_add(u128::from(digit.wrapping_sub(b'0')))
                    })?
                    .checked_mul(scale)
            })
            .map_or(Magnitude::Huge, Magnitude::Fits)
    }

    fn same(&self, other: &Self) -> bool {
        let exponents = match (&self.exponent, &other.exponent) {
            (Exponent::Is(a), Exponent::Is(b)) => a + self.shift == b + other.shift,
            // Exponents of 30 digits that differ by no more than a text can
            // make up for are told apart all the same: nobody has a use for
            // the numbers, and either answer is safe.
            (Exponent::Beyond(a, x), Exponent::Beyond(b, y)) => {
                a == b && x == y && self.shift == other.shift
            }
            _ => false,
        };
        exponents && self.negative == other.negative && self.significant().eq(other.significant())
    }
}

impl<'a> Exponent<'a> {
    fn of(text: &'a [u8]) -> Self {
        let (negative, digits) = signed(text);
        let zeroes = digits.iter().take_while(|byte| **byte == b'0').count();
        let digits = digits.get(zeroes..).unwrap_or_default();
        if digits.len() > 30 {
            return Self::Beyond(negative, digits);
        }
        let value = digits.iter().fold(0_i128, |value, digit| {
            value * 10 + i128::from(digit.wrapping_sub(b'0'))
        });
        Self::Is(if negative { -value } else { value })
    }
}

fn signed(bytes: &[u8]) -> (bool, &[u8]) {
    match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    }
}

fn power(places: usize) -> i128 {
    i128::try_from(places).unwrap_or(i128::MAX >> 1)
}
