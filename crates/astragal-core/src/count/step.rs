//! From one value's choices to the next: what comes last is changed first, as on an odometer.
//!
//! The choices are made from left to right. A choice with another alternative that leads to a value leaves a frame behind; the
//! next value goes back to the last frame, takes that alternative, and fills in what follows with first alternatives. Pending
//! choices are a linked list in an arena, so going back is cutting off. Memory is that of one value.

use super::graph::Node;
use super::number::{Few, Number};
use super::table::Table;
use super::unrank::put;

const NOTHING: u32 = u32::MAX;

/// A part whose choices are still to be made.
#[derive(Clone, Copy, Debug)]
struct Todo {
    node: u32,
    index: u32,
    /// In a list: where its length is, and what it is so far.
    slot: u32,
    length: u32,
    /// What comes after it.
    next: u32,
}

/// A choice that has another alternative.
#[derive(Clone, Copy, Debug)]
struct Frame {
    todo: Todo,
    /// What is chosen next.
    alternative: u128,
    written: u32,
    todos: u32,
}

/// Enumerates the choices of all values of a node at an index.
#[derive(Debug, Default)]
pub(super) struct Stepper {
    frames: Vec<Frame>,
    todos: Vec<Todo>,
    head: u32,
}

impl Stepper {
    /// Writes the choices of the first value.
    pub(super) fn start(&mut self, table: &Table<Few>, index: usize, out: &mut Vec<u64>) -> bool {
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
    pub(super) fn step(&mut self, table: &Table<Few>, out: &mut Vec<u64>) -> bool {
        while let Some(frame) = self.frames.pop() {
            out.truncate(frame.written as usize);
            self.todos.truncate(frame.todos as usize);
            self.head = frame.todo.next;
            if self.enter(table, frame.todo, frame.alternative, out) {
                self.finish(table, out);
                return true;
            }
        }
        false
    }

    /// Whether there is no next value: no choice has another alternative.
    pub(super) fn is_last(&self) -> bool {
        self.frames.is_empty()
    }

    /// First alternatives for all that is left.
    fn finish(&mut self, table: &Table<Few>, out: &mut Vec<u64>) {
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

    /// Takes an alternative of a part, or the next one that has a value; `false` if there is none. If there is another one
    /// after it, that is for later.
    fn enter(&mut self, table: &Table<Few>, todo: Todo, from: u128, out: &mut Vec<u64>) -> bool {
        let (node, index) = (todo.node as usize, todo.index as usize);
        let (written, todos) = (out.len() as u32, self.todos.len() as u32);
        let frame = |alternative| Frame { todo, alternative, written, todos };
        match &table.graph.nodes[node] {
            Node::Unit if from == 0 => {}
            Node::Unit => return false,
            Node::Constants { count, cost } => {
                if from >= u128::from(*count) || !table.ends(*cost, index) {
                    return false;
                }
                if from + 1 < u128::from(*count) {
                    self.frames.push(frame(from + 1));
                }
                out.push(from as u64);
            }
            numbers @ (Node::Numbers { .. } | Node::Tiered { .. }) => {
                let Some((first, last)) = table.numbers_at(node, index) else { return false };
                if from > last - first {
                    return false;
                }
                if from < last - first {
                    self.frames.push(frame(from + 1));
                }
                match numbers {
                    Node::Numbers { max, .. } => put(first + from, *max, out),
                    _ => out.push((first + from) as u64),
                }
            }
            Node::Pay { .. } | Node::List { .. } if from > 0 => return false,
            Node::Pay { cost, of } => self.later(*of, index - cost, 0, 0),
            Node::List { first, .. } => {
                self.later(*first, index, out.len() as u32, 0);
                out.push(0);
            }
            Node::Sum { arms } => {
                let next = |from: usize| (from..arms.len()).find(|&arm| table.has(arms[arm], index));
                let Some(arm) = next(from as usize) else { return false };
                if let Some(another) = next(arm + 1) {
                    self.frames.push(frame(another as u128));
                }
                out.push(arm as u64);
                self.later(arms[arm], index, 0, 0);
            }
            Node::Family { members, .. } => {
                let next = |from: usize| {
                    let mut later = members.iter().enumerate().skip(from);
                    later.find_map(|(at, member)| {
                        let left = table.after(member.cost, index)?;
                        table.has(member.rest, left).then_some((at, member, left))
                    })
                };
                let Some((at, member, left)) = next(from as usize) else { return false };
                if let Some((another, ..)) = next(at + 1) {
                    self.frames.push(frame(another as u128));
                }
                out.extend(&member.choices);
                self.later(member.rest, left, 0, 0);
            }
            Node::Pair { first, rest } => {
                let Some((part, left)) = table.division(*first, *rest, index, from as usize) else { return false };
                if let Some((another, _)) = table.division(*first, *rest, index, part + 1) {
                    self.frames.push(frame(another as u128));
                }
                let part = if table.adds_up() { part } else { index };
                self.both((*first, part), (*rest, left), 0, 0);
            }
            Node::Row { end, element, cost, next } => {
                // The end of the list is alternative 0; then come the ways to divide the size.
                let more = next.zip(table.graph.grid.minus(index, *cost));
                let division = |from: usize| {
                    let (next, left) = more?;
                    table.division(*element, next, left, from)
                };
                if from == 0 && end.is_some_and(|end| table.ends(end, index)) {
                    if let Some((part, _)) = division(0) {
                        self.frames.push(frame(part as u128 + 1));
                    }
                    out[todo.slot as usize] = todo.length.into();
                    return true;
                }
                let (Some((next, left)), Some((part, rest))) = (more, division(from.saturating_sub(1) as usize)) else {
                    return false;
                };
                if let Some((another, _)) = division(part + 1) {
                    self.frames.push(frame(another as u128 + 1));
                }
                let part = if table.adds_up() { part } else { left };
                self.both((*element, part), (next, rest), todo.slot, todo.length + u32::from(end.is_some()));
            }
            Node::Unordered(_) | Node::Function { .. } | Node::Selection { .. } => {
                let (rank, count) = (Few::from(from), table.count(node, index));
                if rank >= *count {
                    return false;
                }
                if rank + Few::of(1) < *count {
                    self.frames.push(frame(from + 1));
                }
                table.unrank(node, index, rank, out);
            }
        }
        true
    }
}
