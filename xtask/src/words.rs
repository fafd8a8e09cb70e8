//! Checks the words of comments, documentation and messages: plain ones, which a reader can search for.

use std::fs;
use std::path::Path;

use crate::files;

/// Words that have a plainer one.
const WORDS: [(&str, &str); 30] = [
    ("somebody", "name who: the user, the caller, the runner"),
    ("whoever", "name who: the user, the caller, the runner"),
    ("nobody", "name who: the user, the caller, the runner"),
    ("so many", "this many, at most N"),
    ("put together wrongly", "misconfigured, usage error"),
    ("wrong use", "usage error"),
    ("let through", "accepted"),
    ("refuse to", "reject"),
    ("not heard", "ignored, has no effect"),
    ("is told no more", "is not called again"),
    ("those that are listed", "the enumerated ones"),
    ("the one that is shown", "the reported case"),
    ("the case that was found first", "the original counterexample"),
    ("is the strongest", "takes precedence"),
    ("a thread that the property has started", "a spawned thread"),
    ("is no part", "is not part"),
    ("is no value", "is not a value"),
    ("is no counterexample", "is not a counterexample"),
    ("is no generator", "is not a generator"),
    ("is no property", "is not a property"),
    ("stands", "is, appears, is written"),
    ("heeded", "used, followed"),
    ("lest", "so that .. not"),
    ("shall", "should, must"),
    ("upon", "on"),
    ("in vain", "without success"),
    ("for ever", "forever, without end"),
    ("neighbour", "neighbor"),
    ("behaviour", "behavior"),
    ("licence", "license"),
];

/// Looks at every comment of the sources, every line of the library's own sources (which has the messages), and every line of the
/// texts. Returns what is said about it, or what is wrong.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let mut wrong = Vec::new();
    let mut files = files::below(root, &[".rs", ".md"]);
    files.retain(|file| *file != root.join("xtask/src/words.rs"));
    for file in &files {
        let is_source = file.extension().is_some_and(|extension| extension == "rs");
        let is_library =
            file.components().any(|part| part.as_os_str() == "src") && file.starts_with(root.join("crates"));
        let text = fs::read_to_string(file).unwrap_or_default();
        for (number, line) in (1..).zip(text.lines()) {
            if is_source && !is_library && !line.trim_start().starts_with("//") {
                continue;
            }
            for (word, instead) in found(line) {
                let place = file.strip_prefix(root).unwrap_or(file).display();
                wrong.push(format!("{place}:{number}: `{word}`: {instead}"));
            }
        }
    }
    if wrong.is_empty() { Ok(format!("{} files", files.len())) } else { Err(wrong.join("\n")) }
}

/// The words of the list that are in a line.
fn found(line: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let line = line.to_lowercase();
    WORDS.iter().filter(move |(word, _)| {
        let is_end = |side: Option<char>| side.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
        // "There is no value" is plain; "it is no value" is not.
        line.match_indices(word)
            .filter(|(at, _)| !line[..*at].ends_with("there "))
            .any(|(at, _)| is_end(line[..at].chars().next_back()) && is_end(line[at + word.len()..].chars().next()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        let all = |line| found(line).map(|(word, _)| *word).collect::<Vec<_>>();
        assert_eq!(all("/// Whoever looks, nobody sees"), ["whoever", "nobody"]);
        assert_eq!(all("// so many numbers"), ["so many"]);
        assert_eq!(all("panic!(\"it is no value\")"), ["is no value"]);
        assert!(all("// there is no value").is_empty());
        assert!(all("// nobodys somebody_else also many").is_empty());
    }
}
