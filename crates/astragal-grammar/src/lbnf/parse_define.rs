//! Parses `define`: a function that makes abstract syntax, its parameters, and what it makes.

use super::definition::{Body, Definition};
use super::lexer::{Word, is_reserved};
use super::parser::{Parser, Stop};
use crate::error::Span;

impl<'a> Parser<'a, '_> {
    pub(super) fn define(&mut self) -> Result<Definition<'a>, Stop> {
        let name = self.name("the name of a function")?;
        let mut parameters = Vec::new();
        while *self.word() != Word::Symbol("=") {
            parameters.push(self.name("the name of a parameter, or `=`")?);
        }
        self.advance();
        Ok(Definition::Define { name, parameters, body: self.body(0)? })
    }

    /// The right-hand side of a `define`: `a : b : c` is a list with a rest.
    fn body(&mut self, depth: u32) -> Result<(Body<'a>, Span), Stop> {
        let start = self.at;
        let mut parts = vec![self.application(depth)?];
        while self.take(":") {
            parts.push(self.application(depth)?);
        }
        let last = parts.pop().expect("there is one");
        if parts.is_empty() {
            return Ok(last);
        }
        Ok((Body::List(parts, Some(Box::new(last))), start.to(self.before)))
    }

    fn application(&mut self, depth: u32) -> Result<(Body<'a>, Span), Stop> {
        let start = self.at;
        let Word::Name(name) = *self.word() else { return self.operand(depth) };
        if is_reserved(name) {
            return self.operand(depth);
        }
        self.advance();
        let mut arguments = Vec::new();
        while matches!(
            self.word(),
            Word::Symbol("[" | "(") | Word::Integer(_) | Word::Double(_) | Word::Character(_) | Word::Text(_)
        ) || matches!(*self.word(), Word::Name(name) if !is_reserved(name))
        {
            arguments.push(self.operand(depth)?);
        }
        Ok((Body::Apply(name, arguments), start.to(self.before)))
    }

    fn operand(&mut self, depth: u32) -> Result<(Body<'a>, Span), Stop> {
        let start = self.at;
        let body = match self.word().clone() {
            Word::Name(name) if !is_reserved(name) => Body::Apply(name, Vec::new()),
            Word::Integer(digits) => Body::Integer(digits),
            Word::Double(digits) => Body::Double(digits),
            Word::Character(c) => Body::Character(c),
            Word::Text(text) => Body::Text(text),
            Word::Symbol("(") => {
                let depth = self.deeper(depth)?;
                self.advance();
                let inner = self.body(depth)?;
                self.expect(")")?;
                return Ok(inner);
            }
            Word::Symbol("[") => {
                let depth = self.deeper(depth)?;
                self.advance();
                let mut elements = Vec::new();
                while *self.word() != Word::Symbol("]") {
                    elements.push(self.body(depth)?);
                    if !self.take(",") {
                        break;
                    }
                }
                self.expect("]")?;
                return Ok((Body::List(elements, None), start.to(self.before)));
            }
            _ => return Err(self.unexpected("a name, a number, a text, a list or `(`")),
        };
        self.advance();
        Ok((body, start))
    }
}
