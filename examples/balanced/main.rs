//! One server in several processes behind a balancer: nothing is kept between two requests.
//!
//! Start as many as you like, each with its port, and with one key for all of them, 64 digits in
//! base 16 (`openssl rand -hex 32`):
//!
//! ```text
//! STATE_KEY=… cargo run --example balanced --features http -- 127.0.0.1:9001
//! ```
//!
//! `nginx.conf` beside this file puts a plain TCP balancer in front, and `drive.py` is a client
//! whose requests go to all of them in turn.

use std::error::Error;

use toolwright::ask::Form;
use toolwright::transport::http::Http;
use toolwright::{Context, Server, ToolError, mcp_tools, mcp_types};

mcp_types! {
    /// Where a table is wanted.
    struct Place {
        /// Whether it is outside.
        outside: bool,
    }
}

mcp_tools! {
    /// Books tables.
    static TABLES: ToolSet<()>;

    /// Says which process answers.
    #[tool(read_only)]
    fn process() -> u32 {
        std::process::id()
    }

    /// Books a table, after it has asked where. The answer may reach another process.
    async fn book(
        cx: &Context,
        /// For how many.
        guests: u32 [1..=20],
    ) -> Result<String, ToolError> {
        // Once, in however many rounds, and wherever they go.
        let asked_by = cx.once("asked_by", std::process::id)?;
        let answer = cx.ask("place", Form::<Place>::new("Inside or outside?")).await?;
        let place = match answer.accepted() {
            Some(Place { outside: true }) => "outside",
            Some(Place { outside: false }) => "inside",
            None => return Err(ToolError::shown("Nothing was booked.")),
        };
        let here = std::process::id();
        Ok(format!("A table for {guests} {place}, asked by {asked_by}, booked by {here}."))
    }
}

/// The key that all processes have: it is read here, and nowhere else.
fn key() -> Result<[u8; 32], Box<dyn Error>> {
    let text = std::env::var("STATE_KEY")?;
    let mut key = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return Err("STATE_KEY has to be 64 digits in base 16".into());
    }
    for (byte, place) in key.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&text[place..place + 2], 16)?;
    }
    Ok(key)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).ok_or("say where to listen")?;
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let server = Server::new(&TABLES, ()).state_key(key()?);
    // The balancer passes `Host` on; add `allow_host` for a name that is not of this machine.
    Ok(Http::new(server)
        .serve_on(listener, std::future::pending())
        .await?)
}
