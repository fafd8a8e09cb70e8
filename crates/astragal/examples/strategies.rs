//! Strategies: the same parser property on documents that are drawn by chance, and on documents whose sizes are planned.
//!
//! The subject reads configuration files: sections of entries of words. Its bug needs many sections that are nearly all empty,
//! which chance hardly ever draws, since it gives each section a length of its own.

use astragal::Check;
use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::report::Verdict;
use astragal::shapes::{Strategy, agata};

/// A file: sections of entries, each a list of words.
type File = Vec<Vec<Vec<bool>>>;

/// How a writer packs a file: runs of empty sections become one number, which has only three bits.
fn packed(file: &File) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut empty = 0u8;
    for section in file {
        if section.is_empty() {
            empty = (empty + 1) & 7;
            continue;
        }
        bytes.extend([empty, section.len() as u8]);
        empty = 0;
    }
    bytes.push(empty);
    bytes
}

/// How many sections a reader finds.
fn sections(bytes: &[u8]) -> usize {
    let pairs = bytes.len() / 2;
    bytes.iter().step_by(2).map(|&empty| empty as usize).sum::<usize>() + pairs
}

fn main() {
    let random = Phases::of(&[Phase::Random]);
    for name in ["random", "usual", "agata:linear", "agata:partitions"] {
        let strategy: Strategy = name.parse().expect("strategies are known by their names");
        let mut found = 0;
        for seed in 0..50u64 {
            let check = Check::new().seed(seed << 32).cases(200);
            let check = check.with(|config| config.phases(random).strategy(strategy.clone()));
            let report = check.run(any::<File>(), |file| sections(&packed(&file)) == file.len());
            found += u32::from(report.verdict == Verdict::Failed);
        }
        println!("{name:>18}: found in {found:>2} of 50 runs of 200 cases");
    }

    // How large the values become: the sizes of all dimensions together.
    println!();
    for (name, strategy) in [("random", Strategy::random()), ("linear", agata::linear()), ("fixed", agata::fixed())] {
        let files = any::<File>().by(strategy).at_size(50);
        let words = (0..200).map(|seed| files.sample(seed).concat().concat().len()).sum::<usize>();
        println!("{name:>18}: {:>5.1} words in the mean at size 50", words as f64 / 200.0);
    }
}
