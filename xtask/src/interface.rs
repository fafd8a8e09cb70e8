//! The public interface of the library as a text file, so that every change of it is a visible diff.
//!
//! It is read from the pages that rustdoc writes: each item with its declaration, its methods, and the traits that it
//! implements. An item that has several paths is written down at the first.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::ROOT;
use crate::cargo::{cargo, output, target_directory};

/// The file, from the directory of the workspace.
const FILE: &str = "crates/astragal/public-interface.txt";

/// Compares the interface with the file. Other versions of rustdoc write other pages, so there nothing is compared.
pub(crate) fn check() -> Result<String, String> {
    let expected = fs::read_to_string(Path::new(ROOT).join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let version = version();
    if !expected.starts_with(&version) {
        return Ok(format!("skipped: {FILE} is not of {version}"));
    }
    let found = interface()?;
    if found == expected {
        return Ok(format!("{} lines", found.lines().count()));
    }
    Err(format!("{}to accept it: cargo xtask bless", difference(&expected, &found)))
}

/// Writes the interface into the file.
pub(crate) fn bless() -> Result<(), String> {
    fs::write(Path::new(ROOT).join(FILE), interface()?).map_err(|error| format!("{FILE}: {error}"))
}

/// The version of rustdoc without its last number.
fn version() -> String {
    let output = std::process::Command::new("rustdoc").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.rsplit_once('.').map_or(text.as_str(), |(version, _)| version).to_owned()
}

fn interface() -> Result<String, String> {
    let mut command = cargo();
    command.args("doc --workspace --exclude experiments --no-deps".split(' '));
    output(command)?;
    let folder = target_directory().join("doc/astragal");
    let read = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"));
    let mut pages: Vec<(String, String)> = Vec::new();
    // The links to its own headings come first.
    let links = read("all.html")?;
    let files = links.split("<li><a href=\"").skip(1).filter_map(|link| link.split('"').next());
    for file in files.filter(|file| !file.starts_with('#')) {
        pages.push((item_of(file), text_of(&read(file)?)));
    }
    pages.sort();
    let mut written: BTreeMap<&str, &str> = BTreeMap::new();
    let mut text = format!("{}\n", version());
    for (item, page) in &pages {
        let first = *written.entry(page).or_insert(item);
        match first == item {
            true => text.push_str(&format!("\n{item}\n{page}")),
            false => text.push_str(&format!("\n{item}\n    is {first}\n")),
        }
    }
    Ok(text)
}

/// `config/struct.Config.html` is `astragal::config::Config`, a struct.
fn item_of(file: &str) -> String {
    let (folder, page) = file.rsplit_once('/').unwrap_or(("", file));
    let (kind, name) = page.trim_end_matches(".html").split_once('.').unwrap_or(("", page));
    let modules: String = folder.split('/').filter(|name| !name.is_empty()).map(|name| format!("{name}::")).collect();
    format!("astragal::{modules}{name} ({kind})")
}

/// The declaration on a page, then the headings: of methods up to the implementations of traits, and of implementations.
/// Headings that every type has are omitted, and so are the methods of a trait, which are in its declaration.
fn text_of(page: &str) -> String {
    let page = page.split("id=\"synthetic-implementations\"").next().unwrap_or_default();
    let page = page.split("id=\"blanket-implementations\"").next().unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    if let Some((_, declaration)) = page.split_once("<pre class=\"rust item-decl\">") {
        let declaration = plain(declaration.split("</pre>").next().unwrap_or_default());
        lines.extend(declaration.lines().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()));
    }
    let is_trait = page.contains("<body class=\"rustdoc trait\">");
    let (own, traits) = page.split_once("id=\"trait-implementations\"").unwrap_or((page, ""));
    lines.extend(headings(if is_trait { "" } else { own }, "h4"));
    lines.extend(headings(if is_trait { page } else { traits }, "h3"));
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// The headings of a level, each in one line, in alphabetical order.
fn headings(page: &str, level: &str) -> Vec<String> {
    let (start, end) = (format!("<{level} class=\"code-header\">"), format!("</{level}>"));
    let parts = page.split(&start).skip(1).map(|part| plain(part.split(&end).next().unwrap_or_default()));
    let mut lines: Vec<String> = parts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// HTML as text, without what opens and closes parts of the page.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for part in html.replace("<div", " <div").split("<summary").enumerate().map(|(at, part)| match at {
        0 => part,
        _ => part.split_once("</summary>").map_or("", |(_, rest)| rest),
    }) {
        for (at, piece) in part.split('<').enumerate() {
            text.push_str(if at == 0 { piece } else { piece.split_once('>').map_or("", |(_, rest)| rest) });
        }
    }
    for (entity, meaning) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), (" ⓘ", ""), ("&amp;", "&")]
    {
        text = text.replace(entity, meaning);
    }
    text
}

/// The lines that only one of two texts has, each below its item.
fn difference(expected: &str, found: &str) -> String {
    let lines = |text: &str| -> Vec<(String, String)> {
        let mut item = String::new();
        text.lines()
            .map(|line| {
                if !line.starts_with(' ') {
                    item = line.to_owned();
                }
                (item.clone(), line.to_owned())
            })
            .collect()
    };
    let (expected, found) = (lines(expected), lines(found));
    let only = |sign: char, these: &[(String, String)], those: &[(String, String)]| -> Vec<(String, String)> {
        let missing = these.iter().filter(|line| !those.contains(line));
        missing.map(|(item, line)| (item.clone(), format!("{sign} {line}"))).collect()
    };
    let mut changed = [only('-', &expected, &found), only('+', &found, &expected)].concat();
    changed.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut text = String::new();
    for (at, (item, line)) in changed.iter().enumerate() {
        if line[2..].starts_with(' ') && (at == 0 || changed[at - 1].0 != *item) {
            text.push_str(&format!("  {item}\n"));
        }
        text.push_str(&format!("{line}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_its_declaration_its_methods_and_its_traits() {
        assert_eq!(item_of("config/struct.Config.html"), "astragal::config::Config (struct)");
        let page = concat!(
            "<pre class=\"rust item-decl\"><code>pub struct <a href=\"x\">Wide</a>&lt;T&gt; {\n <summary>Show</summary>..\n}</code></pre>",
            "<h4 class=\"code-header\">pub fn <a>len</a>(&amp;self)</h4>",
            "<h2 id=\"trait-implementations\"></h2><h3 class=\"code-header\">impl Clone</h3><h4 class=\"code-header\">fn clone</h4>",
            "<h2 id=\"synthetic-implementations\"></h2><h3 class=\"code-header\">impl Send</h3>",
        );
        assert_eq!(text_of(page), "    pub struct Wide<T> {\n     ..\n    }\n    pub fn len(&self)\n    impl Clone\n");
    }

    #[test]
    fn a_difference_names_the_item() {
        let (old, new) = ("1.0\n\na\n    x\n    y\n\nb\n", "1.0\n\na\n    x\n    z\n\nc\n");
        assert_eq!(difference(old, new), "  a\n-     y\n+     z\n- b\n+ c\n");
    }
}
