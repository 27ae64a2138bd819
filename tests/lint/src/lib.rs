//! Every form of a declaration, in a crate that denies lints.
#![deny(warnings, unsafe_code)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::items_after_statements
)]
#![warn(clippy::missing_docs_in_private_items)]
#![deny(
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_in_future,
    deprecated_safe_2024,
    deref_into_dyn_supertrait,
    edition_2024_expr_fragment_specifier,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    if_let_rescope,
    impl_trait_overcaptures,
    impl_trait_redundant_captures,
    keyword_idents_2018,
    keyword_idents_2024,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_debug_implementations,
    missing_docs,
    missing_unsafe_on_extern,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    rust_2021_incompatible_closure_captures,
    rust_2021_incompatible_or_patterns,
    rust_2021_prefixes_incompatible_syntax,
    rust_2021_prelude_collisions,
    rust_2024_guarded_string_incompatible_syntax,
    rust_2024_incompatible_pat,
    rust_2024_prelude_collisions,
    single_use_lifetimes,
    tail_expr_drop_order,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unsafe_attr_outside_unsafe,
    unsafe_op_in_unsafe_fn,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    variant_size_differences
)]
#![allow(
    unstable_features,
    unreachable_pub,
    reason = "not on this toolchain, or contrary to another lint"
)]

use renamed::{
    Cancellation, Context, ToolError, ToolSet, Violation, assert_budget, assert_portable,
    mcp_tools, mcp_types, project,
};

mcp_types! {
    /// A record.
    #[derive(Debug, Clone)]
    #[camel_case]
    pub struct Record {
        /// Its number.
        pub the_number: u32 [1..],
        /// A note.
        #[rename("memo")]
        #[description("What to keep in mind.")]
        pub note: Option<String> = None,
        /// A list.
        pub list: Vec<Kind> [items(..=3), unique] = [],
        #[skip]
        hidden: u32,
    }

    /// A choice.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        /// The first.
        One,
        /// The second.
        #[rename("two")]
        Two,
    }

    /// A value object.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Amount(i16 [-5..=1000]);

    /// Text of a kind.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub struct Word(String [trim, len(1..=9), pattern("^[a-z]+$"), one_of("a", "b"), example("a"), check(fine)]);
}

/// Refuses nothing but `no`.
fn fine(text: &str) -> Result<(), Violation> {
    if text == "no" {
        return Err(Violation::new("word.no", "Not this one."));
    }
    Ok(())
}

/// What the tools share.
#[derive(Debug, Default)]
pub struct State {
    /// How often.
    calls: core::sync::atomic::AtomicU32,
}

mcp_tools! {
    /// All of it.
    #[server(name = "all", version = "1", title = "All", icon = "https://example.com/i.png")]
    #[lenient]
    pub static TOOLS: ToolSet<State>;

    /// Synchronous.
    ///
    /// # Errors
    ///
    /// None.
    #[tool(read_only, destructive = false, idempotent, open_world, title = "One", meta = r#"{"a/b":1}"#)]
    #[allow(clippy::too_many_arguments, reason = "one tool holds every case")]
    pub fn one(
        &self,
        cx: &Context,
        stop: &Cancellation,
        /// A record.
        record: Record,
        kind: Kind = Kind::One,
        amount: Amount = 5,
        #[rename("theWord")]
        #[description("A word.")]
        word: Word = "a",
        text: &str [len(1..=5), lowercase, pattern("^[a-z]+$"), normalize(same)] = "abc",
    ) -> Result<Record, ToolError> {
        self.calls.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
        drop((cx, stop, kind, amount, word, text));
        Ok(record)
    }

    /// Asynchronous.
    pub async fn two(&self, ratio: f64 [0.5..] = 0.5, list: Vec<u32> = [1, 2]) -> Kind {
        core::future::ready(()).await;
        drop((self, ratio, list));
        Kind::Two
    }

    /// Of a feature.
    #[cfg(feature = "ast")]
    fn parse(tree: ast::Tree) -> String { tree.into_inner() }

    /// Raw.
    #[tool(input_schema = r#"{"type":"object"}"#)]
    fn raw(args: serde_json::Value) -> serde_json::Value { args }

    /// Nothing.
    fn nothing() {}
}

#[cfg(feature = "ast")]
pub mod ast {
    //! Only there with the feature.
    renamed::mcp_types! {
        /// A tree.
        #[derive(Debug)]
        pub struct Tree(String);
    }
}

/// Puts text in order.
fn same(text: &str) -> String {
    text.to_owned()
}

mcp_tools! {
    /// Paths.
    static PATHS: LocalToolSet<State>;

    /// Elsewhere.
    #[tool("there", nullable_output)]
    fn here(&self, n: u32) -> Option<Record> = elsewhere;
    /// Later.
    async fn waits(n: u32) -> String = waiting;
}

/// A body in its own place.
const fn elsewhere(_: &State, _: u32) -> Option<Record> {
    None
}

/// A body in its own place.
async fn waiting(_: u32) -> String {
    core::future::ready(String::new()).await
}

/// A state with the other in it.
#[derive(Debug, Default)]
pub struct Whole {
    /// The other.
    pub state: State,
}

/// The tools for it.
pub static VIEWED: ToolSet<Whole> = project!(TOOLS, |whole: &Whole| &whole.state);
/// All of them.
pub static ALL: ToolSet<Whole> = ToolSet::merge(&[&VIEWED]);

/// How many there are.
#[must_use]
pub const fn count() -> usize {
    ALL.len()
}

/// How many there are here.
#[must_use]
pub const fn local() -> usize {
    PATHS.len()
}

assert_budget!([TOOLS, PATHS], 8 * 1024);
assert_portable!(PATHS, claude, openai, gemini, vscode);

#[cfg(test)]
mod tests {
    #[test]
    fn defaults() {
        renamed::check_defaults(&super::TOOLS);
        assert_eq!((super::count(), super::local()), (5, 2));
    }
}
