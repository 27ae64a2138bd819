//! The tool, served by this library.

use toolwright::transport::http::Http;
use toolwright::{Server, mcp_tools, mcp_types};

mcp_types! {
    /// What a delivery costs.
    pub struct Quote {
        /// The article.
        pub sku: String,
        /// In cents.
        pub cents: u64,
        /// Whether it is there tomorrow.
        pub tomorrow: bool,
    }
}

mcp_tools! {
    static QUOTES: ToolSet<()>;

    /// Says what a delivery costs.
    fn quote(
        /// The article.
        sku: &str,
        /// How many.
        pieces: u32,
        /// In kilograms.
        weight: f64,
        /// Whether it has to be quick.
        express: bool,
    ) -> Quote {
        let base = if express { 990 } else { 390 };
        let by_weight = if weight > 10.0 { 500 } else { 0 };
        Quote { sku: sku.to_owned(), cents: base + by_weight + 35 * u64::from(pieces), tomorrow: express }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    let server = Server::new(&QUOTES, ()).name("load").version("1.0.0");
    Ok(Http::new(server)
        .serve_on(listener, std::future::pending())
        .await?)
}
