//! A bug is found, shrunk, explained and replayed.

use astragal::Report;
use astragal::prelude::*;
use astragal::report::Found;

use super::Stop;
use crate::hunt::{check, only, show};
use crate::library::simplifier::Expr;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "A bug is found, made small and replayed", visit };

/// Simplifying a formula does not change its value.
pub fn keeps_its_value((expr, x): (Expr, i64)) {
    let simplified = expr.simplified();
    note!("{expr} is simplified to {simplified}");
    assert_eq!(simplified.value_at(x), expr.value_at(x));
}

/// Formulas, and a value for the variable.
pub fn formulas_at() -> impl Gen<Value = (Expr, i64)> {
    (any::<Expr>(), -9..=9i64)
}

/// The bug in the simplifier.
pub fn find() -> Report {
    check("simplifying keeps the value").run(formulas_at(), keeps_its_value)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A property is a function that says what must hold, and it is checked for values that are drawn. In a test one \
         writes #[property] above it; the tour asks for the report instead, and prints it.",
    );
    let source = include_str!("one_bug.rs");
    page.code(source, "fn keeps_its_value");
    page.code(source, "fn find");
    let mut report = find();
    show(page, &mut report);
    let bug = only(&report)?;
    page.prose(
        "What was found is a sequence of choices, and so it was made small by rewriting choices: fewer of them, and smaller \
         ones. That works for every generator, since no value is ever looked into.",
    );
    page.gap();
    page.fact("found", format_args!("{} choices", bug.original.choices.len()));
    page.fact(
        "made small to",
        format_args!("{} choices, in {} runs", bug.minimal.choices.len(), bug.shrinking.evaluations),
    );
    page.fact("as a text", &bug.minimal.choices);
    let token = bug.minimal.choices.token();
    page.fact("as a token", &token);

    let replayed = check("simplifying keeps the value").pin(&token).run(formulas_at(), keeps_its_value);
    let again = only(&replayed)?;
    if again.found != Found::Pinned || again.message != bug.message {
        return Err("the token does not replay the failure".to_string());
    }
    let replayed = page.painted(Colour::Green, "the first case that was run, and the same failure");
    page.fact("token pinned", replayed);
    Ok(())
}
