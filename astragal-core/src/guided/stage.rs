//! Runs a generator along a script, and asks the condition.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::script::{Token, read};
use crate::generator::Gen;
use crate::source::{Producer, Source};

/// A source is used for so many runs, so that it need not be set up for each.
const RUNS: u32 = 1 << 10;
/// So many choices a source may make in all its runs.
const LIMIT: u64 = 1 << 20;
/// So many zeros are given to a run that has left its script, before chance decides: some generators end only then.
const ZEROS: u32 = 1 << 10;

/// The script of the run, and how far it is.
#[derive(Default)]
struct Prompt {
    script: RefCell<Vec<u32>>,
    at: Cell<usize>,
    /// How many questions were asked for which the script has no answer.
    lost: Cell<u32>,
}

impl Prompt {
    #[inline]
    fn next(&self) -> Option<Token> {
        let (token, next) = read(&self.script.borrow(), self.at.get())?;
        self.at.set(next);
        Some(token)
    }

    #[cold]
    fn lose(&self) -> Option<u64> {
        self.lost.set(self.lost.get() + 1);
        (self.lost.get() < ZEROS).then_some(0)
    }
}

struct Prompted(Rc<Prompt>);

impl Producer for Prompted {
    #[inline]
    fn choose(&mut self, max: u64) -> Option<u64> {
        if self.0.lost.get() == 0 {
            if let Some(Token::Number(number)) = self.0.next() {
                if number <= max {
                    return Some(number);
                }
            }
        }
        self.0.lose()
    }

    #[inline]
    fn open(&mut self, _label: &'static str) {
        if self.0.lost.get() == 0 && !matches!(self.0.next(), Some(Token::Open(_))) {
            self.0.lose();
        }
    }

    #[inline]
    fn close(&mut self) {
        if self.0.lost.get() == 0 && !matches!(self.0.next(), Some(Token::Close)) {
            self.0.lose();
        }
    }

    fn limit(&self) -> u64 {
        LIMIT
    }
}

/// See the module.
pub(super) struct Stage {
    prompt: Rc<Prompt>,
    src: Source,
    runs: u32,
}

impl Stage {
    pub(super) fn new() -> Stage {
        let prompt = Rc::new(Prompt::default());
        let src = Source::produced_by(Prompted(Rc::clone(&prompt)), 0);
        Stage { prompt, src, runs: 0 }
    }

    /// The value of a script, if the generator asks for exactly what is in it.
    pub(super) fn run<G: Gen>(&mut self, generator: &G, script: &[u32]) -> Option<G::Value> {
        if self.runs == RUNS {
            self.renew();
        }
        self.runs += 1;
        self.prompt.at.set(0);
        self.prompt.lost.set(0);
        let mut words = self.prompt.script.borrow_mut();
        words.clear();
        words.extend_from_slice(script);
        drop(words);
        match generator.draw(&mut self.src) {
            Ok(value) if self.prompt.lost.get() == 0 && self.prompt.at.get() == script.len() => Some(value),
            Ok(_) => None,
            Err(_) => {
                self.renew();
                None
            }
        }
    }

    fn renew(&mut self) {
        *self = Stage::new();
    }
}
