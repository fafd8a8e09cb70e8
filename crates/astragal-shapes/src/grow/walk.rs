//! Growth as a generator: a start, and a list of steps.

use std::fmt::Debug;

use super::inner::{GROW, STEPS};
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

/// A value on the way, how it was reached, and whether a condition rejects it.
struct Stage<P: Grow> {
    state: P::State,
    label: Label,
    value: P::Value,
    choice: (u64, u64),
    print: u128,
    rejection: Option<Place>,
}

impl<P: Grow> Growing<P> {
    /// Walks, and goes back to the last value that is taken; otherwise says which condition did not hold.
    ///
    /// States near a start are known, with a shortest path. So a walk there, whatever way it took, is understood as
    /// that path: the choices are written anew. What is written last is no choice: its bound is how many steps lead on.
    fn walk(&self, src: &mut Source) -> Result<Result<Grown<P::Value>, Option<Place>>, Reject> {
        let starts = self.plant.starts();
        let (start_at, start_max) = (src.position(), starts.len() as u64 - 1);
        let start = src.try_number(start_max)?;
        let begin = src.retry_point();
        src.open(STEPS);
        let mut wanted = Length::open();
        wanted.max = LONGEST;
        let wanted = wanted.draw(src, Growth::Sized, 1)?;
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
        src.close();
        src.try_number(0)?;
        let rejection = stages.last().and_then(|stage| stage.rejection);
        let taken = stages.iter().rposition(|stage| stage.rejection.is_none());
        stages.truncate(taken.map_or(0, |at| at + 1));
        self.shorten(&mut stages);
        let Some(start) = stages.first() else { return Ok(Err(rejection)) };
        if src.is_watched() {
            src.rewind(begin);
            src.amend(start_at, start.choice.0);
            src.open(STEPS);
            src.wrote(stages.len() as u64 - 1, LONGEST as u64);
            for Stage { label, choice: (step, max), .. } in &stages[1..] {
                src.wrote_named(*step, *max, STEPS, label.clone());
            }
            src.close();
            src.wrote(0, self.onward(&stages[stages.len() - 1].state, stages.len() - 1));
        }
        let mut path: Vec<_> = stages.into_iter().map(|stage| (stage.label, stage.value)).collect();
        Ok(path.pop().map(|last| Grown::new(path, last)).ok_or(None))
    }

    /// Replaces the way to the last stage to which a shortest path is known. Nothing is shorter than a start.
    fn shorten(&self, stages: &mut Vec<Stage<P>>) {
        if stages.len() <= 1 {
            return;
        }
        let near = self.near.get_or_init(|| Reach::near(&self.plant, NEAR, 20 * NEAR));
        let known = |(at, stage): (usize, &Stage<P>)| Some((at, *near.by_print.get(&stage.print)?));
        let Some((at, node)) = stages.iter().enumerate().rev().find_map(known) else { return };
        let staged = |node: &Node<P::State>| self.stage(node.label.clone(), &node.state, node.choice);
        let path: Option<Vec<_>> = path_to(&near.nodes, node).into_iter().map(staged).collect();
        stages.splice(..=at, path.unwrap_or_default());
    }

    /// How many steps lead on from the end of a path.
    fn onward(&self, state: &P::State, steps: usize) -> u64 {
        if steps < LONGEST { self.plant.steps(state).len() as u64 } else { 0 }
    }

    fn stage(&self, label: Label, state: &P::State, choice: (u64, u64)) -> Option<Stage<P>> {
        let (value, rejection) = self.judged(state)?;
        Some(Stage { state: state.clone(), label, value, choice, print: print_of(state), rejection })
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
            src.open_opaque(GROW);
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
        back.span(GROW, |back| {
            if let Some(condition) = self.conditions.iter().find(|condition| !(condition.holds)(value)) {
                return Err(back.mismatch(format_args!("the condition at {} does not hold", condition.place)));
            }
            let prints: Vec<_> = value.path().map(|(label, value)| (label, print_of(value))).collect();
            let starts = self.plant.starts();
            for (at, start) in starts.iter().enumerate() {
                let Some(taken) = self.retrace(start, &prints[0], &prints[1..]) else { continue };
                let Some((onward, taken)) = taken.split_first() else { continue };
                back.put(at as u64, starts.len() as u64 - 1);
                back.span(STEPS, |back| {
                    back.put(taken.len() as u64, LONGEST as u64);
                    for ((label, _), (step, count)) in value.path().skip(1).zip(taken.iter().rev()) {
                        back.put_branch(STEPS, label.to_string(), *step, *count);
                    }
                    Ok(())
                })?;
                back.put(0, if taken.len() < LONGEST { onward.1 as u64 } else { 0 });
                return Ok(());
            }
            Err(back.mismatch("no start and no steps from there lead along this path"))
        })
    }
}

impl<P: Grow<Value: Debug>> Growing<P> {
    /// Which of how many steps are taken from a state along a path, last one first, after how many lead on from there; `None` if
    /// the state does not print as it should, or if there is no way. States may print the same and lead elsewhere, so it may have to go back.
    fn retrace(&self, state: &P::State, print: &(&str, u128), rest: &[(&str, u128)]) -> Option<Vec<(usize, usize)>> {
        if rest.len() > LONGEST || print_of(&self.plant.value(state)?) != print.1 {
            return None;
        }
        let Some((next, rest)) = rest.split_first() else {
            let onward = self.plant.steps(state).len();
            return self.plant.rejection(state).is_none().then(|| vec![(0, onward)]);
        };
        let steps = self.plant.steps(state);
        let count = steps.len();
        steps.into_iter().enumerate().find_map(|(at, step)| {
            let (label, state) = self.plant.take(state, step)?;
            let mut taken = if label.as_str() == next.0 { self.retrace(&state, next, rest)? } else { return None };
            taken.push((at, count));
            Some(taken)
        })
    }
}
