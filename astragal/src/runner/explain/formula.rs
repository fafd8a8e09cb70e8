//! Puts names in place of the parts that may be others: `[0, 0, ..xs]`.

use std::collections::BTreeMap;
use std::ops::Range;

use astragal_core::__private::sort_by_key;

use super::part::{Bounds, Loose};
use super::place::Place;
use super::together::Group;
use crate::report::{Always, Domain, Drawn, Grouped, Variable, groups_of};

/// A value of more bytes that stays as it is is not repeated, nor are more values than so many.
const LONG: usize = 40;
const MOST_VALUES: usize = 3;
/// More names than so many that say nothing are left out.
const MOST_NAMES: usize = 4;

const OF_NUMBERS: [&str; 5] = ["n", "m", "k", "i", "j"];
const OF_ELEMENTS: [&str; 6] = ["xs", "ys", "zs", "us", "vs", "ws"];
const OF_TEXTS: [&str; 6] = ["s", "t", "u", "v", "w", "r"];
const OF_OTHERS: [&str; 6] = ["x", "y", "z", "a", "b", "c"];

/// A part of a text that has a name.
struct Hole {
    range: Range<usize>,
    kind: Kind,
    /// Whether it is within a literal.
    is_text: bool,
    name: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    /// Elements before another, or after the last.
    Elements {
        is_last: bool,
    },
}

/// The claim for parts that may be replaced together; nothing if they cannot be told apart in the text.
pub(super) fn of_group(drawn: &[Drawn], loose: &[Loose], group: &Group) -> Option<Always> {
    let mut members: Vec<&Loose> = group.members.iter().map(|&at| &loose[at]).collect();
    sort_by_key(&mut members, |loose| match &loose.place {
        // What is added before an element stands before it.
        Place::Point { value, at, .. } => (*value, *at, 0),
        Place::Stretch { value, whole, .. } => (*value, whole.start, 1),
        Place::Words { value, .. } => (*value, usize::MAX, 2),
    });
    let domain = |loose: &Loose| match (&loose.bounds, &loose.place) {
        (Some(Bounds { low, high }), _) => Domain::Numbers { low: *low, high: *high },
        (None, Place::Point { .. }) => Domain::Elements,
        (None, _) => Domain::Any,
    };
    let parts = members.iter().map(|loose| (&loose.place, domain(loose)));
    let always = of_places(drawn, parts.collect(), &group.seen)?;
    Some(Always { tried: group.tried, tried_all: group.is_all, ..always })
}

/// The claim for parts in some places, in order.
pub(super) fn of_places(drawn: &[Drawn], parts: Vec<(&Place, Domain)>, tried: &[Vec<Drawn>]) -> Option<Always> {
    let mut names = Names { taken: drawn.iter().map(|drawn| drawn.name.clone()).collect(), made: Vec::new() };
    let mut holes: Vec<Vec<Hole>> = drawn.iter().map(|_| Vec::new()).collect();
    let mut variables = Vec::new();
    let mut added: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (place, domain) in parts {
        let text = &drawn[place.value()].text;
        let (range, kind) = match place {
            Place::Stretch { whole, .. } => (whole.clone(), Kind::Value),
            Place::Point { at, is_last, .. } => (*at..*at, Kind::Elements { is_last: *is_last }),
            Place::Words { value, words: said } => {
                added.entry(*value).or_default().push(said);
                continue;
            }
        };
        let name = names.name(drawn, place.value(), &range, kind, &domain);
        let is_whole = range == (0..text.len());
        let is_of_whole = kind != Kind::Value && is_directly_in_whole(text, &range);
        let type_name = (is_whole || is_of_whole).then(|| short(drawn[place.value()].type_name));
        variables.push(Variable { name: name.clone(), type_name, domain });
        let is_text = is_within_literal(text, &range);
        holes[place.value()].push(Hole { range, kind, is_text, name });
    }
    let in_words: Vec<usize> = added.keys().copied().collect();
    let added = added.into_iter();
    let words =
        added.map(|(value, places)| format!("any elements added {} of {}", places.join(", "), made_of(drawn, value)));
    let words = words.collect();
    if names.made.len() > MOST_NAMES {
        names.forget(&mut variables, &mut holes);
    }
    let is_fitting = |other: Option<&Drawn>, value: usize, holes: &[Hole]| {
        other.is_some_and(|other| fits(&drawn[value].text, holes, &other.text))
    };
    let is_sound = |(value, holes): (usize, &Vec<Hole>)| {
        let in_order = holes.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start);
        in_words.contains(&value) || in_order && tried.iter().all(|other| is_fitting(other.get(value), value, holes))
    };
    if !holes.iter().enumerate().all(is_sound) {
        return None;
    }
    let is_variable = |value: &usize| holes[*value].iter().any(|hole| hole.range == (0..drawn[*value].text.len()));
    let kept: Vec<usize> = (0..drawn.len()).filter(|value| !is_variable(value) && !in_words.contains(value)).collect();
    let as_it_is = kept.iter().filter(|&&value| holes[value].is_empty()).count();
    let is_said =
        |value: &usize| !holes[*value].is_empty() || (as_it_is <= MOST_VALUES && drawn[*value].text.len() <= LONG);
    let said: Vec<usize> = kept.iter().copied().filter(is_said).collect();
    let pattern = |&value: &usize| (name_of(drawn, value), pattern(&drawn[value].text, &holes[value]));
    Some(Always {
        values: said.iter().map(pattern).collect(),
        leaves_out: said.len() < kept.len(),
        variables,
        words,
        tried: tried.len(),
        tried_all: false,
    })
}

