//! Two grammars with the same texts: all small texts of each are parsed by the other, and random ones beyond them.

use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

use astragal_core::{Draw, Gen, Listing, Measure, Shrinker, Values, judging};

use super::fault::{Fault, Said};
use crate::language::{Language, Spacing};
use crate::oracle::Oracle;
use crate::tree::Tree;

/// How much [`equal`] looks at, of each of the two grammars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many trees are enumerated at most, the smallest first. Those of a size above 50 are left to chance: where there are few texts of
    /// a size, they soon become long.
    pub enumerated: usize,
    /// How many texts are drawn, of growing sizes.
    pub drawn: u64,
    /// The seed of the first of those.
    pub seed: u64,
}

/// The largest size of an enumerated tree.
const LARGEST_ENUMERATED: usize = 50;

impl Default for Effort {
    fn default() -> Effort {
        Effort { enumerated: 10_000, drawn: 1_000, seed: 0 }
    }
}

/// Texts of one grammar that another one has too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The name of the grammar.
    pub grammar: String,
    /// How many were enumerated.
    pub enumerated: usize,
    /// All texts up to this size are among them; `None` if even those of the smallest size are too many.
    pub complete: Option<usize>,
    /// Whether they are all that the grammar has.
    pub is_all: bool,
    /// How many were drawn.
    pub drawn: u64,
}

/// Two grammars have the same texts, as far as can be seen: every small text of one is parsed by the other, and so are random ones, which
/// may be large. Half of the random ones have white space and comments in between.
///
/// ```
/// use astragal_grammar::{Effort, Grammar, Language, equal};
///
/// let language = |text| Language::new(Grammar::from_lbnf("sums", text).unwrap().grammar).unwrap();
/// let left = language(r#"Add. Sum ::= Sum "+" Num; One. Sum ::= Num; N. Num ::= "n";"#);
/// let right = language(r#"Add. Sum ::= Num "+" Sum; One. Sum ::= Num; N. Num ::= "n";"#);
/// let paired = language(r#"Add. Sum ::= Num "+" Num; One. Sum ::= Num; N. Num ::= "n";"#);
///
/// assert!(equal(&left, &right, Effort::default()).is_ok());
/// let fault = equal(&left, &paired, Effort::default()).unwrap_err();
/// assert_eq!(fault.text, "n+n+n");
/// ```
///
/// # Errors
/// A text that only one of them has: with the rules that built it, and where the other one stopped. An enumerated one is among the smallest,
/// a drawn one is shrunk.
pub fn equal(one: &Language, other: &Language, effort: Effort) -> Result<[Compared; 2], Fault> {
    let forwards = Side { own: one, other, names: ["first", "second"] };
    let backwards = Side { own: other, other: one, names: ["second", "first"] };
    let [mut one, mut other] = [forwards.enumerate(effort.enumerated)?, backwards.enumerate(effort.enumerated)?];
    one.drawn = forwards.draw(effort)?;
    other.drawn = backwards.draw(effort)?;
    Ok([one, other])
}

/// One way of a comparison: the texts of the first language are parsed by the second.
struct Side<'a> {
    own: &'a Language,
    other: &'a Language,
    names: [&'static str; 2],
}

impl Side<'_> {
    fn enumerate(&self, most: usize) -> Result<Compared, Fault> {
        let grammar = self.own.grammar().name.clone();
        let mut compared = Compared { grammar, enumerated: 0, complete: None, is_all: false, drawn: 0 };
        let Ok(listing) = Listing::of(&self.own.space(), &Measure::tiers()) else { return Ok(compared) };
        let mut trees = Values::new(Rc::new(self.own.clone()), listing);
        let mut seen = HashSet::new();
        let mut size = None;
        for _ in 0..most {
            let Some(tree) = trees.next() else {
                compared.is_all = true;
                break;
            };
            if trees.size() > LARGEST_ENUMERATED {
                compared.complete = Some(LARGEST_ENUMERATED);
                break;
            }
            if size.replace(trees.size()) != Some(trees.size()) {
                compared.complete = size.filter(|_| !seen.is_empty()).map(|size| size - 1);
            }
            let text = self.own.text_of(&tree, Spacing::Minimal);
            // An ambiguous grammar has a text for several trees.
            if !seen.contains(&text) {
                self.check(&tree, &text, "one of its smallest texts")?;
                seen.insert(text);
            }
        }
        compared.enumerated = seen.len();
        Ok(compared)
    }

    fn draw(&self, effort: Effort) -> Result<u64, Fault> {
        /// The largest size.
        const LARGEST: u64 = 100;
        let is_alike = |text: &String| self.other.judge(text).is_accepted();
        let [plain, spaced] = [Spacing::Minimal, Spacing::Random].map(|spacing| self.own.texts(spacing));
        let mut drawn = 0;
        for number in 0..effort.drawn {
            let texts = if number % 2 == 0 { &plain } else { &spaced };
            let size = 1 + (number * LARGEST / effort.drawn) as u32;
            let seed = effort.seed.wrapping_add(number);
            let Ok((text, choices)) = texts.clone().at_size(size).record(seed) else { continue };
            drawn += 1;
            if is_alike(&text) {
                continue;
            }
            let shrunk = Shrinker::new(choices).run(&mut judging(texts, |text| !is_alike(text)));
            let shrunk = texts.replay(&shrunk.choices).unwrap_or(text);
            let found = format!("found at random with the seed {seed}, and shrunk");
            // A drawn text is parsed.
            if let Ok(forest) = self.own.parse(&shrunk) {
                self.check(&forest.first(), &shrunk, &found)?;
            }
        }
        Ok(drawn)
    }

    /// The other grammar has a text too.
    fn check(&self, tree: &Tree, text: &str, found: &str) -> Result<(), Fault> {
        let answer = self.other.judge(text);
        if answer.is_accepted() {
            return Ok(());
        }
        let [own, other] = self.names;
        let name = |language: &Language| language.grammar().name.clone();
        let said = Said::new(&format!("the {other} grammar, `{}`,", name(self.other)), answer);
        let note = format!("the {own} grammar, `{}`, has it: {found}", name(self.own));
        Err(Fault::of(tree, text.to_owned(), [said]).because(note))
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { grammar, enumerated, complete, is_all, drawn } = self;
        match (is_all, complete) {
            (true, _) => write!(f, "all {enumerated} texts of `{grammar}`")?,
            (false, Some(size)) => write!(f, "the {enumerated} smallest texts of `{grammar}` (all up to size {size})")?,
            (false, None) => write!(f, "{enumerated} of the smallest texts of `{grammar}`")?,
        }
        if *drawn > 0 { write!(f, " and {drawn} random ones") } else { Ok(()) }
    }
}
