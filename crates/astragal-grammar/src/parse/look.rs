//! Lookahead: classes of what may come next in a text, and which of them may follow each place of each rule.
//!
//! The next lexeme is its own class. Where texts are read character by character, bytes that begin the same terminals and
//! tokens are one class. Items that the next class excludes are never made, so most of what would fail is not tried.

use std::collections::HashMap;

use super::bits::Bits;
use super::tables::{Next, Skeleton};
use crate::model::{Grammar, Lexis};
use crate::regex::Regex;

/// The classes, and what they allow.
#[derive(Debug)]
pub(super) struct Looks {
    /// The class of each byte. Empty if texts come as lexemes: then a class is a symbol.
    pub(super) bytes: Vec<u32>,
    /// The class of the end of the text.
    pub(super) end: usize,
    /// The class of what is not a symbol. Nothing allows it.
    pub(super) unknown: usize,
    /// A row of `passes` that allows everything.
    pub(super) any: usize,
    /// By symbol: the classes that it may begin with.
    pub(super) begins: Bits,
    /// By class: the dots that it may follow.
    pub(super) passes: Bits,
}

impl Looks {
    pub(super) fn new(grammar: &Grammar, skeleton: &Skeleton) -> Looks {
        let symbols = grammar.terminals.len() + grammar.tokens.len();
        let (bytes, end, begins) = match grammar.lexis {
            Lexis::Longest { .. } => {
                let mut begins = Bits::new(symbols, symbols + 2);
                (0..symbols).for_each(|symbol| begins.insert(symbol, symbol));
                (Vec::new(), symbols, begins)
            }
            Lexis::Characters => byte_classes(grammar),
        };
        let unknown = end + 1;
        let first = first_of_categories(skeleton, &begins, unknown + 1);
        let follow = follow_of_categories(skeleton, &begins, &first, end);
        let mut passes = Bits::new(unknown + 2, skeleton.dots.len());
        let mut row = Bits::new(1, unknown + 1);
        for number in (0..skeleton.dots.len()).rev() {
            let dot = skeleton.dots[number];
            // From the end of each rule to its beginning.
            match dot.next {
                Next::Nothing => {
                    row.clear();
                    row.push_row();
                    row.union(0, follow.row(dot.category as usize));
                }
                Next::Symbol(_) | Next::Category(_) => {
                    if !dot.can_skip {
                        row.clear();
                        row.push_row();
                    }
                    row.union(0, first_of(dot.next, &begins, &first));
                }
            }
            row.columns(0).for_each(|class| passes.insert(class, number));
        }
        passes.fill(unknown + 1);
        Looks { bytes, end, unknown, any: unknown + 1, begins, passes }
    }
}

/// The classes that a symbol or a category may begin with.
fn first_of<'a>(next: Next, begins: &'a Bits, first: &'a Bits) -> &'a [u64] {
    match next {
        Next::Symbol(symbol) => begins.row(symbol as usize),
        Next::Category(category) => first.row(category as usize),
        Next::Nothing => &[],
    }
}

fn first_of_categories(skeleton: &Skeleton, begins: &Bits, classes: usize) -> Bits {
    let mut first = Bits::new(skeleton.nullable.len(), classes);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for dot in skeleton.dots.iter().filter(|dot| dot.is_corner) {
            changed |= match dot.next {
                Next::Symbol(symbol) => first.union(dot.category as usize, begins.row(symbol as usize)),
                Next::Category(category) => first.union_within(dot.category as usize, category as usize),
                Next::Nothing => false,
            };
        }
    }
    first
}

/// What may come after a category. Since texts may begin at any category, each may be at the end.
fn follow_of_categories(skeleton: &Skeleton, begins: &Bits, first: &Bits, end: usize) -> Bits {
    let mut follow = Bits::new(skeleton.nullable.len(), end + 2);
    (0..skeleton.nullable.len()).for_each(|category| follow.insert(category, end));
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (number, dot) in skeleton.dots.iter().enumerate() {
            let Next::Category(category) = dot.next else { continue };
            for after in &skeleton.dots[number + 1..] {
                if after.next == Next::Nothing {
                    changed |= follow.union_within(category as usize, dot.category as usize);
                    break;
                }
                changed |= follow.union(category as usize, first_of(after.next, begins, first));
                if !after.can_skip {
                    break;
                }
            }
        }
    }
    follow
}

/// Bytes that begin the same terminals and tokens are one class. The number of classes is that of the end.
fn byte_classes(grammar: &Grammar) -> (Vec<u32>, usize, Bits) {
    let terminals = grammar.terminals.iter().map(|terminal| {
        let first = terminal.text.as_bytes().first().map(|first| usize::from(*first));
        std::array::from_fn(|byte| first == Some(byte))
    });
    let tokens = grammar.tokens.iter().map(|token| first_bytes(&token.regex));
    let symbols: Vec<[bool; 256]> = terminals.chain(tokens).collect();
    let mut numbers: HashMap<Vec<bool>, u32> = HashMap::new();
    let mut bytes = Vec::with_capacity(256);
    for byte in 0..256 {
        let count = numbers.len() as u32;
        bytes.push(*numbers.entry(symbols.iter().map(|symbol| symbol[byte]).collect()).or_insert(count));
    }
    let end = numbers.len();
    let mut begins = Bits::new(symbols.len(), end + 2);
    for (symbol, first) in symbols.iter().enumerate() {
        (0..256).filter(|byte| first[*byte]).for_each(|byte| begins.insert(symbol, bytes[byte] as usize));
    }
    (bytes, end, begins)
}

/// Whether an expression matches the empty text.
pub(super) fn matches_empty(regex: &Regex) -> bool {
    match regex {
        Regex::Class(_) => false,
        Regex::Sequence(parts) => parts.iter().all(matches_empty),
        Regex::Either(parts) => parts.iter().any(matches_empty),
        Regex::Repeat { part, min, .. } => *min == 0 || matches_empty(part),
        Regex::Difference(regex, without) => matches_empty(regex) && !matches_empty(without),
    }
}

/// The bytes that a text of an expression may begin with, and perhaps some more.
fn first_bytes(regex: &Regex) -> [bool; 256] {
    let mut bytes = [false; 256];
    match regex {
        Regex::Class(set) => {
            // The first byte of a character grows with the character.
            let first = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes()[0];
            for &(from, to) in set.ranges() {
                bytes[usize::from(first(from))..=usize::from(first(to))].fill(true);
            }
        }
        Regex::Sequence(parts) => {
            for part in parts {
                unite(&mut bytes, &first_bytes(part));
                if !matches_empty(part) {
                    break;
                }
            }
        }
        Regex::Either(parts) => parts.iter().for_each(|part| unite(&mut bytes, &first_bytes(part))),
        Regex::Repeat { part, .. } | Regex::Difference(part, _) => bytes = first_bytes(part),
    }
    bytes
}

fn unite(bytes: &mut [bool; 256], others: &[bool; 256]) {
    bytes.iter_mut().zip(others).for_each(|(byte, other)| *byte |= other);
}
