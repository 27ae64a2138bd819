//! One list of codes: in the source, in `docs/diagnostics.md` and among the cases of `tests/ui`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const LAST: u32 = 17;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// The codes in a text, `TW` and four digits.
fn codes(text: &str) -> BTreeSet<String> {
    text.match_indices("TW")
        .filter_map(|(at, _)| text.get(at..at + 6))
        .filter(|code| code[2..].bytes().all(|byte| byte.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

fn expected() -> BTreeSet<String> {
    (1..=LAST).map(|number| format!("TW{number:04}")).collect()
}

#[test]
fn the_source_has_each_code() {
    let mut sources = vec![];
    files(&root().join("src"), "rs", &mut sources);
    let mut found = BTreeSet::new();
    for source in sources {
        found.append(&mut codes(&fs::read_to_string(source).unwrap()));
    }
    assert_eq!(found, expected());
}

#[test]
fn the_page_has_a_section_for_each_code() {
    let page = fs::read_to_string(root().join("docs/diagnostics.md")).unwrap();
    let mut found = BTreeSet::new();
    for section in page.split("\n### ").skip(1) {
        let Some(code) = codes(section.lines().next().unwrap()).pop_first() else {
            continue;
        };
        assert!(
            section.contains("```compile_fail,E"),
            "{code} has no failing example"
        );
        assert!(
            section.contains("```rust\n"),
            "{code} has no working example"
        );
        assert!(found.insert(code.clone()), "{code} has two sections");
    }
    assert_eq!(found, expected());
}

#[test]
fn each_code_has_a_case_and_each_case_its_output() {
    let mut cases = vec![];
    files(&root().join("tests/ui"), "rs", &mut cases);
    let mut by_code: BTreeMap<String, usize> = BTreeMap::new();
    for case in &cases {
        let output = fs::read_to_string(case.with_extension("stderr"))
            .unwrap_or_else(|_| panic!("{} has no output", case.display()));
        // Output that shows the standard library would depend on its source being there.
        assert!(!output.contains("$RUST"), "{}", case.display());
        let name = case.file_stem().unwrap().to_str().unwrap();
        if let Some(number) = name.strip_prefix("tw").and_then(|rest| rest.get(..4)) {
            if !number.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let code = format!("TW{number}");
            assert!(
                output.contains(&code),
                "{} does not say {code}",
                case.display()
            );
            *by_code.entry(code).or_default() += 1;
        }
    }
    assert_eq!(by_code.into_keys().collect::<BTreeSet<_>>(), expected());
    let mut outputs = vec![];
    files(&root().join("tests/ui"), "stderr", &mut outputs);
    assert_eq!(outputs.len(), cases.len(), "an output has no case");
}
