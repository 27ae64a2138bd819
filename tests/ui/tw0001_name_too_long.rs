use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn a_name_that_goes_on_and_on_a_name_that_goes_on_and_on_a_name_that_goes_on_and_on_a_name_that_goes_on_and_on_a_name_that_goes_on_and_on_() {}
}

fn main() {}
