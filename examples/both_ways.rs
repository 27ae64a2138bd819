//! One set, served both ways: by the shell of this library, and by the official SDK.
//!
//! ```console
//! $ cargo run --example both_ways --features rmcp -- own
//! $ cargo run --example both_ways --features rmcp -- sdk
//! ```
//!
//! Both serve stdin and stdout, and answer alike. With the SDK come its other transports and its
//! authorization: whatever takes a `ServerHandler` takes `server.into_rmcp()`.

use std::error::Error;

use rmcp::ServiceExt as _;
use toolwright::transport::tokio::Shell;
use toolwright::{Server, ToolError, mcp_tools};

/// Rates by which prices are converted.
struct Rates {
    euros_a_dollar: f64,
}

mcp_tools! {
    /// Converts prices.
    static RATES: ToolSet<Rates>;

    /// Converts dollars to euros.
    #[tool(read_only)]
    fn to_euros(
        &self,
        /// The price in dollars.
        dollars: f64 [0.0..=1e6],
    ) -> f64 {
        dollars * self.euros_a_dollar
    }

    /// Converts euros to dollars.
    #[tool(read_only)]
    fn to_dollars(
        &self,
        /// The price in euros.
        euros: f64 [0.0..=1e6],
    ) -> Result<f64, ToolError> {
        if self.euros_a_dollar == 0.0 {
            return Err(ToolError::shown("There is no rate today."));
        }
        Ok(euros / self.euros_a_dollar)
    }

    /// Today's rate.
    #[resource("rates://dollar")]
    fn dollar(&self) -> String {
        self.euros_a_dollar.to_string()
    }

    /// Asks for a comparison.
    #[prompt]
    fn compare(
        /// What is bought.
        article: String,
    ) -> String {
        format!("Where is {article} cheaper, in euros or in dollars?")
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::new(
        &RATES,
        Rates {
            euros_a_dollar: 0.9,
        },
    );
    match std::env::args().nth(1).as_deref() {
        Some("own") => Shell::new(server).serve_stdio().await?,
        Some("sdk") => {
            let streams = (tokio::io::stdin(), tokio::io::stdout());
            server.into_rmcp().serve(streams).await?.waiting().await?;
        }
        _ => return Err("say `own` or `sdk`".into()),
    }
    Ok(())
}
