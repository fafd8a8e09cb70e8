//! One property, three shapes of tree: a parameter decides which bugs are found soon.

use astragal::Check;
use astragal::Source;
use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::shapes::{Holes, Holey};
use astragal::shapes::{Weighting, holey};

use super::Stop;
use crate::bars::bar;
use crate::hunt;
use crate::library::search_tree::SearchTree;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Shapes on demand: one property, three kinds of tree", visit };

/// The weightings that are compared, by their names, and what comes of them.
const SHAPES: [(&str, &str); 3] = [("inverse-depth", "bushy"), ("uniform", "uniform"), ("depth", "stringy")];

/// How many trees are drawn for the picture, and of how many keys.
const DRAWN: u64 = 2_000;
const KEYS: usize = 20;

/// How many runs the mean number of cases is taken of.
const RUNS: u64 = 100;

/// Search trees as the keys to insert, a node before what is below it; the order of filling decides their shape.
pub fn search_trees(shape: Weighting) -> Holey<impl Holes<Value = Vec<i32>>> {
    let expand = |src: &mut Source, &(low, high): &(i32, i32)| {
        if low > high {
            return None; // nothing fits between these bounds
        }
        let key = src.draw(low..=high);
        Some((key, [(low, key - 1), (key + 1, high)]))
    };
    let build = |key, [left, right]: [Vec<i32>; 2]| [vec![key], left, right].concat();
    holey((0, 999), expand, |_| Vec::new(), build).weighted(shape)
}

/// Whichever key is removed, the others are still there.
pub fn removing_keeps_the_others(keys: &[i32]) -> bool {
    keys.iter().all(|key| {
        let mut tree: SearchTree<i32> = keys.iter().copied().collect();
        let before = tree.keys().len();
        tree.remove(key) && tree.keys().len() + 1 == before
    })
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A recursive generator decides node by node, so its trees are of the shape that happens to come out. A holey generator \
         says how a hole becomes a node; where the next node goes is decided for the whole tree, by a weighting. Here are \
         search trees by bounds, which stay valid whatever the order of filling is.",
    );
    page.code(include_str!("shapes.rs"), "fn search_trees");
    heights(page)?;
    cases(page)
}

/// The distribution of heights, side by side.
fn heights(page: &mut Page) -> Result<(), String> {
    let mut bins = [[0u64; 3]; 10];
    for (of, (shape, _)) in SHAPES.iter().enumerate() {
        let trees = search_trees(weighting(shape)?).exactly(KEYS);
        for seed in 0..DRAWN {
            let keys = trees.sample(seed);
            bins[(height(&keys) / 2).min(9)][of] += 1;
        }
    }
    page.gap();
    let names = SHAPES.map(|(_, name)| format!("{name:<24}")).concat();
    page.line(format!("{:>8}    {names}", "height").trim_end());
    for (at, counts) in bins.iter().enumerate().skip(1) {
        let bars = counts.map(|count| format!("{:<24}", bar(count, DRAWN, 20))).concat();
        let range = if at == 9 { "18+".to_string() } else { format!("{}, {}", 2 * at, 2 * at + 1) };
        page.line(format!("{range:>8}    {bars}").trim_end());
    }
    Ok(())
}

fn weighting(name: &str) -> Result<Weighting, String> {
    name.parse().map_err(|_| format!("no weighting is called {name}"))
}

/// How many levels a search tree has into which these keys are inserted one after the other.
fn height(keys: &[i32]) -> usize {
    let Some((root, rest)) = keys.split_first() else { return 0 };
    let (left, right): (Vec<i32>, Vec<i32>) = rest.iter().partition(|key| *key < root);
    1 + height(&left).max(height(&right))
}

/// How many cases it takes until the planted bug of the search tree is found.
fn cases(page: &mut Page) -> Result<(), String> {
    page.prose(
        "The search tree of this tour loses keys when a node is removed whose successor is not a leaf. The same property, \
         run on each shape:",
    );
    page.gap();
    for (shape, name) in SHAPES {
        let trees = search_trees(weighting(shape)?);
        let mut sum = 0;
        let mut smallest = String::new();
        for run in 0..RUNS {
            // Without a name nothing of a run is left for the next one.
            let check = Check::new().seed(run << 20).with(|config| config.phases(Phases::ALL.without(Phase::Explain)));
            let report = check.run(&trees, |keys| removing_keeps_the_others(&keys));
            let failure = hunt::only(&report)?;
            sum += report.statistics.cases;
            smallest.clone_from(&failure.minimal.drawn[0].text);
        }
        let mean = format!("{:.1} cases to the bug", sum as f64 / RUNS as f64);
        page.fact(name, format_args!("{mean:<24} smallest: {}", page.painted(Colour::Green, &smallest)));
    }
    Ok(())
}
