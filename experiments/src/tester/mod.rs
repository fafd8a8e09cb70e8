//! The experiment `tester`: a library of falsifiable properties over few common types, by which ways to choose values are
//! judged. After the future work of Duregard, Agata, 2009: "a generator tailored to falsify one property may be inadequate for
//! testing others".
//!
//! Each property has a planted bug, a switch that puts it right, and its smallest failures. Each of our strategies and each library
//! runs all of them. So a change of the default distribution is judged by all of these properties, never by one workload.

mod bytes;
mod chaos_theory;
mod collected;
mod containers;
mod contender;
mod dates;
mod falsifiable;
mod formulas;
mod hegel;
mod input;
mod lists;
mod machines;
mod numbers;
mod ours;
mod proptest;
mod quickcheck;
mod score;
#[cfg(test)]
mod tests;
mod texts;
mod trees;
mod trial;

use crate::report::{OURS, Report};
use contender::Contender;
use falsifiable::Subject;
use score::Score;

const EXPERIMENT: &str = "tester";

/// How many tests a short and a long run have.
const FEW: u64 = 100;
const MOST: u64 = 10_000;
/// How many runs there are of each property; and of a full measurement.
const SEEDS: u64 = 5;
const ALL_SEEDS: u64 = 25;

/// Runs every property by every contender. The rows of a full measurement have all contenders, and not only our default and the
/// peers.
pub(crate) fn run(full: bool) -> Report {
    let (columns, others) = (Contender::defaults(), Contender::strategies());
    let (columns, others) = if full { ([columns, others].concat(), Vec::new()) } else { (columns, others) };
    measure(&library(), &columns, &others, if full { ALL_SEEDS } else { SEEDS })
}

/// All properties.
fn library() -> Vec<Box<dyn Subject>> {
    [
        numbers::all(),
        lists::all(),
        texts::all(),
        bytes::all(),
        dates::all(),
        containers::all(),
        machines::all(),
        trees::all(),
        formulas::all(),
        collected::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The contenders in `columns` have figures of their own for each property, and `others` only those of all of them.
fn measure(library: &[Box<dyn Subject>], columns: &[Contender], others: &[Contender], seeds: u64) -> Report {
    // Some libraries print on the way out of a run that it failed, which is what is wanted here.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let scores = |contender: &Contender| -> Vec<Option<Score>> {
        library.iter().map(|subject| Score::of(&**subject, contender, seeds)).collect()
    };
    let of_columns: Vec<_> = columns.iter().map(|contender| (contender, scores(contender))).collect();
    let of_others: Vec<_> = others.iter().map(|contender| (contender, scores(contender))).collect();
    std::panic::set_hook(hook);

    let mut report = Report::new(EXPERIMENT).in_matrices();
    for (at, subject) in library.iter().enumerate() {
        for (contender, scores) in &of_columns {
            by_property(&mut report, &**subject, contender, scores[at].as_ref());
        }
    }
    for family in families(library) {
        let row = format!("family {family}");
        for (contender, scores) in &of_columns {
            let of_family = library.iter().zip(scores).filter(|(subject, _)| family_of(&***subject) == family);
            let tests: Vec<f64> = of_family.filter_map(|(_, score)| score.as_ref()).flat_map(all_tests).collect();
            if !tests.is_empty() {
                report.add(&row, "tests_geomean", &contender.name, score::geometric_mean(&tests));
            }
        }
    }
    for (contender, scores) in of_columns.iter().chain(&of_others) {
        summary(&mut report, contender, scores.iter().flatten());
    }
    let switches = library.iter().filter(|subject| subject.has_switch()).count();
    let (count, rest) = (library.len(), "runs of each; found_* and minimal in percent");
    report.note(SUMMARY, &format!("{count} properties, {switches} of them with a switch for the bug; {seeds} {rest}"));
    report.note(
        SUMMARY,
        &format!("a run that finds nothing counts as {MOST} tests; what an assumption rejects is a test"),
    );
    later_than_peers(&mut report, library, columns);
    report
}

/// How many times as many tests as the quickest peer are worth a note.
const LATER: f64 = 4.0;

/// Says where our default needs many more tests than a peer.
fn later_than_peers(report: &mut Report, library: &[Box<dyn Subject>], columns: &[Contender]) {
    for subject in library {
        let tests = |source: &str| report.value(subject.name(), "tests_to_failure", source);
        let peers = columns.iter().filter(|contender| contender.is_peer());
        let quickest =
            peers.filter_map(|peer| Some((tests(&peer.name)?, &peer.name))).min_by(|a, b| a.0.total_cmp(&b.0));
        if let (Some(ours), Some((least, peer))) = (tests(OURS), quickest)
            && ours >= LATER * least
        {
            let (name, bug) = (subject.name(), subject.bug());
            report.note(SUMMARY, &format!("ours {ours} tests, {peer} {least}: {name} ({bug})"));
        }
    }
}

/// The last row.
const SUMMARY: &str = "all properties";

fn by_property(report: &mut Report, subject: &dyn Subject, contender: &Contender, score: Option<&Score>) {
    let Some(score) = score else { return };
    let mut add = |metric, value| report.add(subject.name(), metric, &contender.name, value);
    add("tests_to_failure", score.tests());
    add("found", score::found(&score.many));
    if !contender.shrinks() {
        return;
    }
    // Nothing was reported: nothing is minimal, and nothing has a size.
    add("minimal", score::minimal(&score.many).unwrap_or(0.0));
    add("size", score.size().unwrap_or(0.0));
}

fn summary<'a>(report: &mut Report, contender: &Contender, scores: impl Iterator<Item = &'a Score>) {
    let scores: Vec<&Score> = scores.collect();
    if scores.is_empty() {
        return;
    }
    let mut add = |metric, value| report.add(SUMMARY, metric, &contender.name, value);
    add("properties", scores.len() as f64);
    add("found_100", score::found(scores.iter().flat_map(|score| &score.few)));
    add("cases_default", contender.default_cases() as f64);
    add("found_default", score::found(scores.iter().flat_map(|score| &score.usual)));
    add("found_10000", score::found(scores.iter().flat_map(|score| &score.many)));
    let tests: Vec<f64> = scores.iter().flat_map(|score| all_tests(score)).collect();
    add("tests_geomean", score::geometric_mean(&tests));
    if contender.shrinks() {
        add("minimal", score::minimal(scores.iter().flat_map(|score| &score.many)).unwrap_or(0.0));
    }
}

fn all_tests(score: &Score) -> Vec<f64> {
    score.many.iter().map(score::tests).collect()
}

/// What comes before the slash of a name.
fn family_of(subject: &dyn Subject) -> &'static str {
    subject.name().split('/').next().unwrap_or_default()
}

fn families(library: &[Box<dyn Subject>]) -> Vec<&'static str> {
    let mut families: Vec<_> = library.iter().map(|subject| family_of(&**subject)).collect();
    families.dedup();
    families
}