/// The name of a value; none if there is only one, which has none.
fn name_of(drawn: &[Drawn], value: usize) -> String {
    match &*drawn[value].name {
        "" if drawn.len() == 1 => String::new(),
        "" => format!("draw {}", value + 1),
        name => name.into(),
    }
}

fn made_of(drawn: &[Drawn], value: usize) -> String {
    match name_of(drawn, value) {
        name if name.is_empty() => "what the value is made of".into(),
        name => format!("what {name} is made of"),
    }
}

/// A type without the modules that it is in.
fn short(type_name: &str) -> String {
    let mut short = String::new();
    let mut word = String::new();
    let mut letters = type_name.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == ':' && letters.peek() == Some(&':') {
            letters.next();
            word.clear();
        } else if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
        } else {
            short.push_str(&std::mem::take(&mut word));
            short.push(letter);
        }
    }
    short + &word
}

/// Whether a stretch is in the outermost brackets of a text, and in none within them.
fn is_directly_in_whole(text: &str, range: &Range<usize>) -> bool {
    let groups = groups_of(text);
    let mut around = groups.iter().filter(|group| group.surrounds(range));
    around.next().is_some_and(|it| it.range == (0..text.len())) && around.next().is_none()
}

fn is_within_literal(text: &str, range: &Range<usize>) -> bool {
    groups_of(text).iter().any(|group| group.is_quoted && group.surrounds(range))
}

/// Whether the text of another case is the same but for the holes.
fn fits(text: &str, holes: &[Hole], other: &str) -> bool {
    let mut at = 0;
    let mut rest = other;
    for (number, hole) in holes.iter().enumerate() {
        let constant = &text[at..hole.range.start];
        let found = if number == 0 { rest.starts_with(constant).then_some(0) } else { rest.find(constant) };
        let Some(found) = found else { return false };
        rest = &rest[found + constant.len()..];
        at = hole.range.end;
    }
    if holes.is_empty() { text == other } else { rest.ends_with(&text[at..]) }
}

