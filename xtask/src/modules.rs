//! The list of all modules, MODULES.md: written from the first sentence of each file, so that it is never out of date.

use std::fs;
use std::path::Path;

use crate::files;

/// The file, from the directory of the workspace.
const FILE: &str = "MODULES.md";

const HEAD: &str = "\
# Modules

Every file and its job, which is the first sentence of the file. `cargo xtask bless` writes this list;
[ARCHITECTURE.md](ARCHITECTURE.md) says how the parts belong together, and where to start reading.
";

/// Compares the list with the file. Returns how many modules there are, or what is wrong.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let list = list(root)?;
    let old = fs::read_to_string(root.join(FILE)).unwrap_or_default();
    if old == list {
        return Ok(format!("{} modules", list.lines().filter(|line| line.starts_with("| `")).count()));
    }
    let only = |sign: char, these: &str, those: &str| -> String {
        let those: Vec<&str> = those.lines().collect();
        let lines = these.lines().filter(|line| !those.contains(line));
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    Err(format!(
        "{FILE} is out of date:\n{}{}to write it: cargo xtask bless modules",
        only('-', &old, &list),
        only('+', &list, &old)
    ))
}

/// Writes the list into the file.
pub(crate) fn bless(root: &Path) -> Result<(), String> {
    fs::write(root.join(FILE), list(root)?).map_err(|error| format!("{FILE}: {error}"))
}

/// The text of the list: a table for each crate that has sources. Fails if a file does not say its job.
fn list(root: &Path) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    let mut silent = Vec::new();
    for manifest in files::below(root, &["Cargo.toml"]) {
        let folder = manifest.with_file_name("src");
        let mut modules: Vec<_> =
            files::below(&folder, &[".rs"]).into_iter().map(|file| (name(&folder, &file), file)).collect();
        if modules.is_empty() {
            continue;
        }
        modules.sort_by_key(|(name, _)| order(name));
        text += &format!("\n## `{}`\n\n| module | its job |\n| --- | --- |\n", name(root, &folder));
        for (name, file) in modules {
            match first_sentence(&fs::read_to_string(&file).unwrap_or_default()) {
                Some(job) => text += &format!("| `{name}` | {job} |\n"),
                None => silent.push(format!("{}: its first line does not say its job", file.display())),
            }
        }
    }
    if silent.is_empty() { Ok(text) } else { Err(silent.join("\n")) }
}

/// The path from a folder to a file, without its ending, with the same slashes everywhere.
fn name(folder: &Path, file: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    path.iter().filter_map(|part| part.to_str()).collect::<Vec<_>>().join("/")
}

/// The root of a folder comes before its other files.
fn order(name: &str) -> Vec<String> {
    name.split('/').map(|part| if matches!(part, "lib" | "main" | "mod") { "" } else { part }.to_owned()).collect()
}

/// The first sentence of the comment at the beginning of a file, as text of a table: without links.
fn first_sentence(text: &str) -> Option<String> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let paragraph: Vec<&str> = lines.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let is_end = |at: usize| {
        let next = paragraph[at..].trim_start_matches(['.', '!', '?']);
        next.is_empty()
            || next.starts_with(' ') && next.trim_start().starts_with(|c: char| c.is_uppercase() || "`[".contains(c))
    };
    let end = paragraph.match_indices(['.', '!', '?']).map(|(at, _)| at).find(|&at| is_end(at))?;
    let closing = paragraph[end..].len() - paragraph[end..].trim_start_matches(['.', '!', '?']).len();
    let sentence = without_links(&paragraph[..end + closing]).replace('|', "\\|");
    Some(if sentence.ends_with("..") { sentence } else { sentence.trim_end_matches('.').to_owned() })
}

/// `` [`a`] `` and `` [`a`](b) `` are `` `a` ``.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("`]") {
            Some((name, rest)) => {
                let rest = rest.strip_prefix('(').and_then(|link| link.split_once(')')).map_or(rest, |(_, rest)| rest);
                plain += &format!("`{name}`{rest}");
            }
            None => plain += &format!("[`{part}"),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_is_found() {
        let first = |text| first_sentence(text);
        assert_eq!(first("//! One: a.\n").as_deref(), Some("One: a"));
        assert_eq!(first("//! One\n//! and [`two`](x). Three.\n//!\n//! Four.\n").as_deref(), Some("One and `two`"));
        assert_eq!(first("//! By 1.5, `0..9`, ..\n\nuse x;\n").as_deref(), Some("By 1.5, `0..9`, .."));
        assert_eq!(first("//! What is a|b? That.\n").as_deref(), Some("What is a\\|b?"));
        assert_eq!(first("//! No end\n"), None);
        assert_eq!(first("use x;\n"), None);
    }

    #[test]
    fn the_root_of_a_folder_is_first() {
        let mut names = ["b/x", "b/a", "b/mod", "c", "a", "lib"];
        names.sort_by_key(|name| order(name));
        assert_eq!(names, ["lib", "a", "b/mod", "b/a", "b/x", "c"]);
    }
}
