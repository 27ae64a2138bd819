//! Decimal numbers as text.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    reason = "`From` is not const; there are few digits"
)]

/// `-1.50`: the digits as a number, and how many of them stand behind the point; none where
/// they are more than 28.
pub(crate) const fn read(text: &[u8]) -> Option<(i128, u32)> {
    let (negative, start) = match text {
        [b'-', ..] => (true, 1),
        _ => (false, 0),
    };
    let (mut mantissa, mut scale, mut i) = (0i128, 0, start);
    let mut point = 0;
    while i < text.len() {
        match text[i] {
            digit @ b'0'..=b'9' if mantissa < 10i128.pow(28) => {
                mantissa = mantissa * 10 + (digit - b'0') as i128;
            }
            b'.' if point == 0 && i > start => point = i,
            _ => return None,
        }
        i += 1;
    }
    if point > 0 {
        scale = (text.len() - point - 1) as u32;
    }
    let whole = if point > 0 { point } else { text.len() };
    if whole == start
        || whole > start + 1 && text[start] == b'0'
        || point > 0 && scale == 0
        || scale > 28
    {
        return None;
    }
    Some((if negative { -mantissa } else { mantissa }, scale))
}
