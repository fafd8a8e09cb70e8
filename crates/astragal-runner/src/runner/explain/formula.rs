//! Puts names in place of the parts that may be others: `[0, 0, ..xs]`.

use std::ops::Range;

use astragal_core::__private::sort_by_key;

use super::fit::{self, Content, Holes};
use super::part::{Bounds, Loose, is_within_literal};
use super::place::Place;
use super::together::Group;
use crate::report::{Always, Domain, Drawn, Grouped, Variable, groups_of};

/// A value of more bytes that stays as it is is not repeated, nor are more values than this.
const LONG: usize = 40;
const MOST_VALUES: usize = 3;
/// More names than this that say nothing are omitted.
const MOST_NAMES: usize = 4;
/// This many elements in a row are written one by one.
const FEW: usize = 4;

const OF_NUMBERS: [&str; 5] = ["n", "m", "k", "i", "j"];
const OF_ELEMENTS: [&str; 6] = ["xs", "ys", "zs", "us", "vs", "ws"];
const OF_TEXTS: [&str; 6] = ["s", "t", "u", "v", "w", "r"];
const OF_OTHERS: [&str; 6] = ["x", "y", "z", "a", "b", "c"];

/// A part of a text that has a name.
struct Named {
    hole: fit::Hole,
    /// Whether it is within a literal.
    is_text: bool,
    name: String,
}

/// The claim for parts that may be replaced together, and its holes; nothing if they cannot be told apart in the text.
pub(super) fn of_group(drawn: &[Drawn], loose: &[Loose], group: &Group) -> Option<(Always, Holes)> {
    let members = group.members.iter().map(|&at| &loose[at]);
    let domain = |loose: &Loose| match (&loose.bounds, &loose.place) {
        (Some(Bounds { low, high }), _) => Domain::Numbers { low: *low, high: *high },
        (None, Place::Point { .. }) => Domain::Elements,
        (None, _) => Domain::Any,
    };
    let parts: Vec<(&Loose, Domain)> = members.map(|loose| (loose, domain(loose))).collect();
    let (always, holes) = of_parts(drawn, &parts, &group.seen)?;
    Some((Always { tried: group.tried, tried_all: group.is_all, ..always }, holes))
}

/// The claim for some parts, and its holes. All cases that were tried are instances of it.
pub(super) fn of_parts(drawn: &[Drawn], parts: &[(&Loose, Domain)], tried: &[Vec<Drawn>]) -> Option<(Always, Holes)> {
    let mut found: Vec<Vec<(fit::Hole, Domain)>> = drawn.iter().map(|_| Vec::new()).collect();
    for (loose, domain) in parts {
        found[loose.place.value()].push((loose.hole(drawn), domain.clone()));
    }
    for (value, found) in found.iter_mut().enumerate() {
        // Elements added before another come before it.
        sort_by_key(found, |(hole, _)| (hole.range.start, hole.range.end));
        *found = merged(&drawn[value].text, std::mem::take(found));
    }
    let holes: Holes = found.iter().map(|found| found.iter().map(|(hole, _)| hole.clone()).collect()).collect();
    let in_order = |holes: &Vec<fit::Hole>| holes.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start);
    if !holes.iter().all(in_order) || !tried.iter().all(|other| fit::all_fit(drawn, &holes, other)) {
        return None;
    }
    let mut names = Names { taken: drawn.iter().map(|drawn| drawn.name.clone()).collect(), made: Vec::new() };
    let mut named: Vec<Vec<Named>> = drawn.iter().map(|_| Vec::new()).collect();
    let mut variables = Vec::new();
    for (value, found) in found.into_iter().enumerate() {
        let text = &drawn[value].text;
        for (hole, domain) in found {
            let range = &hole.range;
            let is_text = is_within_literal(text, range);
            let (name, variable) = match hole.content {
                Content::Run(count) | Content::LetterRun(count) if count > 1 => (run_of(count, is_text), "_".into()),
                _ => {
                    let name = names.name(drawn, value, &hole, &domain);
                    (name.clone(), name)
                }
            };
            let is_of_whole = matches!(domain, Domain::Elements) && is_directly_in_whole(text, range);
            let type_name = (*range == (0..text.len()) || is_of_whole).then(|| short(drawn[value].type_name));
            variables.push(Variable { name: variable, type_name, domain });
            named[value].push(Named { hole, is_text, name });
        }
    }
    if names.made.len() > MOST_NAMES {
        names.forget(&mut variables, &mut named);
    }
    let is_variable = |value: &usize| named[*value].iter().any(|it| it.hole.range == (0..drawn[*value].text.len()));
    let kept: Vec<usize> = (0..drawn.len()).filter(|value| !is_variable(value)).collect();
    let as_it_is = kept.iter().filter(|&&value| named[value].is_empty()).count();
    let is_said =
        |value: &usize| !named[*value].is_empty() || (as_it_is <= MOST_VALUES && drawn[*value].text.len() <= LONG);
    let said: Vec<usize> = kept.iter().copied().filter(is_said).collect();
    let pattern = |&value: &usize| (name_of(drawn, value), pattern(&drawn[value].text, &named[value]));
    let always = Always {
        values: said.iter().map(pattern).collect(),
        leaves_out: said.len() < kept.len(),
        variables,
        tried: tried.len(),
        tried_all: false,
        untried: 0,
    };
    Some((always, holes))
}

