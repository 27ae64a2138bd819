//! Addresses of the Internet.

use alloc::string::ToString;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::Writer;
use super::spelled::{Fault, Spelled, spelled};
use crate::schema::Schema;

const fn ipv4(schema: Schema) -> Schema {
    schema.format("ipv4")
}
const fn ipv6(schema: Schema) -> Schema {
    schema.format("ipv6")
}
/// No format says "one or the other".
const fn either(schema: Schema) -> Schema {
    schema.docs(&["An IPv4 or IPv6 address."])
}
spelled! {
    Ipv4Addr, "Ipv4Addr", ipv4, AnyLit AnyLits, copied;
    Ipv6Addr, "Ipv6Addr", ipv6, AnyLit AnyLits, copied;
    IpAddr, "IpAddr", either, AnyLit AnyLits, copied;
}

macro_rules! addresses {
    ($($ty:ty)*) => {$(
        impl Spelled for $ty {
            fn spell(text: &str) -> Result<Self, Fault> {
                text.parse().map_err(|_| Fault::Form)
            }
            fn write(&self, out: &mut Writer) {
                out.string(&self.to_string());
            }
        }
    )*};
}
addresses! { Ipv4Addr Ipv6Addr IpAddr }
