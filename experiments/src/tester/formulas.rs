//! Planted bugs of what computes with formulas: a simplifier, a printer, a compiler.

use super::falsifiable::{Subject, falsifiable};
use super::input::Formula::{self, Add, Div, Mul, Neg, Num, Sub, X};

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    fn num(number: i32) -> Box<Formula> {
        Box::new(Num(number))
    }
    vec![
        falsifiable("formulas/simplifier", "a - (b - c) becomes (a - b) - c", |faulty, formula: &Formula| {
            has_the_value_of(&simplified(faulty, formula), formula)
        })
        .minimal_if(is_two_small_operations, [Sub(num(0), Box::new(Sub(num(0), Box::new(X))))]),
        falsifiable("formulas/zero_divided", "zero is zero whatever it is divided by", |faulty, formula: &Formula| {
            fn folded(faulty: bool, formula: &Formula) -> Formula {
                match formula {
                    Div(a, _) if faulty && **a == Num(0) => Num(0),
                    Add(a, b) => Add(folded(faulty, a).into(), folded(faulty, b).into()),
                    Div(a, b) => Div(folded(faulty, a).into(), folded(faulty, b).into()),
                    _ => formula.clone(),
                }
            }
            has_the_value_of(&folded(faulty, formula), formula)
        })
        .minimal([Div(num(0), num(0)), Div(num(0), Box::new(X))]),
        falsifiable(
            "formulas/printer",
            "a product of sums is printed without brackets",
            |faulty, formula: &Formula| {
                let text = printed(faulty, formula);
                let mut rest = text.as_str();
                let back = sum(&mut rest).filter(|_| rest.is_empty());
                back.is_some_and(|back| has_the_value_of(&back, formula))
            },
        )
        .minimal_if(is_two_small_operations, [Mul(num(-1), Box::new(Add(num(0), num(1))))]),
        falsifiable(
            "formulas/compiler",
            "the larger operand is computed first, whatever the operator",
            |faulty, formula: &Formula| {
                [-7, 0, 1, 5].into_iter().all(|x| {
                    let mut stack = Vec::new();
                    let result = execute(faulty, formula, x, &mut stack).and_then(|()| stack.pop());
                    result == value(formula, x)
                })
            },
        )
        .minimal_if(is_two_small_operations, [Sub(num(0), Box::new(Neg(num(1))))]),
        falsifiable(
            "formulas/least_number",
            "minus of the least number is folded without wrapping",
            |faulty, formula: &Formula| {
                fn folds(formula: &Formula) -> bool {
                    match formula {
                        Neg(a) if matches!(**a, Num(i32::MIN)) => false,
                        Neg(a) => folds(a),
                        Num(_) | X => true,
                        Add(a, b) | Sub(a, b) | Mul(a, b) | Div(a, b) => folds(a) && folds(b),
                    }
                }
                !faulty || folds(formula)
            },
        )
        .minimal([Neg(num(i32::MIN))]),
    ]
}

/// Nothing where it divides by zero.
pub(super) fn value(formula: &Formula, x: i32) -> Option<i32> {
    let part = |part: &Formula| value(part, x);
    Some(match formula {
        Num(number) => *number,
        X => x,
        Neg(a) => part(a)?.wrapping_neg(),
        Add(a, b) => part(a)?.wrapping_add(part(b)?),
        Sub(a, b) => part(a)?.wrapping_sub(part(b)?),
        Mul(a, b) => part(a)?.wrapping_mul(part(b)?),
        Div(a, b) => {
            let (a, b) = (part(a)?, part(b)?);
            (b != 0).then(|| a.wrapping_div(b))?
        }
    })
}

fn has_the_value_of(one: &Formula, other: &Formula) -> bool {
    [-7, 0, 1, 5].into_iter().all(|x| value(one, x) == value(other, x))
}

/// Whether it is as small as a formula with two operators can be, whichever they are.
pub(super) fn is_two_small_operations(formula: &Formula) -> bool {
    operators(formula) == 2 && operands_are_small(formula)
}

fn operators(formula: &Formula) -> usize {
    match formula {
        Num(_) | X => 0,
        Neg(a) => 1 + operators(a),
        Add(a, b) | Sub(a, b) | Mul(a, b) | Div(a, b) => 1 + operators(a) + operators(b),
    }
}

fn operands_are_small(formula: &Formula) -> bool {
    match formula {
        Num(number) => (-1..=2).contains(number),
        X => true,
        Neg(a) => operands_are_small(a),
        Add(a, b) | Sub(a, b) | Mul(a, b) | Div(a, b) => operands_are_small(a) && operands_are_small(b),
    }
}

