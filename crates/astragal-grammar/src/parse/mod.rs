//! From a text to its trees, by any context-free grammar: left and right recursive, ambiguous, cyclic, with empty rules.
//!
//! `tables` is what is computed for a grammar; `chart` says what is known of a text, and `recognize` finds it out; `forest` is what
//! comes out, and `trees`, `count` and `ambiguity` are read from that.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::lexis::Lexeme;
use crate::model::{CategoryId, Grammar, Lexis, TokenId};

mod ambiguity;
mod bits;
mod chart;
mod count;
mod cycles;
mod error;
mod forest;
mod groups;
mod input;
mod leo;
mod look;
mod pending;
mod recognize;
mod seen;
mod sets;
mod tables;
mod trees;

pub use ambiguity::Ambiguity;
use chart::Chart;
pub use error::{Begun, SyntaxError, SyntaxProblem};
pub use forest::Forest;
use forest::ForestNode;
use input::{Characters, Input, Lexemes, Places};
use recognize::{Recognized, Recognizer, Workspace};
use tables::Tables;
pub use trees::Trees;

/// A parser of the texts of a grammar, whatever grammar it is.
///
/// It takes linear time for grammars as they are written for programming languages, and at most cubic time for the most ambiguous ones.
/// It uses no recursion, so texts may be nested as deeply as memory allows.
///
/// ```
/// use std::sync::Arc;
///
/// use astragal_grammar::{Builder, CategoryId, Label, Lexis, Parser, Regex};
///
/// let mut sums = Builder::new("sums");
/// sums.lexis(Lexis::Characters);
/// let (exp, minus) = (sums.category("Exp"), sums.terminal("-"));
/// let digit = sums.token("Digit", Regex::class([('0', '9')]));
/// sums.rule(Label::Constructor("Sub".into()), exp, [exp, minus, exp]);
/// sums.rule(Label::Constructor("Num".into()), exp, [digit]);
/// let parser = Parser::new(Arc::new(sums.finish()));
///
/// let text = "8-4-1";
/// let ends = |_, at: usize| text[at..].starts_with(|c: char| c.is_ascii_digit()).then_some(at + 1);
/// let forest = parser.parse_characters(CategoryId(0), text, ends).unwrap();
/// let trees: Vec<String> = forest.trees().map(|tree| format!("{tree:?}")).collect();
/// assert_eq!(trees, ["Sub (Sub (Num 8) (Num 4)) (Num 1)", "Sub (Num 8) (Sub (Num 4) (Num 1))"]);
/// ```
pub struct Parser {
    tables: Arc<Tables>,
    limit: usize,
    /// Memory of earlier texts.
    spare: Mutex<Vec<Workspace>>,
}

/// The most sets and items that the numbers of a chart are wide enough for.
const MOST: usize = 1 << 31;

impl Parser {
    /// A parser of a grammar.
    pub fn new(grammar: Arc<Grammar>) -> Parser {
        Parser { tables: Arc::new(Tables::new(grammar)), limit: 1 << 28, spare: Mutex::new(Vec::new()) }
    }

    /// Gives up on texts that take more than this many items of the chart, 16 bytes each: 2^28 unless said. A text of a few
    /// megabytes needs fewer, unless it is highly ambiguous.
    pub fn limit(self, items: usize) -> Parser {
        Parser { limit: items.min(MOST), ..self }
    }

    /// The grammar.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.tables.grammar
    }

    /// All trees of a text that a lexer divided, as texts of a category.
    ///
    /// # Panics
    /// If the grammar has no such category, or if its texts are read character by character.
    pub fn parse_lexemes(&self, start: CategoryId, text: &str, lexemes: Vec<Lexeme>) -> Result<Forest, SyntaxError> {
        assert!(self.grammar().lexis != Lexis::Characters, "the grammar is read character by character");
        let places = Places::Lexemes(lexemes);
        let Places::Lexemes(lexemes) = &places else { unreachable!("they were put there") };
        let (chart, root) = self.recognize(start, text, &places, Lexemes { tables: &self.tables, lexemes })?;
        Ok(Forest::new(Arc::clone(&self.tables), text, places, chart, root))
    }

    /// All trees of a text in which terminals and tokens match wherever they are expected, with any length, as texts of a category.
    ///
    /// `ends` says where a token may end that begins at a byte of the text, as the token's expression has it.
    ///
    /// # Panics
    /// If the grammar has no such category, or if its texts are divided by the longest match.
    pub fn parse_characters<I: IntoIterator<Item = usize>>(
        &self,
        start: CategoryId,
        text: &str,
        ends: impl Fn(TokenId, usize) -> I,
    ) -> Result<Forest, SyntaxError> {
        assert!(self.grammar().lexis == Lexis::Characters, "the texts of the grammar are divided by the longest match");
        let input = Characters::new(&self.tables, text, ends);
        let (chart, root) = self.recognize(start, text, &Places::Characters, input)?;
        Ok(Forest::new(Arc::clone(&self.tables), text, Places::Characters, chart, root))
    }

    fn recognize(
        &self,
        start: CategoryId,
        text: &str,
        places: &Places,
        input: impl Input,
    ) -> Result<(Chart, ForestNode), SyntaxError> {
        assert!(start.index() < self.grammar().categories.len(), "the grammar has no such category");
        let end = input.last();
        if end > MOST {
            return Err(SyntaxError::limit(text, places, 0, MOST));
        }
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let reused = spare().pop();
        let mut work = reused.unwrap_or_else(|| Workspace::new(&self.tables));
        let mut recognizer = Recognizer::new(&self.tables, &mut work, start.0, input);
        let result = match recognizer.recognize(self.limit) {
            Recognized::As(None) => Ok((recognizer.chart, ForestNode::Empty { category: start.0, at: 0 })),
            Recognized::As(Some(item)) => {
                let mut chart = std::mem::take(&mut recognizer.chart);
                leo::put_back(&self.tables, &recognizer.work.sets, start.0, &mut chart, item);
                Ok((chart, ForestNode::Filled { item, end: end as u32 }))
            }
            Recognized::Not => Err(SyntaxError::unexpected(recognizer, text, places, self.limit)),
            Recognized::Limit(set) => Err(SyntaxError::limit(text, places, set, self.limit)),
        };
        spare().push(work);
        result
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Parser({})", self.tables.grammar.name)
    }
}
