//! Edits of files: a stored case removed, an explicit case added to a property; made, or written as a patch.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use astragal::report::Drawn;

/// The lines around a change that a patch shows.
const CONTEXT: usize = 3;

/// Some lines of a file to be replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) file: PathBuf,
    /// The first line, counted from 0.
    at: usize,
    old: Vec<String>,
    new: Vec<String>,
}

impl Edit {
    /// Removes a stored case from its file, with the blank line before it.
    pub(super) fn dropping(file: &Path, address: &str) -> Result<Edit, String> {
        let text = read(file)?;
        let lines: Vec<&str> = text.lines().collect();
        let mark = address.get(..4).unwrap_or(address);
        let is_first = |line: &&str| line.starts_with("regression ") && line.split_whitespace().nth(2) == Some(address);
        let missing = || format!("{}: there is no case {address} in it", file.display());
        let mut from = lines.iter().position(is_first).ok_or_else(missing)?;
        let end = format!("{mark} end");
        let length = lines[from..].iter().position(|line| line.trim_end() == end).ok_or_else(missing)? + 1;
        let to = from + length;
        if from > 0 && lines[from - 1].trim().is_empty() {
            from -= 1;
        }
        Ok(Edit { file: file.to_owned(), at: from, old: owned(&lines[from..to]), new: Vec::new() })
    }

    /// Adds an option, such as `pin = ".."`, to the `#[property]` that is near these lines, counted from 1.
    pub(super) fn adding(file: &Path, first: usize, last: usize, option: &str) -> Result<Edit, String> {
        let text = read(file)?;
        let lines: Vec<&str> = text.lines().collect();
        let from = first.saturating_sub(1).min(lines.len());
        let is_attribute = |line: &&str| line.trim_start().starts_with("#[") && line.contains("property");
        let above = lines[..from].iter().enumerate().rev().take_while(|(_, line)| {
            let line = line.trim();
            !line.is_empty() && !line.ends_with('}')
        });
        let here = (from..last.min(lines.len())).find(|at| is_attribute(&lines[*at]));
        let at = here.or_else(|| above.clone().find(|(_, line)| is_attribute(line)).map(|(at, _)| at));
        let at = at.ok_or_else(|| format!("{}: no `#[property]` is at line {first}", file.display()))?;
        let line = lines[at];
        let begin = line.find("property").map_or(line.len(), |begin| begin + "property".len());
        let (head, rest) = line.split_at(begin);
        let new = match rest.strip_prefix('(') {
            Some("") => vec![format!("{head}("), format!("    {}{option},", indent(line))],
            Some(rest) if rest.starts_with(')') => vec![format!("{head}({option}{rest}")],
            Some(rest) => vec![format!("{head}({option}, {rest}")],
            None => vec![format!("{head}({option}){rest}")],
        };
        Ok(Edit { file: file.to_owned(), at, old: vec![line.to_string()], new })
    }

    /// Makes the edit, unless the file has changed since. What was there before is never lost: the file is replaced as a whole.
    pub(super) fn apply(&self) -> Result<(), String> {
        let text = read(&self.file)?;
        let mut lines: Vec<&str> = text.lines().collect();
        let to = self.at + self.old.len();
        if lines.get(self.at..to) != Some(&self.old.iter().map(|line| &**line).collect::<Vec<_>>()[..]) {
            return Err(format!("{}: the file has changed meanwhile, and is left as it is", self.file.display()));
        }
        lines.splice(self.at..to, self.new.iter().map(|line| &**line));
        let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut changed = lines.join(ending);
        if text.ends_with('\n') && !changed.is_empty() {
            changed.push_str(ending);
        }
        let unfinished = self.file.with_extension(format!("astragal-{}", std::process::id()));
        let why = |error: std::io::Error| format!("{}: {error}", self.file.display());
        fs::write(&unfinished, changed).map_err(why)?;
        fs::rename(&unfinished, &self.file).inspect_err(|_| _ = fs::remove_file(&unfinished)).map_err(why)
    }
}

/// Edits as a patch that `git apply` and `patch -p1` take, with paths from a folder. Those of a file are sorted by their lines, and
/// none of them overlaps another.
pub(super) fn patch(edits: &[Edit], root: &Path) -> Result<String, String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (&edit.file, edit.at));
    let mut patch = String::new();
    for of_file in sorted.chunk_by(|one, other| one.file == other.file) {
        let file = &of_file[0].file;
        let text = read(file)?;
        let lines: Vec<&str> = text.lines().collect();
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string().replace('\\', "/");
        let _ = writeln!(patch, "--- a/{name}\n+++ b/{name}");
        let mut moved = 0_isize;
        let mut rest = of_file;
        while let Some(first) = rest.first() {
            // Changes whose context meets are one hunk.
            let meets = |pair: &&[&Edit]| pair[1].at < pair[0].at + pair[0].old.len() + 2 * CONTEXT;
            let count = 1 + rest.windows(2).take_while(meets).count();
            let (hunk, others) = rest.split_at(count);
            rest = others;
            let from = first.at.saturating_sub(CONTEXT);
            let last = hunk[count - 1];
            let to = (last.at + last.old.len() + CONTEXT).min(lines.len());
            let added: usize = hunk.iter().map(|edit| edit.new.len()).sum();
            let removed: usize = hunk.iter().map(|edit| edit.old.len()).sum();
            let length = to - from;
            let start = (from as isize + moved).max(0) as usize;
            let _ = writeln!(patch, "@@ -{},{length} +{},{} @@", from + 1, start + 1, length - removed + added);
            let mut at = from;
            for edit in hunk {
                lines[at..edit.at].iter().for_each(|line| _ = writeln!(patch, " {line}"));
                edit.old.iter().for_each(|line| _ = writeln!(patch, "-{line}"));
                edit.new.iter().for_each(|line| _ = writeln!(patch, "+{line}"));
                at = edit.at + edit.old.len();
            }
            lines[at..to].iter().for_each(|line| _ = writeln!(patch, " {line}"));
            moved += added as isize - removed as isize;
        }
    }
    Ok(patch)
}

