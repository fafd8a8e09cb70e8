//! Parses an EBNF file: rules, one after the other. After a mistake it goes on at the next rule.

use std::collections::VecDeque;

use super::expression::{Expression, Form, Production};
use super::lexer::{Lexer, Word};
use crate::error::{Diagnosis, Span};

/// How deep brackets are nested, at most.
const DEEPEST: u32 = 100;

/// A mistake that was reported.
struct Stop;

/// The parser: the words that come next, and all after them.
pub(super) struct Parser<'a, 'd> {
    lexer: Lexer<'a>,
    /// The next word and the one after it.
    next: VecDeque<(Word<'a>, Span)>,
    /// The end of the word before.
    before: Span,
    diagnosis: &'d mut Diagnosis<'a>,
}

impl<'a, 'd> Parser<'a, 'd> {
    pub(super) fn new(diagnosis: &'d mut Diagnosis<'a>) -> Parser<'a, 'd> {
        let mut lexer = Lexer::new(diagnosis.whole());
        let next = (0..2).map(|_| lexer.next(diagnosis)).collect();
        Parser { lexer, next, before: Span::default(), diagnosis }
    }

    /// All rules that could be read.
    pub(super) fn productions(mut self) -> Vec<Production<'a>> {
        let mut productions = Vec::new();
        while *self.word() != Word::End && !self.diagnosis.is_full() {
            match self.production() {
                Ok(production) => productions.push(production),
                Err(Stop) => {
                    while *self.word() != Word::End && !self.begins_rule() {
                        self.advance();
                    }
                }
            }
        }
        productions
    }

    fn word(&self) -> &Word<'a> {
        &self.next[0].0
    }

    fn at(&self) -> Span {
        self.next[0].1
    }

    fn advance(&mut self) -> Word<'a> {
        let (word, at) = self.next.pop_front().expect("there are two");
        self.before = at;
        self.next.push_back(self.lexer.next(self.diagnosis));
        word
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = matches!(self.word(), Word::Symbol(next) if *next == symbol);
        if found {
            self.advance();
        }
        found
    }

    fn unexpected(&mut self, expected: &str) -> Stop {
        let (word, at) = &self.next[0];
        self.diagnosis.error(*at, format!("expected {expected}, found {word}"), "");
        Stop
    }

    /// Whether `Name ::=` is next.
    fn begins_rule(&self) -> bool {
        matches!(self.word(), Word::Name(_)) && self.next[1].0 == Word::Symbol("::=")
    }

    fn production(&mut self) -> Result<Production<'a>, Stop> {
        let at = self.at();
        let Word::Name(name) = *self.word() else { return Err(self.unexpected("a rule, `Name ::= ..`")) };
        self.advance();
        if !self.take("::=") {
            return Err(self.unexpected("`::=`"));
        }
        let expression = self.choice(0)?;
        if *self.word() != Word::End && !self.begins_rule() {
            return Err(self.unexpected("the next rule, `Name ::= ..`"));
        }
        Ok(Production { name, at, expression })
    }

    fn choice(&mut self, depth: u32) -> Result<Expression<'a>, Stop> {
        let start = self.at();
        let mut parts = vec![self.sequence(depth)?];
        while self.take("|") {
            let part = self.sequence(depth)?;
            match part.form {
                Form::Choice(inner) => parts.extend(inner),
                _ => parts.push(part),
            }
        }
        Ok(self.single(parts, start, Form::Choice))
    }

    /// A list of parts, or its only part.
    fn single(
        &self,
        mut parts: Vec<Expression<'a>>,
        start: Span,
        make: fn(Vec<Expression<'a>>) -> Form<'a>,
    ) -> Expression<'a> {
        match parts.pop() {
            Some(part) if parts.is_empty() => part,
            last => {
                parts.extend(last);
                let end = if self.before.end > start.start { self.before } else { Span { end: start.start, ..start } };
                Expression { form: make(parts), at: start.to(end) }
            }
        }
    }

    fn sequence(&mut self, depth: u32) -> Result<Expression<'a>, Stop> {
        let start = self.at();
        let mut parts = Vec::new();
        while self.begins_expression() {
            let part = self.exception(depth)?;
            match part.form {
                Form::Sequence(inner) => parts.extend(inner),
                Form::Text(text) if text.is_empty() => {}
                _ => parts.push(part),
            }
        }
        Ok(self.single(parts, start, Form::Sequence))
    }

    fn begins_expression(&self) -> bool {
        match self.word() {
            Word::Text(_) | Word::Class { .. } | Word::Symbol("(") => true,
            Word::Name(_) => !self.begins_rule(),
            _ => false,
        }
    }

    fn exception(&mut self, depth: u32) -> Result<Expression<'a>, Stop> {
        let start = self.at();
        let first = self.repeated(depth)?;
        let mut others = Vec::new();
        while self.take("-") {
            others.push(self.repeated(depth)?);
        }
        if others.is_empty() {
            return Ok(first);
        }
        Ok(Expression { form: Form::Except(Box::new(first), others), at: start.to(self.before) })
    }

    /// A repetition of a repetition is one, so that expressions are not deep.
    fn repeated(&mut self, depth: u32) -> Result<Expression<'a>, Stop> {
        let start = self.at();
        let mut part = self.atom(depth)?;
        loop {
            let (min, once) = match self.word() {
                Word::Symbol("*") => (0, false),
                Word::Symbol("+") => (1, false),
                Word::Symbol("?") => (0, true),
                _ => return Ok(part),
            };
            self.advance();
            let form = match part.form {
                Form::Sequence(parts) if parts.is_empty() => Form::Sequence(parts),
                Form::Repeat { part, min: inner, once: inner_once } => {
                    Form::Repeat { part, min: min.min(inner), once: once && inner_once }
                }
                _ => Form::Repeat { part: Box::new(part), min, once },
            };
            part = Expression { form, at: start.to(self.before) };
        }
    }

    fn atom(&mut self, depth: u32) -> Result<Expression<'a>, Stop> {
        let at = self.at();
        if *self.word() == Word::Symbol("(") {
            if depth >= DEEPEST {
                self.diagnosis.error(at, format!("brackets are nested more than {DEEPEST} deep"), "");
                return Err(Stop);
            }
            self.advance();
            let inner = self.choice(depth + 1)?;
            return if self.take(")") { Ok(inner) } else { Err(self.unexpected("`)`")) };
        }
        if !self.begins_expression() {
            return Err(self.unexpected("a text, a set of characters, a name or `(`"));
        }
        let form = match self.advance() {
            Word::Text(text) => Form::Text(text),
            Word::Class { set, is_negated, text } => Form::Class { set, is_negated, text },
            Word::Name(name) => Form::Name(name),
            Word::Symbol(_) | Word::End => unreachable!("it begins an expression"),
        };
        Ok(Expression { form, at })
    }
}
