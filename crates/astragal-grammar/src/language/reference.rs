//! A parser as simple as can be, to try texts backwards: all ways to divide a text among the items of a rule, each known once.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::lexis::Lexer;
use crate::model::{CategoryId, Grammar, Item, Lexis, RuleId, TokenId};
use crate::tree::{Tree, TreeWriter};

#[derive(Debug)]
enum Parsed {
    Rule(RuleId, Vec<Rc<Parsed>>),
    Token(TokenId, String),
}

/// All ways to make something of a category between two places; `None` while they are found.
type Known = HashMap<(CategoryId, usize, usize), Option<Vec<Rc<Parsed>>>>;

struct Reference<'a> {
    grammar: &'a Grammar,
    lexer: &'a Lexer,
    text: &'a str,
    /// By the place where it begins: an item and the place where it ends. A place is the number of a lexeme, or a byte.
    lexemes: Option<Vec<(Item, usize, usize)>>,
    known: Known,
}

/// All trees of a text but those that contain themselves.
pub(super) fn parse(grammar: &Arc<Grammar>, lexer: &Lexer, start: CategoryId, text: &str) -> Result<Vec<Tree>, String> {
    let lexemes = match grammar.lexis {
        Lexis::Characters => None,
        Lexis::Longest { .. } => {
            let lexemes = lexer.scan(text).map_err(|error| error.to_string())?;
            Some(lexemes.into_iter().map(|lexeme| (lexeme.item, lexeme.start, lexeme.end)).collect())
        }
    };
    let mut reference = Reference { grammar, lexer, text, lexemes, known: HashMap::new() };
    let end = reference.lexemes.as_ref().map_or(text.len(), Vec::len);
    let found = reference.category(start, 0, end);
    if found.is_empty() {
        return Err(format!("{text:?} has no tree"));
    }
    Ok(found
        .iter()
        .map(|parsed| {
            let mut writer = TreeWriter::default();
            write(parsed, &mut writer);
            writer.finish(Arc::clone(grammar))
        })
        .collect())
}

fn write(parsed: &Parsed, writer: &mut TreeWriter) {
    match parsed {
        Parsed::Rule(rule, parts) => {
            writer.open(*rule);
            parts.iter().for_each(|part| write(part, writer));
            writer.close();
        }
        Parsed::Token(token, text) => {
            let written: Result<(), ()> = writer.token(*token, |into| {
                into.push_str(text);
                Ok(())
            });
            written.unwrap();
        }
    }
}

impl Reference<'_> {
    fn category(&mut self, id: CategoryId, from: usize, to: usize) -> Vec<Rc<Parsed>> {
        match self.known.get(&(id, from, to)) {
            Some(Some(known)) => return known.clone(),
            Some(None) => return Vec::new(), // it is a part of itself
            None => {}
        }
        self.known.insert((id, from, to), None);
        let mut found = Vec::new();
        let rules: Vec<RuleId> = self.grammar.rules_of(id).map(|(rule, _)| rule).collect();
        for rule in rules {
            let items = self.grammar.rule(rule).items.clone();
            let parts = self.items(&items, from, to);
            found.extend(parts.into_iter().map(|parts| Rc::new(Parsed::Rule(rule, parts))));
        }
        self.known.insert((id, from, to), Some(found.clone()));
        found
    }

    fn items(&mut self, items: &[Item], from: usize, to: usize) -> Vec<Vec<Rc<Parsed>>> {
        let Some((&first, rest)) = items.split_first() else {
            return if from == to { vec![Vec::new()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        for (middle, own) in self.item(first, from, to, rest.is_empty()) {
            if middle > to || own.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            for others in self.items(rest, middle, to) {
                let ways = own.as_ref().map_or(vec![None], |own| own.iter().cloned().map(Some).collect());
                found.extend(ways.into_iter().map(|way| way.into_iter().chain(others.iter().cloned()).collect()));
            }
        }
        found
    }

    /// Where an item may end, and the ways to make it; `None` for a terminal.
    fn item(&mut self, item: Item, from: usize, to: usize, is_last: bool) -> Vec<(usize, Option<Vec<Rc<Parsed>>>)> {
        let token = |id: TokenId, text: &str| Some(vec![Rc::new(Parsed::Token(id, text.to_owned()))]);
        match (item, &self.lexemes) {
            (Item::Category(id), _) => {
                let first = if is_last { to } else { from };
                (first..=to)
                    .filter(|&end| self.is_place(end))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|end| (end, Some(self.category(id, from, end))))
                    .collect()
            }
            (_, Some(lexemes)) => match lexemes.get(from) {
                Some(&(found, start, end)) if found == item => {
                    let own = if let Item::Token(id) = item { token(id, &self.text[start..end]) } else { None };
                    vec![(from + 1, own)]
                }
                _ => Vec::new(),
            },
            (Item::Terminal(id), None) => {
                let terminal = self.grammar.terminal(id);
                if self.text[from..].starts_with(terminal) { vec![(from + terminal.len(), None)] } else { Vec::new() }
            }
            (Item::Token(id), None) => {
                self.lexer.ends(id, self.text, from).map(|end| (end, token(id, &self.text[from..end]))).collect()
            }
        }
    }

    fn is_place(&self, at: usize) -> bool {
        self.lexemes.is_some() || self.text.is_char_boundary(at)
    }
}
