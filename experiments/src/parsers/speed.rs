//! How fast trees and their texts are drawn and texts are parsed back, on one core; and what memory parsing takes.
//!
//! A sample is a tree and its text: both are made, and the bytes of the text are counted. Parsed back means: from the text to the first
//! tree. Both are of texts as they are drawn, at the usual size; a long text is many of them, in one array or one program.

use super::{Effort, grammars};
use crate::alloc::peak;
use crate::median::median_of;
use crate::report::{OURS, Report};
use crate::stopwatch::Stopwatch;
use astragal::grammar::{Language, Spacing};
use astragal::prelude::*;
use std::hint::black_box;

const ROUNDS: usize = 5;

pub(super) fn run(report: &mut Report, effort: Effort) {
    for (name, language) in grammars::all() {
        let row = format!("speed_{name}");
        let texts = texts_of(&language, effort.bytes);
        let bytes: usize = texts.iter().map(String::len).sum();
        let mb_s = |work: &mut dyn FnMut()| {
            median_of(ROUNDS, || {
                let watch = Stopwatch::start();
                work();
                bytes as f64 / 1e6 / watch.seconds()
            })
        };
        report.add(&row, "sample_mb_s", OURS, mb_s(&mut || draw_trees(&language, texts.len() as u64)));
        report.add(&row, "text_mb_s", OURS, mb_s(&mut || draw_texts(&language, texts.len() as u64)));
        report.add(&row, "parse_mb_s", OURS, parse_mb_s(&language, &texts_of(&language, effort.bytes / 8)));
        report.add(&row, "mean_bytes", OURS, bytes as f64 / texts.len() as f64);
    }
    long(report, "json_long", &grammars::json(), effort, |texts| format!("[{}]", texts.join(",")));
    long(report, "c_long", &grammars::c(), effort, |texts| texts.join("\n"));
}

/// Texts of this many bytes together.
fn texts_of(language: &Language, bytes: usize) -> Vec<String> {
    let mut texts = Vec::new();
    let (mut drawn, mut seed) = (0, 0);
    while drawn < bytes {
        let text = language.text_of(&language.sample(seed), Spacing::Minimal);
        (drawn, seed) = (drawn + text.len(), seed + 1);
        texts.push(text);
    }
    texts
}

fn draw_trees(language: &Language, count: u64) {
    for seed in 0..count {
        let tree = language.sample(seed);
        black_box(language.text_of(&tree, Spacing::Minimal));
        black_box(tree);
    }
}

fn draw_texts(language: &Language, count: u64) {
    let texts = language.texts(Spacing::Minimal);
    for seed in 0..count {
        black_box(texts.sample(seed));
    }
}

fn parse_mb_s(language: &Language, texts: &[String]) -> f64 {
    let bytes: usize = texts.iter().map(String::len).sum();
    median_of(ROUNDS, || {
        let watch = Stopwatch::start();
        for text in texts {
            black_box(language.parse(text).expect("a text of the language").first());
        }
        bytes as f64 / 1e6 / watch.seconds()
    })
}

/// Texts that are parsed as one, of a quarter of the longest one and of that.
fn long(report: &mut Report, row: &str, language: &Language, effort: Effort, join: fn(&[String]) -> String) {
    for part in [4, 1] {
        let text = join(&texts_of(language, effort.longest / part));
        let name = format!("{row}_{}kb", text.len() / 1000);
        let seconds = median_of(ROUNDS, || {
            let watch = Stopwatch::start();
            black_box(language.parse(&text).expect("a text of the language").first());
            watch.seconds()
        });
        let (forest, bytes) = peak(|| language.parse(&text).expect("a text of the language"));
        black_box(forest);
        report.add(&name, "ms", OURS, seconds * 1e3);
        report.add(&name, "parse_mb_s", OURS, text.len() as f64 / 1e6 / seconds);
        report.add(&name, "peak_bytes_per_byte", OURS, bytes as f64 / text.len() as f64);
    }
}
