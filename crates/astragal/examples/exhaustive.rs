//! Small cases, all of them: what holds for every pattern and text up to a size, what fails, and which patterns match anything.
//!
//! The subject matches names against patterns, as a shell does: `?` is any letter, `*` is any number of letters.

use std::fmt;

use astragal::config::Exhaustive;
use astragal::prelude::*;
use astragal::report::{Found, Style, Verdict};
use astragal::spaces::{among, counterexamples, exists, exists_unique, for_all};
use astragal::{Check, Report};

#[derive(Clone, Copy, PartialEq, Arbitrary)]
enum Piece {
    A,
    B,
    Any,
    Many,
}

#[derive(Clone, Copy, PartialEq, Arbitrary)]
enum Letter {
    A,
    B,
}

/// Shown as a person writes it.
impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Piece::A => "a",
            Piece::B => "b",
            Piece::Any => "?",
            Piece::Many => "*",
        })
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Letter::A { "a" } else { "b" })
    }
}

fn fits(piece: Piece, letter: Letter) -> bool {
    matches!((piece, letter), (Piece::Any, _) | (Piece::A, Letter::A) | (Piece::B, Letter::B))
}

/// What matching means. It is slow where there are many `*`.
fn matches(pattern: &[Piece], name: &[Letter]) -> bool {
    match (pattern, name) {
        ([], name) => name.is_empty(),
        ([Piece::Many, rest @ ..], name) => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
        ([piece, pattern @ ..], [letter, name @ ..]) => fits(*piece, *letter) && matches(pattern, name),
        (_, []) => false,
    }
}

/// The same in one pass. After a `*` it takes the first place at which the pattern goes on; `looks_again` is what one has to do
/// where that was too early.
fn matches_fast(pattern: &[Piece], name: &[Letter], looks_again: bool) -> bool {
    let (mut at, mut read) = (0, 0);
    let mut after_star: Option<(usize, usize)> = None;
    while read < name.len() {
        match pattern.get(at) {
            Some(Piece::Many) => {
                at += 1;
                after_star = Some((at, read));
            }
            Some(piece) if fits(*piece, name[read]) => {
                at += 1;
                read += 1;
                if !looks_again && at < pattern.len() {
                    after_star = None;
                }
            }
            _ => match after_star {
                Some((start, from)) => {
                    (at, read) = (start, from + 1);
                    after_star = Some((start, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|piece| *piece == Piece::Many)
}

fn first_line(report: &Report) -> String {
    let mut style = Style::plain();
    style.width = 200;
    report.render(style).lines().next().unwrap_or_default().to_string()
}

fn main() {
    let patterns = any::<Vec<Piece>>;
    let names = any::<Vec<Letter>>;
    let agrees = |looks_again: bool| {
        move |(pattern, name): (Vec<Piece>, Vec<Letter>)| {
            assert_eq!(matches_fast(&pattern, &name, looks_again), matches(&pattern, &name));
        }
    };

    // All pairs up to a size. The first that fails is among the smallest, so there is little to shrink.
    let small = |size| move |config: astragal::Config| config.exhaustive(Exhaustive::Size(size));
    let report = Check::new().seed(1).with(small(8)).run((patterns(), names()), agrees(false));
    print!("{}", report.render(Style::plain()));
    assert!(matches!(report.failures[0].found, Found::Exhaustive(_)));

    // One case is an accident; all of them are a description of the bug.
    let wrong: Vec<_> = counterexamples((patterns(), names()), Exhaustive::Size(8), agrees(false)).collect();
    println!("\n{} pairs up to size 8 are matched wrongly, such as", wrong.len());
    for (pattern, name) in wrong.iter().take(6) {
        println!("    {pattern:?} and {name:?}");
    }
    // A `*`, and then more than one piece to be found again.
    let is_hard = |pattern: &[Piece]| {
        pattern
            .windows(3)
            .any(|pieces| pieces[0] == Piece::Many && pieces[1..].iter().all(|piece| *piece != Piece::Many))
    };
    assert!(wrong.iter().all(|(pattern, _)| is_hard(pattern)));

    // Repaired, it passes; and the line says what that means.
    let report = Check::new().seed(1).named("matching").with(small(8)).run((patterns(), names()), agrees(true));
    println!("\n{}", first_line(&report));
    assert_eq!(report.verdict, Verdict::Passed);

    // Every pattern matches something: a pattern that matches nothing would be useless.
    let report = Check::new()
        .seed(1)
        .with(|config| config.exhaustive(500))
        .run(patterns(), |pattern| exists(names(), |name| matches_fast(&pattern, &name, true)));
    assert_eq!(report.verdict, Verdict::Passed);

    // A pattern without `?` and `*` matches exactly one name; the condition rejects the others, and they are counted.
    let report = Check::new().seed(1).named("plain patterns").with(small(4)).run(patterns(), |pattern| {
        assume!(!pattern.contains(&Piece::Any) && !pattern.contains(&Piece::Many));
        exists_unique(names(), |name| matches_fast(&pattern, &name, true))
    });
    println!("{}", first_line(&report));
    assert_eq!(report.verdict, Verdict::Passed);

    // Without that condition it is false, and the answer says why.
    let answer = exists_unique(names(), |name| matches_fast(&[Piece::Any, Piece::B], &name, true));
    println!("\n`?b`: {answer}");
    assert_eq!(answer.to_string(), "two witnesses: [a, b] and [b, b]");

    // A search that found nothing is evidence only within what was searched.
    let long = vec![Piece::A; 12];
    let answer = among(300).exists(names(), |name| matches_fast(&long, &name, true));
    println!("`aaaaaaaaaaaa`: {answer}");
    assert!(!answer.is_found() && !answer.searched().is_all());
    assert!(among(Exhaustive::Size(12)).exists(names(), |name| matches_fast(&long, &name, true)).is_found());

    // Quantifiers nest: some pattern matches every name, and for every name some pattern matches no other.
    let for_every_name = exists(patterns(), |pattern| for_all(names(), |name| matches(&pattern, &name)));
    assert_eq!(for_every_name.expect_found(), [Piece::Many]);
    let up_to = |size| among(Exhaustive::Size(size));
    up_to(2)
        .for_all(names(), |name| {
            let matches_it_alone =
                |pattern: Vec<Piece>| up_to(4).for_all(names(), |other| matches(&pattern, &other) == (other == name));
            up_to(2).exists(patterns(), matches_it_alone)
        })
        .expect_holds();
}
