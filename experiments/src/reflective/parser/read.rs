//! The reader of the language, with two bugs.

use super::language::{Exp, Func, Lang, Mod, Stmt};

/// Reads all of a text, or nothing.
pub(super) fn read(text: &str) -> Option<Lang> {
    let mut reader = Reader { rest: text };
    let lang = reader.lang()?;
    reader.rest.is_empty().then_some(lang)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, expected: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }

    /// What comes before the next space or mark.
    fn word(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c: char| " ();:,".contains(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn name(&mut self) -> Option<String> {
        self.word().map(str::to_string)
    }

    fn list<T>(&mut self, separator: &str, element: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.take("(")?;
        let mut elements = Vec::new();
        while self.take(")").is_none() {
            if !elements.is_empty() {
                self.take(separator)?;
            }
            elements.push(element(self)?);
        }
        Some(elements)
    }

    fn lang(&mut self) -> Option<Lang> {
        self.take("Lang ")?;
        let modules = self.list(";", Self::module)?;
        self.take(" ")?;
        Some(Lang { modules, funcs: self.list(";", Self::function)? })
    }

    fn module(&mut self) -> Option<Mod> {
        self.take("Mod ")?;
        let imports = self.list(":", Self::name)?;
        self.take(" ")?;
        Some(Mod { imports, exports: self.list(":", Self::name)? })
    }

    fn function(&mut self) -> Option<Func> {
        self.take("Func ")?;
        let name = self.name()?;
        self.take(" ")?;
        let args = self.list(",", Self::expression)?;
        self.take(" ")?;
        Some(Func { name, args, stmts: self.list(",", Self::statement)? })
    }

    fn statement(&mut self) -> Option<Stmt> {
        let word = self.word()?;
        self.take(" ")?;
        if word == "Return" {
            return self.nested().map(|exp| Stmt::Return(*exp));
        }
        let name = self.name()?;
        self.take(" ")?;
        let exp = *self.nested()?;
        match word {
            "Assign" => Some(Stmt::Assign(name, exp)),
            "Alloc" => Some(Stmt::Alloc(name, exp)),
            _ => None,
        }
    }

    /// An expression in parentheses.
    fn nested(&mut self) -> Option<Box<Exp>> {
        self.take("(")?;
        let exp = self.expression()?;
        self.take(")")?;
        Some(Box::new(exp))
    }

    fn expression(&mut self) -> Option<Exp> {
        let word = self.word()?;
        self.take(" ")?;
        match word {
            "Bool" => return self.word()?.parse().ok().map(Exp::Bool),
            "Int" => return self.word()?.parse().ok().map(Exp::Int),
            "Not" => return self.nested().map(Exp::Not),
            _ => {}
        }
        let left = self.nested()?;
        self.take(" ")?;
        let right = self.nested()?;
        match word {
            // Both are wrong: the bugs.
            "And" | "Or" => Some(Exp::And(right, left)),
            "Add" => Some(Exp::Add(left, right)),
            "Sub" => Some(Exp::Sub(left, right)),
            "Mul" => Some(Exp::Mul(left, right)),
            "Div" => Some(Exp::Div(left, right)),
            _ => None,
        }
    }
}
