//! Chooses how often each constructor is drawn: the bug shows only where one of them is frequent.
//!
//! The subject simplifies expressions. It removes negations of negations, and counts how many there are in a row in a number
//! that stops at seven.

use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Style, Verdict};
use astragal::shapes::Frequencies;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Expr {
    Num(i8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
}
use Expr::{Add, Mul, Neg, Num, Sub};

impl Expr {
    fn value(&self) -> i64 {
        match self {
            Num(number) => i64::from(*number),
            Neg(of) => of.value().wrapping_neg(),
            Add(a, b) => a.value().wrapping_add(b.value()),
            Sub(a, b) => a.value().wrapping_sub(b.value()),
            Mul(a, b) => a.value().wrapping_mul(b.value()),
        }
    }

    fn simplified(&self) -> Expr {
        let both = |a: &Expr, b: &Expr| (Box::new(a.simplified()), Box::new(b.simplified()));
        match self {
            Num(number) => Num(*number),
            Neg(_) => {
                let (mut inner, mut in_a_row) = (self, 0);
                while let Neg(of) = inner {
                    in_a_row = (in_a_row + 1).min(7); // three bits
                    inner = of;
                }
                let simple = inner.simplified();
                if in_a_row % 2 == 1 { Neg(Box::new(simple)) } else { simple }
            }
            Add(a, b) => {
                let (a, b) = both(a, b);
                Add(a, b)
            }
            Sub(a, b) => {
                let (a, b) = both(a, b);
                Sub(a, b)
            }
            Mul(a, b) => {
                let (a, b) = both(a, b);
                Mul(a, b)
            }
        }
    }
}

fn keeps_the_value(expr: Expr) -> bool {
    expr.simplified().value() == expr.value()
}

fn main() -> Result<(), astragal::shapes::FrequencyError> {
    let plain = Check::new().seed(1).cases(200).run(any::<Expr>(), keeps_the_value);
    println!("as they come: {} cases, {:?}", plain.statistics.cases, plain.verdict);
    assert_eq!(plain.verdict, Verdict::Passed);

    // Four negations for each sum; no products, which take size from what matters here.
    let wanted = Frequencies::new().ratio("Neg", 4.0, "Add").ratio("Sub", 1.0, "Add").without("Mul");
    let exprs = any::<Expr>().with_frequencies(wanted)?;
    println!("\nexpected in an expression of size 100:");
    for (name, mean) in exprs.expected() {
        println!("{mean:>8.1} {name}");
    }
    let report = Check::new().seed(1).cases(200).run(exprs, keeps_the_value);
    assert_eq!(report.verdict, Verdict::Failed);
    print!("\n{}", report.render(Style::plain()));

    // An impossible request is reported, with what is possible.
    let too_many = Frequencies::new().ratio("Add", 2.0, "Num");
    println!("\n{}", any::<Expr>().with_frequencies(too_many).unwrap_err());
    Ok(())
}
