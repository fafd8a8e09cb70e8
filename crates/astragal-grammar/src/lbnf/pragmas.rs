//! Sorts the definitions of a file into rules and pragmas, and checks the pragmas.

use std::collections::{HashMap, HashSet};

use super::check::Names;
use super::define::Function;
use super::definition::{Cat, Definition, Name, Part, Separation};
use super::expand::{RawRule, Rules};
use crate::derivative::{Derivatives, is_nullable};
use crate::error::{Diagnosis, Span, similar};
use crate::model::{Comment, Label, Layout};
use crate::regex::Regex;

/// How many derivatives are taken to find out whether tokens match nothing.
const BUDGET: usize = 100_000;

/// A token as it is defined.
pub(super) struct RawToken<'a> {
    pub(super) name: Name<'a>,
    pub(super) regex: Regex,
    pub(super) has_position: bool,
}

/// What a file says beside its rules.
#[derive(Default)]
pub(super) struct Pragmas<'a> {
    pub(super) tokens: Vec<RawToken<'a>>,
    pub(super) comments: Vec<(Comment, Span)>,
    pub(super) entry_points: Vec<(Cat<'a>, Span)>,
    pub(super) functions: Vec<Function<'a>>,
    pub(super) layout: Layout,
    /// Where layout is asked for.
    pub(super) layout_at: Option<Span>,
    layout_words: Vec<(String, Span)>,
}

