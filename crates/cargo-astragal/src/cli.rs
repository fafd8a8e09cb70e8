//! The command line: what can be asked, and the help that teaches it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::coverage::Counting;
use crate::exit::TABLE;
use crate::terminal::When;

/// Run the properties of a package, and see what they tested.
#[derive(Debug, Parser)]
#[command(name = "cargo astragal", bin_name = "cargo astragal", version, after_help = after_help(), max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to color the output
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "auto|always|never"
    )]
    pub(crate) color: When,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  cargo astragal test                     run all properties, one line each
  cargo astragal test sort --cases 100000 --time 1m
                                          run those with `sort` in their name for longer
  cargo astragal report --open            one HTML file of what the last runs tested
  cargo astragal list                     the properties of this package as a specification
  cargo astragal sample round_trip -n 20  what does this generator draw?
  cargo astragal regressions review       keep, drop or turn into examples what once failed

Exit codes:
{TABLE}

`cargo astragal COMMAND --help` has examples for each command."
    )
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run properties: one line each, failures again at the end
    #[command(after_help = TEST_HELP)]
    Test(Test),
    /// Run properties again whenever a source file changes
    #[command(after_help = "\
Examples:
  cargo astragal watch
  cargo astragal watch parser --cases 200     a quick look while you edit

Press q or Ctrl-C to quit, Enter to run again.")]
    Watch(Test),
    /// Write what was tested as one HTML file
    #[command(after_help = "\
Examples:
  cargo astragal report                       the newest log of this workspace
  cargo astragal report --run --open          run the tests first, then open the page
  cargo astragal report --run --coverage      the same with the source: which lines did each case run?
  cargo astragal report --out ci/report.html .hypothesis/observed

A log is a folder or a file of JSON Lines; those of Hypothesis can be read too.")]
    Report(Report),
    /// Show the same page live, on this machine only
    #[command(after_help = "\
Examples:
  cargo astragal serve                        prints the address to open
  cargo astragal serve --port 8000 --open

The page follows the log while tests run. The address has a secret part; only this machine can reach it. Quit with Ctrl-C.")]
    Serve(Serve),
    /// Say what changed between two logs
    #[command(after_help = "\
Examples:
  cargo astragal compare before/observed target/astragal/observed
  cargo astragal compare A B --fail-on-regression       for CI: exit code 1 if B is worse
  cargo astragal compare A B --html compare.html        both side by side")]
    Compare(Compare),
    /// List the properties of a package as a specification
    #[command(after_help = "\
Examples:
  cargo astragal list
  cargo astragal list tree --json | jq -r '.[].name'

Properties are found by running the test binaries without checking anything. Tests that are not properties are run on the way,
since nothing tells them apart before: name what you want where others are slow.")]
    List(List),
    /// Draw values from the generator of a property, without running it
    #[command(after_help = "\
Examples:
  cargo astragal sample round_trip            ten values, and what 1,000 more look like
  cargo astragal sample round_trip -n 3 --seed 7 --size 20")]
    Sample(Sample),
    /// Look at the stored cases that once failed
    #[command(after_help = "\
Examples:
  cargo astragal regressions                  what is stored, and what it reads as today
  cargo astragal regressions show 1be8        one of them, with its choices
  cargo astragal regressions replay           run them: does each still fail?
  cargo astragal regressions review           one by one: keep, drop, turn into an example
  cargo astragal regressions review --apply   edit the sources in place of writing a patch")]
    Regressions(Regressions),
    /// Show which mutants were killed by which property
    #[command(after_help = "\
Examples:
  cargo mutants && cargo astragal mutants
  cargo astragal mutants --out ci/mutants.out --html mutants.html
  cargo astragal mutants --planted                     all mutants that the sources have behind a cfg
  cargo astragal mutants --planted=off_by_one sorts    one of them, and only tests with `sorts` in their name
  cargo astragal mutants --planted --equal-cases       the same cases against each: which generator kills more often?

Without --planted, reads the results of cargo-mutants, which has to be run first. Survivors come first, with their diff.

A planted mutant is code behind a cfg, in any package of the workspace:

  #[cfg(not(mutant = \"off_by_one\"))]
  let end = start + len;
  #[cfg(mutant = \"off_by_one\")]
  let end = start + len + 1;

or `if cfg!(mutant = \"off_by_one\") { .. } else { .. }`. To tell the compiler that this is meant, add to Cargo.toml:

  [lints.rust]
  unexpected_cfgs = { level = \"warn\", check-cfg = [\"cfg(mutant, values(any()))\"] }

Only packages of the workspace are built again for a mutant, and what is built is kept for the next time.")]
    Mutants(Mutants),
    /// Draw texts from a grammar, and check parsers by them
    Grammar(crate::grammar::arguments::Grammar),
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  cargo astragal completions bash > ~/.local/share/bash-completion/completions/cargo-astragal
  cargo astragal completions zsh  > ~/.zfunc/_cargo-astragal
  cargo astragal completions fish > ~/.config/fish/completions/cargo-astragal.fish")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

const TEST_HELP: &str = "\
Examples:
  cargo astragal test
  cargo astragal test sort --cases 100000 --time 1m
  cargo astragal test -p parser --seed 42     the same cases again
  cargo astragal test --profile ci --nextest
  cargo astragal test --log-cases all         for a report of every case, and exact duplicates
  cargo astragal test --coverage && cargo astragal report --open
                                              see the source with the lines that each case ran

The columns: verdict, property, cases, rejected, duplicates, cases a second, time. To be fast, a sample of the cases is logged, and
duplicates are counted in it: `3/60` are 3 of 60 cases. Tests that are not properties are run too, and counted. Documentation
tests are not run. A test whose process ended before it (by `_exit(0)` or `exec`, say) is red.";

/// Which packages, and how they are built.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub(crate) struct Selection {
    /// Only this package (may be repeated)
    #[arg(short, long, value_name = "PKG")]
    pub(crate) package: Vec<String>,
    /// All packages of the workspace
    #[arg(long)]
    pub(crate) workspace: bool,
    /// The Cargo.toml of the package or workspace
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// Features to switch on
    #[arg(short = 'F', long, value_name = "LIST")]
    pub(crate) features: Vec<String>,
    /// Switch on all features
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Switch off the default features
    #[arg(long)]
    pub(crate) no_default_features: bool,
    /// Build with optimization
    #[arg(short, long)]
    pub(crate) release: bool,
    /// Whether lines are counted, and how.
    #[arg(skip)]
    pub(crate) counting: Option<Counting>,
}

