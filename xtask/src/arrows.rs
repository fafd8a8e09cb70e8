//! The arrows between modules: what ARCHITECTURE.md says of imports is what the code does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::files;

/// For each module, the modules of the same crate that it imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Compares every table of arrows in ARCHITECTURE.md with the code. Returns how many there are, or what is wrong.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    let mut wrong = Vec::new();
    let mut tables = 0;
    for table in text.split("\n```arrows ").skip(1) {
        let (folder, rest) = table.split_once('\n').unwrap_or_default();
        let lines: Vec<&str> = rest.lines().take_while(|line| !line.starts_with("```")).collect();
        wrong.extend(compare(folder, &lines, &imports(&root.join(folder))));
        tables += 1;
    }
    if tables == 0 {
        wrong.push("ARCHITECTURE.md has no table of arrows".into());
    }
    if wrong.is_empty() { Ok(format!("{tables} tables")) } else { Err(wrong.join("\n")) }
}

fn compare(folder: &str, lines: &[&str], found: &Arrows) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut before = BTreeSet::new();
    for line in lines {
        let (module, imports) = line.split_once(':').unwrap_or((line, ""));
        let said: BTreeSet<String> =
            imports.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
        let found = found.get(module).cloned().unwrap_or_default();
        for name in found.difference(&said) {
            wrong.push(format!("{folder}: `{module}` imports `{name}`, which the table does not allow"));
        }
        for name in said.difference(&found) {
            wrong.push(format!("{folder}: the table says that `{module}` imports `{name}`, which it does not"));
        }
        for name in said.difference(&before) {
            wrong.push(format!("{folder}: `{module}` comes before `{name}`, which it imports"));
        }
        before.insert(module.to_owned());
    }
    for module in found.keys().filter(|module| !before.contains(*module)) {
        wrong.push(format!("{folder}: the table lacks `{module}`"));
    }
    wrong
}

/// The imports of all top-level modules of a crate, read from its sources.
fn imports(folder: &Path) -> Arrows {
    let files: Vec<(Vec<String>, String)> = files::below(folder, &[".rs"])
        .iter()
        .map(|file| {
            (module_of(file.strip_prefix(folder).unwrap_or(file)), fs::read_to_string(file).unwrap_or_default())
        })
        .collect();
    let tops: BTreeSet<&String> = files.iter().filter_map(|(module, _)| module.first()).collect();
    let root = files.iter().find(|(module, _)| module.is_empty()).map_or("", |(_, text)| text);
    let exported = exports(root);
    let top_of = |name: String| match tops.contains(&name) {
        true => Some(name),
        false => exported.get(&name).or(exported.get("*")).cloned(),
    };
    let mut arrows: Arrows = tops.iter().map(|&top| (top.clone(), BTreeSet::new())).collect();
    for (module, text) in &files {
        let Some(own) = module.first() else { continue };
        let named = named(text, module.len()).into_iter().filter_map(top_of).filter(|name| name != own);
        arrows.entry(own.clone()).or_default().extend(named);
    }
    arrows
}

/// Of which module each name is that the root of a crate has from one: `crate::Name` is an import of that module. What is in no
/// list is of the module that is exported whole, `*`.
fn exports(root: &str) -> BTreeMap<String, String> {
    let text = without_comments(root);
    let uses = text.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let mut exported = BTreeMap::new();
    for path in uses {
        let Some(module) = first_word(path) else { continue };
        let ends = path.split([',', '{', '}']).filter_map(|part| part.rsplit([':', ' ', '\n']).next());
        exported.extend(ends.filter(|end| !end.is_empty()).map(|name| (name.to_owned(), module.clone())));
    }
    exported
}

/// `a/b/mod.rs` is the module `a::b`, and `lib.rs` is the crate.
fn module_of(file: &Path) -> Vec<String> {
    let file = file.with_extension("");
    let mut parts: Vec<String> = file.iter().filter_map(|part| part.to_str()).map(str::to_owned).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib")) {
        parts.pop();
    }
    parts
}

