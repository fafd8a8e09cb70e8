//! How a function is shown: as the Rust code that it would be, with only those cases that were asked for.

use std::any::type_name;
use std::fmt::{self, Debug};

use super::Fun;
use crate::text::{debug_text, written};

/// One case in the text: the pattern, and what it leads to.
type Shown = (String, String);

impl<A: Debug, B: Debug> Debug for Fun<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = names(type_name::<A>());
        let mut cases = self.cases(f.alternate());
        let default = match self.0.known.default() {
            Some(default) => Some(default.map_or_else(|| "_".into(), |default| text(default, f.alternate()))),
            None => most_common(&cases),
        };
        let Some(default) = default else { return write_match(f, &names, &cases) };
        cases.retain(|(_, result)| *result != default);
        if cases.is_empty() {
            return write!(f, "|{}| {default}", vec!["_"; names.len()].join(", "));
        }
        cases.push(("_".into(), default));
        write_match(f, &names, &cases)
    }
}

impl<A: Debug, B: Debug> Fun<A, B> {
    /// The cases that were asked for; all, if none was.
    fn cases(&self, pretty: bool) -> Vec<Shown> {
        let known = &self.0.known;
        let (asked, cases) = (known.was_asked(), known.cases.borrow());
        let wanted = cases.iter().filter(|(_, case)| case.asked || !asked);
        let shown = wanted.map(|(key, case)| {
            let argument = key.argument(&*self.0.arguments);
            let pattern = argument.map_or_else(|| "_".into(), |argument| text(&argument, false));
            // A function as a pattern is told from what it leads to.
            let pattern = if pattern.starts_with('|') { format!("({pattern})") } else { pattern };
            (pattern, text(&case.made.result, pretty))
        });
        shown.collect()
    }
}

fn text(value: &impl Debug, pretty: bool) -> String {
    if pretty { written(|out| write!(out, "{value:#?}")) } else { debug_text(value) }
}

/// The result that several cases share, if there is one; then they need not be written one by one.
fn most_common(cases: &[Shown]) -> Option<String> {
    let count = |result: &str| cases.iter().filter(|case| case.1 == result).count();
    let mut best: Option<(usize, &str)> = None;
    for (_, result) in cases {
        let count = count(result);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, result));
        }
    }
    best.filter(|&(count, _)| count > 1 || cases.len() == 1).map(|(_, result)| result.into())
}

/// Writes a function that is another one but for some cases: `|x| match x { 0 => 1, _ => name(x) }`. Without a name these are all cases.
pub fn write_changed<A>(f: &mut fmt::Formatter<'_>, name: Option<&str>, cases: &[(String, String)]) -> fmt::Result {
    let names = names(type_name::<A>());
    let rest = name.map(|name| ("_".into(), format!("{name}({})", names.join(", "))));
    write_match(f, &names, &cases.iter().cloned().chain(rest).collect::<Vec<_>>())
}

fn write_match(f: &mut fmt::Formatter<'_>, names: &[String], cases: &[Shown]) -> fmt::Result {
    let listed = names.join(", ");
    let subject = if names.len() == 1 { listed.clone() } else { format!("({listed})") };
    write!(f, "|{listed}| match {subject} {{")?;
    for (at, (pattern, result)) in cases.iter().enumerate() {
        if f.alternate() {
            write!(f, "\n    {pattern} => {},", result.replace('\n', "\n    "))?;
        } else {
            write!(f, "{}{pattern} => {result}", if at == 0 { " " } else { ", " })?;
        }
    }
    f.write_str(if f.alternate() { "\n}" } else { " }" })
}

/// The names of the arguments, of which a tuple has several.
fn names(argument: &str) -> Vec<String> {
    let several = match argument.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(parts) if !parts.is_empty() && !parts.ends_with(',') => 1 + commas(parts),
        _ => 1,
    };
    match several {
        1..=3 => ["x", "y", "z"][..several].iter().map(ToString::to_string).collect(),
        _ => ('a'..='z').take(several).map(String::from).collect(),
    }
}

/// How many commas are outside all brackets.
fn commas(text: &str) -> usize {
    let (mut depth, mut count) = (0, 0);
    for letter in text.chars() {
        match letter {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuple_has_several_names() {
        assert_eq!(names("i32"), ["x"]);
        assert_eq!(names("()"), ["x"]);
        assert_eq!(names("(u8,)"), ["x"]);
        assert_eq!(names("(u8, alloc::vec::Vec<(u8, u8)>)"), ["x", "y"]);
        assert_eq!(names("(u8, u8, u8, u8)"), ["a", "b", "c", "d"]);
    }
}
