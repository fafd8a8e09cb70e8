//! A context-free grammar: categories, rules, tokens. It is what a grammar file says after its macros are expanded.
//!
//! Everything is numbered, and the numbers are places in the lists of [`Grammar`]. Categories that are levels of precedence
//! (`Exp`, `Exp1`) are categories of their own; lists (`[Exp]`) are too, with rules that have list labels.

use std::fmt;

use crate::cache::Cache;
use crate::regex::Regex;

/// A grammar. Made by a front end, or by [`Builder`](crate::Builder).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// What it is called: a file name without its ending.
    pub name: String,
    /// The categories, by [`CategoryId`].
    pub categories: Vec<Category>,
    /// The rules, by [`RuleId`].
    pub rules: Vec<Rule>,
    /// The literal texts that rules contain, by [`TerminalId`]. None occurs twice, none is empty.
    pub terminals: Vec<Terminal>,
    /// The kinds of tokens that are not literal, by [`TokenId`].
    pub tokens: Vec<Token>,
    /// The functions that labels name.
    pub definitions: Vec<Definition>,
    /// Where texts begin, if nothing else is said: the first of them.
    pub entry_points: Vec<CategoryId>,
    /// How a text is divided.
    pub lexis: Lexis,
    /// Its lexer, once that was needed.
    pub(crate) lexer: Cache,
}

/// How a text is divided into terminals and tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lexis {
    /// By the longest match, as LBNF has it: of equally long ones a terminal, then the first token. White space and comments
    /// may be between any two, and are needed only where two would be read as one or as others.
    Longest {
        /// The comments of the language.
        comments: Vec<Comment>,
        /// How indentation makes blocks, if it does.
        layout: Option<Layout>,
    },
    /// Character by character, as EBNF has it: a terminal or a token is whatever matches where it is expected, with every length
    /// that matches; white space is only where the grammar has it.
    Characters,
}

/// A comment: from an opening text to a closing one, or to the end of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What opens it.
    pub open: String,
    /// What closes it; `None` for the end of the line.
    pub close: Option<String>,
}

/// Blocks by indentation, as LBNF's pragma `layout` describes them. The braces and semicolons are terminals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Terminals after which a block begins.
    pub words: Vec<String>,
    /// Terminals that end a block.
    pub stops: Vec<String>,
    /// Whether the top level is a block too, without braces.
    pub toplevel: bool,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// Its place in the list of the grammar.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A category of a grammar.
    CategoryId
}
id! {
    /// A rule of a grammar.
    RuleId
}
id! {
    /// A terminal of a grammar.
    TerminalId
}
id! {
    /// A kind of token of a grammar.
    TokenId
}

/// A category: what is on the left of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Its name in the grammar: `Exp`, `Exp2`, `[Exp]`.
    pub name: String,
    /// The type of its abstract syntax: the name without the level of precedence.
    pub kind: String,
    /// Its rules, in the order of the grammar, internal ones among them.
    pub rules: Vec<RuleId>,
}

/// A rule: one way to make a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it makes of its parts.
    pub label: Label,
    /// What it is a rule of.
    pub category: CategoryId,
    /// The right-hand side.
    pub items: Vec<Item>,
    /// Whether it is part of the abstract syntax alone: it is neither drawn nor parsed, and it has no terminals, since
    /// those would be reserved.
    pub is_internal: bool,
    /// How often chance takes it, against the other rules of its category. Usually 1.
    pub weight: u32,
    /// The line of the grammar file where it begins, from 1; 0 if there is none.
    pub line: u32,
}

/// What a rule makes of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A constructor of the abstract syntax.
    Constructor(String),
    /// `_`: its only category, with nothing added.
    Coercion,
    /// `[]`: the empty list.
    Nil,
    /// `(:[])`: a list of one.
    One,
    /// `(:)`: an element and a list.
    Cons,
    /// A function that the grammar defines: its name.
    Defined(String),
}

/// A function that makes abstract syntax: `define twice x = Plus x x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name, a [`Label::Defined`].
    pub name: String,
    /// The number of its parameters.
    pub parameters: usize,
    /// What it makes, in reverse Polish notation: the last step makes the result. Other functions are expanded already.
    pub body: Vec<Step>,
}

/// A step of a [`Definition`]: it takes what it needs from the end of what was made before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An argument of the function, from 0.
    Parameter(usize),
    /// A constructor, applied to this many.
    Apply(String, usize),
    /// A token of this kind, with a text.
    Token(TokenId),
    /// The empty list.
    Nil,
    /// An element before a list.
    Cons,
    /// A whole number, in decimal digits.
    Integer(String),
    /// A number with a fraction.
    Double(String),
    /// A character.
    Char(char),
    /// A text.
    Text(String),
}

/// A part of the right-hand side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A literal text.
    Terminal(TerminalId),
    /// A token of a kind.
    Token(TokenId),
    /// Anything of a category.
    Category(CategoryId),
}

/// A literal text of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The text.
    pub text: String,
}

/// A kind of token: its name and what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its name: `Ident`, `Integer`, or as the grammar calls it.
    pub name: String,
    /// What it looks like. Under [`Lexis::Longest`], terminals are excepted.
    pub regex: Regex,
    /// Whether its abstract syntax says where it was.
    pub has_position: bool,
}

impl Grammar {
    /// A category.
    pub fn category(&self, id: CategoryId) -> &Category {
        &self.categories[id.index()]
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    /// The text of a terminal.
    pub fn terminal(&self, id: TerminalId) -> &str {
        &self.terminals[id.index()].text
    }

    /// A kind of token.
    pub fn token(&self, id: TokenId) -> &Token {
        &self.tokens[id.index()]
    }

    /// The category of a name.
    pub fn category_named(&self, name: &str) -> Option<CategoryId> {
        self.categories.iter().position(|category| category.name == name).map(|at| CategoryId(at as u32))
    }

    /// The rules of a category from which texts are made: all but internal ones.
    pub fn rules_of(&self, category: CategoryId) -> impl Iterator<Item = (RuleId, &Rule)> {
        let rules = self.category(category).rules.iter();
        rules.map(|&id| (id, self.rule(id))).filter(|(_, rule)| !rule.is_internal)
    }

    /// A rule as it would be written in LBNF.
    pub fn display_rule(&self, id: RuleId) -> impl fmt::Display + '_ {
        DisplayRule { grammar: self, rule: self.rule(id) }
    }
}

struct DisplayRule<'a> {
    grammar: &'a Grammar,
    rule: &'a Rule,
}

impl fmt::Display for DisplayRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DisplayRule { grammar, rule } = self;
        write!(f, "{}. {} ::=", rule.label, grammar.category(rule.category).name)?;
        for item in &rule.items {
            match item {
                Item::Terminal(id) => write!(f, " {:?}", grammar.terminal(*id))?,
                Item::Token(id) => write!(f, " {}", grammar.token(*id).name)?,
                Item::Category(id) => write!(f, " {}", grammar.category(*id).name)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Label::Constructor(name) | Label::Defined(name) => name,
            Label::Coercion => "_",
            Label::Nil => "[]",
            Label::One => "(:[])",
            Label::Cons => "(:)",
        })
    }
}
