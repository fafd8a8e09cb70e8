//! The figures on sizes and shapes, as tables and as pictures.

use super::bst::{Bst, Tree};
use super::contenders::Contender;
use super::protocol::{Costs, SIZES};
use super::shape::{self, Tally, Written};
use super::{compare, paper};
use crate::cargo::workspace;
use crate::report::{OURS, Report};
use crate::svg::BarChart;
use astragal::prelude::*;
use astragal::shapes::Weighting;
use astragal::shapes::holey;
use astragal::source::Rng;
use std::fs;
use std::path::PathBuf;

/// The draws of the figures on sizes, and of those on shapes.
const TREES: u64 = 1_000_000;
const SHAPES: u64 = 10_000;
/// The size of the second figure; and the keys of the first two, which the paper does not say: from `-size` to `size`, as its
/// other generators have them.
const HALVED: u32 = 30;
const KEYS: i32 = 2 * HALVED as i32;
/// If shapes of four nodes are uniform, chi-square is above this in one draw of a hundred: 13 degrees of freedom.
const ONE_IN_A_HUNDRED: f64 = 27.69;

const PAPER: &str = "paper";
const UNIFORM: &str = "uniform";

/// All of them.
pub(super) fn run(report: &mut Report, contenders: &[Contender]) {
    let mut rng = Rng::new(1);
    local(report, "fig1", "Naive: a leaf or a node, as a coin falls", || paper::naive(&mut rng, 0, KEYS));
    local(report, "fig2", "Size 30, halved at each level; leaf to node as 1 to 5", || {
        paper::halving(&mut rng, HALVED, 0, KEYS)
    });

    let by_weight = |weighting: Weighting| (0..SHAPES).map(move |seed| unlabelled(weighting.clone(), seed));
    shapes(report, "fig4_depth", "Deeper holes first", by_weight(Weighting::by_depth(4.0)));
    shapes(report, "fig4_inverse_depth", "Flatter holes first", by_weight(Weighting::by_depth(0.25)));
    shapes(report, "fig5_left", "Holes on the left first", by_weight(Weighting::by_left(4.0)));
    shapes(report, "fig6_equal", "All holes alike", by_weight(Weighting::equal()));
    let halved = std::iter::repeat_with(|| paper::halving(&mut rng, HALVED, 0, KEYS)).filter(|tree| tree.size() == 4);
    shapes(report, "fig6_classic", "Classic generator", halved.take(SHAPES as usize).map(|tree| shape::written(&tree)));
    let chi_square = shapes(report, "fig9_uniform", "Uniform weighting", by_weight(Weighting::uniform()));
    compare(report, "fig9_uniform", "chi_square", chi_square, (ONE_IN_A_HUNDRED, "1 in 100"));
    // The paper does not say how many keys there are. The more, the fewer holes are closed.
    for most in [4, 30, 1_000_000] {
        let row = format!("fig11_keys_to_{most}");
        let what = format!("Search trees, keys -{most} to {most}");
        let chi_square = shapes(report, &row, &what, (0..SHAPES).map(|seed| search_tree(most, seed)));
        compare(report, &row, "chi_square", chi_square, (ONE_IN_A_HUNDRED, "1 in 100"));
    }

    for contender in contenders {
        present(report, contender);
    }
    for contender in contenders.iter().filter(|contender| ["holey", "tuned_classic"].contains(&&*contender.name)) {
        let mut rng = Rng::new(14);
        let sizes = (0..TREES / 10).map(|test| (contender.draw)(&mut rng, (test % SIZES) as u32, Bst::CORRECT).size());
        let title = format!("{}: sizes of its trees, at sizes 0 to 99", contender.name);
        size_table(report, &format!("fig14_{}", contender.name), &title, sizes);
    }
}

/// The hardest five pairs of two contenders, side by side.
pub(super) fn hardest(report: &mut Report, holey: &Costs, tuned: &Costs) {
    let mean = |costs: &Costs, name: &str| costs.all.iter().find(|cost| cost.pair.name() == name).map(|cost| cost.mean);
    for cost in tuned.all.iter().take(5) {
        let name = cost.pair.name();
        let row = format!("fig14 {name}");
        report.add(&row, "tests", "tuned_classic", cost.mean);
        if let Some(mean) = mean(holey, &name) {
            report.add(&row, "tests", OURS, mean);
        }
    }
}

/// Sizes of many trees, and the shapes of those with eight nodes.
fn local(report: &mut Report, figure: &str, what: &str, mut draw: impl FnMut() -> Tree) {
    let mut eights = Vec::new();
    let sizes = (0..TREES).map(|_| {
        let tree = draw();
        let size = tree.size();
        if size == 8 {
            eights.push(shape::written(&tree));
        }
        size
    });
    size_table(report, &format!("{figure}_sizes"), &format!("{what}: sizes"), sizes);
    let tally = Tally::of(eights);
    let all = shape::all_of(8);
    let row = format!("{figure}_shapes");
    report.add(&row, "shapes", OURS, tally.distinct() as f64);
    report.add(&row, "shapes", "possible", all.len() as f64);
    report.add(&row, "two_commonest_%", OURS, tally.share_of_first(2));
    let depths: Vec<f64> = (4..=8)
        .map(|depth| {
            all.iter().filter(|one| shape::depth(one) == depth).map(|one| tally.count(one)).sum::<u64>() as f64
        })
        .collect();
    for (depth, count) in (4..).zip(&depths) {
        report.add(&row, &format!("depth_{depth}_%"), OURS, 100.0 * count / tally.draws as f64);
        let shapes = all.iter().filter(|one| shape::depth(one) == depth).count();
        report.add(&row, &format!("depth_{depth}_%"), UNIFORM, 100.0 * shapes as f64 / all.len() as f64);
    }
    if figure == "fig2" {
        report.add(&row, "shapes", PAPER, 95.0);
        report.note(
            &row,
            "there are 94 shapes of depth 4; how much the two commonest take depends on the number of keys",
        );
    }
    let bars: Vec<_> = all.iter().map(|shape| (String::new(), tally.count(shape) as f64)).collect();
    let title = format!("{what}: shapes of 8 nodes");
    let chart = BarChart {
        title: &title,
        across: "1,430 shapes, flattest first",
        up: "trees",
        bars: &bars,
        line: Some((UNIFORM, tally.draws as f64 / all.len() as f64)),
    };
    save(report, &row, &chart);
}

