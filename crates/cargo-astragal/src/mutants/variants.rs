//! Mutants that are planted in the sources, behind `cfg(mutant = "name")`: their names, and the lines that differ.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lexer::{Kind, Token, tokens};
use crate::cargo::Project;
use crate::cli::Selection;
use crate::exit::Stop;
use crate::files;

/// The key of the cfg that a mutant is behind.
pub(super) const KEY: &str = "mutant";

/// A planted mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// Its name.
    pub(super) name: String,
    /// The file and the line in which it comes first.
    pub(super) file: String,
    pub(super) line: u64,
    /// The lines that only the unmodified program has, and those that only the mutant has.
    pub(super) diff: String,
}

/// All mutants in the sources of the packages that are selected, by name.
pub(super) fn find(project: &Project, selection: &Selection) -> Result<Vec<Variant>, Stop> {
    let mut found: BTreeMap<String, Variant> = BTreeMap::new();
    for path in files::of(project, project.directories_of(selection)) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let file = path.strip_prefix(&project.root).unwrap_or(&path).display().to_string();
        add(&source, &file, &mut found)?;
    }
    Ok(found.into_values().collect())
}

/// Adds the mutants of a source.
fn add(source: &str, file: &str, found: &mut BTreeMap<String, Variant>) -> Result<(), Stop> {
    // Most sources have none.
    if !source.contains(KEY) {
        return Ok(());
    }
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    for Place { name, at, parts } in places(&Code { source, tokens: tokens(source) }) {
        let line = line_of(source, at);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        if name.is_empty() || !name.chars().all(is_plain) {
            let message = format!("{file}:{line}: `{name}` cannot be the name of a mutant");
            return Err(Stop::usage(message).hint("it is made of letters, digits, `_` and `-`"));
        }
        let variant = found.entry(name.to_string()).or_insert_with(|| Variant {
            name: name.to_string(),
            file: file.to_string(),
            line,
            diff: String::new(),
        });
        if !ends.contains_key(name) {
            variant.diff += &format!("--- {file}\n+++ {file}\n");
        }
        // Attributes that follow each other are one change.
        if ends.get(name).is_none_or(|end| line > end + 1) {
            variant.diff += &format!("@@ line {line} @@\n");
        }
        for (sign, part) in &parts {
            variant.diff += &marked(source, *sign, part.clone());
        }
        let end = parts.iter().map(|(_, part)| part.end).max().unwrap_or(at);
        ends.insert(name.to_string(), line_of(source, end));
    }
    Ok(())
}

/// The number of the line that a byte is in.
fn line_of(source: &str, at: usize) -> u64 {
    1 + source[..at].matches('\n').count() as u64
}

/// The lines of a part, each with a sign, and with the blanks before the first.
fn marked(source: &str, sign: char, part: Range<usize>) -> String {
    let line = &source[source[..part.start].rfind('\n').map_or(0, |at| at + 1)..];
    let blanks = &line[..line.len() - line.trim_start().len()];
    let text = format!("{blanks}{}", &source[part]);
    text.lines().map(|line| format!("{sign}{}\n", line.trim_end())).collect()
}

/// A source and its tokens.
struct Code<'s> {
    source: &'s str,
    tokens: Vec<Token>,
}

/// A place where the sources ask for a mutant.
struct Place<'s> {
    name: &'s str,
    at: usize,
    /// What is there only with it (`+`), only without it (`-`), or that is not known (a blank).
    parts: Vec<(char, Range<usize>)>,
}

/// All places, in order.
fn places<'s>(code: &Code<'s>) -> Vec<Place<'s>> {
    let mut places = Vec::new();
    let mut at = 0;
    while at < code.tokens.len() {
        let is_macro = code.is(at + 1, "!");
        let open = at + 1 + usize::from(is_macro);
        if !(code.is(at, "cfg") || code.is(at, "cfg_attr")) || !code.is(open, "(") {
            at += 1;
            continue;
        }
        let close = code.closing(open);
        for (name, is_not) in names(code, open..close) {
            let parts = if is_macro { code.of_macro(at, close) } else { code.of_attribute(at, close) };
            let sign = |sign: char| match (sign, is_not) {
                ('+', true) => '-',
                ('-', true) => '+',
                _ => sign,
            };
            let parts = parts.into_iter().map(|(mark, part)| (sign(mark), part)).collect();
            places.push(Place { name, at: code.tokens[at].at.start, parts });
        }
        at = close.max(at + 1);
    }
    places
}

/// The names in a condition, and whether each must not be set.
fn names<'s>(code: &Code<'s>, within: Range<usize>) -> Vec<(&'s str, bool)> {
    let (mut names, mut groups) = (Vec::new(), Vec::new());
    for at in within {
        match code.text(at) {
            "(" if code.kind(at) == Some(Kind::Mark) => groups.push(at > 0 && code.is(at - 1, "not")),
            ")" if code.kind(at) == Some(Kind::Mark) => _ = groups.pop(),
            KEY if code.is(at, KEY) && code.is(at + 1, "=") && code.kind(at + 2) == Some(Kind::Text) => {
                names.push((code.text(at + 2), groups.iter().filter(|is_not| **is_not).count() % 2 == 1));
            }
            _ => {}
        }
    }
    names
}

