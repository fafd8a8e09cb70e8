//! What was found: equations, as text and as properties.

use std::fmt;

use super::conditions::fix;
use super::term::{Canonical, Substitution, Term};
use super::text::{Binding, Written, name_of};
use super::{Law, Signature};
use crate::statistics::grouped;

/// Equations that seem to hold of some functions, simplest first. See `conjecture!`.
///
/// Its text lists them, and says how many terms were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equations {
    pub(super) equations: Vec<Equation>,
    pub(super) terms: u64,
    pub(super) complete: usize,
    pub(super) size: usize,
}

/// An equation that held in all cases in which it was tried: a conjecture.
///
/// Its text is the equation: `append(xs, Vec::new()) == xs`, or with a condition `x <= y ==> max(x, y) == y`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    text: String,
    property: String,
    cases: u64,
    panics: u64,
    is_exhaustive: bool,
    is_conditional: bool,
}

impl Equations {
    /// How many terms were looked at: up to the [size](Signature::size) that was asked for, and no more [than are
    /// allowed](Signature::terms).
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// Whether all terms up to the size were looked at.
    pub fn is_complete(&self) -> bool {
        self.complete == self.size
    }

    /// The equations, simplest first; those with a condition come last.
    pub fn iter(&self) -> impl Iterator<Item = &Equation> {
        self.equations.iter()
    }

    /// All of them as properties: text for a file of tests, from which those can be deleted that are not wanted.
    pub fn properties(&self) -> String {
        let properties: Vec<String> = self.iter().map(|equation| format!("{}\n", equation.property())).collect();
        properties.join("\n")
    }
}

impl Equation {
    /// A law as it is shown. Its property has a name that none of the others has, which are `taken`.
    pub(super) fn of(signature: &Signature, law: &Law, taken: &mut Vec<String>) -> Equation {
        let (condition, left, right) = as_read(law);
        let is_truth = signature.constant(true).as_ref() == Some(&right);
        let is_falsehood = signature.constant(false).as_ref() == Some(&right);
        // A comparison beside another one takes parentheses.
        let is_bool = signature.kinds[signature.sort_of(&left)].name == "bool";
        let write = |term: &Term, needed| Written::of(signature, term, needed);
        let needed = if is_bool && !is_truth { Binding::Sign } else { Binding::Open };
        let (one, other) = (write(&left, needed), write(&right, needed));
        let before = condition.as_ref().map(|condition| write(condition, Binding::Open));
        let claim = match () {
            _ if is_truth => one.text(signature),
            _ if is_falsehood => format!("!{}", one.text(signature)),
            _ => format!("{} == {}", one.text(signature), other.text(signature)),
        };
        let text = match &before {
            Some(condition) => format!("{} ==> {claim}", condition.text(signature)),
            None => claim,
        };

        let used = |terms: &[&Term]| terms.iter().flat_map(|term| term.variables()).collect::<Vec<_>>();
        let all = used(&[&left, &right]);
        let words = name_of(&text);
        let numbered = (2..).map(|number| format!("{words}_{number}"));
        let mut names = std::iter::once(words.clone()).chain(numbered).filter(|name| !taken.contains(name));
        let name = names.next().unwrap_or_default();
        taken.push(name.clone());
        let mut body = String::new();
        if let Some(condition) = &before {
            body += &format!("    assume!({});\n", condition.source(signature, &all));
        }
        body += &match () {
            _ if law.panics > 0 => {
                let caught = |side: &str, written: &Written| {
                    let source = written.source(signature, &all);
                    format!("    let {side} = std::panic::catch_unwind(|| {source}).ok();\n")
                };
                format!("{}{}    assert_eq!(left, right);\n", caught("left", &one), caught("right", &other))
            }
            _ if is_truth => format!("    assert!({});\n", one.source(signature, &[])),
            _ if is_falsehood => format!("    assert!(!{});\n", one.source(signature, &[])),
            _ => {
                let (left, right) = (write(&left, Binding::Open), write(&right, Binding::Open));
                let later = used(&[&as_read(law).2]);
                format!("    assert_eq!({}, {});\n", left.source(signature, &later), right.source(signature, &[]))
            }
        };
        let mut variables = used(&[&left, &right]);
        variables.extend(condition.iter().flat_map(Term::variables));
        variables.sort_unstable();
        variables.dedup();
        let arguments = variables.iter().map(|variable| signature.argument(*variable));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let property = format!("#[property]\nfn {name}({arguments}) {{\n{body}}}");
        let (cases, panics) = (law.cases, law.panics);
        Equation { text, property, cases, panics, is_exhaustive: law.are_all, is_conditional: condition.is_some() }
    }