fn size_table(report: &mut Report, row: &str, title: &str, sizes: impl Iterator<Item = usize>) {
    const BOUNDS: [(usize, usize); 9] =
        [(0, 0), (1, 1), (2, 2), (3, 5), (6, 12), (13, 25), (26, 50), (51, 75), (76, usize::MAX)];
    let mut counts = Vec::new();
    for size in sizes {
        counts.resize(counts.len().max(size + 1), 0u64);
        counts[size] += 1;
    }
    let total = counts.iter().sum::<u64>() as f64;
    let mean = counts.iter().enumerate().map(|(size, &count)| size as f64 * count as f64).sum::<f64>() / total;
    report.add(row, "mean", OURS, mean);
    for (from, to) in BOUNDS {
        let inside = counts.iter().enumerate().filter(|(size, _)| (from..=to).contains(size));
        let share = 100.0 * inside.map(|(_, &count)| count).sum::<u64>() as f64 / total;
        let name = match to {
            usize::MAX => format!("{from}.."),
            _ if from == to => from.to_string(),
            _ => format!("{from}-{to}"),
        };
        report.add(row, &format!("{name}_%"), OURS, share);
    }
    let bars: Vec<_> = counts.iter().enumerate().map(|(size, &count)| (size.to_string(), count as f64)).collect();
    save(report, row, &BarChart { title, across: "nodes", up: "trees", bars: &bars, line: None });
}

/// How often each shape of four nodes came; and how far that is from uniform.
fn shapes(report: &mut Report, row: &str, what: &str, drawn: impl Iterator<Item = Written>) -> f64 {
    let tally = Tally::of(drawn);
    let mut all = shape::all_of(4);
    if row.starts_with("fig5") {
        all.sort_unstable(); // as the paper does, since here the depth says little
    }
    let uniform = tally.draws as f64 / all.len() as f64;
    for shape in &all {
        compare(report, &format!("{row} {shape}"), "trees", tally.count(shape) as f64, (uniform, UNIFORM));
    }
    let bars: Vec<_> = all.iter().map(|shape| (shape.clone(), tally.count(shape) as f64)).collect();
    let title = format!("{what}: shapes of 4 nodes in {} trees", tally.draws);
    let chart = BarChart { title: &title, across: "shape", up: "trees", bars: &bars, line: Some((UNIFORM, uniform)) };
    save(report, row, &chart);
    tally.chi_square(&all)
}

/// The share of random keys that are in a random tree, over all sizes.
fn present(report: &mut Report, contender: &Contender) {
    let mut rng = Rng::new(7);
    let trials = TREES / 20;
    let is_present = |test: &u64| {
        let size = (test % SIZES) as u32;
        let key = paper::key(&mut rng, size);
        (contender.draw)(&mut rng, size, Bst::CORRECT).find(key).is_some()
    };
    let share = 100.0 * (0..trials).filter(is_present).count() as f64 / trials as f64;
    let row = format!("present {}", contender.name);
    report.add(&row, "keys_%", OURS, share);
    if let Some(published) = contender.published.and_then(|published| published.present) {
        report.add(&row, "keys_%", PAPER, published);
    }
}

/// A shape of four nodes, grown by a weighting.
fn unlabelled(weighting: Weighting, seed: u64) -> Written {
    let shapes = holey(
        (),
        |_, ()| Some(((), [(), ()])),
        |()| "L".to_string(),
        |(), [left, right]: [Written; 2]| format!("N{left}{right}"),
    );
    shapes.exactly(4).weighted(weighting).sample(seed)
}

/// The shape of a search tree of four nodes with keys from `-most` to `most`.
fn search_tree(most: i32, seed: u64) -> Written {
    let shapes = holey(
        (-most, most),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some(((), [(low, key - 1), (key + 1, high)]))
        },
        |_| "L".to_string(),
        |(), [left, right]: [Written; 2]| format!("N{left}{right}"),
    );
    shapes.nodes(4).weighted(Weighting::uniform()).sample(seed)
}

/// Writes a picture, and says where it is.
fn save(report: &mut Report, row: &str, chart: &BarChart<'_>) {
    let directory: PathBuf = workspace().join("target/experiments/holey");
    let path = directory.join(format!("{row}.svg"));
    let saved = fs::create_dir_all(&directory).and_then(|()| fs::write(&path, chart.to_svg()));
    let place = path.strip_prefix(workspace()).unwrap_or(&path).display();
    match saved {
        Ok(()) => report.note(row, &format!("drawn in {place}")),
        Err(error) => report.note(row, &format!("not drawn in {place}: {error}")),
    }
}
