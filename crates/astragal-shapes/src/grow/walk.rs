//! Growth as a generator: a start, and a list of steps.

use std::fmt::Debug;

use super::path::seed;
use super::reach::{Node, Reach, path_to, print_of};
use super::{Grow, Growing, Grown};
use astragal_core::Length;
use astragal_core::{Back, Draw, Growth, Label, Mismatch, Place, Reflect, Reject, Source};

/// No path is longer: it would be unreadable.
const LONGEST: usize = 255;
/// For how many states the shortest paths are known.
const NEAR: usize = 1_000;
/// How often chance walks before the case is rejected, if no value on the way was taken.
const TRIES: u32 = 16;
/// The label of the span that holds a start and the steps.
const LABEL: &str = "grow";
/// The label of the span of the steps, which is a list: so rewriting can delete steps.
const STEPS: &str = "steps";

/// A value on the way, how it was reached, and whether a condition rejects it.
struct Stage<T> {
    label: Label,
    value: T,
    choice: (u64, u64),
    print: u128,
    rejection: Option<Place>,
}

impl<P: Grow> Growing<P> {
    /// Walks, and goes back to the last value that is taken; otherwise says which condition did not hold.
    ///
    /// States near a start are known, with a shortest path. So a walk there, whatever way it took, is understood as
    /// that path: the choices are written anew.
    fn walk(&self, src: &mut Source) -> Result<Result<Grown<P::Value>, Option<Place>>, Reject> {
        let starts = self.plant.starts();
        let (start_at, start_max) = (src.position(), starts.len() as u64 - 1);
        let start = src.try_number(start_max)?;
        src.open(STEPS);
        let length_at = src.position();
        let mut wanted = Length::open();
        wanted.max = LONGEST;
        let wanted = wanted.draw(src, Growth::Sized, 1)?;
        let begin = src.retry_point();
        let mut state = starts[start as usize].clone();
        let Some(first) = self.stage(seed(), &state, (start, start_max)) else { return Ok(Err(None)) };
        let mut stages = vec![first];
        for _ in 0..wanted {
            let mut steps = self.plant.steps(&state);
            let Some(max) = (steps.len() as u64).checked_sub(1) else { break };
            let step = src.try_number(max)?;
            let Some((label, next)) = self.plant.take(&state, steps.swap_remove(step as usize)) else { break };
            let Some(reached) = self.stage(label, &next, (step, max)) else { break };
            state = next;
            match stages.iter().position(|stage| stage.print == reached.print) {
                Some(earlier) => stages.truncate(earlier + 1), // it came back to where it was
                None => stages.push(reached),
            }
        }
        let rejection = stages.last().and_then(|stage| stage.rejection);
        let taken = stages.iter().rposition(|stage| stage.rejection.is_none());
        stages.truncate(taken.map_or(0, |at| at + 1));
        self.shorten(&mut stages);
        let Some(start) = stages.first() else { return Ok(Err(rejection)) };
        src.rewind(begin);
        src.amend(start_at, start.choice.0);
        src.amend(length_at, stages.len() as u64 - 1);
        stages[1..].iter().for_each(|stage| src.wrote(stage.choice.0, stage.choice.1));
        src.close();
        let mut path: Vec<_> = stages.into_iter().map(|stage| (stage.label, stage.value)).collect();
        Ok(path.pop().map(|last| Grown::new(path, last)).ok_or(None))
    }

    /// Replaces the way to the last stage to which a shortest path is known.
    fn shorten(&self, stages: &mut Vec<Stage<P::Value>>) {
        let near = self.near.get_or_init(|| Reach::near(&self.plant, NEAR, 20 * NEAR));
        let known = |(at, stage): (usize, &Stage<_>)| Some((at, *near.by_print.get(&stage.print)?));
        let Some((at, node)) = stages.iter().enumerate().rev().find_map(known) else { return };
        let staged = |node: &Node<P::State>| self.stage(node.label.clone(), &node.state, node.choice);
        let path: Option<Vec<_>> = path_to(&near.nodes, node).into_iter().map(staged).collect();
        stages.splice(..=at, path.unwrap_or_default());
    }

    fn stage(&self, label: Label, state: &P::State, choice: (u64, u64)) -> Option<Stage<P::Value>> {
        let (value, rejection) = self.judged(state)?;
        Some(Stage { label, value, choice, print: print_of(state), rejection })
    }
}

impl<P: Grow> Draw for Growing<P> {
    type Value = Grown<P::Value>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        if self.plant.starts().is_empty() {
            return Err(self.plant.no_start(src));
        }
        let tries = if src.is_given() { 1 } else { TRIES };
        let begin = src.retry_point();
        let mut tried = 0;
        loop {
            src.open_opaque(LABEL);
            let rejection = match self.walk(src)? {
                Ok(grown) => {
                    src.close();
                    return Ok(grown);
                }
                Err(rejection) => rejection,
            };
            tried += 1;
            if tried == tries {
                return Err(src.reject_at(rejection.unwrap_or_else(Place::here), tries));
            }
            src.rewind(begin);
        }
    }
}

impl<P: Grow<Value: Debug>> Reflect for Growing<P> {
    /// Looks for the start and the steps by what they print and by their names.
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.unlisted();
        back.span(LABEL, |back| {
            if let Some(condition) = self.conditions.iter().find(|condition| !(condition.holds)(value)) {
                return Err(back.mismatch(format_args!("the condition at {} does not hold", condition.place)));
            }
            let prints: Vec<_> = value.path().map(|(label, value)| (label, print_of(value))).collect();
            let starts = self.plant.starts();
            for (at, start) in starts.iter().enumerate() {
                let Some(taken) = self.retrace(start, &prints[0], &prints[1..]) else { continue };
                back.put(at as u64, starts.len() as u64 - 1);
                return back.span(STEPS, |back| {
                    back.put(taken.len() as u64, LONGEST as u64);
                    taken.iter().rev().for_each(|&(step, max)| back.put(step, max));
                    Ok(())
                });
            }
            Err(back.mismatch("no start and no steps from there lead along this path"))
        })
    }
}

impl<P: Grow<Value: Debug>> Growing<P> {
    /// The choices of the steps from a state along a path, last one first; `None` if the state does not print as it
    /// should, or if there is no way. States may print the same and lead elsewhere, so it may have to go back.
    fn retrace(&self, state: &P::State, print: &(&str, u128), rest: &[(&str, u128)]) -> Option<Vec<(u64, u64)>> {
        if rest.len() > LONGEST || print_of(&self.plant.value(state)?) != print.1 {
            return None;
        }
        let Some((next, rest)) = rest.split_first() else {
            return self.plant.rejection(state).is_none().then(Vec::new);
        };
        let steps = self.plant.steps(state);
        let max = (steps.len() as u64).saturating_sub(1);
        steps.into_iter().enumerate().find_map(|(at, step)| {
            let (label, state) = self.plant.take(state, step)?;
            let mut taken = if label.as_str() == next.0 { self.retrace(&state, next, rest)? } else { return None };
            taken.push((at as u64, max));
            Some(taken)
        })
    }
}
