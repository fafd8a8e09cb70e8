//! The experiment `holey`: how soon tree generators find the bugs of "How to Specify It!", and what trees they draw
//! (Cutler et al., Holey Generators!).

#[path = "../../../crates/astragal/examples/subjects/bst.rs"]
mod bst;
mod contenders;
mod exact;
mod figures;
mod loose;
mod metamorphic;
mod ours;
mod paper;
mod property;
mod protocol;
mod quickspec;
mod shape;
mod specified;
mod speed;

use crate::report::{OURS, Report};
use contenders::Published;
use protocol::Costs;

const EXPERIMENT: &str = "holey";
/// The figures of the paper.
const PAPER: &str = "paper";
/// The generator that the default is to be better than, in the same run.
const TUNED: &str = "tuned_classic";
/// The largest size up to which chances are checked as fractions.
const EXACT: usize = 8;

/// Tests to failure, sizes and shapes, exact chances, times.
pub(crate) fn run() -> Report {
    let mut report = Report::new(EXPERIMENT);
    let pairs = protocol::failing_pairs(&paper::classic);
    let contenders = contenders::all();
    let mut known: Vec<(String, Costs)> = Vec::new();
    for contender in &contenders {
        let costs =
            Costs::of(&pairs, contender.runs, |pair, run| protocol::tests_to_failure(pair, run, &*contender.draw));
        add(&mut report, &contender.name, &costs);
        if let Some(Published { pairs, total, worst, .. }) = contender.published {
            for (metric, value) in [("pairs", pairs), ("total", total), ("worst", worst)] {
                report.add(&contender.name, metric, PAPER, value);
            }
        }
        known.push((contender.name.clone(), costs));
    }
    let of = |name: &str| known.iter().find(|(row, _)| row == name).map(|(_, costs)| costs);
    for ours::Way { name, tree, runs } in ours::WAYS {
        let costs = Costs::of(&pairs, *runs, |pair, run| ours::cases_to_failure(pair, run, *tree));
        add(&mut report, name, &costs);
        if let Some(tuned) = of(TUNED) {
            report.add(name, "total", TUNED, tuned.total());
            report.add(name, "worst", TUNED, tuned.worst());
        }
    }
    if let (Some(holey), Some(tuned)) = (of("holey"), of(TUNED)) {
        figures::hardest(&mut report, holey, tuned);
    }
    figures::run(&mut report, &contenders);
    exact_chances(&mut report);
    speed::run(&mut report);
    report
}

fn add(report: &mut Report, row: &str, costs: &Costs) {
    report.add(row, "pairs", OURS, costs.all.len() as f64);
    report.add(row, "total", OURS, costs.total());
    report.add(row, "worst", OURS, costs.worst());
    let hardest = costs.all.iter().take(5).map(|cost| format!("{} {:.0}", cost.pair.name(), cost.mean));
    report
        .note(row, &format!("{} failing runs a pair; hardest: {}", costs.runs, hardest.collect::<Vec<_>>().join(", ")));
}

/// For how many shapes the lemma and the theorem hold, in fractions.
fn exact_chances(report: &mut Report) {
    for (nodes, checked) in (1..).zip(exact::check(EXACT)) {
        let row = format!("exact {nodes}");
        compare(report, &row, "lemma_3_1", checked.balanced as f64, (checked.shapes as f64, "shapes"));
        compare(report, &row, "theorem_3_2", checked.uniform as f64, (checked.shapes as f64, "shapes"));
        let by_recurrence = exact::left_chances_by_recurrence(nodes);
        let same = (0..nodes).filter(|&k| by_recurrence[k as usize] == exact::left_chance(nodes, k)).count();
        compare(report, &row, "recurrence", same as f64, (nodes as f64, "values"));
    }
}

/// Adds our figure and what it is compared with.
fn compare(report: &mut Report, row: &str, metric: &str, ours: f64, (reference, source): (f64, &str)) {
    report.add(row, metric, OURS, ours);
    report.add(row, metric, source, reference);
}
