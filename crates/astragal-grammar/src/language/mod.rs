//! A grammar as a generator, forwards and backwards: of its trees ([`Language`]), and of its texts ([`Texts`]).
//!
//! ```text
//!   grammar -- productive: what ends at all
//!      `------ forms: sums, products, lists -- worth -- chances: how often which rule
//!                  |                 |-- draw: choices to a tree or a text ---------.
//!                  |                 `-- reflect: a tree to choices                  |-- texts: strings,
//!                  `-- describe: its space                                           |   through a parser backwards
//!              tokens: texts of tokens     gaps: white space     spacing: leaves to texts
//! ```

mod chances;
mod compiled;
mod describe;
mod draw;
mod forms;
mod gaps;
mod intern;
mod parses;
mod productive;
mod reflect;
mod spacing;
#[cfg(test)]
mod tests;
mod texts;
mod tokens;
mod worth;

use std::fmt;
use std::sync::Arc;

use astragal_core::{Back, Closed, Draw, Gen, Growth, Mismatch, NodeId, Place, Reflect, Reject, Sketch, Source};

use self::compiled::Compiled;
use self::draw::Sink;
use self::forms::Number;
pub use self::parses::TextError;
use self::reflect::NoGaps;
pub use self::spacing::Spacing;
use self::spacing::{Before, Printer};
pub use self::texts::Texts;
use crate::model::{CategoryId, Grammar, Item, Rule, RuleId, TerminalId, TokenId};
use crate::tree::{Leaf, Tree, TreeWriter};

/// The trees of a grammar, from one of its categories on: a generator with every power. Its [texts](Language::texts) are another.
///
/// ```
/// use std::sync::Arc;
///
/// use astragal::prelude::*;
/// use astragal_grammar::{Builder, Label, Language, Regex, Spacing};
///
/// let mut sums = Builder::new("sums");
/// let (exp, plus) = (sums.category("Exp"), sums.terminal("+"));
/// let number = sums.token("Number", Regex::class([('0', '9')]).plus());
/// sums.rule(Label::Constructor("Add".into()), exp, [exp, plus, number]);
/// sums.rule(Label::Constructor("Num".into()), exp, [number]);
///
/// let sums = Language::new(Arc::new(sums.finish()))?;
/// assert_eq!(sums.simplest()?.to_string(), "0");
/// let (tree, choices) = sums.record(1)?;
/// assert_eq!(sums.replay(&choices)?, tree);
/// assert_eq!(sums.choices_of(&tree)?, choices);
///
/// let shrunk = sums.shrink(&tree, |sum| sum.leaves().count() > 2)?;
/// assert_eq!(shrunk.value.to_string(), "0 + 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What no grammar can say is a filter on trees: that names are declared before they are used, that a field is the length or the hash of
/// another. All that is drawn, enumerated or tried on the way to a smaller tree then keeps to it. Here no divisor is zero:
///
/// ```
/// use std::sync::Arc;
///
/// use astragal::prelude::*;
/// use astragal_grammar::{Builder, Label, Language, Regex, Tree};
///
/// let mut quotients = Builder::new("quotients");
/// let (term, factor, slash) = (quotients.category("Term"), quotients.category("Factor"), quotients.terminal("/"));
/// let number = quotients.token("Number", Regex::class([('0', '9')]).plus());
/// quotients.rule(Label::Constructor("Divide".into()), term, [term, slash, factor]);
/// quotients.rule(Label::Coercion, term, [factor]);
/// quotients.rule(Label::Constructor("Number".into()), factor, [number]);
/// let quotients = Language::new(Arc::new(quotients.finish()))?;
///
/// let is_defined = |term: &Tree| {
///     let divisors = term.nodes().filter(|node| node.label().to_string() == "Divide").filter_map(|node| node.parts().last());
///     divisors.flat_map(|divisor| divisor.ok()).all(|factor| {
///         factor.parts().all(|digits| digits.is_err_and(|(_, digits)| !digits.trim_matches('0').is_empty()))
///     })
/// };
/// let defined = quotients.filter(is_defined);
/// assert!((0..100).all(|seed| is_defined(&defined.sample(seed))));
/// let long = (0..).map(|seed| defined.sample(seed)).find(|term| term.size() > 20).unwrap();
/// assert_eq!(defined.shrink(&long, |term| term.leaves().count() > 2)?.value.to_string(), "0 / 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Rules without weights are taken by how much of the grammar is seen through them, and so that texts grow to the size of the case. What
/// has no finite text is never drawn.
#[derive(Clone)]
pub struct Language {
    compiled: Arc<Compiled>,
    before: Arc<Before>,
    after: Arc<str>,
}

/// Why a grammar has no language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageError(String);