/// Elements that may be anything, next to others of the same list, are one run of them.
fn merged(text: &str, found: Vec<(fit::Hole, Domain)>) -> Vec<(fit::Hole, Domain)> {
    let groups = groups_of(text);
    let item_after = |end: usize| {
        let after = |group: &Grouped| group.items.iter().find(|item| item.end > end).cloned();
        let with = groups.iter().filter(|group| group.items.iter().any(|item| item.end == end));
        with.filter_map(after).collect::<Vec<_>>()
    };
    let mut merged: Vec<(fit::Hole, Domain)> = Vec::new();
    for (hole, domain) in found {
        let last = merged
            .last_mut()
            .filter(|(last, _)| item_after(last.range.end).iter().any(|item| item.start == hole.range.start));
        let joined = last.as_ref().and_then(|(last, _)| joined(&last.content, &hole.content));
        match (last, joined) {
            (Some((last, _)), Some(content)) => *last = fit::Hole { range: last.range.start..hole.range.end, content },
            _ => merged.push((hole, domain)),
        }
    }
    merged
}

/// Two runs of elements as one; single elements only keep to a run.
fn joined(one: &Content, other: &Content) -> Option<Content> {
    match (one, other) {
        (Content::Run(one), Content::Run(other)) => Some(Content::Run(one + other)),
        (Content::Run(run), Content::Item) | (Content::Item, Content::Run(run)) => Some(Content::Run(run + 1)),
        (Content::LetterRun(one), Content::LetterRun(other)) if one + other > 2 => {
            Some(Content::LetterRun(one + other))
        }
        _ => None,
    }
}

/// This many elements, any of them: `_, _` or `_ × 20`; of letters, `_ + _` or `_ × 20`.
fn run_of(count: usize, is_text: bool) -> String {
    match (count <= FEW, is_text) {
        (true, false) => vec!["_"; count].join(", "),
        (true, true) => vec!["_"; count].join(" + "),
        (false, _) => format!("_ × {count}"),
    }
}

/// The name of a value; none if there is only one, which has none.
fn name_of(drawn: &[Drawn], value: usize) -> String {
    match &*drawn[value].name {
        "" if drawn.len() == 1 => String::new(),
        "" => format!("draw {}", value + 1),
        name => name.into(),
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

/// A text with names in its holes.
fn pattern(text: &str, holes: &[Named]) -> String {
    let groups = groups_of(text);
    let literal_of = |range: &Range<usize>| {
        let literals = groups.iter().filter(|group| group.is_quoted);
        literals.into_iter().find(|group| group.surrounds(range)).map(|group| group.range.clone())
    };
    let mut pattern = String::new();
    let mut at = 0;
    // The literal that was left for a name, and has not been entered again.
    let mut left: Option<Range<usize>> = None;
    for Named { hole, name, .. } in holes {
        let literal = literal_of(&hole.range);
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
            pattern.push_str(name);
            left = Some(literal);
            continue;
        }
        match hole.content {
            Content::Items { is_last } => {
                let name = if name == ".." { "..".into() } else { format!("..{name}") };
                pattern.push_str(&if is_last { format!(", {name}") } else { format!("{name}, ") });
            }
            _ => {
                // `Foo { a: a }` is `Foo { a }`.
                let field = format!("{name}: ");
                let is_field = pattern.strip_suffix(&*field).is_some_and(|before| before.ends_with([' ', '{']));
                if is_field {
                    pattern.truncate(pattern.len() - field.len());
                }
                pattern.push_str(name);
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
    /// Those that say nothing about what they represent.
    made: Vec<String>,
}

impl Names {
    fn name(&mut self, drawn: &[Drawn], value: usize, hole: &fit::Hole, domain: &Domain) -> String {
        let (text, range) = (&drawn[value].text, &hole.range);
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
        if let (Some(field), false) = (field, matches!(domain, Domain::Elements)) {
            return self.free(&[field]);
        }
        let candidates: &[&str] = match (&hole.content, domain) {
            (_, Domain::Numbers { .. }) => &OF_NUMBERS,
            (Content::Letters, _) => &OF_TEXTS,
            (Content::Items { .. }, _) => &OF_ELEMENTS,
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

    /// Omits the names that say nothing: `[_, _, n, ..]`.
    fn forget(&self, variables: &mut [Variable], holes: &mut [Vec<Named>]) {
        for hole in holes.iter_mut().flatten().filter(|hole| self.made.contains(&hole.name)) {
            let is_list = matches!(hole.hole.content, Content::Items { .. });
            let blank = if is_list && !hole.is_text { ".." } else { "_" };
            let variable = variables.iter_mut().find(|variable| variable.name == hole.name);
            variable.into_iter().for_each(|variable| variable.name = blank.into());
            hole.name = blank.into();
        }
    }
}
