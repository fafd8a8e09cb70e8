//! `sample`: draws from the generator of a property, and shows the values and how they are distributed.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use astragal::protocol::{CaseOutcome, Property, Ran};
use astragal::report::ParameterInForce;
use serde_json::json;

use crate::cargo::Project;
use crate::cli::Sample;
use crate::exit::{Code, Ended, Stop};
use crate::properties::{self, Found};
use crate::terminal::{Terminal, Tone, counted, cut, put, safe, thousands};

/// The most values that are drawn at once.
const MOST: u64 = 1_000_000;
/// In how many steps the size grows.
const STEPS: u64 = 10;
/// How wide the longest bar is.
const BAR: usize = 30;

/// Draws and shows.
pub(crate) fn run(arguments: &Sample, terminal: Terminal) -> Ended {
    let seed = parse_seed(&arguments.seed)
        .ok_or_else(|| Stop::usage(format!("`--seed {}` is not a whole number below 2^64", arguments.seed)))?;
    if arguments.number.max(arguments.over) > MOST {
        return Err(Stop::usage(format!("at most {} values can be drawn at once", thousands(MOST))));
    }
    let project = Project::find(&arguments.selection)?;
    let binaries = project.build(&arguments.selection)?;
    let found = properties::one(&binaries, &arguments.property)?;
    let largest = largest_size(&found);
    let sizes = |count| sizes(count, arguments.size, largest);
    let over = if arguments.json { 0 } else { arguments.over };
    let (shown, drawn, parameters) = found
        .ask(|property| {
            let (shown, drawn) = (draw(property, seed, &sizes(arguments.number))?, draw(property, seed, &sizes(over))?);
            // Only drawing tells which there are. A property of which a process died can be asked nothing more.
            let parameters = property.describe().map(|description| description.parameters).unwrap_or_default();
            Ok((shown, drawn, parameters))
        })
        .map_err(|error| Stop::system(format!("{}: {error}", found.name)))?;
    if arguments.json {
        shown.iter().for_each(|(size, ran)| put(&format!("{}\n", json_of(*size, ran))));
        return Ok(Code::Passed);
    }
    put(&head(&found, terminal));
    put(&parameters.iter().map(|parameter| of_parameter(parameter, terminal)).collect::<String>());
    for (size, ran) in &shown {
        let size = terminal.paint(Tone::Faint, &format!("size {size:>3}"));
        put(&format!("  {size}  {}\n", shown_as(ran, terminal)));
    }
    if !drawn.is_empty() {
        put(&Distribution::of(&drawn).text(terminal));
    }
    Ok(Code::Passed)
}

