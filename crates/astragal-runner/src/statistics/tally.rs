//! What `collect!` and `classify!` gather over the cases of a property, in bounded memory.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use astragal_core::__private::{debug_text, shortened, sort_by};

use super::chart::{Chart, Row, by_count};
use super::numbers::Numbers;

/// At most this many different labels of a chart are kept apart; the rest is counted together.
const MOST_LABELS: usize = 1_000;

/// One observation of a case, for a chart.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Observation {
    /// One of several labels.
    Label(Cow<'static, str>),
    /// A number. One that is not finite is taken for a label.
    Number(f64),
    /// Whether the case is of a class, which has the name of the chart. All classes share one chart.
    Holds(bool),
}

impl Observation {
    /// A number if the value is one, whatever its type; a text as it is; else what `Debug` makes of it.
    ///
    /// ```
    /// use astragal::statistics::Observation;
    ///
    /// assert_eq!(Observation::of(&3_u8), Observation::Number(3.0));
    /// assert_eq!(Observation::of(&Some('a')), Observation::Label("Some('a')".into()));
    /// assert_eq!(Observation::of(&"long"), Observation::Label("long".into()));
    /// ```
    pub fn of<T: fmt::Debug + Any>(value: &T) -> Observation {
        let any: &dyn Any = value;
        macro_rules! numbers {
            ($($number:ty)*) => {
                $(if let Some(number) = any.downcast_ref::<$number>() {
                    return Observation::Number(*number as f64);
                })*
            };
        }
        numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);
        if let Some(text) = any.downcast_ref::<&'static str>() {
            Observation::Label(Cow::Borrowed(text))
        } else if let Some(text) = any.downcast_ref::<String>() {
            Observation::Label(Cow::Owned(shortened(text)))
        } else {
            Observation::Label(Cow::Owned(debug_text(value)))
        }
    }
}

/// The charts of a property, as counts.
///
/// Tallies of several threads are [absorbed](Tally::absorb) into one; the order of threads does not matter, but for which
/// labels are named if there are more than a thousand.
///
/// ```
/// use astragal::statistics::{Observation, Tally};
///
/// let mut tally = Tally::new();
/// for length in [0, 1, 1, 4] {
///     tally.add("length", Observation::of(&length));
///     tally.add("empty", Observation::Holds(length == 0));
/// }
/// let charts = tally.charts();
/// assert_eq!((charts[0].rows[0].label.as_str(), charts[0].rows[0].share), ("empty", 0.25));
/// assert_eq!(charts[1].summary.unwrap().median, 1.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// In the order in which they came up.
    gathered: Vec<Gathered>,
}

/// What was gathered under one name.
#[derive(Clone, Debug, Default)]
struct Gathered {
    name: String,
    labels: HashMap<Cow<'static, str>, u64>,
    /// How often there was a label for which there was no room.
    other: u64,
    numbers: Numbers,
    /// How often it held, of how often it was asked.
    held: u64,
    asked: u64,
}

impl Tally {
    /// Nothing yet.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.gathered.is_empty()
    }

    /// Adds an observation under a name.
    pub fn add(&mut self, name: &str, observation: Observation) {
        let gathered = self.named(name);
        match observation {
            Observation::Number(number) if number.is_finite() => gathered.numbers.add(number),
            Observation::Number(number) => gathered.add_label(Cow::Owned(number.to_string()), 1),
            Observation::Label(label) => gathered.add_label(label, 1),
            Observation::Holds(holds) => {
                gathered.asked += 1;
                gathered.held += u64::from(holds);
            }
        }
    }

    /// Adds all of another tally.
    pub fn absorb(&mut self, other: Tally) {
        for theirs in other.gathered {
            let ours = self.named(&theirs.name);
            ours.other += theirs.other;
            ours.held += theirs.held;
            ours.asked += theirs.asked;
            ours.numbers.absorb(theirs.numbers);
            // In a fixed order, so that the same labels are named in every run.
            let mut labels: Vec<_> = theirs.labels.into_iter().collect();
            sort_by(&mut labels, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            for (label, count) in labels {
                ours.add_label(label, count);
            }
        }
    }

    /// The charts: first one of all classes, then the others in the order in which they came up. A name with both labels
    /// and numbers has two.
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts = Vec::new();
        let classes: Vec<Row> = self.gathered.iter().filter(|class| class.asked > 0).map(Gathered::class).collect();
        if !classes.is_empty() {
            let total = self.gathered.iter().map(|class| class.asked).max().unwrap_or(0);
            charts.push(Chart { name: "classes".into(), total, rows: classes, other: None, summary: None });
        }
        for gathered in &self.gathered {
            charts.extend(gathered.label_chart());
            charts.extend(gathered.numbers.chart(&gathered.name));
        }
        charts
    }

    fn named(&mut self, name: &str) -> &mut Gathered {
        let place = self.gathered.iter().position(|gathered| gathered.name == name).unwrap_or_else(|| {
            self.gathered.push(Gathered { name: name.to_string(), ..Gathered::default() });
            self.gathered.len() - 1
        });
        &mut self.gathered[place]
    }
}

impl Gathered {
    fn add_label(&mut self, label: Cow<'static, str>, count: u64) {
        if let Some(known) = self.labels.get_mut(&label) {
            *known += count;
        } else if self.labels.len() < MOST_LABELS {
            self.labels.insert(label, count);
        } else {
            self.other += count;
        }
    }

    fn class(&self) -> Row {
        Row { label: self.name.clone(), count: self.held, share: self.held as f64 / self.asked as f64 }
    }

    fn label_chart(&self) -> Option<Chart> {
        let total = self.labels.values().sum::<u64>() + self.other;
        if total == 0 {
            return None;
        }
        let mut rows: Vec<Row> =
            self.labels.iter().map(|(label, count)| Row::of(label.to_string(), *count, total)).collect();
        sort_by(&mut rows, by_count);
        let other = (self.other > 0).then(|| Row::of("other".into(), self.other, total));
        Some(Chart { name: self.name.clone(), total, rows, other, summary: None })
    }
}
