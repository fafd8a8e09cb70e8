//! A generator is derived, and draws.

use astragal::prelude::*;

use super::Stop;
use crate::library::simplifier::Expr;
use crate::page::Page;

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Derive a generator and draw from it", visit };

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A derive writes the generator of a type. A recursive type needs no depth limit and no care in the order of its \
         variants: it grows to about the size that is asked for, and ends. The same seed gives the same value, on every \
         platform.",
    );
    page.code(include_str!("../library/simplifier.rs"), "enum Expr");
    page.code(include_str!("sampling.rs"), "fn formula");
    page.gap();
    for seed in [1, 3, 5, 1] {
        page.fact(&format!("formula({seed})"), formula(seed));
    }
    if formula(1) == formula(1) { Ok(()) } else { Err("the same seed gave two values".to_string()) }
}

fn formula(seed: u64) -> Expr {
    any::<Expr>().at_size(8).sample(seed)
}
