//! Builds a grammar in code, rule by rule: what the front ends use, and tests.

use std::collections::HashMap;

use crate::cache::Cache;
use crate::model::{
    Category, CategoryId, Comment, Definition, Grammar, Item, Label, Layout, Lexis, Rule, RuleId, Terminal, TerminalId,
    Token, TokenId,
};
use crate::regex::Regex;

/// Builds a [`Grammar`]. Categories, terminals and tokens are numbered as they are first named.
///
/// ```
/// use astragal_grammar::{Builder, Label, Regex};
///
/// let mut sums = Builder::new("sums");
/// let (exp, plus) = (sums.category("Exp"), sums.terminal("+"));
/// let number = sums.token("Number", Regex::class([('0', '9')]).plus());
/// sums.rule(Label::Constructor("Add".into()), exp, [exp, plus, number]);
/// sums.rule(Label::Constructor("Num".into()), exp, [number]);
/// let grammar = sums.finish();
/// assert_eq!(grammar.display_rule(grammar.category(grammar.entry_points[0]).rules[0]).to_string(), "Add. Exp ::= Exp \"+\" Number");
/// ```
#[derive(Debug)]
pub struct Builder {
    grammar: Grammar,
    categories: HashMap<String, CategoryId>,
    terminals: HashMap<String, TerminalId>,
    tokens: HashMap<String, TokenId>,
}

impl Builder {
    /// A grammar without rules, whose texts are divided by the longest match.
    pub fn new(name: &str) -> Builder {
        let lexis = Lexis::Longest { comments: Vec::new(), layout: None };
        Builder {
            grammar: Grammar {
                name: name.to_owned(),
                categories: Vec::new(),
                rules: Vec::new(),
                terminals: Vec::new(),
                tokens: Vec::new(),
                definitions: Vec::new(),
                entry_points: Vec::new(),
                lexis,
                lexer: Cache::default(),
            },
            categories: HashMap::new(),
            terminals: HashMap::new(),
            tokens: HashMap::new(),
        }
    }

    /// The category of a name. Its kind is the name without the digits at its end.
    pub fn category(&mut self, name: &str) -> Item {
        let categories = &mut self.grammar.categories;
        let id = *self.categories.entry(name.to_owned()).or_insert_with(|| {
            let kind = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            categories.push(Category { name: name.to_owned(), kind, rules: Vec::new() });
            CategoryId(categories.len() as u32 - 1)
        });
        Item::Category(id)
    }

    /// A literal text.
    pub fn terminal(&mut self, text: &str) -> Item {
        let terminals = &mut self.grammar.terminals;
        Item::Terminal(*self.terminals.entry(text.to_owned()).or_insert_with(|| {
            terminals.push(Terminal { text: text.to_owned() });
            TerminalId(terminals.len() as u32 - 1)
        }))
    }

    /// The kind of token of a name. If it is known, it keeps its expression.
    pub fn token(&mut self, name: &str, regex: Regex) -> Item {
        let tokens = &mut self.grammar.tokens;
        Item::Token(*self.tokens.entry(name.to_owned()).or_insert_with(|| {
            tokens.push(Token { name: name.to_owned(), regex, has_position: false });
            TokenId(tokens.len() as u32 - 1)
        }))
    }

    /// Adds a rule of a category.
    ///
    /// # Panics
    /// If `category` is not a category.
    pub fn rule(&mut self, label: Label, category: Item, items: impl IntoIterator<Item = Item>) -> RuleId {
        let Item::Category(category) = category else { panic!("a rule is one of a category") };
        let id = RuleId(self.grammar.rules.len() as u32);
        let items = items.into_iter().collect();
        self.grammar.rules.push(Rule { label, category, items, is_internal: false, weight: 1, line: 0 });
        self.grammar.categories[category.index()].rules.push(id);
        id
    }

    /// What a front end may still change: a category.
    pub fn category_mut(&mut self, id: CategoryId) -> &mut Category {
        &mut self.grammar.categories[id.index()]
    }

    /// What a front end may still change: a rule.
    pub fn rule_mut(&mut self, id: RuleId) -> &mut Rule {
        &mut self.grammar.rules[id.index()]
    }

    /// What a front end may still change: a kind of token.
    pub fn token_mut(&mut self, id: TokenId) -> &mut Token {
        &mut self.grammar.tokens[id.index()]
    }

    /// Says how texts are divided.
    pub fn lexis(&mut self, lexis: Lexis) {
        self.grammar.lexis = lexis;
    }

    /// Adds a comment. Texts are divided by the longest match from now on.
    pub fn comment(&mut self, comment: Comment) {
        self.longest().0.push(comment);
    }

    /// Says how indentation makes blocks. Texts are divided by the longest match from now on.
    pub fn layout(&mut self, layout: Layout) {
        *self.longest().1 = Some(layout);
    }

    fn longest(&mut self) -> (&mut Vec<Comment>, &mut Option<Layout>) {
        if self.grammar.lexis == Lexis::Characters {
            self.grammar.lexis = Lexis::Longest { comments: Vec::new(), layout: None };
        }
        match &mut self.grammar.lexis {
            Lexis::Longest { comments, layout } => (comments, layout),
            Lexis::Characters => unreachable!("it was replaced"),
        }
    }

    /// Adds a function that labels name.
    pub fn definition(&mut self, definition: Definition) {
        self.grammar.definitions.push(definition);
    }

    /// Makes a category an entry point.
    ///
    /// # Panics
    /// If it is not a category.
    pub fn entry_point(&mut self, category: Item) {
        let Item::Category(category) = category else { panic!("an entry point is a category") };
        self.grammar.entry_points.push(category);
    }

    /// The grammar. Without entry points, its first category is one.
    pub fn finish(mut self) -> Grammar {
        if self.grammar.entry_points.is_empty() && !self.grammar.categories.is_empty() {
            self.grammar.entry_points.push(CategoryId(0));
        }
        self.grammar
    }
}
