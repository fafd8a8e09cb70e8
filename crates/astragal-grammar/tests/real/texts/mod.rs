//! Texts that were written by hand, and what the grammar and the real parsers of its language say about them.

mod arithmetic;
mod c;
mod json;
mod lbnf;
mod sexp;
mod sql;

use crate::scripts::Judge;

/// A language: its grammar, its real parsers, and texts.
pub(crate) struct Language {
    /// The name of the grammar file, without its ending.
    pub(crate) grammar: &'static str,
    /// The real parsers.
    pub(crate) judges: &'static [(&'static str, Judge)],
    /// Real parsers that take more than the language has: they are asked about what they are to parse.
    pub(crate) lenient_judges: &'static [(&'static str, Judge)],
    /// All of them parse these.
    pub(crate) good: &'static [&'static str],
    /// None of them parses these.
    pub(crate) bad: &'static [&'static str],
    /// About these they differ.
    pub(crate) differences: &'static [Difference],
    /// The grammar has these, and a real parser rejects them for another reason than the syntax.
    pub(crate) limits: &'static [Limit],
    /// Why a real parser rejects drawn texts which it parses.
    pub(crate) rules: &'static [Rules],
}

/// A text on which the grammar and the real parsers differ.
pub(crate) struct Difference {
    pub(crate) text: &'static str,
    /// Whether it is in the language of the grammar.
    pub(crate) in_grammar: bool,
    /// The names of the real parsers that parse it.
    pub(crate) parsed_by: &'static [&'static str],
    /// A rule of the language that the grammar leaves to others, a choice of the grammar, or a choice of the parser.
    pub(crate) why: &'static str,
}

/// A text that a real parser rejects although it parses it.
pub(crate) struct Limit {
    pub(crate) text: &'static str,
    /// The name of the real parser.
    pub(crate) judge: &'static str,
    /// A part of its message.
    pub(crate) message: &'static str,
}

/// Rules beside the syntax that drawn texts do not keep to.
pub(crate) struct Rules {
    /// The name of the real parser.
    pub(crate) judge: &'static str,
    /// The rules, or where they are.
    pub(crate) why: &'static str,
    /// Parts of its messages about them.
    pub(crate) messages: &'static [&'static str],
}

pub(crate) const ALL: [&Language; 6] =
    [&arithmetic::LANGUAGE, &c::LANGUAGE, &json::LANGUAGE, &lbnf::LANGUAGE, &sexp::LANGUAGE, &sql::LANGUAGE];

/// A language by the name of its grammar.
pub(crate) fn language(name: &str) -> &'static Language {
    ALL.into_iter().find(|language| language.grammar == name).expect("it is one of them")
}
