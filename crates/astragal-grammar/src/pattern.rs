//! Regular expressions as patterns, as everybody else writes them.

use std::fmt::Write;

use crate::regex::{CharSet, Regex};

/// An expression as a pattern; there is none for one with a difference.
pub(crate) fn pattern(regex: &Regex) -> Option<String> {
    let mut out = String::new();
    write_pattern(regex, Level::Either, &mut out)?;
    Some(out)
}

/// Where an expression is written, from loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Either,
    Sequence,
    Repeated,
}

fn write_pattern(regex: &Regex, level: Level, out: &mut String) -> Option<()> {
    let own = match regex {
        Regex::Either(_) => Level::Either,
        Regex::Sequence(parts) if parts.len() != 1 => Level::Sequence,
        _ => Level::Repeated,
    };
    // A repetition of a repetition would be read as a lazy one.
    let is_nested = level == Level::Repeated && matches!(regex, Regex::Repeat { .. });
    let brackets = own < level || is_nested;
    out.push_str(if brackets { "(?:" } else { "" });
    match regex {
        Regex::Class(set) => write_class(set, out),
        Regex::Sequence(parts) => parts.iter().try_for_each(|part| write_pattern(part, Level::Sequence, out))?,
        Regex::Either(parts) => {
            for (index, part) in parts.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "|" });
                write_pattern(part, Level::Sequence, out)?;
            }
        }
        Regex::Repeat { part, min, once } => {
            write_pattern(part, Level::Repeated, out)?;
            out.push_str(match (min, once) {
                (0, true) => "?",
                (0, false) => "*",
                (_, true) => "",
                (_, false) => "+",
            });
        }
        Regex::Difference(..) => return None,
    }
    out.push_str(if brackets { ")" } else { "" });
    Some(())
}

fn write_class(set: &CharSet, out: &mut String) {
    match set.ranges() {
        [] => out.push_str(r"[^\s\S]"),
        [(first, last)] if first == last => write_char(*first, out),
        ranges => {
            // What leaves out little is shorter by what it leaves out.
            let complement = set.complement();
            let is_negated = ranges.last().is_some_and(|range| range.1 == char::MAX) && !complement.is_empty();
            out.push_str(if is_negated { "[^" } else { "[" });
            for (first, last) in if is_negated { complement.ranges() } else { ranges } {
                write_char(*first, out);
                if first < last {
                    out.push('-');
                    write_char(*last, out);
                }
            }
            out.push(']');
        }
    }
}

fn write_char(c: char, out: &mut String) {
    match c {
        'a'..='z'
        | 'A'..='Z'
        | '0'..='9'
        | '_'
        | '"'
        | '\''
        | ' '
        | ','
        | ';'
        | ':'
        | '='
        | '!'
        | '@'
        | '%'
        | '/'
        | '<'
        | '>'
        | '`' => out.push(c),
        '\n' => out.push_str(r"\n"),
        '\r' => out.push_str(r"\r"),
        '\t' => out.push_str(r"\t"),
        '!'..='~' => _ = write!(out, "\\{c}"),
        _ => _ = write!(out, "\\x{{{:x}}}", c as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;
    use crate::lbnf::predefined;
    use crate::regex::{CharSet, Regex};

    #[test]
    fn patterns_are_written() {
        let of = |name: &str| pattern(&predefined(name).unwrap()).unwrap();
        assert_eq!(of("Integer"), "[0-9]+");
        assert_eq!(of("Double"), r"[0-9]+\.[0-9]+(?:e\-?[0-9]+)?");
        assert_eq!(of("Ident"), "[A-Za-z]['0-9A-Z_a-z]*");
        assert_eq!(of("String"), r#""(?:[^\n"\\]|\\["'\\fnrt])*""#);
        let [a, b] = ["a", "bc"].map(Regex::literal);
        assert_eq!(pattern(&Regex::Either(vec![a.clone(), b.clone()]).star()).unwrap(), "(?:a|bc)*");
        assert_eq!(pattern(&Regex::Sequence(vec![b.clone().plus(), a.clone().optional()])).unwrap(), "(?:bc)+a?");
        let nested = Regex::Repeat { part: Box::new(a.clone().plus()), min: 0, once: true };
        assert_eq!(pattern(&nested).unwrap(), "(?:a+)?");
        assert_eq!(pattern(&Regex::Class(CharSet::all())).unwrap(), r"[\x{0}-\x{10ffff}]");
        assert_eq!(pattern(&b.without(a)), None);
    }
}