/// `test` and `watch`.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Test {
    /// Only tests with one of these in their name
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// How many random cases each property runs
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<String>,
    /// How long each property may search, such as 10s or 2m
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// How random cases are chosen, such as usual, random or agata:linear
    #[arg(long, value_name = "S")]
    pub(crate) strategy: Option<String>,
    /// The seed of the random cases
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<String>,
    /// The profile of settings, such as ci
    #[arg(long, value_name = "P")]
    pub(crate) profile: Option<String>,
    /// The folder of the log
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<PathBuf>,
    /// About how many cases of each property are logged; unless ASTRAGAL_LOG_CASES is set, 50, and all with --coverage
    #[arg(long, value_name = "N|all")]
    pub(crate) log_cases: Option<String>,
    /// Count which lines each case runs; needs the feature `coverage` of astragal
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Run through cargo-nextest, which has to be installed
    #[arg(long)]
    pub(crate) nextest: bool,
    /// Also show each test that is not a property
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// `report`.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Folders or files of logs; without, the newest log of this workspace
    pub(crate) logs: Vec<PathBuf>,
    /// Where to write the page
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Run the tests first
    #[arg(long, conflicts_with = "logs")]
    pub(crate) run: bool,
    /// Count which lines each case runs; needs the feature `coverage` of astragal
    #[arg(long, requires = "run")]
    pub(crate) coverage: bool,
    /// Also show the report here, as text
    #[arg(long)]
    pub(crate) text: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// `serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Folders or files of logs; without, the log of this workspace
    pub(crate) logs: Vec<PathBuf>,
    /// The port; any free one if it is 0
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) port: u16,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// `compare`.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The log before
    pub(crate) before: PathBuf,
    /// The log after
    pub(crate) after: PathBuf,
    /// Exit with 1 if something became worse
    #[arg(long)]
    pub(crate) fail_on_regression: bool,
    /// Also write a page with both side by side
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// `list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Only properties with one of these in their name
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `sample`.
#[derive(Debug, Args)]
pub(crate) struct Sample {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// How many values to show
    #[arg(short, default_value_t = 10, value_name = "N")]
    pub(crate) number: u64,
    /// The seed of the first
    #[arg(long, default_value = "0", value_name = "N")]
    pub(crate) seed: String,
    /// The size; without, sizes grow as in a run
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// How many values the distribution is drawn from
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) over: u64,
    /// As JSON: a line a value
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// `regressions`.
#[derive(Debug, Args)]
pub(crate) struct Regressions {
    #[command(subcommand)]
    pub(crate) action: Option<Action>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// What to do with stored cases. A case is named by the beginning of its address, or by a part of its property's name.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Action {
    /// Each stored case, with its value as stored and as it reads today
    List {
        /// The beginning of an address, or a part of a property's name
        which: Option<String>,
    },
    /// All that is known of stored cases
    Show {
        /// The beginning of an address, or a part of a property's name
        which: String,
    },
    /// Run stored cases: exit code 1 if one fails
    Replay {
        /// The beginning of an address, or a part of a property's name
        which: Option<String>,
    },
    /// Go through stored cases one by one: keep, drop, or turn into an explicit example
    Review {
        /// The beginning of an address, or a part of a property's name
        which: Option<String>,
        /// Edit the sources, in place of writing a patch
        #[arg(long)]
        apply: bool,
    },
}

/// `mutants`.
#[derive(Debug, Args)]
pub(crate) struct Mutants {
    /// With --planted, only tests with one of these in their name
    #[arg(requires = "planted")]
    pub(crate) names: Vec<String>,
    /// The results of cargo-mutants
    #[arg(long, default_value = "mutants.out", value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Build and run the mutants that the sources have behind `cfg(mutant = "NAME")`: all, or those that are named
    #[arg(long, value_name = "NAME,..", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with_all = ["out", "log"])]
    pub(crate) planted: Option<String>,
    /// Replay the cases of the unmodified program against each mutant, and count those that kill it
    #[arg(long, requires = "planted")]
    pub(crate) equal_cases: bool,
    /// How many random cases each property runs
    #[arg(long, value_name = "N", requires = "planted")]
    pub(crate) cases: Option<String>,
    /// The seed of the random cases, the same for each mutant [default: 0]
    #[arg(long, value_name = "N", requires = "planted")]
    pub(crate) seed: Option<String>,
    /// How long a test may take, or with --equal-cases a case, such as 10s or 2m [default: 60s]
    #[arg(long, value_name = "TIME", requires = "planted")]
    pub(crate) limit: Option<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Also write a page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// The log to show the properties from
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<PathBuf>,
}
