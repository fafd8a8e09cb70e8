//! Straight-line programs: a compiler to a stack machine agrees with the interpreter of the language.

use std::collections::BTreeSet;

use astragal::prelude::*;
use astragal::{Check, Report};

use crate::trial::{Quality, Task};

pub(crate) const TASK: Task = Task { name: "straight_line_programs", mutants: 6, run };

const NAMES: usize = 4;

/// An assignment to a variable.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Line {
    #[arbitrary(with = 0..NAMES)]
    name: usize,
    value: Expr,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expr {
    Number(i8),
    Variable(#[arbitrary(with = 0..NAMES)] usize),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
}

use Expr::{Add, Mul, Number, Sub, Variable};

type Memory = [i64; NAMES];

/// The language as it is.
fn interpret(program: &[Line]) -> Memory {
    fn value(expr: &Expr, memory: &Memory) -> i64 {
        match expr {
            Number(number) => i64::from(*number),
            Variable(name) => memory[*name],
            Add(a, b) => value(a, memory).wrapping_add(value(b, memory)),
            Sub(a, b) => value(a, memory).wrapping_sub(value(b, memory)),
            Mul(a, b) => value(a, memory).wrapping_mul(value(b, memory)),
        }
    }
    let mut memory = Memory::default();
    for line in program {
        memory[line.name] = value(&line.value, &memory);
    }
    memory
}

#[derive(Clone, Copy)]
enum Op {
    Push(i64),
    Load(usize),
    Store(usize),
    Add,
    Sub,
    Mul,
}

fn compile(expr: &Expr, code: &mut Vec<Op>, mutant: usize) {
    match expr {
        Number(number) => code.push(Op::Push(i64::from(*number))),
        Variable(name) => code.push(Op::Load(*name)),
        // The first mutant folds a product with zero into its other half.
        Mul(a, b) if mutant == 1 && **a == Number(0) => compile(b, code, mutant),
        Add(a, b) | Sub(a, b) | Mul(a, b) => {
            compile(a, code, mutant);
            compile(b, code, mutant);
            code.push(match expr {
                Add(..) => Op::Add,
                // The second takes the difference of a variable and something for a sum.
                Sub(a, _) if mutant == 2 && matches!(**a, Variable(_)) => Op::Add,
                Sub(..) => Op::Sub,
                _ => Op::Mul,
            });
        }
    }
}

fn execute(program: &[Line], mutant: usize) -> Memory {
    let mut memory = Memory::default();
    let before = memory;
    for (at, line) in program.iter().enumerate() {
        let mut code = Vec::new();
        compile(&line.value, &mut code, mutant);
        code.push(Op::Store(line.name));
        let mut stack = Vec::new();
        let pop = |stack: &mut Vec<i64>| stack.pop().expect("the code is balanced");
        for op in code {
            match op {
                Op::Push(number) => stack.push(number),
                // The third reads the last variable before it was written; the fourth mistakes one variable for another late in a program.
                Op::Load(name) if mutant == 3 && name == NAMES - 1 => stack.push(before[name]),
                Op::Load(name) if mutant == 4 && at >= 4 => stack.push(memory[(name + 1) % NAMES]),
                Op::Load(name) => stack.push(memory[name]),
                // The fifth does not assign a variable twice.
                Op::Store(name) if mutant == 5 && program[..at].iter().any(|line| line.name == name) => {
                    pop(&mut stack);
                }
                Op::Store(name) => memory[name] = pop(&mut stack),
                Op::Add | Op::Sub | Op::Mul => {
                    let (b, a) = (pop(&mut stack), pop(&mut stack));
                    stack.push(match op {
                        Op::Add => a.wrapping_add(b),
                        Op::Sub => a.wrapping_sub(b),
                        // The sixth does not wrap around.
                        _ if mutant == 6 => a.saturating_mul(b).clamp(-100_000, 100_000),
                        _ => a.wrapping_mul(b),
                    });
                }
            }
        }
    }
    memory
}

/// Whether each variable is assigned before it is used.
fn is_scoped(program: &[Line]) -> bool {
    fn uses(expr: &Expr, known: &[bool; NAMES]) -> bool {
        match expr {
            Number(_) => true,
            Variable(name) => known[*name],
            Add(a, b) | Sub(a, b) | Mul(a, b) => uses(a, known) && uses(b, known),
        }
    }
    let mut known = [false; NAMES];
    program.iter().all(|line| {
        let is_fine = uses(&line.value, &known);
        known[line.name] = true;
        is_fine
    })
}

/// Which variables are used.
fn used(program: &[Line]) -> BTreeSet<usize> {
    fn add(expr: &Expr, used: &mut BTreeSet<usize>) {
        match expr {
            Number(_) => {}
            Variable(name) => _ = used.insert(*name),
            Add(a, b) | Sub(a, b) | Mul(a, b) => {
                add(a, used);
                add(b, used);
            }
        }
    }
    let mut used = BTreeSet::new();
    program.iter().for_each(|line| add(&line.value, &mut used));
    used
}

/// Expressions over the variables that are known.
fn exprs(known: Vec<usize>) -> impl Gen<Value = Expr> {
    recursive(move |me| {
        let leaf = if known.is_empty() {
            any::<i8>().map(Number).boxed()
        } else {
            one_of![Number: any::<i8>().map(Number), Variable: select(known.clone()).map(Variable)]
                .named("leaf")
                .boxed()
        };
        let pair = (me.clone().map(Box::new), me.map(Box::new));
        one_of![
            4 => leaf,
            1 => pair.clone().map(|(a, b)| Add(a, b)),
            1 => pair.clone().map(|(a, b)| Sub(a, b)),
            1 => pair.map(|(a, b)| Mul(a, b)),
        ]
    })
}

fn scoped_programs(names: usize) -> impl Gen<Value = Vec<Line>> {
    from_fn(move |src| {
        let mut known: Vec<usize> = Vec::new();
        (0..src.draw(1..=12usize))
            .map(|_| {
                let value = src.draw(exprs(known.clone()));
                let name = src.draw(0..names);
                if !known.contains(&name) {
                    known.push(name);
                }
                Line { name, value }
            })
            .collect()
    })
}

fn run(check: Check, quality: Quality, mutant: usize) -> Report {
    let property = |program: Vec<Line>| {
        assume!(is_scoped(&program) && !program.is_empty());
        classify!("uses two variables", used(&program).len() >= 2);
        collect!("lines", program.len());
        assert_eq!(execute(&program, mutant), interpret(&program));
    };
    match quality {
        Quality::Good => check.run(scoped_programs(NAMES), property),
        // There is only one variable.
        Quality::Flawed => check.run(scoped_programs(1), property),
        // What a derive gives: most programs use what was not assigned.
        Quality::Starter => check.run(any::<Vec<Line>>(), property),
    }
}
