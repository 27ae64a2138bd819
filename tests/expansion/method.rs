//! A method, asynchronous, delegated, with a check.
pub struct Store;

fn even(n: &u32) -> Result<(), toolwright::Violation> {
    let _ = n;
    Ok(())
}

async fn find(_: &Store, n: u32) -> String {
    n.to_string()
}

toolwright::mcp_tools! {
    static TOOLS: LocalToolSet<Store>;

    #[cfg(unix)]
    async fn find(&self, #[rename("number")] n: u32 [check(even)]) -> String = find;
}
