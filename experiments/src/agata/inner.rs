//! The limited process: one contender on one subject, or the sizes of its values.

use super::contender::Contender;
use super::file::File;
use super::ours;
use super::peers::{self, Peer};
use super::sizes;
use super::subject::{Ast, ClassNames, Qsort, Subject};
use astragal::prelude::*;
use std::fmt::Debug;

/// The hidden subcommand: a row and a source.
pub(crate) const SUBCOMMAND: &str = "agata-inner";

/// Seeds side by side run almost the same cases.
const FAR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Runs the contender that is named second on the row that is named first.
pub(crate) fn inner(words: &[String]) {
    let [row, source] = words else { panic!("a row and a source") };
    // Some libraries catch the panics of a property, after they were printed.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    match row.as_str() {
        Ast::ROW => tests::<Ast>(source),
        Qsort::ROW => tests::<Qsort>(source),
        ClassNames::ROW => tests::<ClassNames>(source),
        sizes::ROW => sizes::tell(&find::<File>(source)),
        _ => panic!("no row `{row}`"),
    }
}

/// All that draw values of a type.
pub(super) fn contenders<T: Arbitrary<Gen: Closed> + Peer + Debug>() -> Vec<Contender<T>> {
    let mut contenders = ours::contenders();
    contenders.extend(peers::contenders());
    contenders
}

fn find<T: Arbitrary<Gen: Closed> + Peer + Debug>(source: &str) -> Contender<T> {
    let found = contenders().into_iter().find(|contender| contender.source == source);
    found.unwrap_or_else(|| panic!("no contender `{source}`"))
}

fn tests<S: Subject<Value: Arbitrary<Gen: Closed> + Peer + Debug>>(source: &str) {
    let contender = find::<S::Value>(source);
    for run in 0..if contender.is_fixed { 1 } else { S::RUNS } {
        contender.run(run.wrapping_mul(FAR), S::holds);
    }
}
