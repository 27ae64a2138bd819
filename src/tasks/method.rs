//! `tasks/get`, `tasks/update` and `tasks/cancel`.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::future::poll_fn;
use core::task::Poll;

use super::store::change;
use super::{StoreError, Task, negotiated};
use crate::ask::Principal;
use crate::call::enter;
use crate::catalog::Space;
use crate::context::{Context, Extensions};
use crate::diagnostic::Diagnostic;
use crate::dispatch;
use crate::filter::{Filtered, Passage};
use crate::frame::CallFrame;
use crate::json::Cursor;
use crate::panic;
use crate::protocol::envelope::{Envelope, Request, is_object, string};
use crate::protocol::error::Fault;
use crate::protocol::{Revision, response};
use crate::server::Core;
use crate::session::Session;
use crate::transport::Served;

/// Answers a message of one of the three methods.
pub(super) async fn answer(served: &dyn Served, message: &[u8], extensions: Extensions) -> Vec<u8> {
    let (core, _) = served.parts();
    let mut frame = CallFrame::new();
    let mut out = Vec::new();
    let incoming = dispatch::read(core, message, &mut frame);
    *frame.extensions_mut() = extensions;
    let Envelope::Request(request) = &incoming.0 else {
        return out;
    };
    let revision = Revision::V2026_07_28;
    let session = Session::new();
    let (context, _) = enter(core, &mut frame, request, revision, &session, true);
    let mut detail = Vec::new();
    let done = of(core, request, context, &mut detail).await;
    let done = done.and_then(|()| {
        let tail = core.identity.tail();
        response::result(request.id, revision, None, tail, &mut out, |out| {
            if detail.is_empty() {
                // An acknowledgement has nothing of its own; the comma stands before `_meta`.
                out.pop();
            }
            out.append(&mut detail);
            Ok(())
        })
    });
    context.cancellation().token.finish();
    if let Err(fault) = done {
        core.write_fault(&fault, request.id, &mut out);
    }
    out
}

/// Does what a request wants; what it is told goes to `out`, as members.
async fn of<'m>(
    core: &Core,
    request: &Request<'m>,
    context: &Context,
    out: &mut Vec<u8>,
) -> Result<(), Fault<'m>> {
    if !request.meta.client_capabilities.is_some_and(negotiated) {
        return Err(Fault::Tasks);
    }
    let params = &request.params;
    let id = params.task_id().and_then(string);
    let id = id.ok_or(Fault::Params("the method needs 'taskId', a string"))?;
    let store = &*core.tasks.store;
    let failed = |error: StoreError, tool: &str| {
        super::drive::tell(core, tool, &error);
        Fault::Failed("The task cannot be read.".into())
    };
    let task = store.read(&id).await.map_err(|error| failed(error, ""))?;
    let task = task.ok_or(Fault::Task)?;
    let method = match &*request.method {
        "tasks/update" => "tasks/update",
        "tasks/cancel" => "tasks/cancel",
        _ => "tasks/get",
    };
    // Whoever may not know of it does not hear that it is there.
    if !admits(core, method, &task, context).await {
        return Err(Fault::Task);
    }
    let changed = match method {
        "tasks/update" => {
            let answers = params.input_responses().filter(|json| is_object(json));
            let answers = answers.ok_or(Fault::Params(
                "the method needs 'inputResponses', an object",
            ))?;
            let answers = members(answers);
            change(store, &id, |task| task.answer(&answers)).await
        }
        "tasks/cancel" => change(store, &id, Task::cancel).await,
        _ => {
            task.write_detailed(out);
            return Ok(());
        }
    };
    match changed {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(Fault::Task),
        Err(error) => Err(failed(error, task.tool())),
    }
}

/// Whether the filters let the request through, and it comes from whom the task is of.
async fn admits(core: &Core, method: &'static str, task: &Task, context: &Context) -> bool {
    let filtered = Filtered {
        method,
        name: task.tool(),
        arguments: "{}",
        context,
    };
    let passage = match panic::guard(|| core.filters.before(filtered)) {
        Ok(Passage::Waiting(mut waiting)) => {
            poll_fn(|cx| match panic::guard(|| waiting.poll(filtered, cx)) {
                Ok(passage) => passage.map(Ok),
                Err(panic) => Poll::Ready(Err(panic)),
            })
            .await
        }
        passage => passage,
    };
    let principal = context.extensions().get::<Principal>();
    if let Err(panic) = &passage {
        core.tell(&Diagnostic::Panic {
            space: Space::Tools,
            name: task.tool(),
            message: panic.message(),
        });
    }
    matches!(passage, Ok(Passage::Through))
        && (task.principal.is_empty()
            || principal.is_some_and(|principal| principal.0 == task.principal))
}

/// The members of an object, as JSON text.
fn members(object: &str) -> Vec<(String, Arc<str>)> {
    let mut members = Vec::new();
    let mut cursor = Cursor::new(object);
    cursor.enter();
    while let Some(key) = cursor.next_key() {
        members.push((key.text().into_owned(), Arc::from(cursor.skip())));
    }
    members
}