/// A seed, as a failure shows it or as one writes it.
pub(crate) fn parse_seed(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn largest_size(found: &Found) -> u32 {
    let setting = found.description.settings.iter().find(|setting| setting.name == "size");
    setting.and_then(|setting| setting.value.parse().ok()).unwrap_or(100)
}

/// Draws values of sizes that grow as in a run.
pub(crate) fn draw_growing(
    property: &mut Property<'_>,
    seed: u64,
    count: u64,
    found: &Found,
) -> Result<Vec<(u32, Ran)>, String> {
    draw(property, seed, &sizes(count, None, largest_size(found)))
}

/// How many values are drawn at each size.
fn sizes(count: u64, fixed: Option<u32>, largest: u32) -> Vec<(u32, u64)> {
    if let Some(size) = fixed {
        return vec![(size, count)];
    }
    let steps = STEPS.min(count.max(1));
    let share = |step: u64| count * step / steps;
    (0..steps)
        .map(|step| ((u64::from(largest) * (step + 1) / steps) as u32, share(step + 1) - share(step)))
        .filter(|(_, count)| *count > 0)
        .collect()
}

fn draw(property: &mut Property<'_>, seed: u64, sizes: &[(u32, u64)]) -> Result<Vec<(u32, Ran)>, String> {
    let (mut seed, mut all) = (seed, Vec::new());
    for (size, count) in sizes {
        let drawn = property.sample(seed, *count, *size).map_err(|error| error.to_string())?;
        let is_cut = (drawn.len() as u64) < *count;
        all.extend(drawn.into_iter().map(|ran| (*size, ran)));
        // The process has died of the last one, which tells how.
        if is_cut {
            break;
        }
        seed = seed.wrapping_add(*count);
    }
    Ok(all)
}

fn head(found: &Found, terminal: Terminal) -> String {
    let place = format!("{}:{}", safe(&found.description.file), found.description.first_line);
    let name = terminal.paint(Tone::Strong, &safe(&found.name));
    let mut text = format!("{name}  {}\n", terminal.paint(Tone::Faint, &place));
    if found.description.shape.is_none() {
        text.push_str("  it draws while it runs: so it is run on what is drawn\n");
    }
    text
}

fn of_parameter(parameter: &ParameterInForce, terminal: Terminal) -> String {
    let ParameterInForce { name, value, min, max, default, set_in, .. } = parameter;
    let set_in = set_in.as_ref().map(|file| format!("; set in {}", file.display())).unwrap_or_default();
    let limits = format!("from {min} to {max}, usually {default}{set_in}");
    format!("  parameter {} = {value}  {}\n", safe(name), terminal.paint(Tone::Faint, &safe(&limits)))
}

/// The values of a case, with the names of arguments.
pub(crate) fn values_of(ran: &Ran) -> String {
    let values = ran.sample.drawn.iter().map(|drawn| match &*drawn.name {
        "" => drawn.text.clone(),
        name => format!("{name} = {}", drawn.text),
    });
    values.collect::<Vec<_>>().join(", ")
}

/// A text of several lines in one.
fn in_one_line(text: &str) -> String {
    text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ")
}

fn shown_as(ran: &Ran, terminal: Terminal) -> String {
    let values = cut(&safe(&in_one_line(&values_of(ran))), terminal.width.max(60) * 2);
    match &ran.outcome {
        CaseOutcome::Rejected => terminal.paint(Tone::Doubtful, &format!("rejected  {values}")),
        CaseOutcome::Failed { message, .. } => terminal
            .paint(Tone::Bad, &format!("{values}  failed: {}", safe(message.lines().next().unwrap_or_default()))),
        CaseOutcome::Unknown(problem) => {
            terminal.paint(Tone::Bad, &format!("{values}  {}", safe(&format!("{problem:?}"))))
        }
        _ => values,
    }
}

/// How a case ended, in a word.
pub(crate) fn outcome(ran: &Ran) -> &'static str {
    match &ran.outcome {
        CaseOutcome::Passed => "passed",
        CaseOutcome::Rejected => "rejected",
        CaseOutcome::Failed { .. } => "failed",
        CaseOutcome::Drawn => "drawn",
        _ => "unknown",
    }
}

fn json_of(size: u32, ran: &Ran) -> serde_json::Value {
    let values: serde_json::Map<_, _> = ran
        .sample
        .drawn
        .iter()
        .enumerate()
        .map(|(at, drawn)| {
            let name = if drawn.name.is_empty() { at.to_string() } else { drawn.name.clone() };
            (name, json!(drawn.text))
        })
        .collect();
    json!({"size": size, "outcome": outcome(ran), "arguments": values, "choices": ran.sample.choices.len(),
        "token": ran.sample.choices.replay_token()})
}