fn simplified(faulty: bool, formula: &Formula) -> Formula {
    let part = |part: &Formula| Box::new(simplified(faulty, part));
    match formula {
        Num(_) | X => formula.clone(),
        Neg(a) => match *part(a) {
            Neg(inner) => *inner,
            Num(number) => Num(number.wrapping_neg()),
            a => Neg(Box::new(a)),
        },
        Sub(a, b) => match (*part(a), *part(b)) {
            (a, Sub(b, c)) if faulty => Sub(Box::new(Sub(Box::new(a), b)), c),
            (a, Sub(b, c)) => Add(Box::new(Sub(Box::new(a), b)), c),
            (a, b) => Sub(Box::new(a), Box::new(b)),
        },
        Add(a, b) => Add(part(a), part(b)),
        Mul(a, b) => Mul(part(a), part(b)),
        Div(a, b) => Div(part(a), part(b)),
    }
}

/// Whatever is an operand of a product, a quotient or a sign has brackets.
fn printed(faulty: bool, formula: &Formula) -> String {
    let text = |part: &Formula| printed(faulty, part);
    let operand = |part: &Formula| format!("({})", text(part));
    match formula {
        Num(number) => number.to_string(),
        X => "x".to_string(),
        Neg(a) => format!("-{}", operand(a)),
        Add(a, b) => format!("{}+{}", text(a), operand(b)),
        Sub(a, b) => format!("{}-{}", text(a), operand(b)),
        Mul(a, b) if faulty && matches!(**b, Add(..)) => format!("{}*{}", operand(a), text(b)),
        Mul(a, b) => format!("{}*{}", operand(a), operand(b)),
        Div(a, b) => format!("{}/{}", operand(a), operand(b)),
    }
}

fn eaten<'a>(rest: &mut &'a str, sign: char) -> Option<&'a str> {
    let after = rest.strip_prefix(sign)?;
    *rest = after;
    Some(after)
}

fn sum(rest: &mut &str) -> Option<Formula> {
    let mut sum = product(rest)?;
    loop {
        if eaten(rest, '+').is_some() {
            sum = Add(sum.into(), product(rest)?.into());
        } else if eaten(rest, '-').is_some() {
            sum = Sub(sum.into(), product(rest)?.into());
        } else {
            return Some(sum);
        }
    }
}

fn product(rest: &mut &str) -> Option<Formula> {
    let mut product = operand(rest)?;
    loop {
        if eaten(rest, '*').is_some() {
            product = Mul(product.into(), operand(rest)?.into());
        } else if eaten(rest, '/').is_some() {
            product = Div(product.into(), operand(rest)?.into());
        } else {
            return Some(product);
        }
    }
}

fn operand(rest: &mut &str) -> Option<Formula> {
    if eaten(rest, '(').is_some() {
        let inner = sum(rest)?;
        return eaten(rest, ')').map(|_| inner);
    }
    if eaten(rest, 'x').is_some() {
        return Some(X);
    }
    if rest.starts_with("-(") {
        eaten(rest, '-');
        return Some(Neg(operand(rest)?.into()));
    }
    let sign = usize::from(rest.starts_with('-'));
    let end = rest[sign..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| sign + end);
    let number = rest[..end].parse().ok()?;
    *rest = &rest[end..];
    Some(Num(number))
}

/// Computes on a stack; nothing where it divides by zero.
fn execute(faulty: bool, formula: &Formula, x: i32, stack: &mut Vec<i32>) -> Option<()> {
    let (a, b) = match formula {
        Num(number) => {
            stack.push(*number);
            return Some(());
        }
        X => {
            stack.push(x);
            return Some(());
        }
        Neg(a) => {
            execute(faulty, a, x, stack)?;
            let a = stack.pop()?;
            stack.push(a.wrapping_neg());
            return Some(());
        }
        Add(a, b) | Sub(a, b) | Mul(a, b) | Div(a, b) => (a, b),
    };
    let is_swapped = operators(b) > operators(a);
    let (first, second) = if is_swapped { (b, a) } else { (a, b) };
    execute(faulty, first, x, stack)?;
    execute(faulty, second, x, stack)?;
    let (second, first) = (stack.pop()?, stack.pop()?);
    let (a, b) = if is_swapped && !faulty { (second, first) } else { (first, second) };
    stack.push(match formula {
        Add(..) => a.wrapping_add(b),
        Sub(..) => a.wrapping_sub(b),
        Mul(..) => a.wrapping_mul(b),
        _ => (b != 0).then(|| a.wrapping_div(b))?,
    });
    Some(())
}