impl<'a> Pragmas<'a> {
    /// The rules and the pragmas.
    pub(super) fn sort(
        definitions: Vec<(Definition<'a>, Span)>,
        diagnosis: &mut Diagnosis<'_>,
    ) -> (Vec<RawRule<'a>>, Pragmas<'a>) {
        let mut pragmas = Pragmas::default();
        let mut rules = Rules::default();
        for (definition, at) in definitions {
            match definition {
                Definition::Rule { label, label_at, cat: (cat, cat_at), parts, is_internal } => {
                    rules.push(RawRule { label, at: label_at, cat, cat_at, parts, is_internal });
                }
                Definition::Token { name, regex, has_position } => {
                    pragmas.tokens.push(RawToken { name, regex, has_position });
                }
                Definition::Comment { open, close } => pragmas.comment(open, close, diagnosis),
                Definition::EntryPoints(cats) => pragmas.entry_points.extend(cats),
                Definition::List { cat, by, text, is_nonempty } => {
                    warn_of_spaces(by, &text, at, diagnosis);
                    rules.list(cat, by, &text, is_nonempty);
                }
                Definition::Delimited { cat, around, by, is_nonempty } => {
                    rules.delimited(cat, around, by, is_nonempty);
                }
                Definition::Coercions { name, highest } => rules.coercions(name, highest, diagnosis),
                Definition::Rules { name, sides } => rules.labelled(name, sides),
                Definition::Define { name, parameters, body } => {
                    pragmas.functions.push(Function { name, parameters, body });
                }
                Definition::Layout(words) => {
                    pragmas.layout_at.get_or_insert(at);
                    pragmas.layout.words.extend(words.iter().map(|(word, _)| word.clone()));
                    pragmas.layout_words.extend(words);
                }
                Definition::LayoutStop(words) => {
                    pragmas.layout.stops.extend(words.iter().map(|(word, _)| word.clone()));
                    pragmas.layout_words.extend(words);
                }
                Definition::LayoutToplevel => {
                    pragmas.layout_at.get_or_insert(at);
                    pragmas.layout.toplevel = true;
                }
            }
        }
        if rules.rules.is_empty() && diagnosis.is_clean() {
            let help = "write `Label. Category ::= \"text\" ;`";
            diagnosis.error(Span::default(), "the grammar has no rules", help);
        }
        (rules.rules, pragmas)
    }

    fn comment(&mut self, open: (String, Span), close: Option<(String, Span)>, diagnosis: &mut Diagnosis<'_>) {
        for (text, at) in [&open].into_iter().chain(&close) {
            if text.is_empty() {
                let help = if *at == open.1 { "" } else { "without it the comment ends with the line" };
                diagnosis.error(*at, "the mark of a comment is empty", help);
            } else if text.contains('\n') {
                diagnosis.error(*at, "the mark of a comment has a line break", "");
            }
        }
        let (open, at) = open;
        self.comments.push((Comment { open, close: close.map(|(text, _)| text) }, at));
    }

    /// The tokens that are defined, with their places. Reports names that are taken, and tokens that match nothing.
    pub(super) fn check_tokens(&self, diagnosis: &mut Diagnosis<'_>) -> HashMap<&'a str, Span> {
        let mut places: HashMap<&'a str, Span> = HashMap::new();
        let mut derivatives = Derivatives::new(BUDGET);
        for RawToken { name: Name { text, at }, regex, .. } in &self.tokens {
            if let Some(earlier) = places.insert(text, *at) {
                let line = diagnosis.line(earlier);
                diagnosis.error(*at, format!("the token `{text}` is defined in line {line} already"), "");
            }
            if !text.starts_with(char::is_uppercase) {
                diagnosis.error(*at, "the name of a token begins with a capital letter", "");
            } else if text.ends_with(|c: char| c.is_ascii_digit()) {
                let why = "digits at the end of a name are a level of precedence";
                diagnosis.error(*at, "the name of a token does not end with a digit", why);
            }
            if is_nullable(regex) {
                let help = "a token has at least one character: give what uses it a rule without it";
                diagnosis.error(*at, format!("the token `{text}` matches the empty text"), help);
            } else if let Some(id) = derivatives.read(regex) {
                if derivatives.shortest(id) == Ok(None) {
                    diagnosis.error(*at, format!("the token `{text}` matches nothing"), "");
                }
            }
        }
        places
    }

    /// Reports what is wrong with all other pragmas.
    pub(super) fn check(&self, rules: &[RawRule<'a>], names: &Names<'a, '_>, diagnosis: &mut Diagnosis<'_>) {
        for &(cat, at) in &self.entry_points {
            if names.is_token(cat) {
                diagnosis.error(at, format!("`{cat}` is a token; texts begin with a category"), "");
            } else {
                names.check_known(cat, at, diagnosis);
            }
        }
        let functions: HashSet<&str> = self.functions.iter().map(|function| function.name.text).collect();
        for rule in rules {
            if let Label::Defined(name) = &rule.label {
                if !functions.contains(name.as_str()) {
                    let known = similar(name, functions.iter().copied());
                    let known = known.map(|known| format!("did you mean `{known}`?"));
                    let help = known.unwrap_or_else(|| format!("write `define {name} .. = ..`, or a capital letter"));
                    let message = format!("a label with a small letter is a function, and `{name}` is not defined");
                    diagnosis.error(rule.at, message, help);
                }
            }
        }
        let parsed = || rules.iter().filter(|rule| !rule.is_internal).flat_map(|rule| &rule.parts);
        let is_empty = !parsed().any(|(part, _)| match part {
            Part::Text(_) => true,
            Part::Cat(cat) => names.is_token(*cat),
        });
        if is_empty && diagnosis.is_clean() {
            let at = rules.first().map_or(Span::default(), |rule| rule.at);
            diagnosis.error(at, "no rule has a terminal or a token: there is only the empty text", "");
        }
        self.check_layout(parsed(), diagnosis);
    }

    /// Layout needs the symbols that it inserts.
    fn check_layout<'b>(&self, parts: impl Iterator<Item = &'b (Part<'b>, Span)>, diagnosis: &mut Diagnosis<'_>) {
        let Some(at) = self.layout_at else {
            for (word, at) in &self.layout_words {
                diagnosis.warn(
                    *at,
                    format!("\"{word}\" ends no block: there are no layout words, and no `layout toplevel`"),
                );
            }
            return;
        };
        let terminals: HashSet<&str> = parts
            .filter_map(|(part, _)| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Cat(_) => None,
            })
            .collect();
        let needed: &[&str] = if self.layout.words.is_empty() { &[";"] } else { &[";", "{", "}"] };
        let missing: Vec<String> =
            needed.iter().filter(|text| !terminals.contains(*text)).map(|text| format!("\"{text}\"")).collect();
        if !missing.is_empty() {
            let message = format!("layout inserts {}, which no rule has", missing.join(" and "));
            diagnosis.error(at, message, "write them in the rules, as if there were no layout");
        }
        for (word, at) in &self.layout_words {
            if !terminals.contains(word.as_str()) {
                diagnosis.warn(*at, format!("the layout word \"{word}\" is in no rule"));
            }
        }
    }
}

/// A separator with a space in it is one symbol with that space, which is seldom meant.
fn warn_of_spaces(by: Separation, text: &str, at: Span, diagnosis: &mut Diagnosis<'_>) {
    if text.contains(char::is_whitespace) && !text.trim().is_empty() {
        let what = if by == Separation::Separator { "separator" } else { "terminator" };
        let message =
            format!("the {what} {text:?} contains white space, and texts need it exactly so: write {:?}", text.trim());
        diagnosis.warn(at, message);
    }
}
