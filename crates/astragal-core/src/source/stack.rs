//! Deep values: a thread with a large reserved stack, and a guard that stops a draw before a stack overflows.
//!
//! Generators of recursive types recurse. On an ordinary thread the guard turns too deep a value into a usage error
//! that says what to do (it compares addresses, which costs less than counting levels); inside [`deep`] there is room for
//! hundreds of thousands of levels. The reserved memory costs nothing until it is used.
//!
//! The guard is at derived types, `recursive`, closures and `and_then`, forwards and backwards, so every recursion of generators meets
//! it, and a type all of whose values are infinite too. How large a stack is cannot be asked in safe Rust: the guard allows one
//! mebibyte from where a case begins, half of what a thread has by default, so a thread that was given less, or that has used more
//! before, can still overflow. Choices, their text and their token are walked without recursion.

use std::cell::Cell;
use std::sync::Mutex;

/// Stack that may be used on a thread of unknown size: test threads have 2 MiB by default.
const ORDINARY: usize = 1 << 20;
/// Kept free for what the generators call.
const MARGIN: usize = 1 << 20;

thread_local! {
    static ROOM: Cell<usize> = const { Cell::new(ORDINARY) };
}

/// Runs a function on a thread with a large stack, for values that are very deep.
///
/// One gibibyte of address space is reserved (less if the system refuses), which holds values of more than 100,000
/// levels even in a debug build. A panic inside is passed on.
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Debug, Arbitrary)]
/// enum Chain { End, Link(Box<Chain>) }
///
/// let depth = astragal::source::deep(|| {
///     let mut chain = any::<Chain>().at_size(20_000).sample(3);
///     let mut depth = 0;
///     while let Chain::Link(next) = chain { chain = *next; depth += 1 }
///     depth
/// });
/// assert!(depth > 1_000);
/// ```
pub fn deep<R: Send>(body: impl FnOnce() -> R + Send) -> R {
    if ROOM.get() > ORDINARY {
        return body(); // already on such a thread
    }
    let slot = Mutex::new(Some(body));
    for bytes in [1 << 30, 1 << 28] {
        let outcome = std::thread::scope(|scope| {
            let run = || {
                ROOM.set(bytes - MARGIN);
                let body = slot.lock().ok().and_then(|mut slot| slot.take());
                body.map(|body| body())
            };
            let thread = std::thread::Builder::new().name(thread_name()).stack_size(bytes).spawn_scoped(scope, run);
            thread.ok().map(|thread| thread.join())
        });
        match outcome {
            Some(Ok(Some(result))) => return result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => {} // the system refused so large a stack
        }
    }
    let body = slot.into_inner().ok().flatten();
    body.expect("a body that no thread took is still here")()
}

/// A test's output is captured by the name of its thread, so the helper thread carries it on.
fn thread_name() -> String {
    std::thread::current().name().unwrap_or("astragal").to_owned()
}

/// Knows how far down the stack a draw may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackGuard {
    floor: usize,
}

impl StackGuard {
    /// Counts from the caller's position. (On all platforms of Rust stacks grow downward.)
    #[inline(always)]
    pub(crate) fn here() -> StackGuard {
        StackGuard { floor: address().saturating_sub(ROOM.get()) }
    }

    /// Whether there is still room.
    #[inline(always)]
    pub(crate) fn has_room(&self) -> bool {
        address() > self.floor
    }
}

/// About where the top of the stack is.
#[inline(always)]
fn address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}

/// What to say when there is no room. Where the stack is large already, do not advise a larger one.
#[cold]
pub(crate) fn too_deep() -> &'static str {
    if ROOM.get() > ORDINARY {
        "the value is too deep even for the stack of `astragal::source::deep(|| ..)`: if its recursion has no end, give it a \
         branch that ends"
    } else {
        "the value is too deep for the stack of this thread: draw it inside `astragal::source::deep(|| ..)`; or its recursion has \
         no end: give it a branch that ends"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // To use up a large stack would take as much memory.
    #[test]
    fn a_large_stack_is_advised_where_there_is_none() {
        assert!(too_deep().contains("draw it inside `astragal::source::deep(|| ..)`"));
        assert!(!deep(too_deep).contains("draw it inside"));
        assert!(deep(too_deep).contains("no end, give it a branch that ends"));
    }
}
