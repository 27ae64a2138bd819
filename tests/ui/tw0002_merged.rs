use toolwright::{ToolSet, mcp_tools};

mod dockets {
    toolwright::mcp_tools! {
        pub static TOOLS: ToolSet<()>;

        fn search() {}
    }
}

mod stock {
    toolwright::mcp_tools! {
        pub static TOOLS: ToolSet<()>;

        fn count() {}
        fn search() {}
    }
}

mcp_tools! {
    static OWN: ToolSet<()>;

    fn ship() {}
}

static ALL: ToolSet<()> = ToolSet::merge(&[&OWN, &dockets::TOOLS, &stock::TOOLS]);

fn main() {
    let _ = &ALL;
}
