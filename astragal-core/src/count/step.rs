//! From one value's choices to the next: what comes last is changed first, as on an odometer.
//!
//! The choices are made from left to right. Whoever could have chosen otherwise leaves a frame behind; the next value
//! goes back to the last frame, takes its next alternative, and fills in what follows with first alternatives. What is still
//! to be chosen is a linked list in an arena, so going back is cutting off. Memory is that of one value.

use num_bigint::BigUint;

use super::graph::Node;
use super::table::Table;
use super::unrank::put;

const NOTHING: u32 = u32::MAX;

/// A part whose choices are still to be made.
#[derive(Clone, Copy, Debug)]
struct Todo {
    node: u32,
    index: u32,
    /// In a list: where its length stands, and what it is so far.
    slot: u32,
    length: u32,
    /// What comes after it.
    next: u32,
}

/// Somebody could have chosen otherwise.
#[derive(Clone, Copy, Debug)]
struct Frame {
    todo: Todo,
    alternative: u128,
    written: u32,
    todos: u32,
}

/// Lists the choices of all values of a node at an index.
#[derive(Debug, Default)]
pub(super) struct Stepper {
    frames: Vec<Frame>,
    todos: Vec<Todo>,
    head: u32,
}

impl Stepper {
    /// Writes the choices of the first value.
    pub(super) fn start(&mut self, table: &Table, index: usize, out: &mut Vec<u64>) -> bool {
        self.frames.clear();
        self.todos.clear();
        self.head = NOTHING;
        out.clear();
        if !table.has(table.graph.root, index) {
            return false;
        }
        self.later(table.graph.root, index, 0, 0);
        self.finish(table, out);
        true
    }

    /// Goes on to the next value.
    pub(super) fn step(&mut self, table: &Table, out: &mut Vec<u64>) -> bool {
        while let Some(frame) = self.frames.pop() {
            out.truncate(frame.written as usize);
            self.todos.truncate(frame.todos as usize);
            self.head = frame.todo.next;
            if self.enter(table, frame.todo, frame.alternative + 1, out) {
                self.finish(table, out);
                return true;
            }
        }
        false
    }

    /// Whether there may be no next value: nobody could have chosen otherwise.
    pub(super) fn is_last(&self) -> bool {
        self.frames.is_empty()
    }

    /// First alternatives for all that is left.
    fn finish(&mut self, table: &Table, out: &mut Vec<u64>) {
        while self.head != NOTHING {
            let todo = self.todos[self.head as usize];
            self.head = todo.next;
            self.enter(table, todo, 0, out);
        }
    }

    fn later(&mut self, node: usize, index: usize, slot: u32, length: u32) {
        self.todos.push(Todo { node: node as u32, index: index as u32, slot, length, next: self.head });
        self.head = self.todos.len() as u32 - 1;
    }

    fn both(&mut self, first: (usize, usize), rest: (usize, usize), slot: u32, length: u32) {
        self.later(rest.0, rest.1, slot, length);
        self.later(first.0, first.1, 0, 0);
    }

    /// Takes an alternative of a part, or the next one that has a value; `false` if there is none.
    fn enter(&mut self, table: &Table, todo: Todo, from: u128, out: &mut Vec<u64>) -> bool {
        let (node, index) = (todo.node as usize, todo.index as usize);
        let mut frame = Frame { todo, alternative: from, written: out.len() as u32, todos: self.todos.len() as u32 };
        match &table.graph.nodes[node] {
            Node::Unit if from == 0 => {}
            Node::Unit => return false,
            Node::Numbers { .. } | Node::Constants { .. } => {
                let Some((first, last)) = table.numbers_at(node, index) else { return false };
                if from > last - first {
                    return false;
                }
                if from < last - first {
                    self.frames.push(frame);
                }
                match &table.graph.nodes[node] {
                    Node::Numbers { max, .. } => put(first + from, *max, out),
                    _ => out.push(from as u64),
                }
            }
            Node::Pay { .. } | Node::List { .. } if from > 0 => return false,
            Node::Pay { cost, of } => self.later(*of, index - cost, 0, 0),
            Node::List { first, .. } => {
                self.later(*first, index, out.len() as u32, 0);
                out.push(0);
            }
            Node::Sum { arms } => {
                let Some(arm) = (from as usize..arms.len()).find(|&arm| table.has(arms[arm], index)) else {
                    return false;
                };
                frame.alternative = arm as u128;
                if arm + 1 < arms.len() {
                    self.frames.push(frame);
                }
                out.push(arm as u64);
                self.later(arms[arm], index, 0, 0);
            }
            Node::Pair { first, rest } => {
                let Some((part, left)) = divisions(table, *first, *rest, index, from as usize) else { return false };
                frame.alternative = part as u128;
                if part < index && table.adds_up() {
                    self.frames.push(frame);
                }
                let part = if table.adds_up() { part } else { index };
                self.both((*first, part), (*rest, left), 0, 0);
            }
            Node::Row { end, element, cost, next } => {
                let ends = end.is_some_and(|end| table.ends(end, index));
                if from == 0 && ends {
                    self.frames.push(frame);
                    out[todo.slot as usize] = todo.length.into();
                    return true;
                }
                let (Some(next), Some(left)) = (*next, table.graph.grid.minus(index, *cost)) else { return false };
                let start = from.saturating_sub(1) as usize;
                let Some((part, rest)) = divisions(table, *element, next, left, start) else { return false };
                frame.alternative = part as u128 + 1;
                if part < left && table.adds_up() {
                    self.frames.push(frame);
                }
                let part = if table.adds_up() { part } else { left };
                self.both((*element, part), (next, rest), todo.slot, todo.length + u32::from(end.is_some()));
            }
            Node::Unordered(_) | Node::Function { .. } | Node::Selection { .. } => {
                let rank = BigUint::from(from);
                if rank >= *table.count(node, index) {
                    return false;
                }
                self.frames.push(frame);
                table.unrank(node, index, rank, out);
            }
        }
        true
    }
}

/// The first way to divide an index, from a given one on, such that both parts have values.
fn divisions(table: &Table, first: usize, rest: usize, index: usize, from: usize) -> Option<(usize, usize)> {
    if !table.adds_up() {
        return (from == 0 && table.has(first, index) && table.has(rest, index)).then_some((0, index));
    }
    (from..=index).find_map(|part| {
        let left = table.graph.grid.minus(index, part)?;
        (table.has(first, part) && table.has(rest, left)).then_some((part, left))
    })
}
