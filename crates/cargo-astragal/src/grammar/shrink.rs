//! `grammar shrink`: makes a text smaller for which a command gives the same answer.

use std::mem::discriminant;

use astragal::grammar::{Oracle, Spacing};
use astragal::prelude::*;

use super::arguments::Shrink;
use super::{language, oracle, read};
use crate::exit::{Code, Ended, Stop};
use crate::terminal::{Terminal, counted, put};

/// Shrinks a text.
pub(super) fn run(arguments: &Shrink, terminal: Terminal) -> Ended {
    let language = language(&arguments.texts, terminal)?;
    let text = read(&arguments.file)?;
    let tree = match language.parse(&text) {
        Ok(forest) => forest.first(),
        Err(error) => return Err(Stop::usage(format!("{}: {error}", arguments.file.display()))),
    };
    let (oracle, whole) = oracle(&arguments.command, &arguments.judge, &text)?;
    if whole.is_accepted() {
        let why = format!("`{}` accepts {}", arguments.command, arguments.file.display());
        return Err(Stop::nothing(why).hint("there is nothing to shrink for"));
    }
    let is_alike = |text: &str| discriminant(&oracle.judge(text)) == discriminant(&whole);
    let shrunk = language.shrink(&tree, |tree| is_alike(&language.text_of(tree, Spacing::Minimal)));
    let shrunk = shrunk.map_err(|error| Stop::nothing(format!("{}: {error}", arguments.file.display())))?;
    let small = language.text_of(&shrunk.value, Spacing::Minimal);
    put(&format!("{small}\n"));
    eprintln!(
        "{} of {}, by {} of `{}`, which {whole}",
        counted(small.len() as u64, "byte", "bytes"),
        text.len(),
        counted(shrunk.evaluations, "run", "runs"),
        arguments.command
    );
    Ok(Code::Passed)
}
