//! `assert_catalog!`, `assert_budget!` and `assert_portable!`.

/// Holds the listing of a set to a lock file that is committed beside the code.
///
/// ```ignore
/// assert_catalog!(TOOLS, "tools.lock.json");
/// assert_catalog!([dockets::TOOLS, stock::TOOLS], "tools.lock.json"); // sets that are merged
/// ```
///
/// The file stands beside `Cargo.toml`, and holds one tool a line, as the newest protocol
/// revision lists it. A review then sees what models will see, and a prompt cache is not lost by
/// accident. A listing that differs is a compile error at the first tool, under `cargo check`.
///
/// To make or renew the file: `TOOLWRIGHT_BLESS=1 cargo test`. The variable switches the
/// assertion off, so that the crate compiles, and a test that the macro declares writes the file;
/// a new one has to be there first, empty (`touch tools.lock.json`). Write the assertion once a
/// module: the test has a fixed name.
#[macro_export]
macro_rules! assert_catalog {
    ([$($set:path),+ $(,)?], $file:literal $(,)?) => {
        const _: () = if $crate::__private::option_env!("TOOLWRIGHT_BLESS").is_none() {
            $crate::__private::assertion::lock(
                &[$(<$set as $crate::__private::assertion::Declaration<()>>::DEFS),+],
                $crate::__private::include_bytes!($crate::__private::concat!(
                    $crate::__private::env!("CARGO_MANIFEST_DIR"), "/", $file
                )),
                $file,
            );
        };
        #[cfg(test)]
        #[test]
        fn toolwright_writes_the_lock_file() {
            $crate::__private::assertion::bless(
                &[$(<$set as $crate::__private::assertion::Declaration<()>>::DEFS),+],
                $crate::__private::concat!($crate::__private::env!("CARGO_MANIFEST_DIR"), "/", $file),
            );
        }
    };
    ($set:path, $file:literal $(,)?) => { $crate::assert_catalog! { [$set], $file } };
}

/// Holds the listing of a set to a number of bytes: what every conversation pays for the tools.
///
/// ```
/// # use toolwright::{assert_budget, mcp_tools};
/// mcp_tools! {
///     static TOOLS: ToolSet<()>;
///     fn ping() {}
/// }
/// assert_budget!(TOOLS, 1024);
/// ```
///
/// Several sets stand in brackets, `assert_budget!([A, B], 4096)`.
#[macro_export]
macro_rules! assert_budget {
    ([$($set:path),+ $(,)?], $bytes:expr $(,)?) => {
        const _: () = $crate::__private::assertion::budget(
            &[$(<$set as $crate::__private::assertion::Declaration<()>>::DEFS),+],
            $bytes,
        );
    };
    ($set:path, $bytes:expr $(,)?) => { $crate::assert_budget! { [$set], $bytes } };
}

/// Holds the tools of a set to what clients are known to take: `claude`, `openai`, `gemini`,
/// `vscode`. The rules and their sources are in `docs/diagnostics.md`.
///
/// ```
/// # use toolwright::{assert_portable, mcp_tools};
/// mcp_tools! {
///     static TOOLS: ToolSet<()>;
///     fn search(query: String, tags: Vec<String>) { let _ = (query, tags); }
/// }
/// assert_portable!(TOOLS, claude, openai, gemini, vscode);
/// ```
///
/// Several sets stand in brackets, `assert_portable!([A, B], claude)`.
#[macro_export]
macro_rules! assert_portable {
    ([$($set:path),+ $(,)?], $($client:tt),+ $(,)?) => {
        const _: () = $crate::__private::assertion::portable(
            &[$(<$set as $crate::__private::assertion::Declaration<()>>::DEFS),+],
            &[$($crate::__private::assertion::client::$client),+],
        );
    };
    ($set:path, $($client:tt),+ $(,)?) => { $crate::assert_portable! { [$set], $($client),+ } };
}