/// How many values have what.
struct Distribution {
    drawn: usize,
    rejected: usize,
    different: usize,
    choices: Vec<usize>,
    /// The elements of the longest list of each value that has one.
    lengths: Vec<usize>,
    /// How often each branch of each site was taken, and in how many values.
    branches: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Distribution {
    fn of(all: &[(u32, Ran)]) -> Distribution {
        let mut texts: HashMap<String, usize> = HashMap::new();
        let mut distribution = Distribution {
            drawn: all.len(),
            rejected: 0,
            different: 0,
            choices: Vec::new(),
            lengths: Vec::new(),
            branches: BTreeMap::new(),
        };
        for (_, ran) in all {
            if ran.outcome == CaseOutcome::Rejected {
                distribution.rejected += 1;
                continue;
            }
            *texts.entry(values_of(ran)).or_default() += 1;
            let choices = &ran.sample.choices;
            distribution.choices.push(choices.len());
            distribution.lengths.extend((0..choices.spans().len()).filter_map(|span| choices.list_len(span)).max());
            for pick in choices.picks() {
                let branches = distribution.branches.entry(pick.site.as_str().into()).or_default();
                *branches.entry(pick.branch.as_str().into()).or_default() += 1;
            }
        }
        distribution.different = texts.len();
        distribution
    }

    fn text(&self, terminal: Terminal) -> String {
        let whole = self.choices.len();
        let mut text = format!("\n{} drawn", counted(self.drawn as u64, "value", "values"));
        let _ = writeln!(
            text,
            ", {} rejected, {} different",
            thousands(self.rejected as u64),
            thousands(self.different as u64)
        );
        for (title, numbers) in [("choices", &self.choices), ("elements of the longest list", &self.lengths)] {
            if numbers.iter().any(|number| *number != numbers[0]) {
                let _ = writeln!(text, "\n{title}");
                histogram(numbers).iter().for_each(|(label, count)| bar(&mut text, label, *count, whole, terminal));
            }
        }
        for (site, branches) in &self.branches {
            let _ = writeln!(text, "\nbranches of {}", terminal.paint(Tone::Strong, &safe(site)));
            let total = branches.values().sum();
            let mut sorted: Vec<(&String, &usize)> = branches.iter().collect();
            sorted.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (branch, count) in sorted.iter().take(20) {
                bar(&mut text, &safe(branch), **count, total, terminal);
            }
            if sorted.len() > 20 {
                let _ = writeln!(text, "  and {} more", sorted.len() - 20);
            }
        }
        text
    }
}

/// Numbers in at most ten classes of equal width.
fn histogram(numbers: &[usize]) -> Vec<(String, usize)> {
    let (least, most) = (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0));
    let width = (most - least) / 10 + 1;
    let classes = (most - least) / width + 1;
    let mut counts = vec![0; classes];
    numbers.iter().for_each(|number| counts[(number - least) / width] += 1);
    let label = |class: usize| match (least + class * width, width) {
        (from, 1) => from.to_string(),
        (from, width) => format!("{from} to {}", from + width - 1),
    };
    counts.into_iter().enumerate().map(|(class, count)| (label(class), count)).collect()
}

fn bar(text: &mut String, label: &str, count: usize, whole: usize, terminal: Terminal) {
    let share = if whole == 0 { 0.0 } else { count as f64 / whole as f64 };
    let length = ((share * BAR as f64).round() as usize).max(usize::from(count > 0));
    let bar = format!("{:<BAR$}", "#".repeat(length));
    let (label, number) = (cut(label, 20), thousands(count as u64));
    let _ = writeln!(text, "  {label:<20} {} {number:>7} {:>5.1} %", terminal.paint(Tone::Good, &bar), share * 100.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_and_all_values_are_drawn() {
        assert_eq!(sizes(3, None, 100), [(33, 1), (66, 1), (100, 1)]);
        assert_eq!(sizes(1000, None, 100).iter().map(|(_, count)| count).sum::<u64>(), 1000);
        assert_eq!(sizes(7, Some(5), 100), [(5, 7)]);
        assert_eq!(sizes(0, None, 100), []);
    }

    #[test]
    fn classes_hold_every_number() {
        let classes = histogram(&[0, 1, 2, 3, 25]);
        assert_eq!(classes.iter().map(|(_, count)| count).sum::<usize>(), 5);
        assert_eq!(classes[0], ("0 to 2".into(), 3));
        assert_eq!(histogram(&[4, 5]), [("4".into(), 1), ("5".into(), 1)]);
    }

    #[test]
    fn seeds_are_read_as_they_are_shown() {
        assert_eq!((parse_seed("0x2a"), parse_seed("1_000"), parse_seed("x")), (Some(42), Some(1000), None));
    }
}
