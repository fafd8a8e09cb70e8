//! The experiment `parsers`: grammars as generators of text. Differences between grammars and parsers are found and shrunk, as in the
//! thesis on Agata (section 3.3); how fast texts are drawn and parsed back; how soon all of a grammar is seen; and documents like
//! examples, as in Inputs from Hell (Figure 4.6 of Goldstein's thesis), with the grammar itself.

mod cover;
mod differences;
mod grammars;
mod like;
mod speed;
#[cfg(test)]
mod tests;

use crate::report::Report;

const EXPERIMENT: &str = "parsers";
/// The source of the figures that the thesis on Agata has.
const AGATA: &str = "agata_published";

/// How much is run: a fraction of it shows that all of it works.
#[derive(Clone, Copy)]
struct Effort {
    /// Runs of each property, each with a seed of its own.
    runs: u64,
    /// The most samples of a run.
    samples: u64,
    /// How many bytes of text each grammar draws and parses.
    bytes: usize,
    /// How many bytes the longest text has that is parsed as one.
    longest: usize,
    /// How often each strategy is to cover a grammar, and with at most how many samples.
    covers: u64,
    cover_samples: u64,
    /// How many documents are drawn.
    documents: u64,
}

impl Effort {
    const FULL: Effort = Effort {
        runs: 25,
        samples: 20_000,
        bytes: 4_000_000,
        longest: 400_000,
        covers: 5,
        cover_samples: 20_000,
        documents: 1_000,
    };
}

/// Planted differences, speed, coverage of productions, documents like examples.
pub(crate) fn run() -> Report {
    measured(Effort::FULL)
}

fn measured(effort: Effort) -> Report {
    let mut report = Report::new(EXPERIMENT);
    differences::run(&mut report, effort);
    speed::run(&mut report, effort);
    cover::run(&mut report, effort);
    like::run(&mut report, effort);
    report
}
