//! From a value written by hand to its choices, and from there to its neighbors.

use std::collections::BTreeSet;

use Expr::{Add, Mul, Num, X};
use astragal::Choices;
use astragal::choices::Mutator;
use astragal::prelude::*;

use super::Stop;
use crate::library::simplifier::Expr;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Backwards: from a value to its choices", visit };

/// How many edits are tried.
const EDITS: usize = 1_000;

/// How many neighbors are printed.
const SHOWN: usize = 8;

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A derived generator also runs backwards: it finds the choices that make a value, even one that chance never \
         drew, such as an input from a bug report. Edits of these choices are neighbours of the value. Every sequence \
         parses, so each neighbour is a valid value, and no mutator has to be written for the type.",
    );
    page.code(include_str!("backwards.rs"), "fn neighbour(");
    page.gap();
    let by_hand = Mul(X.into(), Add(X.into(), Num(1).into()).into());
    let choices = any::<Expr>().choices_of(&by_hand).map_err(|mismatch| mismatch.to_string())?;
    let numbers: Vec<u64> = choices.numbers().collect();
    page.fact("by hand", page.painted(Colour::Yellow, &by_hand));
    page.fact("its choices", format_args!("{numbers:?}"));

    let mut mutator = Mutator::new(1);
    let neighbours: Option<Vec<Expr>> = (0..EDITS).map(|_| neighbour(&choices, &mut mutator)).collect();
    let neighbours = neighbours.ok_or("an edit gave no value")?;
    // An edit can change choices and leave the value as it is.
    let mut seen = BTreeSet::from([by_hand.to_string()]);
    let distinct: Vec<&Expr> = neighbours.iter().filter(|near| seen.insert(near.to_string())).collect();
    for (at, near) in distinct.iter().take(SHOWN).enumerate() {
        page.fact(if at == 0 { "neighbours" } else { "" }, near);
    }
    let count = format!("{EDITS} edits give {} other formulas, all of them valid", distinct.len());
    page.fact("in all", page.painted(Colour::Green, count));

    let not_a_value = Add(X.into(), Num(10).into());
    match any::<Expr>().choices_of(&not_a_value) {
        Ok(_) => Err(format!("{not_a_value} is never drawn, but has choices")),
        Err(mismatch) => {
            page.fact("not drawn", format_args!("{not_a_value}, since {mismatch}"));
            Ok(())
        }
    }
}

fn neighbour(choices: &Choices, mutator: &mut Mutator) -> Option<Expr> {
    any::<Expr>().replay(&mutator.mutate(choices)).ok()
}
