//! `grammar stats`: which rules texts use, and which none of them does.

use astragal::grammar::Language;
use astragal::prelude::*;

use super::arguments::Stats;
use super::{language, read};
use crate::exit::{Code, Ended, Stop};
use crate::terminal::{Terminal, Tone, counted, put, safe, thousands};

/// Counts rules.
pub(super) fn run(arguments: &Stats, terminal: Terminal) -> Ended {
    let language = language(&arguments.texts, terminal)?;
    let mut uses = Uses { texts: 0, bytes: 0, rules: vec![0; language.grammar().rules.len()], in_texts: Vec::new() };
    uses.in_texts = uses.rules.clone();
    let mut code = Code::Passed;
    for file in &arguments.files {
        let text = read(file)?;
        match language.parse(&text) {
            Ok(forest) => uses.add(&forest.first(), text.len()),
            Err(error) => {
                code = Code::Failed;
                let label = terminal.paint(Tone::Bad, "error");
                eprintln!("{label}: {}: {}", safe(&file.display().to_string()), error);
            }
        }
    }
    for seed in 0..arguments.samples.unwrap_or(0) {
        let tree = language.try_sample(seed).map_err(|why| Stop::nothing(why.to_string()))?;
        uses.add(&tree, language.text_of(&tree, astragal::grammar::Spacing::Minimal).len());
    }
    put(&uses.text(&language, terminal));
    Ok(code)
}

/// How often rules were used.
struct Uses {
    texts: u64,
    bytes: usize,
    /// By rule, in all.
    rules: Vec<u64>,
    /// By rule, the texts that use it.
    in_texts: Vec<u64>,
}

impl Uses {
    fn add(&mut self, tree: &astragal::grammar::Tree, bytes: usize) {
        self.texts += 1;
        self.bytes += bytes;
        let mut seen = vec![false; self.rules.len()];
        for rule in tree.rules() {
            self.rules[rule.index()] += 1;
            self.in_texts[rule.index()] += u64::from(!std::mem::replace(&mut seen[rule.index()], true));
        }
    }

    /// The rules, the most frequent first, and those that were never used last.
    fn text(&self, language: &Language, terminal: Terminal) -> String {
        let grammar = language.grammar();
        let mut used = language.rules();
        used.sort_by_key(|rule| std::cmp::Reverse(self.rules[rule.index()]));
        let unused = used.iter().position(|rule| self.rules[rule.index()] == 0).unwrap_or(used.len());
        let mut text = format!(
            "{} of {} bytes; {} of {} rules used\n\n    uses    texts\n",
            counted(self.texts, "text", "texts"),
            thousands(self.bytes as u64),
            unused,
            used.len()
        );
        for rule in &used[..unused] {
            let (uses, texts) = (thousands(self.rules[rule.index()]), thousands(self.in_texts[rule.index()]));
            text.push_str(&format!("{uses:>8} {texts:>8}  {}\n", safe(&grammar.display_rule(*rule).to_string())));
        }
        if unused < used.len() {
            text.push_str(&format!("\n{}\n", terminal.paint(Tone::Doubtful, "never used")));
        }
        for rule in &used[unused..] {
            text.push_str(&format!("                   {}\n", safe(&grammar.display_rule(*rule).to_string())));
        }
        text
    }
}
