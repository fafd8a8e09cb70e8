//! Documents with a checksum, by chance and like ten examples: how long they are, and of which characters.

mod grammar;
mod read;
mod tree;

use crate::documents::DOCUMENTS;
use crate::picture::{self, Series};
use crate::report::{OURS, Report};
use crate::statistics::{Characters, Quartiles, mean};
use astragal::Draw;
use astragal::learn::Context;
use astragal::prelude::*;
use tree::{Checked, checksum};

/// How many documents are drawn each way.
const SAMPLES: u64 = 1_000;
/// Tuned by how often each production has which form, as the paper does it (`OURS`); also by where it is; not at all.
const BY_DEPTH: &str = "by_depth";
const UNTUNED: &str = "untuned";
const EXAMPLES: &str = "examples";

/// The documents, each with its checksum.
fn examples() -> Vec<String> {
    let with_checksum = |text: &str| {
        let payload = read::document(text.trim_end()).expect("the document is JSON");
        Checked { checksum: checksum(&payload), payload }.to_string()
    };
    DOCUMENTS.iter().map(|text| with_checksum(text)).collect()
}

/// What is compared, each with a name and its documents.
type Sources = [(&'static str, Vec<String>); 4];

pub(super) fn run(report: &mut Report) {
    let examples = examples();
    let tuned = grammar::with_checksum().like(&examples).expect("the examples are documents with a checksum");
    let by_depth = grammar::with_checksum().tuned(tuned.weights()).by_context(Context::Depth);
    let sources: Sources = [
        (OURS, drawn(tuned)),
        (BY_DEPTH, drawn(by_depth)),
        (UNTUNED, drawn(grammar::with_checksum())),
        (EXAMPLES, examples),
    ];
    lengths(report, &sources);
    characters(report, &sources);
}

fn drawn(documents: impl Draw<Value = String>) -> Vec<String> {
    (0..SAMPLES).map(|seed| documents.sample(seed)).collect()
}

fn lengths(report: &mut Report, sources: &Sources) {
    const ROW: &str = "json_length";
    let lengths = add_spread(report, ROW, sources, |text| text.len() as f64);
    for ((source, texts), lengths) in sources.iter().zip(&lengths) {
        report.add(ROW, "mean", source, mean(lengths));
        let is_empty = |text: &&String| text.starts_with("{\"payload\":{},") || text.starts_with("{\"payload\":[],");
        let empty = texts.iter().filter(is_empty).count();
        report.add(ROW, "empty_%", source, 100.0 * empty as f64 / texts.len() as f64);
        report.note(ROW, &format!("{}: {}", shown(source), shortened(&texts[0])));
    }
    let picture = picture::histograms("Lengths of documents", "bytes", 1_500.0, &series(sources, &lengths));
    picture::save(report, ROW, &picture);
}

fn characters(report: &mut Report, sources: &Sources) {
    const ROW: &str = "json_divergence";
    let wanted = Characters::of(sources[3].1.iter().map(String::as_str));
    let divergences = add_spread(report, ROW, sources, |text| Characters::of([text]).divergence(&wanted));
    let title = "Jensen-Shannon divergence of characters from those of the examples";
    let picture = picture::violins(title, "bits", 0.4, &series(sources, &divergences));
    picture::save(report, ROW, &picture);
}

/// Measures all documents, and adds their median and their spread.
fn add_spread(report: &mut Report, row: &str, sources: &Sources, measure: impl Fn(&str) -> f64) -> [Vec<f64>; 4] {
    sources.each_ref().map(|(source, texts)| {
        let numbers: Vec<f64> = texts.iter().map(|text| measure(text)).collect();
        let Quartiles { first, median, third, most, .. } = Quartiles::of(&numbers);
        for (metric, value) in [("quartile", first), ("median", median), ("third_quartile", third), ("most", most)] {
            report.add(row, metric, source, value);
        }
        numbers
    })
}

fn series<'a>(sources: &Sources, numbers: &'a [Vec<f64>; 4]) -> Vec<Series<'a>> {
    sources.iter().zip(numbers).map(|((source, _), numbers)| (shown(source), numbers.as_slice())).collect()
}

fn shown(source: &'static str) -> &'static str {
    match source {
        OURS => "tuned",
        BY_DEPTH => "tuned by depth",
        other => other,
    }
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 200;
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start}..") } else { start }
}
