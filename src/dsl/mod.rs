//! The grammar: `mcp_tools!` and `mcp_types!`. It holds syntax alone; decisions live in the
//! const functions and the ordinary code that the expansions name through `__private`.

mod attributes;
mod items;
mod rules;
mod tools;
mod types;
