//! The libraries for Haskell that enumerate, run on the same examples: programs of our own, where there is a compiler for them.
//!
//! On Debian they need the packages `ghc`, `libghc-smallcheck-dev`, `libghc-lazysmallcheck-dev` and `libghc-quickcheck2-dev`. LeanCheck is
//! used if the compiler knows it as a package; else the definitions of its paper are run. Of what is not run, published figures are
//! quoted, and the sources of all figures say which they are.

use super::counts::as_figure;
use super::types::Expr;
use crate::report::Report;
use astragal::prelude::*;
use astragal::spaces::Measure;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, and the library that it runs.
struct Program {
    library: &'static str,
    /// The package of the library, if the program cannot do without.
    package: Option<&'static str>,
    text: &'static str,
}

const PROGRAMS: [Program; 4] = [
    Program { library: "leancheck", package: None, text: include_str!("leancheck.hs") },
    Program { library: "smallcheck", package: Some("smallcheck"), text: include_str!("smallcheck.hs") },
    Program { library: "lazysmallcheck", package: Some("lazysmallcheck"), text: include_str!("lazysmallcheck.hs") },
    Program { library: "quickcheck for haskell", package: Some("QuickCheck"), text: include_str!("quickcheck.hs") },
];

/// The modules that they share.
const SHARED: [(&str, &str); 2] =
    [("Counted.hs", include_str!("Counted.hs")), ("Subjects.hs", include_str!("Subjects.hs"))];

/// Which libraries were run, in a row of its own.
const ROW: &str = "libraries for Haskell";

pub(super) fn run(report: &mut Report) {
    for program in &PROGRAMS {
        program.run(report);
    }
}

impl Program {
    /// Adds what it prints, as figures of the library.
    fn run(&self, report: &mut Report) {
        let name = self.library;
        match self.printed() {
            Ok((of, printed)) => {
                let source = format!("{of}, run");
                report.add(ROW, "run", &source, 1.0);
                printed.lines().for_each(|line| figure(report, &source, line));
            }
            Err(why) => {
                report.add(ROW, "run", name, 0.0);
                report.note(ROW, &format!("{name}: {why}"));
            }
        }
    }

    /// What it prints, and what exactly was run; or why it cannot be run.
    fn printed(&self) -> Result<(String, String), String> {
        let folder =
            std::env::temp_dir().join(format!("astragal-{}-{}", self.package.unwrap_or("paper"), std::process::id()));
        let printed = self.printed_in(&folder);
        let _ = std::fs::remove_dir_all(&folder);
        printed
    }

    fn printed_in(&self, folder: &Path) -> Result<(String, String), String> {
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text);
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| SHARED.iter().try_for_each(|(name, text)| write(name, text)))
            .and_then(|()| write("Main.hs", self.text));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
        let (of, built) = match self.package {
            Some(package) => (self.library.into(), build(folder, &["-package", package])),
            None => match build(folder, &["-package", self.library, "-DINSTALLED"]) {
                Ok(program) => (self.library.into(), Ok(program)),
                Err(_) => (format!("{} of the paper", self.library), build(folder, &[])),
            },
        };
        output(&mut Command::new(built?)).map(|printed| (of, printed))
    }
}

/// Compiles the program in a folder.
fn build(folder: &Path, arguments: &[&str]) -> Result<PathBuf, String> {
    let program = folder.join("program");
    let mut compiler = Command::new("ghc");
    compiler.current_dir(folder).args(["-v0", "-O1", "Main.hs", "-o"]).arg(&program).args(arguments);
    output(&mut compiler).map(|_| program)
}

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
    Err(format!("{name}: {}", first.trim()))
}

/// Adds the figure of a line, if it is one.
fn figure(report: &mut Report, source: &str, line: &str) {
    match line.split('\t').collect::<Vec<_>>()[..] {
        ["figure", row, metric, value] => report.add(row, metric, source, value.parse().expect("a figure")),
        ["counts", row, counts] => {
            let theirs: Vec<u64> = counts.split(' ').map(|count| count.parse().expect("a count")).collect();
            let ours = ours(row, theirs.len()).unwrap_or_else(|| panic!("no values are counted for `{row}`"));
            report.add(row, "counts_match", source, as_figure(theirs == ours));
        }
        _ => {} // the library says something
    }
}

/// Our counts of a row, at as many sizes.
fn ours(row: &str, sizes: usize) -> Option<Vec<u64>> {
    let tiers = Measure::tiers;
    Some(match row {
        "tiers: i32" => counts(any::<i32>(), tiers(), sizes),
        "tiers: (i32, i32)" => counts(any::<(i32, i32)>(), tiers(), sizes),
        "tiers: (i32, i32, i32)" => counts(any::<(i32, i32, i32)>(), tiers(), sizes),
        "tiers: Vec<i32>" => counts(any::<Vec<i32>>(), tiers(), sizes),
        "tiers: Vec<bool>" => counts(any::<Vec<bool>>(), tiers(), sizes),
        "tiers: Vec<Vec<i32>>" => counts(any::<Vec<Vec<i32>>>(), tiers(), sizes),
        "tiers: Expr" => counts(any::<Expr>(), tiers(), sizes),
        "by depth: Vec<i32>, newer rule" => counts(any::<Vec<i32>>(), Measure::depth().constants(1).tuples(1), sizes),
        _ => return None,
    })
}

/// How many values there are of each size; by depth, of at most each.
fn counts<G: Gen + Closed>(generator: G, measure: Measure, sizes: usize) -> Vec<u64> {
    let values = generator.measured(measure);
    let count = |size| if values.is_by_depth() { values.count_up_to(size) } else { values.count(size) };
    (0..sizes).map(|size| u64::try_from(count(size).number()).expect("few")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_becomes_figures() {
        let mut report = Report::new("enumerate");
        for line in
            ["figure\tunion commutes\ttests\t4", "counts\ttiers: Vec<i32>\t1 1 2 4", "+++ OK", "counts\ttiers: Expr\t9"]
        {
            figure(&mut report, "a library, run", line);
        }
        let value = |row: &str, metric: &str| report.value(row, metric, "a library, run");
        assert_eq!(value("union commutes", "tests"), Some(4.0));
        assert_eq!(
            (value("tiers: Vec<i32>", "counts_match"), value("tiers: Expr", "counts_match")),
            (Some(1.0), Some(0.0))
        );
    }

    /// The one that needs no package. Without a compiler, it says so.
    #[test]
    fn the_definitions_of_the_paper_agree_with_ours() {
        let mut report = Report::new("enumerate");
        PROGRAMS[0].run(&mut report);
        let has_compiler = Command::new("ghc").arg("--version").output().is_ok();
        let table = report.tsv();
        let runs = |source: &str| report.value(ROW, "run", source) == Some(1.0);
        assert_eq!(runs("leancheck of the paper, run") || runs("leancheck, run"), has_compiler, "{table}");
        for row in ["i32", "(i32, i32, i32)", "Vec<Vec<i32>>", "Expr"].map(|of| format!("tiers: {of}")) {
            let match_ours = table
                .lines()
                .any(|line| line.contains(&format!("\t{row}\tcounts_match\t")) && line.contains("\t1.0000\t"));
            assert_eq!(match_ours, has_compiler, "{row}: {table}");
        }
    }
}
