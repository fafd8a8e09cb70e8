//! From a text of a language to its trees: where texts meet the lexer and the parser.

use std::fmt;

use super::Language;
use super::compiled::Compiled;
use crate::lexis::LexError;
use crate::model::Lexis;
use crate::oracle::{Answer, Oracle};
use crate::parse::{Forest, SyntaxError};

/// Why a text is not one of a language.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TextError {
    /// It cannot be divided into terminals and tokens.
    Lexical(LexError),
    /// It has no tree.
    Syntax(SyntaxError),
    /// What encloses the texts of the language is not around it.
    Enclosure(String),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Lexical(error) => error.fmt(f),
            TextError::Syntax(error) => error.fmt(f),
            TextError::Enclosure(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for TextError {}

impl Compiled {
    /// All trees of a text, without what encloses it.
    pub(super) fn parse(&self, text: &str) -> Result<Forest, TextError> {
        let forest = match self.grammar.lexis {
            Lexis::Longest { .. } => {
                let lexemes = self.lexer.scan(text).map_err(TextError::Lexical)?;
                self.parser().parse_lexemes(self.start, text, lexemes)
            }
            Lexis::Characters => {
                self.parser().parse_characters(self.start, text, |token, at| self.lexer.ends(token, text, at))
            }
        };
        forest.map_err(TextError::Syntax)
    }
}

impl Language {
    /// All trees of a text, which has around it what [encloses](Language::within) the texts of the language.
    ///
    /// ```
    /// use astragal_grammar::{Grammar, Language};
    ///
    /// let grammar = Grammar::from_lbnf("sums", r#"Add. Exp ::= Exp "+" Exp; Num. Exp ::= Integer;"#).unwrap().grammar;
    /// let sums = Language::new(grammar).unwrap();
    /// let forest = sums.parse("1 + 2 + 3").unwrap();
    /// assert_eq!(forest.first().abstract_syntax().to_string(), "Add (Add (Num 1) (Num 2)) (Num 3)");
    /// assert_eq!(forest.trees().count(), 2);
    /// assert!(sums.parse("1 +").unwrap_err().to_string().contains("expected"));
    /// ```
    ///
    /// # Errors
    /// If it is not a text of the language.
    pub fn parse(&self, text: &str) -> Result<Forest, TextError> {
        let inner = text.strip_prefix(self.before.text()).and_then(|rest| rest.strip_suffix(&*self.after));
        let Some(inner) = inner else {
            let (before, after) = (self.before.text(), &self.after);
            let message = format!("the text does not begin with {before:?} and end with {after:?}");
            return Err(TextError::Enclosure(message));
        };
        self.compiled.parse(inner)
    }
}

/// A language accepts its texts.
impl Oracle for Language {
    fn judge(&self, text: &str) -> Answer {
        self.parse(text).into()
    }
}

impl Oracle for &Language {
    fn judge(&self, text: &str) -> Answer {
        self.parse(text).into()
    }
}
