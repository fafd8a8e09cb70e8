//! The parts of a script: which span is in which, and which numbers are its own.

use super::script::{Token, read};

/// No part, no number.
pub(super) const NONE: u32 = u32::MAX;

/// A span of a script. The first part is the whole, which is in none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) label: u32,
    pub(super) parent: u32,
    /// Which of the spans in its parent it is.
    pub(super) ordinal: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// How many spans are directly in it, and how many numbers.
    pub(super) spans: u32,
    pub(super) numbers: u32,
    /// Whether it was never forced.
    pub(super) is_open: bool,
    /// The span before it in its parent.
    pub(super) before: u32,
    /// Its own numbers.
    first: u32,
    last: u32,
    last_span: u32,
}

/// A number of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// The span that it is directly in.
    pub(super) part: u32,
    /// Which of the numbers there it is.
    pub(super) ordinal: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) value: u64,
    next: u32,
}

/// See the module. It is written anew for each script, in place.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub(super) parts: Vec<Part>,
    pub(super) numbers: Vec<Number>,
}

impl Outline {
    pub(super) fn read(&mut self, script: &[u32]) {
        self.parts.clear();
        self.numbers.clear();
        let blank = Part {
            label: NONE,
            parent: NONE,
            ordinal: 0,
            start: 0,
            end: script.len() as u32,
            spans: 0,
            numbers: 0,
            is_open: false,
            before: NONE,
            first: NONE,
            last: NONE,
            last_span: NONE,
        };
        self.parts.push(blank);
        let (mut within, mut at) = (0, 0);
        while let Some((token, next)) = read(script, at) {
            let (start, end) = (at as u32, next as u32);
            match token {
                Token::Open(label) => {
                    let index = self.parts.len() as u32;
                    let around = &mut self.parts[within];
                    let ordinal = around.spans;
                    around.spans += 1;
                    let before = std::mem::replace(&mut around.last_span, index);
                    self.parts.push(Part { label, parent: within as u32, ordinal, start, end, before, ..blank });
                    within = self.parts.len() - 1;
                }
                Token::Close => {
                    self.parts[within].end = end;
                    within = self.parts[within].parent as usize;
                }
                Token::Unseen => self.parts[within].is_open = true,
                Token::Number(value) => {
                    let number = self.numbers.len() as u32;
                    let part = &mut self.parts[within];
                    let ordinal = part.numbers;
                    part.numbers += 1;
                    let before = std::mem::replace(&mut part.last, number);
                    if before == NONE {
                        part.first = number;
                    } else {
                        self.numbers[before as usize].next = number;
                    }
                    self.numbers.push(Number { part: within as u32, ordinal, start, end, value, next: NONE });
                }
            }
            at = next;
        }
    }

    /// The length of a part that looks like a list: a number, and just that many units after it.
    pub(super) fn length(&self, part: usize) -> Option<&Number> {
        let (list, length) = (self.parts.get(part)?, self.own(part).next()?);
        let is_list = length.value == u64::from(list.numbers - 1 + list.spans) && length.start == list.start + 1;
        is_list.then_some(length)
    }

    /// The numbers that are directly in a part.
    pub(super) fn own(&self, part: usize) -> impl Iterator<Item = &Number> {
        let mut at = self.parts[part].first;
        std::iter::from_fn(move || {
            let number = self.numbers.get(at as usize)?;
            at = number.next;
            Some(number)
        })
    }
}
