//! The figures of an experiment and the two forms in which they are printed.

use std::fmt::Write as _;

/// The source of our own figures.
pub(crate) const OURS: &str = "ours";
/// The source of the figures that the table expresses every other as a multiple of.
pub(crate) const HAND_WRITTEN: &str = "hand-written";

/// Replaces a missing figure or source in TSV.
const ABSENT: &str = "-";

struct Figure {
    row: String,
    metric: String,
    source: String,
    value: f64,
}

/// Begins a line of [`Report::lines`], to tell it from whatever else a process prints.
const LINE: &str = "figure";

/// The figures of one experiment, in the order in which they are to be read.
pub(crate) struct Report {
    experiment: &'static str,
    figures: Vec<Figure>,
    /// Notes that the table shows below rows.
    notes: Vec<(String, String)>,
    in_matrices: bool,
}

impl Report {
    /// A report without figures.
    pub(crate) fn new(experiment: &'static str) -> Self {
        Self { experiment, figures: Vec::new(), notes: Vec::new(), in_matrices: false }
    }

    /// Prints rows in succession that have the same metrics and sources as a matrix for each metric: a line for each row, a
    /// column for each source.
    pub(crate) fn in_matrices(self) -> Self {
        Self { in_matrices: true, ..self }
    }

    /// The name of the experiment.
    pub(crate) fn experiment(&self) -> &'static str {
        self.experiment
    }

    /// Adds the figure that `source` reaches by `metric` in `row`.
    pub(crate) fn add(&mut self, row: &str, metric: &str, source: &str, value: f64) {
        let (row, metric, source) = (row.into(), metric.into(), source.into());
        self.figures.push(Figure { row, metric, source, value });
    }

    /// Says something about a row that is not a figure. Only the table has it.
    pub(crate) fn note(&mut self, row: &str, text: &str) {
        self.notes.push((row.into(), text.into()));
    }

    /// The figures for another process, which adds them to its report with [`absorb`](Report::absorb).
    pub(crate) fn lines(&self) -> String {
        let mut out = String::new();
        for Figure { row, metric, source, value } in &self.figures {
            let _ = writeln!(out, "{LINE}\t{row}\t{metric}\t{source}\t{value}");
        }
        out
    }

    /// Adds the figures among the lines that another process printed.
    pub(crate) fn absorb(&mut self, printed: &str) {
        for line in printed.lines() {
            if let [LINE, row, metric, source, value] = line.split('\t').collect::<Vec<_>>()[..] {
                self.add(row, metric, source, value.parse().expect("a figure"));
            }
        }
    }

    /// One line a reference figure: experiment, row, metric, our figure, the reference, its source.
    /// A figure of ours that nothing is compared with has a line of its own.
    pub(crate) fn tsv(&self) -> String {
        let mut out = String::new();
        for row in self.distinct(|_| true, |figure| &figure.row) {
            for metric in self.metrics(row) {
                let ours = self.value(row, metric, OURS).map_or(ABSENT.into(), exact);
                let start = format!("{}\t{row}\t{metric}\t{ours}", self.experiment);
                let references = self.distinct(
                    |figure| figure.row == row && figure.metric == metric && figure.source != OURS,
                    |figure| &figure.source,
                );
                for source in &references {
                    let reference = self.value(row, metric, source).map_or(ABSENT.into(), exact);
                    let _ = writeln!(out, "{start}\t{reference}\t{source}");
                }
                if references.is_empty() {
                    let _ = writeln!(out, "{start}\t{ABSENT}\t{ABSENT}");
                }
            }
        }
        out
    }

    /// One block a row: a line for each source, a column for each metric, and beside each figure
    /// its multiple of the hand-written loop's where there is one. Rows in succession that have but one metric, the same,
    /// are lines of one block.
    pub(crate) fn table(&self) -> String {
        let mut out = String::new();
        let rows = self.distinct(|_| true, |figure| &figure.row);
        let alike = |one: &&str, other: &&str| {
            let metrics = self.metrics(one);
            let is_plain = metrics.len() == 1 && !self.in_matrices;
            let fits = is_plain || self.in_matrices && self.sources(one) == self.sources(other);
            fits && metrics == self.metrics(other) && !self.has_notes(one) && !self.has_notes(other)
        };
        for rows in rows.chunk_by(alike) {
            out.push_str(&match rows {
                [row] => self.block_of(row),
                _ if self.in_matrices => self.matrices_of(rows),
                _ => self.lines_of(rows),
            });
            out.push('\n');
        }
        out
    }

    fn has_notes(&self, row: &str) -> bool {
        self.notes.iter().any(|(noted, _)| noted == row)
    }

    /// Rows of one metric.
    fn lines_of(&self, rows: &[&str]) -> String {
        let metric = self.metrics(rows[0])[0];
        let width = rows.iter().map(|row| row.len()).fold(18, usize::max);
        let mut out = format!("{metric}\n");
        for row in rows {
            let _ = write!(out, "  {row:<width$}");
            for source in self.distinct(|figure| figure.row == *row, |figure| &figure.source) {
                let _ = write!(out, "  {source} {}", self.cell(row, metric, source));
            }
            out.push('\n');
        }
        out
    }

    /// Rows of the same metrics and sources.
    fn matrices_of(&self, rows: &[&str]) -> String {
        let sources = self.sources(rows[0]);
        let width = rows.iter().map(|row| row.len()).fold(20, usize::max);
        let matrix = |metric: &str| {
            let head = format!(
                "{metric:<width$}  {}\n",
                sources.iter().map(|source| format!("{source:>14}")).collect::<String>()
            );
            let line = |row: &&str| {
                let cells = sources.iter().map(|source| format!("{:>14}", self.cell(row, metric, source)));
                format!("  {row:<width$}{}\n", cells.collect::<String>())
            };
            head + &rows.iter().map(line).collect::<String>()
        };
        self.metrics(rows[0]).into_iter().map(matrix).collect::<Vec<_>>().join("\n")
    }

    fn block_of(&self, row: &str) -> String {
        let sources = self.sources(row);
        let names = sources.iter().map(|source| source.len() + 2);
        let width = names.fold(row.len(), usize::max).max(20);
        let mut out = format!("{row:<width$}");
        let mut lines: Vec<String> =
            sources.iter().map(|source| format!("{:<width$}", format!("  {source}"))).collect();
        for metric in self.metrics(row) {
            let cells: Vec<String> = sources.iter().map(|source| self.cell(row, metric, source)).collect();
            let width = cells.iter().map(String::len).fold(metric.len(), usize::max);
            let _ = write!(out, "  {metric:>width$}");
            for (line, cell) in lines.iter_mut().zip(cells) {
                let _ = write!(line, "  {cell:>width$}");
            }
        }
        let _ = writeln!(out, "\n{}", lines.join("\n"));
        for (_, note) in self.notes.iter().filter(|(noted, _)| noted == row) {
            let _ = writeln!(out, "  {note}");
        }
        out
    }

    fn cell(&self, row: &str, metric: &str, source: &str) -> String {
        let Some(value) = self.value(row, metric, source) else {
            return ABSENT.into();
        };
        match self.value(row, metric, HAND_WRITTEN) {
            Some(base) if base > 0.0 => format!("{value:.2} {:>9}", format!("({:.2}x)", value / base)),
            // A count.
            _ if value.fract() == 0.0 => format!("{value}"),
            _ => format!("{value:.2}"),
        }
    }

    fn metrics(&self, row: &str) -> Vec<&str> {
        self.distinct(|figure| figure.row == row, |figure| &figure.metric)
    }

    fn sources(&self, row: &str) -> Vec<&str> {
        self.distinct(|figure| figure.row == row, |figure| &figure.source)
    }

    /// A figure, if there is such a one.
    pub(crate) fn value(&self, row: &str, metric: &str, source: &str) -> Option<f64> {
        self.figures
            .iter()
            .find(|figure| figure.row == row && figure.metric == metric && figure.source == source)
            .map(|figure| figure.value)
    }

    /// The names that `key` gives the figures that `keep` accepts, each once, as first seen.
    fn distinct(&self, keep: impl Fn(&Figure) -> bool, key: impl Fn(&Figure) -> &str) -> Vec<&str> {
        let mut names = Vec::new();
        for figure in self.figures.iter().filter(|figure| keep(figure)) {
            if !names.contains(&key(figure)) {
                names.push(key(figure));
            }
        }
        names
    }
}

fn exact(value: f64) -> String {
    format!("{value:.4}")
}
