//! A script as it is read by a generator, part by part, and what becomes of it.
//!
//! As in every replay, what is missing reads as zero, what is too large is clamped, what is too much is skipped, and a span
//! is found by its label. So a part that was taken from elsewhere is cut to its new place. A part that is *lazy* is read when
//! it is forced, from its own place in the script; one that is never forced is left open in what is made.

use super::decided::{Decided, Op};
use super::script::{Labels, Token, assemble, push_close, push_number, push_open, push_place, read};

/// How many zeros a run gets after the end of its script before chance decides: some generators end only
/// then.
pub(super) const ZEROS: u32 = 1 << 10;

/// How far a part of the script was read, and what became of it.
#[derive(Default)]
struct Reading {
    at: usize,
    /// How many spans are open for which the script has none.
    beyond: u32,
    made: Vec<u32>,
    is_seen: bool,
}

impl Reading {
    fn begin(&mut self, at: usize) {
        (self.at, self.beyond, self.is_seen) = (at, 0, false);
        self.made.clear();
    }

    /// The next number, if the script has one.
    #[inline]
    fn number(&mut self, script: &[u32]) -> Option<u64> {
        match read(script, self.at) {
            Some((Token::Number(number), next)) if self.beyond == 0 => {
                self.at = next;
                Some(number)
            }
            _ => None,
        }
    }

    #[inline]
    fn open(&mut self, script: &[u32], label: u32) {
        if self.beyond == 0 {
            if let Some(within) = find_span(script, self.at, label) {
                self.at = within;
                return;
            }
        }
        self.beyond += 1;
    }

    #[inline]
    fn close(&mut self, script: &[u32]) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else {
            self.at = end_of_span(script, self.at);
        }
    }
}

/// The script of a run, and all of its parts that are read apart.
#[derive(Default)]
pub(super) struct Prompt {
    script: Vec<u32>,
    /// Where the span ends that begins at a place, if parts are lazy.
    ends: Vec<u32>,
    /// Where the part is that is read in place of parts that the script leaves open; zero if there is none.
    spare: usize,
    /// The value itself, and then its lazy parts; the first `used` are in use.
    parts: Vec<Reading>,
    used: usize,
    /// How many zeros were given where the script had no number.
    pub(super) zeros: u32,
    pub(super) labels: Labels,
    /// Whether parts are lazy in this run. If not, they are drawn at once.
    is_lazy: bool,
    /// Whether there ever was a part that could be lazy.
    pub(super) has_lazy_parts: bool,
    /// What was asked for in this run, and what was answered, if parts are lazy.
    ops: Vec<Op>,
    answers: Vec<u64>,
}

impl Prompt {
    /// A script is read from its start.
    pub(super) fn begin(&mut self, is_lazy: bool) {
        (self.zeros, self.used, self.is_lazy) = (0, 1, is_lazy);
        if self.parts.is_empty() {
            self.parts.push(Reading::default());
        }
        self.parts[0].begin(0);
        self.ops.clear();
        self.answers.clear();
    }

    /// The script that is read next, and the part that is read in place of those that it leaves open.
    pub(super) fn set(&mut self, script: &[u32], spare: &[u32]) {
        self.script.clear();
        self.script.extend_from_slice(script);
        self.spare = 0;
        if !spare.is_empty() {
            push_close(&mut self.script); // so that no reading goes on
            self.script.extend_from_slice(spare);
            self.spare = script.len() + 2; // within the span
        }
        ends_of_spans(&self.script, &mut self.ends);
    }

    /// As [`set`](Prompt::set), without a copy.
    pub(super) fn swap(&mut self, script: &mut Vec<u32>) {
        std::mem::swap(&mut self.script, script);
        self.spare = 0;
    }

    #[inline]
    pub(super) fn choose(&mut self, part: usize, max: u64) -> Option<u64> {
        let given = self.answer(part, max);
        push_number(&mut self.parts[part].made, given);
        if self.is_lazy {
            self.ops.push(Op::Choose(part as u32, max));
            self.answers.push(given);
        }
        // The choices of chance are not known here, so what was made of the script is not known either.
        (self.zeros < ZEROS).then_some(given)
    }

    #[inline]
    fn answer(&mut self, part: usize, max: u64) -> u64 {
        match self.parts[part].number(&self.script) {
            Some(number) => number.min(max),
            None => {
                self.zeros += 1;
                0
            }
        }
    }

    #[inline]
    pub(super) fn open(&mut self, part: usize, label: &'static str) {
        let label = self.labels.number(label);
        if self.is_lazy {
            self.ops.push(Op::Open(part as u32, label));
        }
        push_open(&mut self.parts[part].made, label);
        self.parts[part].open(&self.script, label);
    }

    #[inline]
    pub(super) fn close(&mut self, part: usize) {
        if self.is_lazy {
            self.ops.push(Op::Close(part as u32));
        }
        push_close(&mut self.parts[part].made);
        self.parts[part].close(&self.script);
    }

