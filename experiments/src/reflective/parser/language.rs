//! A small language and how it is written: a constructor, and its fields after spaces.

use std::fmt::{self, Display, Formatter};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lang {
    pub(super) modules: Vec<Mod>,
    pub(super) funcs: Vec<Func>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mod {
    pub(super) imports: Vec<String>,
    pub(super) exports: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Func {
    pub(super) name: String,
    pub(super) args: Vec<Exp>,
    pub(super) stmts: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stmt {
    Assign(String, Exp),
    Alloc(String, Exp),
    Return(Exp),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exp {
    Bool(bool),
    Int(i64),
    Not(Box<Exp>),
    And(Box<Exp>, Box<Exp>),
    Or(Box<Exp>, Box<Exp>),
    Add(Box<Exp>, Box<Exp>),
    Sub(Box<Exp>, Box<Exp>),
    Mul(Box<Exp>, Box<Exp>),
    Div(Box<Exp>, Box<Exp>),
}

impl Stmt {
    pub(super) fn expression(&self) -> &Exp {
        match self {
            Stmt::Assign(_, exp) | Stmt::Alloc(_, exp) | Stmt::Return(exp) => exp,
        }
    }
}

impl Exp {
    /// How many constructors it has.
    pub(super) fn size(&self) -> usize {
        match self {
            Exp::Bool(_) | Exp::Int(_) => 1,
            Exp::Not(inner) => 1 + inner.size(),
            Exp::And(left, right)
            | Exp::Or(left, right)
            | Exp::Add(left, right)
            | Exp::Sub(left, right)
            | Exp::Mul(left, right)
            | Exp::Div(left, right) => 1 + left.size() + right.size(),
        }
    }
}

/// A list in parentheses.
struct List<'a, T>(&'a [T], char);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let List(elements, separator) = self;
        f.write_str("(")?;
        for (at, element) in elements.iter().enumerate() {
            if at > 0 {
                write!(f, "{separator}")?;
            }
            write!(f, "{element}")?;
        }
        f.write_str(")")
    }
}

impl Display for Lang {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Lang {} {}", List(&self.modules, ';'), List(&self.funcs, ';'))
    }
}

impl Display for Mod {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Mod {} {}", List(&self.imports, ':'), List(&self.exports, ':'))
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Func {} {} {}", self.name, List(&self.args, ','), List(&self.stmts, ','))
    }
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Stmt::Assign(name, exp) => write!(f, "Assign {name} ({exp})"),
            Stmt::Alloc(name, exp) => write!(f, "Alloc {name} ({exp})"),
            Stmt::Return(exp) => write!(f, "Return ({exp})"),
        }
    }
}

impl Display for Exp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Exp::Bool(truth) => write!(f, "Bool {truth}"),
            Exp::Int(number) => write!(f, "Int {number}"),
            Exp::Not(inner) => write!(f, "Not ({inner})"),
            Exp::And(left, right) => write!(f, "And ({left}) ({right})"),
            Exp::Or(left, right) => write!(f, "Or ({left}) ({right})"),
            Exp::Add(left, right) => write!(f, "Add ({left}) ({right})"),
            Exp::Sub(left, right) => write!(f, "Sub ({left}) ({right})"),
            Exp::Mul(left, right) => write!(f, "Mul ({left}) ({right})"),
            Exp::Div(left, right) => write!(f, "Div ({left}) ({right})"),
        }
    }
}
