//! A bug is found, recorded, made small and replayed.

use astragal::Choices;
use astragal::prelude::*;

use super::Stop;
use crate::hunt::{Counterexample, hunt};
use crate::library::simplifier::Expr;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "A bug is found, made small and replayed", visit };

/// Simplifying a formula does not change its value.
pub fn keeps_its_value((expr, x): &(Expr, i64)) -> Result<(), String> {
    let simplified = expr.simplified();
    let (before, after) = (expr.value_at(*x), simplified.value_at(*x));
    if before == after {
        return Ok(());
    }
    Err(format!("its value is {before}, but it is simplified to {simplified}"))
}

/// Formulas, and a value for the variable.
pub fn formulas_at() -> impl Gen<Value = (Expr, i64)> {
    (any::<Expr>(), -9..=9i64)
}

/// The bug in the simplifier.
pub fn find() -> Option<Counterexample<(Expr, i64)>> {
    hunt(&formulas_at(), keeps_its_value)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A test case is a seed. Cases that pass are drawn without writing anything down; the one that fails is drawn \
         again with a recorder, and from then on it is a sequence of choices.",
    );
    page.code(include_str!("one_bug.rs"), "fn keeps_its_value");
    page.prose(
        "To make it small, this tour edits the sequence at random, replays it, and keeps what still fails and is \
         simpler. That works for every generator, since it never looks into a value.",
    );
    page.code(include_str!("../hunt.rs"), "fn reduce");
    page.gap();
    let bug = find().ok_or("the planted bug in the simplifier was not found")?;
    let (first, _) = &bug.found;
    let (expr, x) = &bug.value;
    page.fact("found at seed", format_args!("{}, a formula of {} nodes", bug.seed, first.node_count()));
    page.fact("recorded", format_args!("{} choices, made small to {}", bug.found_choices.len(), bug.choices.len()));
    let counterexample = page.painted(Colour::Yellow, format_args!("{expr}, where x is {x}"));
    page.fact("counterexample", counterexample);
    page.fact("failure", &bug.failure);
    let token = bug.choices.token();
    page.fact("replay token", &token);
    page.fact("as a text", &bug.choices);

    let choices = Choices::from_token(&token).map_err(|error| error.to_string())?;
    let replayed = formulas_at().replay(&choices).map_err(|gave_up| gave_up.to_string())?;
    if keeps_its_value(&replayed) != Err(bug.failure) {
        return Err("the token does not replay the failure".to_string());
    }
    let replayed = page.painted(Colour::Green, "the same value, the same failure");
    page.fact("token replayed", replayed);
    Ok(())
}
