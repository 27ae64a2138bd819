//! Hands the memory of the machine to the linker script of `cortex-m-rt`.

use std::{env, fs, path::PathBuf};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::copy("memory.x", out.join("memory.x")).expect("memory.x beside this file");
    println!("cargo::rustc-link-search={}", out.display());
    // What the script wants of a crate of the machine's: the weak names of its interrupts.
    fs::write(out.join("device.x"), "").expect("an empty file");
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
    println!("cargo::rustc-link-arg-bins=--nmagic");
}