    /// A part of a part could be lazy. Whether it is.
    pub(super) fn apart(&mut self, part: usize, label: &'static str) -> bool {
        self.has_lazy_parts = true;
        if self.is_lazy {
            let label = self.labels.number(label);
            self.ops.push(Op::Apart(part as u32, label));
            let made = &mut self.parts[part].made;
            push_open(made, label);
            push_place(made, self.used as u32);
            push_close(made);
            self.set_apart(part, label);
        }
        self.is_lazy
    }

    fn set_apart(&mut self, part: usize, label: u32) {
        let number = self.used;
        if self.parts.len() == number {
            self.parts.push(Reading::default());
        }
        self.used += 1;
        let around = &mut self.parts[part];
        let found = if around.beyond == 0 { find_span(&self.script, around.at, label) } else { None };
        if let Some(within) = found {
            around.at = self.ends[within - 1] as usize;
        }
        let reading = &mut self.parts[number];
        reading.begin(found.unwrap_or(0));
        reading.beyond = u32::from(found.is_none());
        // The spare part may have open parts too, which are empty then.
        let is_open = found.is_some_and(|at| matches!(read(&self.script, at), Some((Token::Unseen, _))));
        if is_open && self.spare > 0 && reading.at < self.spare {
            reading.at = self.spare;
        }
    }

    /// A lazy part is forced.
    pub(super) fn look(&mut self, part: usize) {
        if let Some(reading) = self.parts.get_mut(part) {
            reading.is_seen = true;
        }
    }

    /// What was made of the script. Lazy parts that were never forced are open. Whether there are any.
    pub(super) fn made(&mut self, into: &mut Vec<u32>) -> bool {
        if self.used == 1 {
            std::mem::swap(&mut self.parts[0].made, into);
            return false;
        }
        let parts = &self.parts;
        assemble(&parts[0].made, into, |part| {
            let reading = &parts[part as usize];
            reading.is_seen.then_some(&reading.made[..])
        });
        parts[1..self.used].iter().any(|part| !part.is_seen)
    }

    /// Whether what is asked for along this script was decided before: it agrees with a value that was, as far as that one
    /// was forced.
    pub(super) fn is_decided(&mut self, decided: &Decided) -> bool {
        let (mut place, mut way) = (Decided::START, decided.way(Decided::START));
        while let Some(steps) = way {
            let mut steps = steps.iter();
            way = loop {
                let Some(&step) = steps.next() else { return true };
                let mut answer = 0;
                for &op in decided.asked(step) {
                    match op {
                        Op::Open(part, label) => self.parts[part as usize].open(&self.script, label),
                        Op::Close(part) => self.parts[part as usize].close(&self.script),
                        Op::Apart(part, label) => self.set_apart(part as usize, label),
                        Op::Choose(part, max) => answer = self.answer(part as usize, max),
                    }
                }
                place = Decided::after(place, answer);
                if !step.is_answered(answer) {
                    break decided.way(place);
                }
            };
            if self.zeros >= ZEROS {
                break;
            }
        }
        false
    }

    /// The condition has answered: so it would for all that agree with this run.
    pub(super) fn decide(&self, decided: &mut Decided) {
        if self.zeros < ZEROS {
            decided.note(&self.ops, &self.answers);
        }
    }
}

/// Where the inside of the next span of a label begins, from a place on and in the same span.
fn find_span(script: &[u32], mut at: usize, label: u32) -> Option<usize> {
    while let Some((token, next)) = read(script, at) {
        match token {
            Token::Open(other) if other == label => return Some(next),
            Token::Open(_) => at = end_of_span(script, next),
            Token::Number(_) | Token::Unseen => at = next,
            Token::Close => break,
        }
    }
    None
}

/// Notes for all places where a span begins where it ends.
fn ends_of_spans(script: &[u32], ends: &mut Vec<u32>) {
    ends.clear();
    ends.resize(script.len(), 0);
    // Until a span ends, what is noted is the one around it.
    let (mut around, mut at) = (u32::MAX, 0);
    while let Some((token, next)) = read(script, at) {
        match token {
            Token::Open(_) => ends[at] = std::mem::replace(&mut around, at as u32),
            Token::Close if around != u32::MAX => {
                let open = around as usize;
                around = std::mem::replace(&mut ends[open], next as u32);
            }
            _ => {}
        }
        at = next;
    }
}

/// Where the span ends in which a place is.
pub(super) fn end_of_span(script: &[u32], mut at: usize) -> usize {
    let mut open = 1;
    while let Some((token, next)) = read(script, at) {
        at = next;
        match token {
            Token::Open(_) => open += 1,
            Token::Close => open -= 1,
            Token::Number(_) | Token::Unseen => continue,
        }
        if open == 0 {
            break;
        }
    }
    at
}