/// A text with names in its holes.
fn pattern(text: &str, holes: &[Hole]) -> String {
    let groups = groups_of(text);
    let literal_of = |hole: &Hole| {
        let is_within = |group: &&Grouped| group.range.start < hole.range.start && hole.range.end < group.range.end;
        groups.iter().filter(|group| group.is_quoted).find(is_within).map(|group| group.range.clone())
    };
    let mut pattern = String::new();
    let mut at = 0;
    // The literal that was left for a name, and has not been entered again.
    let mut left: Option<Range<usize>> = None;
    for hole in holes {
        let literal = literal_of(hole);
        if let Some(before) = left.take() {
            at = leave(&mut pattern, at, &before, literal.as_ref() == Some(&before), hole.range.start);
        }
        pattern.push_str(&text[at..hole.range.start]);
        at = hole.range.end;
        if let Some(literal) = literal {
            // `"ab"` is `"a" + s + "b"`.
            if hole.range.start == literal.start + 1 {
                pattern.pop();
            } else if !pattern.ends_with(" + ") {
                pattern.push_str("\" + ");
            }
            pattern.push_str(&hole.name);
            left = Some(literal);
            continue;
        }
        match hole.kind {
            Kind::Value => {
                // `Foo { a: a }` is `Foo { a }`.
                let field = format!("{}: ", hole.name);
                let is_field = pattern.strip_suffix(&*field).is_some_and(|before| before.ends_with([' ', '{']));
                if is_field {
                    pattern.truncate(pattern.len() - field.len());
                }
                pattern.push_str(&hole.name);
            }
            Kind::Elements { is_last } => {
                let name = if hole.name == ".." { "..".into() } else { format!("..{}", hole.name) };
                pattern.push_str(&if is_last { format!(", {name}") } else { format!("{name}, ") });
            }
        }
    }
    if let Some(before) = left {
        at = leave(&mut pattern, at, &before, false, text.len());
    }
    pattern.push_str(&text[at..]);
    pattern
}

/// Goes on after a name within a literal, up to the next hole: the literal is entered again if there is more of it.
fn leave(pattern: &mut String, at: usize, literal: &Range<usize>, is_same: bool, next: usize) -> usize {
    let end = if is_same { next } else { literal.end - 1 };
    match (at < end, is_same) {
        (true, _) => pattern.push_str(" + \""),
        (false, true) => pattern.push_str(" + "),
        // Without its closing quote.
        (false, false) => return literal.end,
    }
    at
}

/// Names that are not taken.
struct Names {
    taken: Vec<String>,
    /// Those that say nothing about what they stand for.
    made: Vec<String>,
}

impl Names {
    fn name(&mut self, drawn: &[Drawn], value: usize, range: &Range<usize>, kind: Kind, domain: &Domain) -> String {
        let text = &drawn[value].text;
        if *range == (0..text.len()) {
            return match name_of(drawn, value) {
                name if name.is_empty() => "value".into(),
                name => name,
            };
        }
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let field =
            text[..range.start].strip_suffix(": ").map(|before| &before[before.trim_end_matches(is_word).len()..]);
        let field = field.filter(|field| field.starts_with(|letter: char| letter.is_alphabetic()));
        if let (Some(field), Kind::Value) = (field, kind) {
            return self.free(&[field]);
        }
        let is_text = is_within_literal(text, range);
        let candidates: &[&str] = match (kind, domain) {
            (_, Domain::Numbers { .. }) => &OF_NUMBERS,
            (Kind::Elements { .. }, _) if is_text => &OF_TEXTS,
            (Kind::Elements { .. }, _) => &OF_ELEMENTS,
            _ => &OF_OTHERS,
        };
        let name = self.free(candidates);
        // A bound is said with the name, so that stays.
        if !matches!(domain, Domain::Numbers { .. }) {
            self.made.push(name.clone());
        }
        name
    }

    fn free(&mut self, candidates: &[&str]) -> String {
        let numbered = (2..).map(|number| format!("{}{number}", candidates[0]));
        let all = candidates.iter().map(ToString::to_string).chain(numbered);
        let free = all.into_iter().find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.push(free.clone());
        free
    }

    /// Leaves out the names that say nothing: `[_, _, n, ..]`.
    fn forget(&self, variables: &mut [Variable], holes: &mut [Vec<Hole>]) {
        for hole in holes.iter_mut().flatten().filter(|hole| self.made.contains(&hole.name)) {
            let blank = if hole.kind == Kind::Value || hole.is_text { "_" } else { ".." };
            let variable = variables.iter_mut().find(|variable| variable.name == hole.name);
            variable.into_iter().for_each(|variable| variable.name = blank.into());
            hole.name = blank.into();
        }
    }
}
