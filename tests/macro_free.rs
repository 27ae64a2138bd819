//! The macro is sugar: the same tool by hand lists byte for byte alike.

#[path = "../examples/macro_free.rs"]
mod macro_free;

#[test]
fn lists_alike() {
    macro_free::main();
}