/// The option that runs a case first: its values where they can be written in Rust, else its token.
pub(super) fn option_for(drawn: &[Drawn], arguments: usize, token: &str) -> String {
    let values: Option<Vec<String>> = drawn.iter().map(|drawn| as_rust(drawn.type_name, &drawn.text)).collect();
    match values {
        Some(values) if !values.is_empty() && values.len() == arguments => format!("example({})", values.join(", ")),
        _ => format!("pin = \"{token}\""),
    }
}

/// A value as an expression, if it is surely one: numbers, truth values, characters, strings, and lists of these.
fn as_rust(type_name: &str, text: &str) -> Option<String> {
    let is_text = |text: &str| text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    let type_name = type_name.trim_start_matches('&');
    match type_name {
        "bool" | "char" => Some(text.to_string()),
        "alloc::string::String" | "String" | "str" if is_text(text) => Some(format!("String::from({text})")),
        _ if is_number_type(type_name) => is_number(text).then(|| text.to_string()),
        _ => {
            let element =
                type_name.strip_prefix("alloc::vec::Vec<").or(type_name.strip_prefix("Vec<"))?.strip_suffix('>')?;
            let elements = text.strip_prefix('[')?.strip_suffix(']')?;
            let is_plain = is_number_type(element)
                && (elements.is_empty() || elements.split(',').all(|element| is_number(element.trim())));
            is_plain.then(|| format!("vec![{elements}]"))
        }
    }
}

fn is_number_type(name: &str) -> bool {
    let is_sized = |rest: &str| matches!(rest, "8" | "16" | "32" | "64" | "128" | "size");
    name.strip_prefix(['i', 'u', 'f']).is_some_and(is_sized)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|digit| digit.is_ascii_digit() || matches!(digit, '.' | 'e' | '-'))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> PathBuf {
        let file = std::env::temp_dir().join(format!("cargo-astragal-{}-{name}", std::process::id()));
        fs::write(&file, text).unwrap();
        file
    }

    #[test]
    fn an_option_is_added_to_each_form_of_the_attribute() {
        for (attribute, changed) in [
            ("#[property]", vec!["#[property(pin = \"t\")]"]),
            ("    #[property()]", vec!["    #[property(pin = \"t\")]"]),
            ("#[astragal::property(cases = 5)]", vec!["#[astragal::property(pin = \"t\", cases = 5)]"]),
            ("#[property(", vec!["#[property(", "    pin = \"t\","]),
        ] {
            let path =
                file("attribute.rs", &format!("fn other() {{\n}}\n\n/// Doc.\n{attribute}\nfn f(n: u8) {{\n}}\n"));
            // The line of the function and that of the attribute both find it.
            for first in [5, 6] {
                let edit = Edit::adding(&path, first, 7, "pin = \"t\"").unwrap();
                assert_eq!((edit.at, edit.new), (4, changed.iter().map(ToString::to_string).collect()));
            }
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_case_is_dropped_and_nothing_else() {
        let text = "# head\n\nregression 1 aaaabbbb\naaaa # x\naaaa end\n\nregression 1 ccccdddd\ncccc # y\ncccc end\n";
        let path = file("store.txt", text);
        let edit = Edit::dropping(&path, "aaaabbbb").unwrap();
        let patch = patch(std::slice::from_ref(&edit), path.parent().unwrap()).unwrap();
        assert!(patch.contains("@@ -1,8 +1,4 @@\n # head\n-\n-regression 1 aaaabbbb\n"), "{patch}");
        edit.apply().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "# head\n\nregression 1 ccccdddd\ncccc # y\ncccc end\n");
        assert!(edit.apply().unwrap_err().contains("changed meanwhile"));
        assert!(Edit::dropping(&path, "aaaabbbb").is_err());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn only_sure_values_become_expressions() {
        assert_eq!(as_rust("u8", "3").as_deref(), Some("3"));
        assert_eq!(as_rust("alloc::vec::Vec<i32>", "[1, -2]").as_deref(), Some("vec![1, -2]"));
        assert_eq!(as_rust("alloc::string::String", "\"a\"").as_deref(), Some("String::from(\"a\")"));
        assert_eq!(as_rust("f64", "NaN"), None);
        assert_eq!(as_rust("k::Expr", "Val(1)"), None);
        assert_eq!(option_for(&[], 0, "a2-x"), "pin = \"a2-x\"");
    }
}
