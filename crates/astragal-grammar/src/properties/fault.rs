//! What was found: a text on which the grammar and something else differ, with the rules that built it.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::oracle::Answer;
use crate::tree::Tree;

/// A text on which a grammar and something else differ. `Debug` is as `Display`, which is what a failing property prints.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The text.
    pub text: String,
    /// The tree that it was printed from, if it was.
    pub tree: Option<Box<Tree>>,
    /// What was said of it.
    pub said: Vec<Said>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// What one oracle said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Who it is.
    pub who: String,
    /// What it said.
    pub answer: Answer,
    /// The text that it made, if it makes one.
    pub made: Option<String>,
}

impl Said {
    pub(crate) fn new(who: &str, answer: Answer) -> Said {
        Said { who: who.to_owned(), answer, made: None }
    }

    pub(crate) fn with_text(self, made: String) -> Said {
        Said { made: Some(made), ..self }
    }
}

impl Fault {
    pub(crate) fn new(text: String, said: impl Into<Vec<Said>>) -> Fault {
        Fault { text, tree: None, said: said.into(), note: None }
    }

    pub(crate) fn of(tree: &Tree, text: String, said: impl Into<Vec<Said>>) -> Fault {
        Fault { tree: Some(Box::new(tree.clone())), ..Fault::new(text, said) }
    }

    pub(crate) fn because(self, note: String) -> Fault {
        Fault { note: Some(note), ..self }
    }

    /// Whether the text, or what was said of it, contains a part. To set known faults aside.
    pub fn mentions(&self, part: &str) -> bool {
        self.text.contains(part) || self.said.iter().any(|said| said.answer.message().contains(part))
    }

    /// Whether a rule of this label built it. To set known faults aside.
    pub fn uses(&self, label: &str) -> bool {
        let rule = |tree: &Tree| tree.rules().any(|id| tree.grammar().rule(id).label.to_string() == label);
        self.tree.as_deref().is_some_and(rule)
    }
}

/// How many lines of what an oracle said are shown, and how many rules.
const LINES: usize = 8;
const RULES: usize = 12;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        indented(f, "text", &self.text)?;
        if let Some(note) = &self.note {
            write!(f, "\n{note}")?;
        }
        for Said { who, answer, made } in &self.said {
            let answer = answer.to_string();
            let mut lines = answer.lines();
            write!(f, "\n{who} {}", lines.next().unwrap_or_default())?;
            for line in lines.by_ref().take(LINES) {
                write!(f, "\n  {line}")?;
            }
            if lines.next().is_some() {
                f.write_str("\n  ..")?;
            }
            if let Some(made) = made {
                f.write_char('\n')?;
                indented(f, "printed", made)?;
            }
        }
        match &self.tree {
            Some(tree) => rules(f, tree),
            None => Ok(()),
        }
    }
}

/// The rules that built a text, each once, as often as it was used.
fn rules(f: &mut fmt::Formatter<'_>, tree: &Tree) -> fmt::Result {
    let mut uses = BTreeMap::new();
    let mut order = Vec::new();
    for rule in tree.rules() {
        let count = uses.entry(rule).or_insert(0_u32);
        if *count == 0 {
            order.push(rule);
        }
        *count += 1;
    }
    f.write_str("\nbuilt by")?;
    for rule in order.iter().take(RULES) {
        write!(f, "\n  {}", tree.grammar().display_rule(*rule))?;
        match uses[rule] {
            1 => {}
            times => write!(f, "   ({times} times)")?,
        }
    }
    match order.len().saturating_sub(RULES) {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more rules"),
    }
}

/// A text under its name: beside it if it is a line, and else below.
fn indented(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    if !text.contains('\n') {
        return write!(f, "{name}: {text}");
    }
    write!(f, "{name}:")?;
    text.lines().try_for_each(|line| write!(f, "\n  | {line}"))
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Fault {}
