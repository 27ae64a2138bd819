//! Links the C library's start-up, which calls `main`; without std nothing names it.

fn main() {
    println!("cargo::rustc-link-arg-bins=-nodefaultlibs");
    println!("cargo::rustc-link-arg-bins=-lc");
}
