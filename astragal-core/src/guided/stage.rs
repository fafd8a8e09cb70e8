//! Runs a generator along a script that need not fit it.
//!
//! As in every replay, what is missing reads as zero, what is too large is clamped, what is too much is skipped, and a span
//! is found by its label. So a part that was taken from elsewhere is cut to its new place. What the generator made of the
//! script is written down as a script too; that one fits.

use std::cell::RefCell;
use std::rc::Rc;

use super::script::{Labels, Token, push_close, push_number, push_open, read};
use crate::generator::Gen;
use crate::source::{Producer, Source};

/// A source is used for so many runs, so that it need not be set up for each.
const RUNS: u32 = 1 << 10;
/// So many choices a source may make in all its runs.
const LIMIT: u64 = 1 << 20;
/// So many zeros are given to a run in which the script has no more to say, before chance decides: some generators end only
/// then.
const ZEROS: u32 = 1 << 10;

/// The script of a run, how far it is, and what became of it.
#[derive(Default)]
struct Prompt {
    script: Vec<u32>,
    at: usize,
    /// How many spans are open for which the script has none.
    beyond: u32,
    /// How many zeros were given where the script had no number.
    zeros: u32,
    made: Vec<u32>,
    labels: Labels,
}

impl Prompt {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let given = match read(&self.script, self.at) {
            Some((Token::Number(number), next)) if self.beyond == 0 => {
                self.at = next;
                number.min(max)
            }
            _ => {
                self.zeros += 1;
                0
            }
        };
        push_number(&mut self.made, given);
        // What chance decides is not known here, so what was made of the script is not known either.
        (self.zeros < ZEROS).then_some(given)
    }

    fn open(&mut self, label: &'static str) {
        let label = self.labels.number(label);
        push_open(&mut self.made, label);
        if self.beyond == 0 {
            let mut at = self.at;
            while let Some((token, next)) = read(&self.script, at) {
                match token {
                    Token::Open(other) if other == label => {
                        self.at = next;
                        return;
                    }
                    Token::Open(_) => at = end_of_span(&self.script, next),
                    Token::Number(_) => at = next,
                    Token::Close => break,
                }
            }
        }
        self.beyond += 1;
    }

    fn close(&mut self) {
        push_close(&mut self.made);
        if self.beyond > 0 {
            self.beyond -= 1;
        } else {
            self.at = end_of_span(&self.script, self.at);
        }
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
            Token::Number(_) => continue,
        }
        if open == 0 {
            break;
        }
    }
    at
}

struct Prompted(Rc<RefCell<Prompt>>);

impl Producer for Prompted {
    #[inline]
    fn choose(&mut self, max: u64) -> Option<u64> {
        self.0.borrow_mut().choose(max)
    }

    #[inline]
    fn open(&mut self, label: &'static str) {
        self.0.borrow_mut().open(label);
    }

    #[inline]
    fn close(&mut self) {
        self.0.borrow_mut().close();
    }

    fn limit(&self) -> u64 {
        LIMIT
    }
}

/// See the module.
pub(super) struct Stage {
    prompt: Rc<RefCell<Prompt>>,
    src: Source,
    runs: u32,
}

impl Stage {
    pub(super) fn new() -> Stage {
        let prompt = Rc::new(RefCell::new(Prompt::default()));
        Stage { src: source(&prompt), prompt, runs: 0 }
    }

    /// What the generator makes of a script, which becomes the script that fits.
    pub(super) fn run<G: Gen>(&mut self, generator: &G, script: &mut Vec<u32>) -> Option<G::Value> {
        let mut prompt = self.prompt.borrow_mut();
        std::mem::swap(&mut prompt.script, script);
        prompt.made.clear();
        (prompt.at, prompt.beyond, prompt.zeros) = (0, 0, 0);
        drop(prompt);
        self.runs += 1;
        let drawn = generator.draw(&mut self.src);
        if drawn.is_err() || self.runs == RUNS {
            (self.src, self.runs) = (source(&self.prompt), 0);
        }
        let mut prompt = self.prompt.borrow_mut();
        std::mem::swap(&mut prompt.made, script);
        drawn.ok().filter(|_| prompt.zeros < ZEROS)
    }

    /// Works with the names of spans.
    pub(super) fn with_labels<R>(&self, work: impl FnOnce(&mut Labels) -> R) -> R {
        work(&mut self.prompt.borrow_mut().labels)
    }
}

fn source(prompt: &Rc<RefCell<Prompt>>) -> Source {
    Source::produced_by(Prompted(Rc::clone(prompt)), 0)
}
