//! Which rules and categories have a finite text at all.

use super::LanguageError;
use crate::lexis::Lexer;
use crate::model::{CategoryId, Grammar, Item, RuleId, TokenId};

/// See the module. Internal rules have none.
pub(super) struct Productive {
    categories: Vec<bool>,
    tokens: Vec<bool>,
    rules: Vec<bool>,
}

impl Productive {
    pub(super) fn of(grammar: &Grammar, lexer: &Lexer) -> Productive {
        let tokens: Vec<bool> = (0..grammar.tokens.len() as u32).map(|id| lexer.has_text(TokenId(id))).collect();
        // For each rule, how many of its categories are not known to have a text; and by category, the rules that wait for it.
        let mut missing = vec![usize::MAX; grammar.rules.len()];
        let mut waiting: Vec<Vec<RuleId>> = vec![Vec::new(); grammar.categories.len()];
        let mut open = Vec::new();
        for (at, rule) in grammar.rules.iter().enumerate() {
            let has_texts = |item: &Item| !matches!(item, Item::Token(id) if !tokens[id.index()]);
            if rule.is_internal || !rule.items.iter().all(has_texts) {
                continue;
            }
            let id = RuleId(at as u32);
            missing[at] = 0;
            for item in &rule.items {
                if let Item::Category(part) = item {
                    missing[at] += 1;
                    waiting[part.index()].push(id);
                }
            }
            if missing[at] == 0 {
                open.push(id);
            }
        }
        let mut categories = vec![false; grammar.categories.len()];
        while let Some(rule) = open.pop() {
            let category = grammar.rule(rule).category;
            if std::mem::replace(&mut categories[category.index()], true) {
                continue;
            }
            for &rule in &waiting[category.index()] {
                missing[rule.index()] -= 1;
                if missing[rule.index()] == 0 {
                    open.push(rule);
                }
            }
        }
        let rules = missing.iter().map(|&missing| missing == 0).collect();
        Productive { categories, tokens, rules }
    }

    /// Whether a rule has a text.
    pub(super) fn has_rule(&self, rule: RuleId) -> bool {
        self.rules[rule.index()]
    }

    /// Whether a category has a text; if not, why.
    pub(super) fn check(&self, grammar: &Grammar, id: CategoryId) -> Result<(), LanguageError> {
        if self.categories[id.index()] {
            return Ok(());
        }
        let name = &grammar.category(id).name;
        let own = || grammar.rules_of(id).flat_map(|(_, rule)| &rule.items);
        let token = own().find_map(|item| match item {
            Item::Token(token) if !self.tokens[token.index()] => Some(&grammar.token(*token).name),
            _ => None,
        });
        Err(LanguageError::new(match token {
            _ if own().next().is_none() && grammar.rules_of(id).next().is_none() => format!("`{name}` has no rule"),
            Some(token) => {
                format!("`{name}` has no text: no text is read as the token `{token}`, since others come before it")
            }
            None => format!("every text of `{name}` would be infinite: it needs a rule that ends"),
        }))
    }
}
