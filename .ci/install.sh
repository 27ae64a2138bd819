# Sourced by steps that need something a bare machine may lack.

# need PACKAGE COMMAND… : installs a Debian package unless the command succeeds.
need() {
    local package=$1
    shift
    "$@" > /dev/null 2>&1 && return
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo > /dev/null || { echo "$package is missing: install it" >&2; return 1; }
        root=(sudo)
    fi
    command -v apt-get > /dev/null || { echo "$package is missing: install it" >&2; return 1; }
    echo "installing $package"
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" > /dev/null
    "$@" > /dev/null 2>&1 || { echo "$package is installed, and '$*' still fails" >&2; return 1; }
}

# component NAME COMMAND : adds a component of the toolchain unless the cargo subcommand is there.
component() {
    cargo "$2" --version > /dev/null 2>&1 || rustup component add "$1"
}
