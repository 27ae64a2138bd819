//! The text of a tool's entry, made when the program is built and not when it is checked.
//!
//! Writing the text is most of what a tool costs the compiler, and `cargo check` has no use
//! for it: what can be wrong with a declaration is found by [`check`](super::check) alone. So
//! the text is an associated constant that only a generic function names: the compiler
//! evaluates it where that function is instantiated, which is code generation.
//!
//! Measured (rustc 1.95, `benches/compile/run.py --instructions`; tools of 4 parameters, docs,
//! rules, defaults, a title): `cargo check` takes 26 M instructions a tool, the same at 100 and
//! at 300 tools. The text adds what `listing` says, some 18 M, to a build alone.

use alloc::boxed::Box;
use core::marker::PhantomData;

use super::fragment::Fragment;
use super::listing::{self, Out, fragment, listing, padded};
use super::name::Made;
use super::{ToolDef, check, name};

/// A tool's declaration as a type, so that its text can wait. Implemented by `mcp_tools!`.
pub trait ToolText: 'static {
    /// The declaration.
    const DEF: ToolDef;
    /// The entry in the making.
    #[doc(hidden)]
    const OUT: Out<2048> = listing(&Self::DEF);
    /// The entry.
    #[doc(hidden)]
    const FRAGMENT: Fragment = fragment(bytes::<Self>(), &Self::OUT);
    /// A name that is not a part of one that the author wrote.
    #[doc(hidden)]
    const MADE: Made = Made::of(&Self::DEF);
}

/// The entry of a tool.
#[must_use]
pub fn entry<T: ToolText>() -> &'static Fragment {
    &T::FRAGMENT
}

/// The declaration, in one place: each place that borrows a constant has a constant of its own,
/// which is looked through once more.
pub(crate) const fn declaration<T: ToolText>() -> &'static ToolDef {
    &T::DEF
}

/// Checks a declaration, and gives the tool's name.
///
/// # Panics
///
/// In const evaluation, where the declaration contradicts itself: `TW0007: ..` and the like.
#[must_use]
#[track_caller]
pub const fn declared<T: ToolText>() -> &'static str {
    let def = declaration::<T>();
    check::declaration(def);
    match name::part(def) {
        Some(name) => name,
        None => made::<T>(),
    }
}

/// Checks a declaration that is made at run time, and writes its entry: its name, and that.
///
/// # Panics
///
/// Where the declaration contradicts itself.
pub(crate) fn made_entry(def: &'static ToolDef) -> (&'static str, &'static Fragment) {
    check::declaration(def);
    let name = name::part(def).unwrap_or_else(|| Box::leak(Box::new(Made::of(def))).as_str());
    (name, Box::leak(Box::new(listing::made(def))))
}

/// Apart, so that the constant is evaluated only where it is wanted: all constants of a
/// function are, as soon as it is called.
#[track_caller]
const fn made<T: ToolText>() -> &'static str {
    T::MADE.as_str()
}

/// The text at `N` bytes, of which the last may be unused.
struct Sized<T: ?core::marker::Sized, const N: usize>(PhantomData<T>);

impl<T: ToolText + ?core::marker::Sized, const N: usize> Sized<T, N> {
    const BYTES: [u8; N] = padded(&T::OUT, &T::DEF);
}

/// The size of an array cannot depend on a constant of a type parameter, so there are sizes
/// to choose from: at most a sixteenth, or 32 bytes, is left unused up to 4 KiB.
macro_rules! sizes {
    ($($name:ident $size:literal)*) => {
        $(const fn $name<T: ToolText + ?core::marker::Sized>() -> &'static [u8] { &Sized::<T, $size>::BYTES })*

        const fn bytes<T: ToolText + ?core::marker::Sized>() -> &'static [u8] {
            let len = T::OUT.len();
            $(if len <= $size { return $name::<T>().split_at(len).0; })*
            panic!("toolwright: the listing of a tool is larger than 256 KiB")
        }
    };
}
sizes! {
    s128 128 s192 192 s256 256 s288 288 s320 320 s352 352 s384 384 s416 416 s448 448 s480 480 s512 512
    s544 544 s576 576 s608 608 s640 640 s672 672 s704 704 s736 736 s768 768 s800 800 s832 832 s864 864
    s896 896 s928 928 s960 960 s992 992 s1024 1024 s1088 1088 s1152 1152 s1216 1216 s1280 1280
    s1344 1344 s1408 1408 s1472 1472 s1536 1536 s1600 1600 s1664 1664 s1728 1728 s1792 1792 s1920 1920
    s2048 2048 s2176 2176 s2304 2304 s2432 2432 s2560 2560 s2816 2816 s3072 3072 s3328 3328 s3584 3584
    s3840 3840 s4096 4096 s5120 5120 s6144 6144 s8192 8192 s10240 10240 s12288 12288 s16384 16384
    s24576 24576 s32768 32768 s49152 49152 s65536 65536 s98304 98304 s131072 131_072 s196608 196_608
    s262144 262_144
}