/// Which names of the crate's root are mentioned in the text of a module: by `crate::`, or by as many `super::` as lead there from
/// this many modules below the root. A module in braces is one more; the lines of a formatted file say where it ends.
fn named(text: &str, depth: usize) -> Vec<String> {
    let text = without_comments(text);
    let (mut names, mut inner, mut at) = (Vec::new(), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if line.trim() == "}" && inner.last() == Some(&indent) {
            inner.pop();
        }
        for (start, root) in ["crate::", "super::"].iter().flat_map(|root| line.match_indices(root)) {
            let before = &line[..start];
            let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_word && !before.ends_with("super::") {
                let up = if root == "crate::" { depth + inner.len() } else { 1 };
                follow(&text[at + start + root.len()..], depth + inner.len(), up, &mut names);
            }
        }
        if line.split_whitespace().any(|word| word == "mod") && line.trim_end().ends_with('{') {
            inner.push(indent);
        }
        at += line.len();
    }
    names
}

/// What a path names that has gone up this far: alone, or in the braces of an import.
fn follow(path: &str, depth: usize, up: usize, names: &mut Vec<String>) {
    if let Some(path) = path.strip_prefix("super::") {
        follow(path, depth, up + 1, names);
    } else if let Some(path) = path.strip_prefix("self::") {
        follow(path, depth, up, names);
    } else if let Some(list) = path.strip_prefix('{') {
        let mut nested = 0;
        let mut start = 0;
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => nested += 1,
                '}' if nested > 0 => nested -= 1,
                ',' | '}' if nested == 0 => {
                    follow(list[start..at].trim_start(), depth, up, names);
                    start = at + 1;
                    if letter == '}' {
                        break;
                    }
                }
                _ => {}
            }
        }
    } else if up == depth {
        names.extend(first_word(path));
    }
}

fn first_word(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// The text without comments, and without the tests at its end, which may import what they like.
fn without_comments(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_alone_and_in_braces() {
        let text = "use crate::{a::B, c::{D, E}, f};\nfn x() { crate::g::h() } // crate::i\n";
        assert_eq!(named(text, 3), ["a", "c", "f", "g"]);
    }

    #[test]
    fn names_are_found_by_the_way_up_too() {
        assert_eq!(named("use super::a::B;\nuse super::{c, d::E};\n", 1), ["a", "c", "d"]);
        assert!(named("use super::a::B;\n", 2).is_empty());
        assert_eq!(named("use super::super::a::B;\n", 2), ["a"]);
        assert_eq!(named("use super::{b, super::{a, self::c}};\nuse self::super::super::d;\n", 2), ["a", "c", "d"]);
        let within = "mod inner {\n    use super::a;\n    mod deep {\n        use super::super::super::b;\n    }\n}\nuse super::c;\n";
        assert_eq!(named(within, 1), ["b", "c"]);
    }

    #[test]
    fn names_of_the_root_are_those_of_modules() {
        let root = "mod a;\npub use a::B;\npub use c::d::{\n    E, F as G,\n};\npub use h::*;\n";
        let found: Vec<_> = exports(root).into_iter().map(|(name, module)| name + module.as_str()).collect();
        assert_eq!(found, ["*h", "Ba", "Ec", "Gc"]);
    }

    #[test]
    fn a_file_is_a_module() {
        assert_eq!(module_of(Path::new("a/b/mod.rs")), ["a", "b"]);
        assert_eq!(module_of(Path::new("a/b.rs")), ["a", "b"]);
        assert!(module_of(Path::new("lib.rs")).is_empty());
    }

    #[test]
    fn the_table_of_this_project_is_true() {
        check(Path::new(crate::ROOT)).unwrap();
    }

    #[test]
    fn a_table_that_differs_from_the_code_is_told() {
        let found =
            Arrows::from([("low".into(), BTreeSet::new()), ("high".into(), BTreeSet::from(["low".to_owned()]))]);
        assert!(compare("x", &["low:", "high: low"], &found).is_empty());
        assert_eq!(compare("x", &["low:", "high:"], &found).len(), 1);
        assert_eq!(compare("x", &["low: high", "high: low"], &found).len(), 2);
        assert_eq!(compare("x", &["high: low", "low:"], &found).len(), 1);
        assert_eq!(compare("x", &["low:"], &found).len(), 1);
    }
}
