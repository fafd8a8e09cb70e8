//! Documents with a checksum, by chance and like ten examples: how long they are, and of which characters.

mod grammar;
mod read;
mod tree;

use super::picture::{self, Series};
use super::statistics::{Characters, Quartiles};
use crate::report::{OURS, Report};
use astragal::prelude::*;
use tree::{Checked, checksum};

/// How many documents are drawn each way.
const SAMPLES: u64 = 1_000;
const UNTUNED: &str = "untuned";
const EXAMPLES: &str = "examples";

/// What tuning learns from.
const DOCUMENTS: [&str; 10] = [
    include_str!("../../../data/json/build.json"),
    include_str!("../../../data/json/chat.json"),
    include_str!("../../../data/json/editor.json"),
    include_str!("../../../data/json/feature.json"),
    include_str!("../../../data/json/i18n.json"),
    include_str!("../../../data/json/orders.json"),
    include_str!("../../../data/json/sensor.json"),
    include_str!("../../../data/json/server-config.json"),
    include_str!("../../../data/json/users.json"),
    include_str!("../../../data/json/weather.json"),
];

/// The documents, each with its checksum.
fn examples() -> Vec<String> {
    let with_checksum = |text: &str| {
        let payload = read::document(text.trim_end()).expect("the document is JSON");
        Checked { checksum: checksum(&payload), payload }.to_string()
    };
    DOCUMENTS.iter().map(|text| with_checksum(text)).collect()
}

pub(super) fn run(report: &mut Report) {
    let examples = examples();
    let generator = grammar::with_checksum();
    let untuned: Vec<String> = (0..SAMPLES).map(|seed| generator.sample(seed)).collect();
    let tuned = grammar::with_checksum().like(&examples).expect("the examples are documents with a checksum");
    let tuned: Vec<String> = (0..SAMPLES).map(|seed| tuned.sample(seed)).collect();

    let lengths = |texts: &[String]| -> Vec<f64> { texts.iter().map(|text| text.len() as f64).collect() };
    let lengths = [lengths(&tuned), lengths(&untuned), lengths(&examples)];
    spread(report, "json_length", &lengths);
    let empty = |texts: &[String]| {
        let is_empty = |text: &&String| text.starts_with("{\"payload\":{},") || text.starts_with("{\"payload\":[],");
        100.0 * texts.iter().filter(is_empty).count() as f64 / texts.len() as f64
    };
    report.add("json_length", "empty_%", OURS, empty(&tuned));
    report.add("json_length", "empty_%", UNTUNED, empty(&untuned));
    let series = named(&lengths);
    let picture = picture::histograms("Lengths of 1,000 documents", "bytes", 3_000.0, &series);
    picture::save(report, "json_length", &picture);

    let wanted = Characters::of(examples.iter().map(String::as_str));
    let divergence = |texts: &[String]| -> Vec<f64> {
        texts.iter().map(|text| Characters::of([text.as_str()]).divergence(&wanted)).collect()
    };
    let divergences = [divergence(&tuned), divergence(&untuned), divergence(&examples)];
    spread(report, "json_divergence", &divergences);
    let title = "Jensen-Shannon divergence of the characters from those of the examples";
    let picture = picture::violins(title, "bits", 1.0, &named(&divergences));
    picture::save(report, "json_divergence", &picture);

    report.note("json_length", &format!("tuned: {}", shortened(&tuned[0])));
    report.note("json_length", &format!("untuned: {}", shortened(&untuned[0])));
}

fn named(numbers: &[Vec<f64>; 3]) -> [Series<'_>; 3] {
    [("tuned", &numbers[0]), (UNTUNED, &numbers[1]), (EXAMPLES, &numbers[2])]
}

/// The quartiles of the tuned documents, the untuned and the examples.
fn spread(report: &mut Report, row: &str, numbers: &[Vec<f64>; 3]) {
    for (source, numbers) in [OURS, UNTUNED, EXAMPLES].into_iter().zip(numbers) {
        let Quartiles { first, median, third, most, .. } = Quartiles::of(numbers);
        for (metric, value) in
            [("first_quartile", first), ("median", median), ("third_quartile", third), ("most", most)]
        {
            report.add(row, metric, source, value);
        }
    }
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 200;
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start}..") } else { start }
}
