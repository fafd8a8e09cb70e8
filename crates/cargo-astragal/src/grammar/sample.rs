//! `grammar sample`: draws texts.

use std::path::PathBuf;

use astragal::grammar::{Language, Spacing, Tree};
use astragal::learn::Tuning;
use astragal::prelude::*;
use astragal::shapes::Strategy;

use super::arguments::{Sample, Spaces};
use super::{language, read};
use crate::exit::{Code, Ended, Stop};
use crate::sample::parse_seed;
use crate::terminal::{Terminal, put};

/// The most texts that are drawn at once.
const MOST: u64 = 1_000_000;
/// The largest size, if none is asked for.
const LARGEST: u64 = 100;

/// Draws texts.
pub(super) fn run(arguments: &Sample, terminal: Terminal) -> Ended {
    let seed = parse_seed(&arguments.seed)
        .ok_or_else(|| Stop::usage(format!("`--seed {}` is not a whole number below 2^64", arguments.seed)))?;
    if arguments.number > MOST {
        return Err(Stop::usage(format!("at most {MOST} texts can be drawn at once")));
    }
    let language = language(&arguments.texts, terminal)?;
    let spacing = spacing(arguments.spacing);
    let draw = drawing(arguments, &language)?;
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).map_err(|error| Stop::system(format!("{}: {error}", folder.display())))?;
    }
    for number in 0..arguments.number {
        let size = arguments.size.unwrap_or(((number + 1) * LARGEST / arguments.number).max(1) as u32);
        let text = draw(size, seed.wrapping_add(number), spacing).map_err(Stop::nothing)?;
        match &arguments.out {
            None => put(&format!("{text}\n")),
            Some(folder) => {
                let path = folder.join(format!("{number}{}", arguments.suffix));
                std::fs::write(&path, text).map_err(|error| Stop::system(format!("{}: {error}", path.display())))?;
            }
        }
    }
    Ok(Code::Passed)
}

fn spacing(spaces: Spaces) -> Spacing {
    match spaces {
        Spaces::Minimal => Spacing::Minimal,
        Spaces::Pretty => Spacing::Pretty,
        Spaces::Random => Spacing::Random,
    }
}

/// Draws a text of a size, by a seed.
type Drawing = Box<dyn Fn(u32, u64, Spacing) -> Result<String, String>>;

/// How texts are drawn: by a strategy, or as often as examples say.
fn drawing(arguments: &Sample, language: &Language) -> Result<Drawing, Stop> {
    let like = |files: &[PathBuf]| examples(language, files);
    if !arguments.like.is_empty() {
        let tuned = language.clone().like(&like(&arguments.like)?);
        return Ok(drawn(tuned.map_err(|error| Stop::usage(error.to_string()))?, language));
    }
    if !arguments.unlike.is_empty() {
        let tuned = language.clone().unlike(&like(&arguments.unlike)?);
        return Ok(drawn(tuned.map_err(|error| Stop::usage(error.to_string()))?, language));
    }
    match &arguments.strategy {
        None => {
            let language = language.clone();
            Ok(Box::new(move |size, seed, spacing| {
                language.texts(spacing).at_size(size).try_sample(seed).map_err(|why| why.to_string())
            }))
        }
        Some(name) => {
            let strategy: Strategy = name.parse().map_err(|error| Stop::usage(format!("--strategy: {error}")))?;
            Ok(drawn(language.clone().by(strategy), language))
        }
    }
}

fn drawn(trees: impl Gen<Value = Tree> + Clone + 'static, language: &Language) -> Drawing {
    let language = language.clone();
    Box::new(move |size, seed, spacing| {
        let tree = trees.clone().at_size(size).try_sample(seed).map_err(|why| why.to_string())?;
        Ok(language.text_of(&tree, spacing))
    })
}

/// The trees of files. An ambiguous one counts as its first tree.
fn examples(language: &Language, files: &[PathBuf]) -> Result<Vec<Tree>, Stop> {
    files
        .iter()
        .map(|file| {
            let text = read(file)?;
            let forest = language.parse(&text);
            forest.map(|forest| forest.first()).map_err(|error| Stop::usage(format!("{}: {error}", file.display())))
        })
        .collect()
}
