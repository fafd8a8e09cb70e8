//! Which states can be reached, breadth first: each one once, by a shortest path.

use std::collections::HashMap;
use std::fmt::{self, Debug, Write};
use std::hash::{DefaultHasher, Hasher};

use super::Grow;
use super::path::seed;
use astragal_core::Label;

/// A state that was reached, and how.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub(super) state: S,
    pub(super) label: Label,
    /// The node before it, if it is not a start.
    pub(super) from: Option<usize>,
    /// Which start or which step it was, and how many there were to choose from, less one.
    pub(super) choice: (u64, u64),
}

/// A search among states. It remembers all that it reached.
pub(super) struct Reach<P: Grow> {
    pub(super) nodes: Vec<Node<P::State>>,
    /// The index of each node by what its state prints.
    pub(super) by_print: HashMap<u128, usize>,
    /// How many start values were tried.
    started: usize,
    /// The steps of how many nodes were begun; and what is left of those of the last one, with the largest number of them.
    begun: usize,
    steps: std::iter::Enumerate<std::vec::IntoIter<P::Step>>,
    max: u64,
}

impl<P: Grow> Reach<P> {
    pub(super) fn new() -> Reach<P> {
        Reach {
            nodes: Vec::new(),
            by_print: HashMap::new(),
            started: 0,
            begun: 0,
            steps: Vec::new().into_iter().enumerate(),
            max: 0,
        }
    }

    /// Takes one step more. The index of the node that it led to; the inner nothing is a step that led to nothing new, the
    /// outer one the end.
    pub(super) fn step(&mut self, plant: &P) -> Option<Option<usize>> {
        let Some(node) = self.look(plant)? else { return Some(None) };
        let print = print_of(&node.state);
        if self.by_print.contains_key(&print) {
            return Some(None);
        }
        self.by_print.insert(print, self.nodes.len());
        self.nodes.push(node);
        Some(Some(self.nodes.len() - 1))
    }

    fn look(&mut self, plant: &P) -> Option<Option<Node<P::State>>> {
        let starts = plant.starts();
        if let Some(start) = starts.get(self.started) {
            let choice = (self.started as u64, starts.len() as u64 - 1);
            self.started += 1;
            return Some(Some(Node { state: start.clone(), label: seed(), from: None, choice }));
        }
        loop {
            if let Some((at, step)) = self.steps.next() {
                let from = self.begun - 1;
                let taken = plant.take(&self.nodes[from].state, step);
                let choice = (at as u64, self.max);
                return Some(taken.map(|(label, state)| Node { state, label, from: Some(from), choice }));
            }
            let steps = plant.steps(&self.nodes.get(self.begun)?.state);
            self.max = (steps.len() as u64).saturating_sub(1);
            self.steps = steps.into_iter().enumerate();
            self.begun += 1;
        }
    }

    /// Tries at most `looks` steps, until `states` states are known.
    pub(super) fn near(plant: &P, states: usize, looks: usize) -> Reach<P> {
        let mut reach = Reach::new();
        for _ in 0..looks {
            if reach.nodes.len() >= states || reach.step(plant).is_none() {
                break;
            }
        }
        reach
    }
}

/// The nodes from a start to one of them.
pub(super) fn path_to<S>(nodes: &[Node<S>], at: usize) -> Vec<&Node<S>> {
    let mut path = vec![&nodes[at]];
    let mut before = nodes[at].from;
    while let Some(at) = before {
        path.push(&nodes[at]);
        before = nodes[at].from;
    }
    path.reverse();
    path
}

/// What a value prints, as a fingerprint. Of a billion of them, no two are the same by chance.
pub(super) fn print_of(value: &impl Debug) -> u128 {
    struct Prints([DefaultHasher; 2]);

    impl Write for Prints {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.iter_mut().for_each(|hasher| hasher.write(text.as_bytes()));
            Ok(())
        }
    }

    let mut prints = Prints([DefaultHasher::new(), DefaultHasher::new()]);
    prints.0[1].write_u8(1);
    // Printing to a fingerprint cannot fail; a `Debug` that says it did has printed what it has printed.
    let _ = write!(prints, "{value:?}");
    let [one, other] = prints.0.map(|hasher| hasher.finish());
    u128::from(one) << 64 | u128::from(other)
}