impl LanguageError {
    fn new(message: impl Into<String>) -> LanguageError {
        LanguageError(message.into())
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LanguageError {}

impl Language {
    /// The language of a grammar, from its first entry point on.
    ///
    /// # Errors
    /// If the grammar has no category, if every text would be infinite, or if texts cannot be divided (see [`Grammar::lexer`]).
    #[track_caller]
    pub fn new(grammar: Arc<Grammar>) -> Result<Language, LanguageError> {
        let Some(&start) = grammar.entry_points.first() else {
            return Err(LanguageError::new(format!("the grammar `{}` has no category", grammar.name)));
        };
        Language::of_category(grammar, start)
    }

    /// The language of a category of a grammar.
    ///
    /// # Errors
    /// As for [`new`](Language::new).
    ///
    /// # Panics
    /// If the grammar has no such category.
    #[track_caller]
    pub fn of_category(grammar: Arc<Grammar>, start: CategoryId) -> Result<Language, LanguageError> {
        let compiled = Arc::new(Compiled::new(grammar, start, Place::here())?);
        Ok(Language { compiled, before: Arc::default(), after: "".into() })
    }

    /// The language of another category of its grammar, by its name: `"Stm"`, `"Exp2"`, `"[Exp]"`.
    ///
    /// # Errors
    /// If there is no such category, and as for [`new`](Language::new).
    #[track_caller]
    pub fn category(&self, name: &str) -> Result<Language, LanguageError> {
        let grammar = self.grammar();
        match grammar.category_named(name) {
            Some(start) => Language::of_category(Arc::clone(grammar), start),
            None => Err(LanguageError::new(format!("the grammar `{}` has no category `{name}`", grammar.name))),
        }
    }

    /// The same trees, whose texts have others around them: an expression inside of a function, so that a parser of whole programs
    /// reads it.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use astragal::prelude::*;
    /// use astragal_grammar::{Builder, Label, Language, Regex, Spacing};
    ///
    /// let mut words = Builder::new("words");
    /// let (word, greeting) = (words.token("Word", Regex::class([('a', 'z')]).plus()), words.category("Greeting"));
    /// words.rule(Label::Constructor("Greeting".into()), greeting, [word]);
    /// let words = Language::new(Arc::new(words.finish()))?;
    /// let greetings = words.within("hello", "goodbye");
    /// assert_eq!(greetings.texts(Spacing::Minimal).simplest()?, "hello a goodbye");
    /// // The grammar need not have what is around its texts.
    /// let printed = words.within("print('", "')");
    /// assert_eq!(printed.texts(Spacing::Minimal).simplest()?, "print(' a')");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Between them is a space where the lexer of the grammar needs one, or cannot read the text before.
    pub fn within(&self, before: &str, after: &str) -> Language {
        let before = Arc::new(Before::new(&self.compiled.lexer, before));
        Language { compiled: Arc::clone(&self.compiled), before, after: after.into() }
    }

    /// Its texts, with white space as it is said. See [`Texts`].
    pub fn texts(&self, spacing: Spacing) -> Texts {
        Texts::new(self.clone(), spacing)
    }

    /// The text of a tree, with what [encloses](Language::within) it. Random spacing needs choices, so it is as minimal here.
    pub fn text_of(&self, tree: &Tree, spacing: Spacing) -> String {
        self.text_of_leaves(tree.leaves().map(Leaf::text), spacing)
    }

    /// The text of terminals and tokens, with what encloses it.
    pub(crate) fn text_of_leaves<'t>(&self, leaves: impl Iterator<Item = &'t str>, spacing: Spacing) -> String {
        let mut printer = Printer::new(&self.compiled.lexer, &self.before, spacing);
        leaves.for_each(|leaf| printer.leaf(leaf));
        printer.finish(&self.after).0
    }

    /// The rules that its trees may have, in the order of the grammar.
    pub fn rules(&self) -> Vec<RuleId> {
        let grammar = self.grammar();
        let mut is_reached = vec![false; grammar.categories.len()];
        let mut open = vec![self.start()];
        while let Some(category) = open.pop() {
            if std::mem::replace(&mut is_reached[category.index()], true) {
                continue;
            }
            for (_, rule) in grammar.rules_of(category) {
                open.extend(rule.items.iter().filter_map(|item| match item {
                    Item::Category(id) => Some(*id),
                    Item::Terminal(_) | Item::Token(_) => None,
                }));
            }
        }
        let is_used = |rule: &Rule| !rule.is_internal && is_reached[rule.category.index()];
        (0..).map(RuleId).zip(&grammar.rules).filter(|(_, rule)| is_used(rule)).map(|(id, _)| id).collect()
    }

    /// The grammar.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.compiled.grammar
    }

    /// The category from which trees begin.
    pub fn start(&self) -> CategoryId {
        self.compiled.start
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grammar = self.grammar();
        write!(f, "Language({}, {})", grammar.name, grammar.category(self.start()).name)
    }
}

/// Writes a tree.
struct TreeSink<'a> {
    language: &'a Compiled,
    writer: TreeWriter,
}

impl Sink for TreeSink<'_> {
    const IS_GAPPED: bool = false;

    #[inline]
    fn open(&mut self, rule: RuleId) {
        self.writer.open(rule);
    }

    #[inline]
    fn close(&mut self) {
        self.writer.close();
    }

    #[inline]
    fn terminal(&mut self, _: TerminalId, _: &mut Source) -> Result<(), Reject> {
        Ok(())
    }

    #[inline]
    fn token(&mut self, id: TokenId, src: &mut Source) -> Result<(), Reject> {
        let texts = self.language.token(id);
        self.writer.token(id, |text| texts.draw_into(&self.language.lexer, src, text))
    }

    fn gap(&mut self, _: &mut Source) -> Result<(), Reject> {
        Ok(())
    }
}

impl Compiled {
    /// Draws a tree of a category.
    fn draw_tree(&self, start: Number, src: &mut Source) -> Result<Tree, Reject> {
        let mut sink = TreeSink { language: self, writer: TreeWriter::default() };
        draw::draw(self, start, src, &mut sink)?;
        Ok(sink.writer.finish(Arc::clone(&self.grammar)))
    }
}

impl Draw for Language {
    type Value = Tree;

    fn draw(&self, src: &mut Source) -> Result<Tree, Reject> {
        self.compiled.draw_tree(0, src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        self.compiled.nodes(sketch, false)[0]
    }

    fn growth(&self) -> Growth {
        self.compiled.chances(false).category(0).growth
    }
}

impl Reflect for Language {
    fn reflect(&self, value: &Tree, back: &mut Back) -> Result<(), Mismatch> {
        reflect::reflect(&self.compiled, value, &mut NoGaps, back)
    }
}

impl Closed for Language {}
impl Gen for Language {}
