//! Tools that change what the server has: clients are told.

use std::sync::{Arc, LazyLock};

use toolwright::invoker::{Call, finish, put};
use toolwright::made::{MadeItem, MadeTool};
use toolwright::{Server, ToolError, ToolSet, mcp_tools};

use super::State;

/// A tool and a prompt that are made while the program runs, each in a set of its own.
static MADE_TOOL: LazyLock<&'static ToolSet<State>> = LazyLock::new(|| {
    let tool = MadeTool::new("test_added_tool")
        .description("Was added while the server ran.")
        .read_only(true)
        .returns::<&str>()
        .entry(Call::made(|_, args, reply| {
            finish(args)?;
            put("This tool was added while the server ran.", reply);
            Ok(())
        }));
    ToolSet::made("tool", vec![tool])
});

static MADE_PROMPT: LazyLock<&'static ToolSet<State>> = LazyLock::new(|| {
    let prompt = MadeItem::prompt("test_added_prompt")
        .description("Was added while the server ran.")
        .entry(Call::made(|_, args, reply| {
            finish(args)?;
            put("This prompt was added while the server ran.", reply);
            Ok(())
        }));
    ToolSet::made("prompt", vec![prompt])
});

mcp_tools! {
    pub static CHANGING: ToolSet<State>;

    /// Adds a tool, or removes it where it is there already.
    fn test_trigger_tool_change(&self) -> Result<&'static str, ToolError> {
        self.toggle(*MADE_TOOL)
    }

    /// Adds a prompt, or removes it where it is there already.
    fn test_trigger_prompt_change(&self) -> Result<&'static str, ToolError> {
        self.toggle(*MADE_PROMPT)
    }
}

impl State {
    fn server(&self) -> Option<Arc<Server<Self>>> {
        self.server.get()?.upgrade()
    }

    fn toggle(&self, set: &'static ToolSet<Self>) -> Result<&'static str, ToolError> {
        let server = self
            .server()
            .ok_or_else(|| ToolError::shown("The server ends."))?;
        if server.remove(set) {
            return Ok("It was removed.");
        }
        server.add(set)?;
        Ok("It was added.")
    }
}
