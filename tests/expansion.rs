//! What three small declarations expand to, as committed in `tests/expansion`: so that a change
//! shows. `TOOLWRIGHT_BLESS=1 cargo test --test expansion` renews them.

mod compiler;

use std::path::Path;
use std::process::Command;

/// Another compiler prints in another way.
const PINNED: &str = "rustc 1.95.";

#[test]
fn expansions_are_as_committed() {
    let version = Command::new("rustc").arg("--version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    if !version.starts_with(PINNED) {
        println!("skipped: the expansions are those of {PINNED}x, and this is {version}");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansion");
    for name in ["tool", "method", "types"] {
        let source = folder.join(format!("{name}.rs"));
        let blessed = folder.join(format!("{name}.expanded"));
        // An unstable flag: no part of a build, only of this look at it.
        let output = compiler::bootstrapped(&source, &["-Zunpretty=expanded"]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let expanded = String::from_utf8(output.stdout).unwrap();
        if std::env::var_os("TOOLWRIGHT_BLESS").is_some() {
            std::fs::write(&blessed, &expanded).unwrap();
        }
        let blessed = std::fs::read_to_string(&blessed).unwrap();
        assert!(
            blessed == expanded,
            "{name} expands to something else:\n{expanded}"
        );
    }
}