    /// In how many cases it held: in all small ones and in random ones.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// In how many of them both sides panicked, which is a result as any other.
    pub fn panics(&self) -> u64 {
        self.panics
    }

    /// Whether these are all cases: then it is not only a conjecture.
    pub fn is_exhaustive(&self) -> bool {
        self.is_exhaustive
    }

    /// Whether it holds under a condition.
    pub fn is_conditional(&self) -> bool {
        self.is_conditional
    }

    /// The equation as a property: the text of a function that compiles where the functions are in scope.
    pub fn property(&self) -> &str {
        &self.property
    }
}

impl fmt::Display for Equation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Equations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Equations { equations, terms, complete, size } = self;
        let width = equations.iter().map(|equation| equation.text.chars().count()).max().unwrap_or(0).min(60);
        for Equation { text, cases, panics, is_exhaustive, .. } in equations {
            let count = grouped(*cases);
            match (is_exhaustive, cases) {
                (true, 1) => write!(f, "{text:width$}   the only case")?,
                (true, _) => write!(f, "{text:width$}   all {count} cases")?,
                (false, _) => write!(f, "{text:width$}   {count} cases")?,
            }
            if *panics > 0 {
                write!(f, ", in {} of which both sides panic", grouped(*panics))?;
            }
            writeln!(f)?;
        }
        if equations.is_empty() {
            writeln!(f, "no equation was found")?;
        }
        let terms = grouped(*terms);
        match complete == size {
            true => writeln!(f, "({terms} terms: all up to size {size})"),
            false => writeln!(
                f,
                "({terms} terms, as many as are allowed: all up to size {complete}, and some of size {})",
                complete + 1
            ),
        }
    }
}

/// An equation as people write it: the side that says more comes first, and variables in alphabetical order.
fn as_read(law: &Law) -> (Option<Term>, Term, Term) {
    let rank = |term: &Term| (std::cmp::Reverse(term.depth()), term.size());
    let is_turned = rank(&law.left).cmp(&rank(&law.right)).then_with(|| law.right.order(&law.left)).is_gt();
    let (left, right) = if is_turned { (&law.right, &law.left) } else { (&law.left, &law.right) };
    let mut canonical = Canonical::new();
    let condition = law.condition.as_ref().map(|condition| canonical.rename(condition));
    let left = canonical.rename(left);
    (condition, left, canonical.rename(right))
}

/// Takes out laws that follow at once from others, which were found later because their terms are larger.
pub(super) fn without_consequences(signature: &Signature, mut laws: Vec<Law>) -> Vec<Law> {
    let mut at = 0;
    while at < laws.len() {
        let law = &laws[at];
        let others = || laws.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        let mut theory = signature.theory();
        others().filter(|other| other.condition.is_none()).for_each(|other| {
            theory.assume(&other.left, &other.right);
        });
        let later = laws[at + 1..].iter().filter(|later| later.condition.is_none());
        let sides = later.flat_map(|later| [(&later.left, &later.right), (&later.right, &later.left)]);
        let sides: Vec<_> = sides.filter(|(from, _)| matches!(from, Term::Applied(..))).collect();
        // A term as it is, and what larger laws make of it.
        let ways = |term: &Term| {
            let larger = sides.iter().filter_map(|(from, to)| {
                let mut substitution = Substitution::default();
                substitution.matches(from, term).then(|| substitution.instance(to))
            });
            std::iter::once(term.clone()).chain(larger).map(|term| theory.normal(&term)).collect::<Vec<_>>()
        };
        let ends = ways(&law.right);
        let is_consequence = match &law.condition {
            None => ways(&law.left).iter().any(|end| ends.contains(end)),
            Some(condition) => laws[at + 1..].iter().any(|later| is_instance(law, later, condition)),
        };
        if is_consequence {
            laws.remove(at);
        } else {
            at += 1;
        }
    }
    laws
}

/// Whether a law is an instance of another one under the same condition.
fn is_instance(law: &Law, general: &Law, condition: &Term) -> bool {
    let variables = condition.variables();
    let mut substitution = Substitution::default();
    let mut matches = |from: &Term, to: &Term| substitution.matches(&fix(from, &variables), &fix(to, &variables));
    general.condition.as_ref() == Some(condition)
        && matches(&general.left, &law.left)
        && matches(&general.right, &law.right)
}
