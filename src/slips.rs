//! What is said of a declaration that cannot be read: one trait a slip, with its message.
//!
//! Nothing implements them. The macros ask one of them of a type that is named by the author's
//! own word, so that the message stands there: see `dsl/slips.rs`.

macro_rules! slips {
    ($($name:ident $message:literal, $label:literal;)*) => {$(
        #[allow(missing_docs, reason = "the message says it")]
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        pub trait $name {
            type Never;
        }
    )*};
}

slips! {
    NoHeader
        "`{Self}` stands before the header of its set: begin the block with `static TOOLS: ToolSet<State>;`",
        "a block begins with `static TOOLS: ToolSet<State>;`";
    HeaderForm
        "`{Self}` is no header of a set: write `static {Self}: ToolSet<State>;`, or `ToolSet<()>` where there is no state",
        "a header is `static NAME: ToolSet<State>;`";
    HeaderEnd
        "the header of `{Self}` has no `;` at its end: write `static {Self}: ToolSet<State>;`, and the functions behind it",
        "a header is `static NAME: ToolSet<State>;`";
    HeaderKind
        "`{Self}` is no kind of set: write `ToolSet<State>`, or `LocalToolSet<State>` where futures are not `Send`",
        "a set is a `ToolSet` or a `LocalToolSet`";
    SecondHeader
        "`{Self}` is a second header: write another `mcp_tools!` block, and merge the sets",
        "a block has one header, at its beginning";
    NoFunction
        "`{Self}` is no function: a block holds a header and functions, so declare it outside",
        "not a function";
    Qualified
        "`{Self}` is `const`, `unsafe` or `extern`: a tool is a `fn` or an `async fn`",
        "a tool is a `fn` or an `async fn`";
    TwoKinds
        "`{Self}` has two attributes that say what it is: a function is one tool, one resource or one prompt",
        "write one `#[tool(..)]`, `#[resource(..)]` or `#[prompt(..)]`";
    ConditionalKind
        "`{Self}` has a `#[cfg_attr(.., tool(..))]`, which `mcp_tools!` cannot see: write two functions, each with its `#[cfg(..)]`",
        "write two functions";
    Generics
        "`{Self}` has parameters of type or lifetime: name the types, and leave lifetimes out",
        "schemas are made of plain types";
    Where
        "`{Self}` has a `where`: leave it out, and name the types",
        "schemas are made of plain types";
    NoBody
        "`{Self}` has no body: write `{{ .. }}`, or `= path;` for a function elsewhere",
        "a body is `{{ .. }}` or `= path;`";
    NoPath
        "`{Self}` has neither a body in braces nor a path behind `=`: write `{{ .. }}`, or `= path;` for a function elsewhere",
        "a body is `{{ .. }}` or `= path;`";
    DocInside
        "a doc comment or an attribute stands inside `{Self}`: write it in front of the function or of a parameter",
        "docs and attributes stand in front of what they are for";
    MutSelf
        "`{Self}` takes `&mut self`: write `&self`, and put what changes behind a lock",
        "calls may run at the same time, so there is no `&mut self`";
    OtherSelf
        "`{Self}` takes `self` by another way than `&self`: write `&self`",
        "the state is shared by all calls";
    NoState
        "`&self` is taken where the state of the set is `()`: leave `&self` out, or name a state of your own, `static TOOLS: ToolSet<State>;`",
        "there is no state to take";
    NoComma
        "a comma is missing before `{Self}`: write `, {Self}`",
        "a comma is missing in front of this";
    Untyped
        "`{Self}` has no type: write `{Self}: Type`",
        "no type";
    MutParameter
        "the parameter `{Self}` is declared `mut`: leave `mut` out, and write `let mut {Self} = {Self};` in the body",
        "`mut` stands before this";
    Pattern
        "a parameter of `{Self}` is no plain name: write `name: Type`, and take it apart in the body",
        "its parameters are the names that clients send";
    DocBehind
        "a doc comment stands behind the last parameter or field of `{Self}`: write it in front",
        "docs and attributes stand in front of what they are for";
    AttributeOrder
        "the attributes of `{Self}` are out of order: write the doc comment first, then `cfg`, `rename`, `description`, and what else there is",
        "its attributes are out of order";
    ParameterAttribute
        "`{Self}` is not an attribute of a parameter or field: there are `cfg`, `rename` and `description`, of a parameter also `complete`, `header` and `schema`, of a field `skip`",
        "not an attribute of a parameter or field";
    VariantAttribute
        "`{Self}` is not an attribute of a variant, or out of order: there are doc comments, then `cfg`, then `rename`",
        "not an attribute of a variant, or out of order";
    VariantFields
        "the variant `{Self}` has fields: an enumeration is a choice of names; write a record, or tools of their own",
        "variants are plain names";
    VariantValue
        "the variant `{Self}` has a number: leave it out, on the wire it is its name",
        "variants are plain names";
    Unreadable
        "the parameters or fields of `{Self}` cannot be read: write each as `name: Type [rules] = default`",
        "cannot be read";
    KeyForm
        "the key `{Self}` has a wrong form: write `{Self} = ..`, or `{Self}` alone for a hint",
        "a value stands behind `=`";
    NoCommaBetweenKeys
        "a comma is missing before the key `{Self}`: write `, {Self}`",
        "a comma is missing in front of this";
}
