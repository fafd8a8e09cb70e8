//! `grammar parse`: the trees of texts, or where they go wrong.

use super::arguments::Parse;
use super::{language, read};
use crate::exit::{Code, Ended};
use crate::terminal::{Terminal, Tone, put, safe_lines};

/// Parses texts.
pub(super) fn run(arguments: &Parse, terminal: Terminal) -> Ended {
    let language = language(&arguments.texts, terminal)?;
    let mut code = Code::Passed;
    for file in &arguments.files {
        let text = read(file)?;
        let name = if arguments.files.len() > 1 { format!("{}: ", file.display()) } else { String::new() };
        match language.parse(&text) {
            Err(error) => {
                code = Code::Failed;
                let label = terminal.paint(Tone::Bad, "error");
                eprintln!("{label}: {name}{}", safe_lines(&error.to_string()).join("\n  "));
            }
            Ok(forest) => {
                for tree in forest.trees().take(arguments.trees.max(1)) {
                    put(&format!("{}\n", safe_lines(&format!("{name}{:?}", tree.abstract_syntax())).join("\n")));
                }
                if let Some(ambiguity) = forest.ambiguity() {
                    let label = terminal.paint(Tone::Doubtful, "ambiguous");
                    eprintln!("{label}: {name}{}", safe_lines(&ambiguity.to_string()).join("\n  "));
                }
            }
        }
    }
    Ok(code)
}
