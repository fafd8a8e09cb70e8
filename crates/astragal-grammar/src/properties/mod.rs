//! Properties of languages: a grammar against parsers, other grammars, printers and files.
//!
//! Each is a function of a drawn value, for [`Check`](https://docs.rs/astragal), `#[property]` or a loop; what it returns in
//! the end is a [`Fault`], which has the text, the rules that built it, and what was said of it.

mod equal;
mod fault;
mod near;

pub use equal::{Compared, Effort, equal};
pub use fault::{Fault, Said};
pub use near::{NearMiss, NearMisses};

use crate::language::{Language, Spacing};
use crate::oracle::{Answer, Oracle};
use crate::tree::Tree;

/// An oracle accepts everything that the grammar generates.
///
/// ```
/// use astragal::prelude::*;
/// use astragal_grammar::{Grammar, Language, subset};
///
/// let grammar = Grammar::from_lbnf("sums", r#"Add. Exp ::= Exp "+" Integer; Num. Exp ::= Integer;"#).unwrap().grammar;
/// let sums = Language::new(grammar).unwrap();
/// // A parser that takes no sum of more than two.
/// let parser = |text: &str| text.matches('+').count() < 2;
/// let report = astragal::Check::new().seed(1).run(sums.clone(), subset(&sums, parser));
/// assert!(report.to_string().contains("0+0+0"), "{report}");
/// ```
pub fn subset<O: Oracle>(language: &Language, oracle: O) -> impl Fn(Tree) -> Result<(), Fault> + use<O> {
    let language = language.clone();
    move |tree| {
        let text = language.text_of(&tree, Spacing::Minimal);
        let answer = oracle.judge(&text);
        if answer.is_accepted() {
            return Ok(());
        }
        Err(Fault::of(&tree, text, [Said::new("the oracle", answer)]))
    }
}

/// Two oracles agree on everything that the grammar generates. One that crashes or hangs does not agree.
pub fn same<A: Oracle, B: Oracle>(
    language: &Language,
    one: A,
    other: B,
) -> impl Fn(Tree) -> Result<(), Fault> + use<A, B> {
    let language = language.clone();
    move |tree| {
        let text = language.text_of(&tree, Spacing::Minimal);
        let (one, other) = (one.judge(&text), other.judge(&text));
        if agree(&one, &other) {
            return Ok(());
        }
        Err(Fault::of(&tree, text, [Said::new("the first", one), Said::new("the second", other)]))
    }
}

fn agree(one: &Answer, other: &Answer) -> bool {
    one.is_opinion() && other.is_opinion() && one.is_accepted() == other.is_accepted()
}

/// How exactly a text that was printed again must be the one that it was printed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sameness {
    /// The same abstract syntax, with the same texts of tokens.
    Exactly,
    /// The same abstract syntax, whatever the texts of tokens: `0ul` may become `0UL`.
    ButForTokens,
}

/// What is printed again, by parsing a text and printing what it was parsed to, has the same tree.
///
/// `print` is the cycle of the program under test: it gets a text, and gives the text that it prints, or says why it does not.
pub fn round_trip<E: std::fmt::Display>(
    language: &Language,
    sameness: Sameness,
    print: impl Fn(&str) -> Result<String, E>,
) -> impl Fn(Tree) -> Result<(), Fault> {
    let language = language.clone();
    move |tree| {
        let text = language.text_of(&tree, Spacing::Minimal);
        let said = match print(&text) {
            Err(error) => Said::new("the printer", Answer::Refused(error.to_string())),
            Ok(printed) => match language.parse(&printed) {
                Err(error) => {
                    let why = format!("what it prints is not of the grammar\n{error}");
                    Said::new("the printer", Answer::Refused(why)).with_text(printed)
                }
                Ok(forest) => {
                    let is_same = |again: &Tree| {
                        let (one, other) = (tree.abstract_syntax(), again.abstract_syntax());
                        match sameness {
                            Sameness::Exactly => one == other,
                            Sameness::ButForTokens => one.is_same_but_for_tokens(&other),
                        }
                    };
                    if forest.trees().take(AMBIGUOUS).any(|again| is_same(&again)) {
                        return Ok(());
                    }
                    let why = format!("what it prints has another tree: {:?}", forest.first());
                    Said::new("the printer", Answer::Refused(why)).with_text(printed)
                }
            },
        };
        Err(Fault::of(&tree, text, [said]))
    }
}

/// How many trees of an ambiguous text are compared.
const AMBIGUOUS: usize = 100;

/// A text is of the language: for the files of a corpus.
pub fn superset(language: &Language, text: &str) -> Result<(), Fault> {
    match language.parse(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(Fault::new(text.to_owned(), [Said::new("the grammar", Answer::Refused(error.to_string()))])),
    }
}

/// An oracle refuses what is nearly of the language. One that crashes or hangs does not refuse.
pub fn negative<O: Oracle>(oracle: O) -> impl Fn(NearMiss) -> Result<(), Fault> {
    move |miss| match oracle.judge(&miss.text) {
        Answer::Refused(_) => Ok(()),
        answer => {
            let change = format!("the grammar does not accept it: {}", miss.change);
            Err(Fault::new(miss.text, [Said::new("the oracle", answer)]).because(change))
        }
    }
}

/// A property with known faults set aside, so that the next one is found.
///
/// ```
/// use astragal_grammar::{Fault, Tree, known};
///
/// # fn demo(property: impl Fn(Tree) -> Result<(), Fault>) {
/// let property = known(property, |fault| fault.mentions("useless storage class"));
/// # let _ = property;
/// # }
/// ```
pub fn known<T>(
    property: impl Fn(T) -> Result<(), Fault>,
    is_known: impl Fn(&Fault) -> bool,
) -> impl Fn(T) -> Result<(), Fault> {
    move |value| property(value).or_else(|fault| if is_known(&fault) { Ok(()) } else { Err(fault) })
}
