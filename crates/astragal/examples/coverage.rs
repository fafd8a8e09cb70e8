//! A test is worth as much as the cases it ran on: charts show what they were, and `cover!` requires a share of them.
//!
//! The subject counts the words of a text in a language in which `//` begins a comment.

use astragal::prelude::*;
use astragal::report::{Problem, Style, Verdict};
use astragal::statistics::Answer;
use astragal::{Check, Draw, Report};

fn words(text: &str) -> usize {
    text.lines().map(|line| line.split("//").next().unwrap_or("").split_whitespace().count()).sum()
}

/// A comment adds no words. The property says what it sees, and what it must see.
fn comments_add_nothing(texts: impl Draw<Value = String>) -> Report {
    Check::new().seed(1).named("comments add nothing").with(|config| config.set("regressions", "off")).run(
        texts,
        |text| {
            let lines = text.lines().count();
            collect!("lines", lines);
            classify!("only ASCII", text.is_ascii());
            cover!("with a comment", text.contains("//"), at_least = 10);
            cover!("of several lines", lines > 1, at_least = 30);
            assert!(words(&text) <= text.split_whitespace().count());
        },
    )
}

fn main() {
    // Any text is a text of any characters: hardly one has a comment. The test would be green, and say nothing.
    let report = comments_add_nothing(any::<String>());
    print!("{}", report.render(Style::plain()));
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::NotCovered(_))));
    assert!(report.failures.is_empty(), "it is not a counterexample");

    // A generator that knows what the subject looks at.
    let piece = one_of![2 => just("//"), 2 => just("\n"), 3 => just(" "), 4 => select(["a", "word", "/", "é"])];
    let report = comments_add_nothing(vec_of(piece, 0..=30).map(|pieces| pieces.concat()));
    print!("\n{}", report.render(Style::plain()));
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.covered.iter().all(|demand| demand.answer == Answer::Met));

    // The charts are data as well.
    let lines = report.statistics.charts.iter().find(|chart| chart.name == "lines").unwrap();
    let summary = lines.summary.unwrap();
    assert!(lines.total >= 1_000 && summary.median > 1.0, "{summary:?}");
}
