//! Records the input of a parser as choices, keeps it as a token, and makes new inputs of it: mutants, and crosses of two.

use std::collections::BTreeSet;

use astragal::Choices;
use astragal::choices::Mutator;
use astragal::prelude::*;

/// A configuration file: sections of settings.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Config {
    #[arbitrary(with = vec_of(any::<Section>(), 1..=3))]
    sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Section {
    #[arbitrary(with = select(["server", "client", "log"]))]
    name: &'static str,
    #[arbitrary(with = vec_of((string_of('a'..='z', 1..=6), any::<Setting>()), 0..=3))]
    settings: Vec<(String, Setting)>,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Setting {
    Number(i32),
    Switch(bool),
}

impl Config {
    /// The text that the parser under test is given.
    fn text(&self) -> String {
        let mut text = String::new();
        for section in &self.sections {
            text += &format!("[{}]\n", section.name);
            for (key, value) in &section.settings {
                text += &match value {
                    Setting::Number(number) => format!("{key} = {number}\n"),
                    Setting::Switch(on) => format!("{key} = {}\n", if *on { "on" } else { "off" }),
                };
            }
        }
        text
    }
}

/// The parser under test: the number of settings in a text.
fn parsed(text: &str) -> Result<usize, String> {
    let mut settings = 0;
    for line in text.lines() {
        if line.starts_with('[') && line.ends_with(']') {
            continue;
        }
        let (_, value) = line.split_once(" = ").ok_or_else(|| format!("no value: {line}"))?;
        if value != "on" && value != "off" {
            value.parse::<i32>().map_err(|error| format!("{line}: {error}"))?;
        }
        settings += 1;
    }
    Ok(settings)
}

fn main() {
    let configs = any::<Config>();
    let (config, choices) = configs.record(2).unwrap();
    println!("{}", config.text());

    // A token is short enough for a bug report, and is checked: a mistyped one is rejected.
    let token = choices.token();
    println!("token: {token}\n");
    let from_token = Choices::from_token(&token).unwrap();
    assert_eq!(configs.replay(&from_token).unwrap(), config);
    assert!(Choices::from_token(&token[..token.len() - 1]).is_err());

    // Mutants are near the original, and every one is a valid configuration.
    let mut mutator = Mutator::new(1);
    let mut texts = BTreeSet::new();
    for _ in 0..200 {
        let mutant = configs.replay(&mutator.mutate(&choices)).unwrap();
        assert!(parsed(&mutant.text()).is_ok(), "{}", mutant.text());
        texts.insert(mutant.text());
    }
    println!("200 mutants, {} of them different; one is:\n\n{}", texts.len(), texts.first().unwrap());
    assert!(texts.len() > 50);

    // A cross takes a part of the same kind, here a section or a setting, from another configuration.
    let (other, other_choices) = configs.record(9).unwrap();
    let crossed = configs.replay(&mutator.cross(&choices, &other_choices)).unwrap();
    println!("crossed with\n\n{}\nit is\n\n{}", other.text(), crossed.text());
    assert!(crossed != config && crossed != other);
}
