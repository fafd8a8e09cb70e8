//! Tuning by examples: configuration files that look like three real ones, and files that do not look like them at all.
//!
//! The subject reads and writes a small configuration language. By itself, its generator draws legal files that look like
//! noise. Three files written by people say how long lists are, which kinds of values go where, how large numbers are and what names are
//! made of; they are read by the subject's own parser, and run backwards through the generator.

use std::fmt;

use astragal::generators::StringOf;
use astragal::learn::{Context, Weights};
use astragal::prelude::*;
use astragal::report::Verdict;
use astragal::{Check, Draw};

const SERVER: &str = "\
[server]
host = 'example.org'
port = 8080
workers = 16
secure = true
[log]
level = 'info'
files = ['access.log', 'error.log']
rotate = true
";

const MAIL: &str = "\
[smtp]
relay = 'mail.example.org'
port = 587
secure = true
[limits]
recipients = 50
retries = [1, 5, 15, 60]
[log]
level = 'warn'
";

const BACKUP: &str = "\
[source]
folders = ['home', 'etc', 'srv']
hidden = false
[target]
host = 'vault.example.org'
keep = [7, 4, 12]
encrypt = true
[schedule]
hour = 3
minute = 30
";

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Config {
    sections: Vec<Section>,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Section {
    #[arbitrary(with = name())]
    title: String,
    entries: Vec<Entry>,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Entry {
    #[arbitrary(with = name())]
    key: String,
    value: Value,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Value {
    Switch(bool),
    Number(u32),
    Text(#[arbitrary(with = string_of('('..='~', ..))] String),
    List(Vec<Value>),
}

fn name() -> StringOf {
    string_of('a'..='z', 1..)
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Section { title, entries } in &self.sections {
            writeln!(f, "[{title}]")?;
            entries.iter().try_for_each(|Entry { key, value }| writeln!(f, "{key} = {value}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => write!(f, "{on}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "'{text}'"),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

fn read(text: &str) -> Option<Config> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        match line.split_once(" = ") {
            Some((key, value)) => {
                let (value, "") = read_value(value)? else { return None };
                sections.last_mut()?.entries.push(Entry { key: key.into(), value });
            }
            None => {
                let title = line.strip_prefix('[')?.strip_suffix(']')?.into();
                sections.push(Section { title, entries: Vec::new() });
            }
        }
    }
    Some(Config { sections })
}

fn read_value(text: &str) -> Option<(Value, &str)> {
    if let Some(quoted) = text.strip_prefix('\'') {
        let (text, rest) = quoted.split_once('\'')?;
        return Some((Value::Text(text.into()), rest));
    }
    if let Some(mut rest) = text.strip_prefix('[') {
        let mut values = Vec::new();
        while !rest.starts_with(']') {
            let (value, after) = read_value(rest)?;
            values.push(value);
            rest = after.strip_prefix(", ").unwrap_or(after);
        }
        return Some((Value::List(values), &rest[1..]));
    }
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
    let value = match &text[..end] {
        "true" => Value::Switch(true),
        "false" => Value::Switch(false),
        number => Value::Number(number.parse().ok()?),
    };
    Some((value, &text[end..]))
}

/// The median and the quartiles of how long what is drawn is, as text.
fn lengths(configs: &impl Draw<Value = Config>) -> [usize; 3] {
    let mut lengths: Vec<usize> = (0..500).map(|seed| configs.sample(seed).to_string().len()).collect();
    lengths.sort();
    [lengths[125], lengths[250], lengths[375]]
}

fn show(what: &str, configs: &impl Draw<Value = Config>) {
    let [quarter, median, three_quarters] = lengths(configs);
    println!("{what}: half of the files have {quarter} to {three_quarters} characters, the median is {median}");
    let short = (0..).map(|seed| configs.sample(seed).to_string()).find(|text| (80..300).contains(&text.len()));
    short.unwrap_or_default().lines().take(8).for_each(|line| println!("    {:.100}", line));
}

fn main() {
    let files: Vec<Config> = [SERVER, MAIL, BACKUP].iter().filter_map(|text| read(text)).collect();
    assert_eq!(files.len(), 3);
    let like = any::<Config>().like(&files).expect("the generator makes these files").by_context(Context::Parent);
    let unlike = any::<Config>().unlike(&files).expect("the generator makes these files");
    println!("the examples have {}, {} and {} characters", SERVER.len(), MAIL.len(), BACKUP.len());
    show("before", &any::<Config>());
    show("like the examples", &like);
    show("unlike the examples", &unlike);

    // Half of what is drawn is about as long as the examples are; by itself the generator draws more than twice that.
    let [quarter, _, three_quarters] = lengths(&like);
    assert!(quarter > 90 && three_quarters < 200);
    assert!(lengths(&any::<Config>())[1] > 300);

    // The learned weights are a file, which a person reads and diffs.
    let text = like.weights().to_string();
    println!("learned, among other things:");
    text.lines().filter(|line| line.contains("Value.List")).for_each(|line| println!("    {line}"));
    let weights: Weights = text.parse().expect("what was written is read");
    let again = any::<Config>().tuned(&weights).by_context(Context::Parent);
    assert_eq!(again.sample(1), like.sample(1));

    // The property is the same for either generator.
    for (what, configs) in [("like", like.boxed()), ("unlike", unlike.boxed())] {
        let report = Check::new().seed(1).cases(300).run(configs, |config| read(&config.to_string()) == Some(config));
        println!("{what}: what is written is read back in {} cases", report.statistics.cases);
        assert_eq!(report.verdict, Verdict::Passed);
    }
}
