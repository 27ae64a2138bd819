//! `serde` for the types of `mcp_types!`: through the same reader and writer as a call.
//!
//! One truth costs a detour: a value passes through JSON text, whatever the format is.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::json::{self, Cursor, Integer, Kind};
use crate::limits;
use crate::types::{Arena, Argument, Input, WriteJson, Writer};

/// Writes a value through its own writer.
///
/// # Errors
///
/// The serializer's, or a number that is not finite.
pub fn serialize<T: WriteJson, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut writer = Writer::new();
    value.write(&mut writer);
    if writer.not_finite() {
        return Err(S::Error::custom("a number is not finite"));
    }
    let text = core::str::from_utf8(writer.bytes()).map_err(S::Error::custom)?;
    Ahead(&RefCell::new(Cursor::new(text))).serialize(serializer)
}

/// The value ahead of a cursor, as serde sees it.
struct Ahead<'c, 'a>(&'c RefCell<Cursor<'a>>);

impl Serialize for Ahead<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = self.0.borrow().kind();
        match kind {
            Kind::Null | Kind::True | Kind::False => {
                self.0.borrow_mut().skip();
                if kind == Kind::Null {
                    serializer.serialize_none()
                } else {
                    serializer.serialize_bool(kind == Kind::True)
                }
            }
            Kind::Number => {
                let token = self.0.borrow_mut().number();
                match json::integer(token) {
                    Integer::Fits(number) if !token.contains(['.', 'e', 'E']) => {
                        match (u64::try_from(number), i64::try_from(number)) {
                            (Ok(number), _) => serializer.serialize_u64(number),
                            (_, Ok(number)) => serializer.serialize_i64(number),
                            _ => serializer.serialize_i128(number),
                        }
                    }
                    _ => serializer.serialize_f64(json::float(token)),
                }
            }
            Kind::String => {
                let text = self.0.borrow_mut().string();
                serializer.serialize_str(&text)
            }
            Kind::Array => {
                self.0.borrow_mut().enter();
                let mut list = serializer.serialize_seq(None)?;
                while self.0.borrow_mut().next_item() {
                    list.serialize_element(&Ahead(self.0))?;
                }
                list.end()
            }
            Kind::Object => {
                self.0.borrow_mut().enter();
                let mut map = serializer.serialize_map(None)?;
                loop {
                    let Some(key) = self.0.borrow_mut().next_key() else {
                        break;
                    };
                    map.serialize_entry(&*key.text(), &Ahead(self.0))?;
                }
                map.end()
            }
        }
    }
}

/// Reads a value through its own reader.
///
/// # Errors
///
/// The deserializer's, or the refusal in the words that a model would read.
pub fn deserialize<'de, T: for<'a> Argument<'a>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let mut text = Vec::new();
    Text(&mut text).deserialize(deserializer)?;
    let text =
        json::check(&text, limits::DEPTH).map_err(|_| D::Error::custom("nested too deep"))?;
    let arena = Arena::new();
    T::read(&mut Input::new(text, &arena, false), &[]).map_err(|refusal| {
        D::Error::custom(if refusal.path().is_empty() {
            refusal.message()
        } else {
            refusal.to_string()
        })
    })
}

/// Writes what a deserializer gives as JSON text; repeated members stay repeated.
struct Text<'o>(&'o mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Text<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON can hold")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.0
            .extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        json::writer::signed(value, self.0);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        json::writer::unsigned(value, self.0);
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        if json::writer::float(value, self.0) {
            Ok(())
        } else {
            Err(E::custom("a number is not finite"))
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        json::writer::string(value, self.0);
        Ok(())
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.push(b'[');
        let mut first = true;
        loop {
            if !core::mem::replace(&mut first, false) {
                self.0.push(b',');
            }
            if list.next_element_seed(Text(self.0))?.is_none() {
                break;
            }
        }
        if self.0.last() == Some(&b',') {
            self.0.pop();
        }
        self.0.push(b']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.push(b'{');
        let mut first = true;
        while let Some(key) = map.next_key::<String>()? {
            if !core::mem::replace(&mut first, false) {
                self.0.push(b',');
            }
            json::writer::string(&key, self.0);
            self.0.push(b':');
            map.next_value_seed(Text(self.0))?;
        }
        self.0.push(b'}');
        Ok(())
    }
}
