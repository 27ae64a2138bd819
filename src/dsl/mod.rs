//! The grammar: `mcp_tools!` and `mcp_types!`. It holds syntax alone; decisions live in the
//! const functions and the ordinary code that the expansions name through `__private`.

mod assertions;
mod attributes;
mod items;
mod rules;
mod slips;
mod tools;
mod types;
