//! Large declarations, at the default `recursion_limit`.

mod compiler;

use std::fmt::Write as _;

fn compiles(name: &str, source: &str) {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rs"));
    std::fs::write(&path, source).unwrap();
    let out = path.with_extension("rmeta");
    let output = compiler::rustc(&path, &["--emit=metadata", "-o", out.to_str().unwrap()]);
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
            .chars()
            .take(2000)
            .collect::<String>()
    );
}

fn parameters(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, i| {
        let rest = match i % 4 {
            0 => "String [len(1..=200)]",
            1 => "u32 [1..=100] = 10",
            2 => "Option<Vec<String>> = None",
            _ => "bool",
        };
        writeln!(text, "/// Parameter {i}.\np{i}: {rest},").unwrap();
        text
    })
}

fn tools(count: usize, width: usize, docs: usize) -> String {
    let mut text = String::from("toolwright::mcp_tools! { pub static TOOLS: ToolSet<()>;\n");
    for i in 0..count {
        for line in 0..if i == count / 2 { docs } else { 1 } {
            writeln!(text, "/// Line {line} of tool {i}.").unwrap();
        }
        writeln!(
            text,
            "#[tool(read_only, title = \"Tool {i}\")] pub fn tool_{i}({}) -> u32 {{ {i} }}",
            parameters(width)
        )
        .unwrap();
    }
    text + "}"
}

#[test]
fn many_tools_of_many_parameters() {
    compiles("tools_200", &tools(200, 12, 1));
}

#[test]
fn one_tool_of_64_parameters() {
    compiles("parameters_64", &tools(1, 64, 1));
}

#[test]
fn a_long_comment_among_many_tools() {
    compiles("comment_100", &tools(300, 1, 100));
}

#[test]
fn wide_types() {
    let mut text = String::from("toolwright::mcp_types! {\npub enum Choice {\n");
    for i in 0..300 {
        writeln!(text, "/// Variant {i}.\nVariant{i},").unwrap();
    }
    text += "}\n#[camel_case] pub struct Wide {\n";
    for i in 0..128 {
        writeln!(
            text,
            "/// Field {i}.\npub the_field_{i}: u32 [..=200] = {i},"
        )
        .unwrap();
    }
    compiles("types", &(text + "} }"));
}
