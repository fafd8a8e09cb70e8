//! The arrows between modules: what ARCHITECTURE.md says of imports is what the code does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

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
    let mut files = Vec::new();
    collect(folder, &mut files);
    let module_of = |file: &Path| {
        let first = file.strip_prefix(folder).ok()?.components().next()?;
        Some(first.as_os_str().to_str()?.trim_end_matches(".rs").to_owned())
    };
    let modules: BTreeSet<String> =
        files.iter().filter_map(|file| module_of(file)).filter(|name| name != "lib").collect();
    let mut arrows: Arrows = modules.iter().map(|module| (module.clone(), BTreeSet::new())).collect();
    for file in &files {
        let Some(imports) = module_of(file).and_then(|module| arrows.get_mut(&module).map(|set| (module, set))) else {
            continue;
        };
        let text = fs::read_to_string(file).unwrap_or_default();
        let (own, imports) = imports;
        imports.extend(named(&without_comments(&text)).filter(|name| *name != own && modules.contains(name)));
    }
    arrows
}

/// What follows `crate::` in a text, alone or in the braces of an import.
fn named(text: &str) -> impl Iterator<Item = String> + use<> {
    let mut names = Vec::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => names.extend(first_word(rest)),
            Some(list) => {
                let mut depth = 0;
                for part in list.split_inclusive([',', '{', '}']) {
                    if depth == 0 {
                        names.extend(first_word(part.trim_start()));
                    }
                    match part.chars().last() {
                        Some('{') => depth += 1,
                        Some('}') if depth == 0 => break,
                        Some('}') => depth -= 1,
                        _ => {}
                    }
                }
            }
        }
    }
    names.into_iter()
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

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_alone_and_in_braces() {
        let text = "use crate::{a::B, c::{D, E}, f};\nfn x() { crate::g::h() } // crate::i\n";
        assert_eq!(named(&without_comments(text)).collect::<Vec<_>>(), ["a", "c", "f", "g"]);
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
