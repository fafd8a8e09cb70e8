//! Values by size: enumerated, counted, indexed, drawn uniformly.

use astragal::prelude::*;
use astragal::spaces::{BigUint, Measure, Measured, Numbers};

use super::Stop;
use crate::bars::bar;
use crate::library::simplifier::Expr;
use crate::page::{Colour, Page, grouped};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Values by size: enumerated, counted, indexed, drawn uniformly", visit };

/// How many formulas of a size are printed.
const SHOWN: usize = 5;

/// The operators of the formulas whose heights are compared.
const OPERATORS: usize = 30;

/// How many of them are drawn.
const DRAWN: u64 = 2_000;

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "What a derived generator can make is known before it runs. So its values can be enumerated, smallest first, and there \
         is no need to list them in order to count them, to find the one of a rank, or to draw all of a size with the same \
         chance.",
    );
    tiers(page);
    counts(page)?;
    heights(page)
}

fn tiers(page: &mut Page) {
    page.gap();
    for (size, tier) in any::<Expr>().tiers().take(4).enumerate() {
        let formulas: Vec<String> = tier.map(|formula| formula.to_string()).collect();
        let first = formulas[..formulas.len().min(SHOWN)].join(", ");
        let more = formulas.len().saturating_sub(SHOWN);
        page.fact(&format!("size {size}"), if more > 0 { format!("{first} and {more} more") } else { first });
    }
}

fn counts(page: &mut Page) -> Result<(), String> {
    let formulas = any::<Expr>().measured(Measure::tiers());
    let large = formulas.count(1_000).to_string();
    page.fact("of size 10", format_args!("{} formulas", grouped(formulas.count(10))));
    page.fact("of size 1,000", format_args!("{}.. formulas, a number of {} digits", &large[..20], large.len()));
    let googol = BigUint::from(10u8).pow(100);
    let formula = there_and_back(&formulas, &googol).ok_or("the formula of a rank has another rank")?;
    let start: String = formula.to_string().chars().take(24).collect();
    page.fact("number 10^100", format_args!("{start}.. of {} nodes", formula.node_count()));
    page.fact("and back", page.painted(Colour::Green, "its rank is 10^100"));
    Ok(())
}

/// The formula of a rank, if that is its rank.
fn there_and_back(formulas: &Measured<impl Reflect<Value = Expr>>, rank: &BigUint) -> Option<Expr> {
    let formula = formulas.nth(rank)?;
    (formulas.rank(&formula).ok()? == *rank).then_some(formula)
}

/// All formulas with this many operators, each as likely as any other.
fn uniform(operators: usize) -> impl Gen<Value = Expr> {
    let by_operators = Measure::tiers().constructor("Num", 0).numbers(Numbers::Free, 0);
    any::<Expr>().measured(by_operators).uniform(operators)
}

fn heights(page: &mut Page) -> Result<(), String> {
    page.prose(
        "What size means is up to you: here it is the number of operators. Of all formulas with 30 of them most are long and \
         thin, and a uniform draw shows that; by default a generator draws bushy ones.",
    );
    page.code(include_str!("by_size.rs"), "fn uniform");
    let mut bins = [[0u64; 2]; 9];
    let bin = |formula: &Expr| (height(formula) / 3).min(8);
    let (uniform, usual) = (uniform(OPERATORS), any::<Expr>().at_size(2 * OPERATORS as u32));
    for seed in 0..DRAWN {
        let formula = uniform.sample(seed);
        if formula.node_count() != 2 * OPERATORS + 1 {
            return Err(format!("{formula} has not {OPERATORS} operators"));
        }
        bins[bin(&formula)][0] += 1;
        bins[bin(&usual.sample(seed))][1] += 1;
    }
    page.gap();
    page.line(format_args!("height          {:<30}by default", "uniform"));
    let largest = [0, 1].map(|of| bins.iter().map(|bin| bin[of]).max().unwrap_or(0));
    for (at, counts) in bins.iter().enumerate() {
        let range = if at == 8 { "24 or more".to_string() } else { format!("{} to {}", 3 * at, 3 * at + 2) };
        let [one, other] = [0, 1].map(|of| bar(counts[of], largest[of], 24));
        let line = format!("{range:>12}    {one:<30}{other}");
        page.line(line.trim_end());
    }
    Ok(())
}

fn height(formula: &Expr) -> usize {
    match formula {
        Expr::X | Expr::Num(_) => 0,
        Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Mul(a, b) => 1 + height(a).max(height(b)),
    }
}
