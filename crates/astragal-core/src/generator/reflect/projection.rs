//! Pure projection: what `reflect` accepts is replayed and compared before anything believes it.

use std::fmt::Debug;

use super::traces::Traces;
use super::{Back, Mismatch, Reflect};
use crate::choices::Choices;

/// The most nodes that a forest of traces has before only the first alternatives are taken.
const BUDGET: usize = 1 << 18;

/// The choices that `reflect` finds for a value, which nothing has confirmed yet.
pub fn trace_of<G: Reflect + ?Sized>(generator: &G, value: &G::Value) -> Result<Choices, Mismatch> {
    let mut back = Back::first();
    let outcome = generator.reflect(value, &mut back);
    back.finish(outcome)
}

/// All traces that `reflect` finds for a value, which nothing has confirmed yet.
pub fn all_traces_of<G: Reflect + ?Sized>(generator: &G, value: &G::Value) -> Result<Traces, Mismatch> {
    let mut back = Back::all(BUDGET);
    let outcome = generator.reflect(value, &mut back);
    back.finish_all(outcome).map(Traces::new)
}

/// The choices that make a value: see [`Draw::choices_of`](crate::Draw::choices_of).
pub fn choices_of<G>(generator: &G, value: &G::Value) -> Result<Choices, Mismatch>
where
    G: Reflect<Value: PartialEq + Debug> + ?Sized,
{
    projected(generator, value).map(|(choices, _)| choices)
}

/// The choices that make a value, and the value that was made of them.
pub(crate) fn projected<G>(generator: &G, value: &G::Value) -> Result<(Choices, G::Value), Mismatch>
where
    G: Reflect<Value: PartialEq + Debug> + ?Sized,
{
    let choices = trace_of(generator, value)?;
    let made = confirmed(generator, value, &choices)?;
    Ok((choices, made))
}

/// All ways to make a value: see [`Backwards::traces`](crate::Backwards::traces). Every alternative was taken in one of the
/// traces that were replayed; alternatives that there was no time for are dropped.
pub(crate) fn traces<G>(generator: &G, value: &G::Value) -> Result<Traces, Mismatch>
where
    G: Reflect<Value: PartialEq + Debug> + ?Sized,
{
    let mut traces = all_traces_of(generator, value)?;
    let mut cover = traces.forest().cover();
    while let Some((trace, _)) = cover.next_trace() {
        confirmed(generator, value, &trace)?;
    }
    let taken = cover.into_taken();
    traces.keep(&taken);
    Ok(traces)
}

/// What choices make, if it is the value that they were found for.
pub(super) fn confirmed<G>(generator: &G, value: &G::Value, choices: &Choices) -> Result<G::Value, Mismatch>
where
    G: Reflect<Value: PartialEq + Debug> + ?Sized,
{
    match generator.replay(choices) {
        Ok(made) if same(value, &made) => Ok(made),
        Ok(made) => Err(Mismatch::wrong_way_back(value, &made)),
        Err(gave_up) => Err(Mismatch::at_root(format_args!("it does not replay: {gave_up}"))),
    }
}

/// Whether two values are equal. One that does not equal itself, such as NaN, is compared by its text.
#[expect(clippy::eq_op, reason = "NaN does not equal itself")]
pub(super) fn same<V: PartialEq + Debug>(value: &V, made: &V) -> bool {
    value == made || (value != value && format!("{value:?}") == format!("{made:?}"))
}
