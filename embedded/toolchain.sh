# Sourced by the scripts of this folder: compiles for a target that this machine is not.

source "$(dirname "${BASH_SOURCE[0]}")/../.ci/install.sh"

# Where programs go: with the library's own, but for its lock.
programs=${CARGO_TARGET_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target/embedded}

# build TARGET PACKAGE : builds a package of this folder without std. Takes the target from rustup, or
# Debian's compiler with the source of `core` and `alloc`; fails where neither can be had.
build() {
    local target=$1 package=$2
    local options=(build --locked --release --package "$package" --target "$target" --target-dir "$programs")
    if [ -d "$(rustc --print target-libdir --target "$target" 2> /dev/null)" ] || rustup target add "$target" > /dev/null 2>&1; then
        cargo "${options[@]}"
        return
    fi
    echo "rustup has no $target here: with Debian's compiler"
    need rustc-web test -x /usr/bin/rustc && need cargo-web test -x /usr/bin/cargo && need rust-web-src test -d /usr/src/rustc-1.* || return
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo "${options[@]}" -Zbuild-std=core,alloc
}

# skip REASON : ends the script where something cannot be had.
skip() {
    echo "skipped: $1"
    exit 0
}
