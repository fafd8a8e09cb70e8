//! How long it takes to draw a value.

use std::hint::black_box;
use std::time::Instant;

use Expr::{Add, Mul, Num, Sub, X};
use astragal::Draw;
use astragal::Source;
use astragal::prelude::*;
use astragal::source::Rng;

use super::Stop;
use crate::library::simplifier::Expr;
use crate::page::Page;

/// The stop.
pub(super) const STOP: Stop = Stop { title: "The time it takes to draw a value", visit };

/// How many values are drawn. A debug build is for the tests, and its times mean nothing.
const VALUES: u64 = if cfg!(debug_assertions) { 10_000 } else { 1_000_000 };

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A passing case is not recorded: chance draws values, not choices. These are the times on this machine, now, for \
         one of a million values: each in a case of its own, a hundred to a case, and in a hand-written loop over the \
         same random words, whose values are distributed differently.",
    );
    page.code(include_str!("speed.rs"), "fn drawn");
    page.gap();
    page.line(format_args!("{:<28}{:>12}{:>18}{:>12}", "", "a case each", "100 to a case", "by hand"));
    row(page, "any::<u64>()", any::<u64>(), Rng::word);
    row(page, "vec_of(any::<u8>(), 0..=20)", vec_of(any::<u8>(), 0..=20), bytes);
    row(page, "any::<Expr>().at_size(8)", any::<Expr>().at_size(8), |rng| formula(rng, 8));
    Ok(())
}

fn row<G: Draw>(page: &mut Page, what: &str, generator: G, make: impl FnMut(&mut Rng) -> G::Value) {
    let (single, hundred, by_hand) = (drawn(&generator, 1), drawn(&generator, 100), by_hand(make));
    page.line(format_args!("{what:<28}{single:>9.1} ns{hundred:>15.1} ns{by_hand:>9.1} ns"));
}

fn drawn<G: Draw>(generator: &G, values_per_case: u64) -> f64 {
    let mut src = Source::random(0);
    let start = Instant::now();
    for case in 0..VALUES / values_per_case {
        src.restart(case);
        for _ in 0..values_per_case {
            let _ = black_box(src.draw(generator));
        }
    }
    start.elapsed().as_nanos() as f64 / VALUES as f64
}

fn by_hand<T>(mut make: impl FnMut(&mut Rng) -> T) -> f64 {
    let mut rng = Rng::new(1);
    let start = Instant::now();
    for _ in 0..VALUES {
        black_box(make(&mut rng));
    }
    start.elapsed().as_nanos() as f64 / VALUES as f64
}

fn bytes(rng: &mut Rng) -> Vec<u8> {
    let length = rng.up_to(20);
    (0..length).map(|_| rng.word() as u8).collect()
}

/// A formula of at most this many operators.
fn formula(rng: &mut Rng, size: u64) -> Expr {
    if size == 0 {
        return if rng.up_to(1) == 0 { X } else { Num(rng.up_to(18) as i64 - 9) };
    }
    let left = rng.up_to(size - 1);
    let (a, b) = (formula(rng, left).into(), formula(rng, size - 1 - left).into());
    match rng.up_to(2) {
        0 => Add(a, b),
        1 => Sub(a, b),
        _ => Mul(a, b),
    }
}
