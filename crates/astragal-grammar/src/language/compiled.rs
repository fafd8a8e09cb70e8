//! A grammar made ready to be drawn from, from one category on: forms, texts of tokens, and how chance picks.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use astragal_core::support::Identity;
use astragal_core::{NodeId, Place};

use super::LanguageError;
use super::chances::Chances;
use super::forms::{CategoryForm, Form, Forms, Number, Part};
use super::gaps::Gaps;
use super::tokens::TokenTexts;
use crate::lexis::{DEAD, Lexer, START, State};
use crate::model::{CategoryId, Grammar, RuleId, TokenId};
use crate::parse::Parser;

/// See the module.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(super) grammar: Arc<Grammar>,
    pub(super) lexer: Arc<Lexer>,
    pub(super) start: CategoryId,
    pub(super) forms: Forms,
    /// The texts of the tokens that are needed, by [`TokenId`].
    tokens: Vec<Option<TokenTexts>>,
    pub(super) gaps: Gaps,
    /// Where the automaton of the lexer is after each terminal.
    pub(super) terminal_ends: Vec<State>,
    /// By category, the arm of a path of rules.
    paths: OnceLock<Vec<Paths>>,
    /// Made when a text is parsed for the first time.
    parser: OnceLock<Parser>,
    pub(super) place: Place,
    /// Without and with gaps.
    plain: Variant,
    gapped: Variant,
}

/// The arms of a category, by their rules.
type Paths = HashMap<Box<[RuleId]>, usize>;

/// What differs where white space and comments are choices: there are more of them.
#[derive(Debug)]
struct Variant {
    identities: Vec<Identity>,
    chances: OnceLock<Chances>,
}

impl Variant {
    fn new(count: usize) -> Variant {
        Variant { identities: Identity::unique(count).collect(), chances: OnceLock::new() }
    }
}

impl Compiled {
    pub(super) fn new(grammar: Arc<Grammar>, start: CategoryId, place: Place) -> Result<Compiled, LanguageError> {
        let lexer = grammar.lexer().map_err(|error| LanguageError::new(error.to_string()))?;
        let forms = Forms::new(&grammar, &lexer, start)?;
        let mut tokens = vec![None; grammar.tokens.len()];
        let mut need = |part: &Part| {
            if let Part::Token(id) = part {
                tokens[id.index()].get_or_insert_with(|| TokenTexts::of_token(&grammar, &lexer, *id, place));
            }
        };
        for category in &forms.categories {
            match &category.form {
                Form::Sum(arms) => arms.iter().flat_map(|arm| &arm.parts).for_each(&mut need),
                Form::Product(arm) => arm.parts.iter().for_each(&mut need),
                Form::List(list) => need(&list.element),
            }
        }
        let count = forms.categories.len();
        let gaps = Gaps::new(&grammar, &lexer, place);
        let (plain, gapped) = (Variant::new(count), Variant::new(count));
        let end = |text: &str| lexer.automaton().map_or(DEAD, |automaton| lexer.run(automaton, START, text));
        let terminal_ends = grammar.terminals.iter().map(|terminal| end(&terminal.text)).collect();
        let (paths, parser) = (OnceLock::new(), OnceLock::new());
        Ok(Compiled { grammar, lexer, start, forms, tokens, gaps, terminal_ends, paths, parser, place, plain, gapped })
    }

    /// The parser of its texts.
    pub(super) fn parser(&self) -> &Parser {
        self.parser.get_or_init(|| Parser::new(Arc::clone(&self.grammar)))
    }

    fn variant(&self, is_gapped: bool) -> &Variant {
        if is_gapped { &self.gapped } else { &self.plain }
    }

    /// By which each category is known to what changes its chances.
    pub(super) fn identities(&self, is_gapped: bool) -> &[Identity] {
        &self.variant(is_gapped).identities
    }

    /// How chance picks.
    pub(super) fn chances(&self, is_gapped: bool) -> &Chances {
        self.variant(is_gapped).chances.get_or_init(|| Chances::of(self, is_gapped))
    }

    /// The texts of a token that is needed.
    ///
    /// # Panics
    /// If no form has it.
    #[inline]
    pub(super) fn token(&self, id: TokenId) -> &TokenTexts {
        self.tokens[id.index()].as_ref().expect("every token of a form has texts")
    }

    /// The tokens that are needed, with their nodes by `describe`.
    pub(super) fn describe_tokens(&self, mut describe: impl FnMut(&TokenTexts) -> NodeId) -> Vec<Option<NodeId>> {
        self.tokens.iter().map(|token| token.as_ref().map(&mut describe)).collect()
    }

    /// The arm of a sum that rules lead to.
    pub(super) fn arm_of(&self, number: Number, rules: &[RuleId]) -> Option<usize> {
        let paths = self.paths.get_or_init(|| {
            let of = |category: &CategoryForm| match &category.form {
                Form::Sum(arms) => arms.iter().enumerate().map(|(at, arm)| (arm.rules.clone(), at)).collect(),
                Form::Product(_) | Form::List(_) => HashMap::new(),
            };
            self.forms.categories.iter().map(of).collect()
        });
        paths[number as usize].get(rules).copied()
    }
}