/// How a statement begins that goes on to its semicolon, blocks or not.
const UP_TO_SEMICOLON: [&str; 8] = ["let", "use", "type", "static", "const", "return", "break", "extern"];
/// How an item begins that has no commas outside of brackets, but for those between `<` and `>`.
const ITEMS: [&str; 8] = ["fn", "impl", "struct", "enum", "union", "trait", "mod", "macro_rules"];

impl<'s> Code<'s> {
    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| &self.source[token.at.clone()])
    }

    /// Whether a token is this word or mark.
    fn is(&self, at: usize, text: &str) -> bool {
        matches!(self.kind(at), Some(Kind::Word | Kind::Mark)) && self.text(at) == text
    }

    fn is_any(&self, at: usize, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(at, text))
    }

    /// Where the bracket ends that begins at a token; the last token if it never does.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.tokens.len() {
            if self.is_any(at, &["(", "[", "{"]) {
                depth += 1;
            } else if self.is_any(at, &[")", "]", "}"]) {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
        }
        self.tokens.len() - 1
    }

    /// The bytes between two places, without blanks around.
    fn trimmed(&self, part: Range<usize>) -> Range<usize> {
        let part = part.start..part.end.max(part.start);
        let text = &self.source[part.clone()];
        let start = part.start + (text.len() - text.trim_start().len());
        start..start.max(part.start + text.trim_end().len())
    }

    /// What an attribute is about: what follows it. Of `cfg_attr`, and at the start of a file, its own line.
    fn of_attribute(&self, at: usize, close: usize) -> Vec<(char, Range<usize>)> {
        let is_of_next = at >= 2 && self.is(at - 1, "[") && self.is(at - 2, "#") && self.is(at, "cfg");
        if !is_of_next {
            return vec![('+', self.tokens[at].at.start..self.tokens[close].at.end)];
        }
        let mut next = self.closing(at - 1) + 1;
        while self.is(next, "#") && self.is(next + 1, "[") {
            next = self.closing(next + 1) + 1;
        }
        let start = self.tokens[next - 1].at.end;
        vec![('+', self.trimmed(start..self.end_of_item(next)))]
    }

    /// The byte at which a statement, an item, a field or an arm ends that begins at a token.
    fn end_of_item(&self, first: usize) -> usize {
        let mut word = first;
        while self.is_any(word, &["pub", "unsafe", "async"]) || self.is(word, "const") && self.is(word + 1, "fn") {
            word = if self.is(word + 1, "(") { self.closing(word + 1) + 1 } else { word + 1 };
        }
        let is_item = self.is_any(word, &ITEMS);
        let has_semicolon = self.is_any(word, &UP_TO_SEMICOLON);
        let mut at = word;
        while at < self.tokens.len() {
            if self.is(at, ";") || self.is(at, ",") && !is_item && !has_semicolon {
                return self.tokens[at].at.end;
            }
            if self.is_any(at, &[")", "]", "}"]) {
                return self.tokens[at].at.start;
            }
            if self.is_any(at, &["(", "[", "{"]) {
                let is_block = self.is(at, "{");
                at = self.closing(at);
                if is_block && !has_semicolon && !self.is_any(at + 1, &["else", ".", "?", ";", ","]) {
                    return self.tokens[at].at.end;
                }
            }
            at += 1;
        }
        self.source.len()
    }

    /// What `cfg!` decides about, if it is the whole condition of an `if`: both branches.
    fn of_macro(&self, at: usize, close: usize) -> Vec<(char, Range<usize>)> {
        let is_negative = at > 0 && self.is(at - 1, "!");
        let before = at - usize::from(is_negative);
        if before == 0 || !self.is(before - 1, "if") || !self.is(close + 1, "{") {
            let line = self.source[..self.tokens[at].at.start].rfind('\n').map_or(0, |at| at + 1);
            let end = self.source[line..].find('\n').map_or(self.source.len(), |at| line + at);
            return vec![(' ', self.trimmed(line..end))];
        }
        let (with, without) = if is_negative { ('-', '+') } else { ('+', '-') };
        let first = close + 1;
        let mut parts = vec![(with, self.block(first))];
        let mut end = self.closing(first);
        // Of a chain, the branch that the unmodified program takes: what is behind another `cfg!` it does not.
        while self.is(end + 1, "else") && self.is(end + 2, "if") && self.is(end + 3, "cfg") && self.is(end + 4, "!") {
            end = self.closing(self.closing(end + 5) + 1);
        }
        if self.is(end + 1, "else") && self.is(end + 2, "{") {
            parts.push((without, self.block(end + 2)));
        } else if self.is(end + 1, "else") {
            let start = self.tokens[end + 1].at.end;
            parts.push((without, self.trimmed(start..self.end_of_item(end + 2))));
        }
        parts.sort_by_key(|(sign, _)| *sign != '-');
        parts
    }

    /// What is within the braces that begin at a token.
    fn block(&self, open: usize) -> Range<usize> {
        self.trimmed(self.tokens[open].at.end..self.tokens[self.closing(open)].at.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<Variant> {
        let mut found = BTreeMap::new();
        add(source, "src/lib.rs", &mut found).unwrap();
        found.into_values().collect()
    }

    fn diff(source: &str) -> String {
        let found = found(source);
        assert_eq!(found.len(), 1, "{found:?}");
        let head = "--- src/lib.rs\n+++ src/lib.rs\n";
        found[0].diff.strip_prefix(head).unwrap_or_else(|| panic!("{found:?}")).to_string()
    }

    #[test]
    fn attributes_are_about_what_follows() {
        let statements = "fn f() {\n    #[cfg(not(mutant = \"a\"))]\n    let x = if b { 1 } else { 2 };\n    #[cfg(mutant = \"a\")]\n    #[allow(unused)]\n    let x = 3;\n    x\n}\n";
        assert_eq!(diff(statements), "@@ line 2 @@\n-    let x = if b { 1 } else { 2 };\n+    let x = 3;\n");
        let function = "#[cfg(mutant = \"a\")]\npub fn f<A, B>(a: A, b: B) -> [A; 1] {\n    [a]\n}\nfn g() {}\n";
        assert_eq!(diff(function), "@@ line 1 @@\n+pub fn f<A, B>(a: A, b: B) -> [A; 1] {\n+    [a]\n+}\n");
        let arms =
            "match x {\n    #[cfg(mutant = \"a\")]\n    0 => 1,\n    #[cfg(not(mutant = \"a\"))]\n    0 => \"text\"\n}";
        assert_eq!(diff(arms), "@@ line 2 @@\n+    0 => 1,\n-    0 => \"text\"\n");
        let same_line = "fn f() -> u8 {\n    #[cfg(mutant = \"a\")] { 1 }\n    #[cfg(not(mutant = \"a\"))] { 2 }\n}\n";
        assert_eq!(diff(same_line), "@@ line 2 @@\n+    { 1 }\n-    { 2 }\n");
    }

    #[test]
    fn conditions_are_about_their_branches() {
        let both = "fn f() -> u8 {\n    if cfg!(mutant = \"a\") { 1 } else { 2 }\n}\n";
        assert_eq!(diff(both), "@@ line 2 @@\n-    2\n+    1\n");
        let not = "if !cfg!(mutant = \"a\") {\n    x += 1;\n}\n";
        assert_eq!(diff(not), "@@ line 1 @@\n-    x += 1;\n");
        let chain = "if cfg!(mutant = \"a\") { 1 } else if cfg!(mutant = \"b\") { 2 } else { 3 }";
        let diffs: Vec<String> = found(chain).into_iter().map(|variant| variant.diff).collect();
        assert!(diffs[0].ends_with("@@\n-3\n+1\n") && diffs[1].ends_with("@@\n-3\n+2\n"), "{diffs:?}");
        assert_eq!(
            diff("let end = start + usize::from(cfg!(mutant = \"a\"));\n"),
            "@@ line 1 @@\n let end = start + usize::from(cfg!(mutant = \"a\"));\n"
        );
    }

    #[test]
    fn only_conditions_name_mutants() {
        let none =
            "// #[cfg(mutant = \"a\")]\nlet mutant = \"b\"; let s = \"cfg(mutant = \\\"c\\\")\"; f(mutant = \"d\");";
        assert_eq!(found(none), []);
        let several = "#[cfg(any(mutant = \"a\", all(mutant = \"b\", feature = \"x\")))]\nfn f() {}\n\n\n\n#[cfg(mutant = \"a\")]\nfn g() {}\n";
        let names: Vec<(String, u64)> = found(several).into_iter().map(|one| (one.name, one.line)).collect();
        assert_eq!(names, [("a".into(), 1), ("b".into(), 1)]);
        assert!(found(several)[0].diff.ends_with("@@ line 1 @@\n+fn f() {}\n@@ line 6 @@\n+fn g() {}\n"));
        let mut found = BTreeMap::new();
        let error = add("\n#[cfg(mutant = \"a b\")] fn f() {}", "lib.rs", &mut found).unwrap_err();
        assert_eq!(error.message, "lib.rs:2: `a b` cannot be the name of a mutant");
    }

    #[test]
    fn what_is_cut_off_is_read() {
        for source in [
            "#[cfg(mutant = \"a\"",
            "if cfg!(mutant = \"a\") {",
            "if cfg!(mutant = \"a\")",
            "#[cfg(mutant = \"a\")] #[",
        ] {
            assert_eq!(found(source).len(), 1, "{source}");
        }
        // Any beginning and any end of a source is one.
        let source = include_str!("../../tests/planted/src/lib.rs");
        for at in (0..source.len()).filter(|at| source.is_char_boundary(*at)) {
            for part in [&source[..at], &source[at..]] {
                _ = add(part, "src/lib.rs", &mut BTreeMap::new());
            }
        }
        assert_eq!(found(source).len(), 7);
    }
}
