//! Documents of JSON by chance and like ten examples, with the grammar itself: how long they are, and of which characters.

use super::{Effort, grammars};
use crate::documents::DOCUMENTS;
use crate::picture::{self, Series};
use crate::report::{OURS, Report};
use crate::statistics::{Characters, Quartiles, mean};
use astragal::Draw;
use astragal::grammar::Spacing;
use astragal::learn::Context;
use astragal::prelude::*;

/// Tuned by how often each production has which form below each other one (`OURS`); by that alone, wherever it is, as Inputs from Hell
/// has it; and not at all.
const BY_PRODUCTION: &str = "by_production";
const UNTUNED: &str = "untuned";
const EXAMPLES: &str = "examples";

pub(super) fn run(report: &mut Report, effort: Effort) {
    let examples = DOCUMENTS.map(|document| document.trim_end().to_owned());
    let texts = grammars::json().texts(Spacing::Minimal);
    let by_production = texts.clone().like(&examples).expect("the examples are texts of JSON");
    let tuned = by_production.clone().by_context(Context::Parent);
    let sources = [
        (OURS, drawn(&tuned, effort)),
        (BY_PRODUCTION, drawn(&by_production, effort)),
        (UNTUNED, drawn(&texts, effort)),
        (EXAMPLES, examples.to_vec()),
    ];
    let lengths = add(report, "like_length", &sources, |text| text.len() as f64);
    let picture = picture::histograms("Lengths of documents", "bytes", 1_500.0, &series(&lengths));
    picture::save(report, "like_length", &picture);
    let wanted = Characters::of(examples.iter().map(String::as_str));
    let divergences = add(report, "like_divergence", &sources, |text| Characters::of([text]).divergence(&wanted));
    let title = "Jensen-Shannon divergence of characters from those of the examples";
    picture::save(report, "like_divergence", &picture::violins(title, "bits", 1.0, &series(&divergences)));
    for (source, metric) in [(0, "js_tuned"), (1, "js_by_production"), (2, "js_untuned")] {
        report.add("like_examples", metric, OURS, mean(&divergences[source]));
    }
}

type Sources = [(&'static str, Vec<String>); 4];

fn drawn(documents: &impl Draw<Value = String>, effort: Effort) -> Vec<String> {
    (0..effort.documents).map(|seed| documents.sample(seed)).collect()
}

/// Measures all documents, and adds their mean and their spread.
fn add(report: &mut Report, row: &str, sources: &Sources, measure: impl Fn(&str) -> f64) -> [Vec<f64>; 4] {
    sources.each_ref().map(|(source, texts)| {
        let numbers: Vec<f64> = texts.iter().map(|text| measure(text)).collect();
        let Quartiles { least, first, median, third, most } = Quartiles::of(&numbers);
        let figures = [("mean", mean(&numbers)), ("least", least), ("quartile", first), ("median", median)];
        for (metric, value) in figures.into_iter().chain([("third_quartile", third), ("most", most)]) {
            report.add(row, metric, source, value);
        }
        report.note(row, &format!("{source}: {}", shortened(&texts[0])));
        numbers
    })
}

fn series(numbers: &[Vec<f64>; 4]) -> [Series<'_>; 4] {
    let [tuned, by_production, untuned, examples] = numbers;
    [("tuned", tuned), ("by production", by_production), ("untuned", untuned), ("examples", examples)]
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 160;
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start}..") } else { start }
}
