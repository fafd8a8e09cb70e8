//! The example `parser`: reading back what was written gives the same.
//!
//! The bugs are in the reader: it swaps the operands of `And`, and reads `Or` as a swapped `And`.

mod language;
mod read;

use super::example::Example;
use astragal::generators::Chars;
use astragal::prelude::*;
use language::{Exp, Func, Lang, Mod, Stmt};

pub(super) struct Parser;

impl Example for Parser {
    type Value = Lang;

    fn generator(size: u32) -> impl Reflect<Value = Lang> {
        lang(size as usize)
    }

    fn fails(lang: &Lang) -> bool {
        read::read(&lang.to_string()).as_ref() != Some(lang)
    }

    /// What is imported, exported, said and calculated. Names and functions do not count.
    fn measure(lang: &Lang) -> usize {
        let modules: usize = lang.modules.iter().map(|module| module.imports.len() + module.exports.len()).sum();
        let functions = lang.funcs.iter().map(|function| {
            let arguments: usize = function.args.iter().map(Exp::size).sum();
            arguments + function.stmts.iter().map(|stmt| 1 + stmt.expression().size()).sum::<usize>()
        });
        modules + functions.sum::<usize>()
    }
}

#[generator]
fn lang(size: usize) -> Lang {
    let modules = draw!(vec_of(module(size), 0..=size));
    let funcs = draw!(vec_of(function(size), 0..=size));
    Lang { modules, funcs }
}

#[generator]
fn module(size: usize) -> Mod {
    let imports = draw!(vec_of(name(size), 0..=size));
    let exports = draw!(vec_of(name(size), 0..=size));
    Mod { imports, exports }
}

/// Letters and digits, few of them.
fn name(size: usize) -> impl Reflect<Value = String> {
    string_of(Chars::from_ranges(['a'..='c', '1'..='3']), 1..=size.max(1))
}

#[generator]
fn function(size: usize) -> Func {
    let name = draw!(name(size));
    let args = draw!(vec_of(exp(size as i64, size), 0..=size));
    let stmts = draw!(vec_of(stmt(size), 0..=size));
    Func { name, args, stmts }
}

#[generator]
fn stmt(size: usize) -> Stmt {
    pick! {
        {
            let exp = draw!(exp(size as i64, size));
            Stmt::Return(exp)
        },
        {
            let name = draw!(name(size));
            let exp = draw!(exp(size as i64, size));
            Stmt::Assign(name, exp)
        },
        {
            let name = draw!(name(size));
            let exp = draw!(exp(size as i64, size));
            Stmt::Alloc(name, exp)
        }
    }
}

/// Numbers up to `most`.
#[generator]
fn exp(most: i64, size: usize) -> Exp {
    pick! {
        1 => {
            let truth = draw!(any::<bool>());
            Exp::Bool(truth)
        },
        1 => {
            let number = draw!(-most..=most);
            Exp::Int(number)
        },
        if size > 1, 10 => {
            let inner = draw!(exp(most, size - 1));
            Exp::Not(Box::new(inner))
        },
        if size > 1, 100 => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Exp::And(Box::new(left), Box::new(right))
        },
        if size > 1, 100 => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Exp::Or(Box::new(left), Box::new(right))
        },
        if size > 1, 100 => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Exp::Add(Box::new(left), Box::new(right))
        },
        if size > 1, 100 => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Exp::Sub(Box::new(left), Box::new(right))
        },
        if size > 1, 100 => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Exp::Mul(Box::new(left), Box::new(right))
        },
        if size > 1, 100 => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Exp::Div(Box::new(left), Box::new(right))
        }
    }
}
