//! What chance draws, as histograms.

use astragal::prelude::*;
use astragal::statistics::Answer;

use super::Stop;
use crate::bars::{bar, histogram};
use crate::hunt::{check, show as show_report};
use crate::page::Page;

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Distributions that you can see", visit };

/// How many values a histogram counts.
const CASES: u64 = 20_000;

#[derive(Debug, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn node_count(&self) -> usize {
        match self {
            Tree::Leaf => 1,
            Tree::Node(left, right) => 1 + left.node_count() + right.node_count(),
        }
    }
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A generator is only as good as what it draws. A tree fills the size that it is given, where a fair coin at \
         every node would give mostly leaves. Numbers and characters are biased towards what finds bugs: numbers \
         towards boundaries, characters towards what is readable, without leaving out the rest of Unicode.",
    );
    page.code(include_str!("distributions.rs"), "enum Tree");
    tree_sizes(page);
    magnitudes(page)?;
    kinds_of_chars(page);
    required_shares(page)
}

/// What a property was run on, as it says itself.
fn sizes_are_seen(tree: Tree) {
    collect!("nodes", tree.node_count());
    classify!("a leaf", matches!(tree, Tree::Leaf));
    cover!("large", tree.node_count() > 50, at_least = 25);
}

fn required_shares(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A property can say what it sees, and demand a share of it. As many cases are run as it takes to be sure, so a \
         demand that is met is never red by bad luck.",
    );
    page.code(include_str!("distributions.rs"), "fn sizes_are_seen");
    let mut report = check("sizes are seen").run(any::<Tree>(), sizes_are_seen);
    show_report(page, &mut report);
    let met = report.statistics.covered.iter().all(|demand| demand.answer == Answer::Met);
    if met && report.verdict.is_pass() { Ok(()) } else { Err("large trees are too rare".to_string()) }
}

fn tree_sizes(page: &mut Page) {
    const SIZES: [u32; 3] = [10, 100, 1_000];
    const BAR_WIDTH: usize = 19;
    let bins = SIZES.map(|size| {
        let mut bins = [0u64; 12];
        for seed in 0..CASES / 10 {
            bins[any::<Tree>().at_size(size).sample(seed).node_count().ilog2() as usize] += 1;
        }
        bins
    });
    let columns = |cells: [String; 3]| cells.map(|cell| format!("{cell:<22}")).concat().trim_end().to_string();
    page.gap();
    page.line(format_args!("nodes of a tree   {}", columns(SIZES.map(|size| format!("at size {size}")))));
    for power in 0..11 {
        let largest = |of: &[u64; 12]| of.iter().copied().max().unwrap_or(0);
        let bars = columns(bins.each_ref().map(|of| bar(of[power], largest(of), BAR_WIDTH)));
        let range = if power == 0 { "1".to_string() } else { format!("{} to {}", 1 << power, (2 << power) - 1) };
        page.line(format_args!("{range:>15}   {bars}"));
    }
}

fn magnitudes(page: &mut Page) -> Result<(), String> {
    let mut bins = [0u64; 9];
    let mut boundaries = 0;
    for seed in 0..CASES {
        let number = any::<u64>().sample(seed);
        bins[number.checked_ilog2().map_or(0, |log| log as usize / 8 + 1)] += 1;
        boundaries += u64::from(is_boundary(number));
    }
    let name = |bin: usize| if bin == 0 { "zero".to_string() } else { format!("{} to {} bits", bin * 8 - 7, bin * 8) };
    show(page, "magnitudes of any::<u64>()", bins.iter().enumerate().map(|(bin, &count)| (name(bin), count)));
    let percent = boundaries as f64 * 100.0 / CASES as f64;
    page.line(format_args!("{percent:.1}% are 0, the maximum, a power of two, or next to one of these"));
    if boundaries > CASES / 10 { Ok(()) } else { Err("hardly any boundary was drawn".to_string()) }
}

/// Whether a number is next to zero, the maximum, or a power of two.
fn is_boundary(number: u64) -> bool {
    [number.wrapping_sub(1), number, number.wrapping_add(1)].iter().any(|near| *near == 0 || near.is_power_of_two())
}

fn kinds_of_chars(page: &mut Page) {
    /// A name, and a test that is passed by what no kind before it has taken.
    type Kind = (&'static str, fn(char) -> bool);
    const KINDS: [Kind; 7] = [
        ("ASCII letter", |c| c.is_ascii_alphabetic()),
        ("ASCII digit", |c| c.is_ascii_digit()),
        ("other printable ASCII", |c| (' '..='~').contains(&c)),
        ("control character", char::is_control),
        ("up to U+07FF", |c| c <= '\u{7FF}'),
        ("up to U+FFFF", |c| c <= '\u{FFFF}'),
        ("beyond U+FFFF", |_| true),
    ];
    let mut bins = KINDS.map(|(name, _)| (name.to_string(), 0));
    for seed in 0..CASES {
        let drawn = any::<char>().sample(seed);
        if let Some(kind) = KINDS.iter().position(|(_, is_of_kind)| is_of_kind(drawn)) {
            bins[kind].1 += 1;
        }
    }
    show(page, "kinds of any::<char>()", bins);
}

fn show(page: &mut Page, title: &str, bins: impl IntoIterator<Item = (String, u64)>) {
    let bins: Vec<(String, u64)> = bins.into_iter().collect();
    page.gap();
    page.line(title);
    for line in histogram(&bins) {
        page.line(line);
    }
}
