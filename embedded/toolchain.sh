# Sourced by the scripts of this folder: compiles for a target that this machine is not.

source "$(dirname "${BASH_SOURCE[0]}")/../.ci/install.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Names of source files are in a program, for its panics: the same ones, and short, wherever it is built.
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$root= --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src= \
--remap-path-prefix=$(rustc --print sysroot 2> /dev/null)/lib/rustlib/src/rust="

# Where programs go: with the library's own, but for its lock.
programs=${CARGO_TARGET_DIR:-$root/target/embedded}

# toolchain TARGET : finds what compiles for a target; fails where nothing does. Takes the target from rustup,
# or Debian's compiler with the source of `core` and `alloc`.
toolchain() {
    target=$1
    if [ -d "$(rustc --print target-libdir --target "$target" 2> /dev/null)" ] || rustup target add "$target" > /dev/null 2>&1; then
        compile=(cargo build) own=()
        return
    fi
    echo "rustup has no $target here: with Debian's compiler"
    need rustc-web test -x /usr/bin/rustc && need cargo-web test -x /usr/bin/cargo || return
    need rust-web-src test -d /usr/lib/rustlib/src/rust/library || return
    # The linker of the compiler's own LLVM: an older one lacks symbols that a program for wasm asks for.
    local llvm
    llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    need "lld-$llvm" "ld.lld-$llvm" --version || return
    export CARGO_TARGET_THUMBV7EM_NONE_EABIHF_LINKER=ld.lld-$llvm CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-$llvm
    compile=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo build) own=(-Zbuild-std=core,alloc)
}

# build PACKAGE : builds a package of this folder for the target of `toolchain`.
build() {
    "${compile[@]}" --locked --release --package "$1" --target "$target" --target-dir "$programs" "${own[@]}"
}

# skip REASON : ends the script where something cannot be had.
skip() {
    echo "skipped: $1"
    exit 0
}
