//! What can be asked of a grammar.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `grammar`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  done; every text is as it should be
  1  a text is not of the grammar, or a command or another grammar disagrees about one
  2  usage: the command line or the grammar is wrong, or a text to learn from or to shrink is not of the grammar
  3  nothing to do: the command accepts the text that was to be shrunk
  5  a file cannot be read or written, or a command cannot be run")]
pub(crate) struct Grammar {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do with a grammar.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draw texts
    #[command(after_help = "\
Examples:
  cargo astragal grammar sample json.cf
  cargo astragal grammar sample c.cf --start Exp --size 30 -n 3 --spacing pretty
  cargo astragal grammar sample json.cf --like docs/*.json     choices as often as in these files
  cargo astragal grammar sample json.cf -n 1000 --out samples  a file each")]
    Sample(Sample),
    /// Check a parser against the grammar, or the grammar against files
    #[command(after_help = "\
Examples:
  cargo astragal grammar check json.cf --accepts 'python3 -m json.tool'
  cargo astragal grammar check c.cf --accepts 'gcc -fsyntax-only {}' --suffix .c
  cargo astragal grammar check c.cf --start Exp --before 'int f() { a =' --after '; }' --accepts 'gcc -fsyntax-only -x c -'
  cargo astragal grammar check json.cf --agree 'node check.js' --agree 'python3 -m json.tool'
  cargo astragal grammar check json.cf --rejects 'python3 -m json.tool'     near misses
  cargo astragal grammar check c.cf --prints ./formatter --but-for-tokens   parse, print, parse again
  cargo astragal grammar check json.cf --files docs/*.json                  the grammar covers them
  cargo astragal grammar check new.cf --equals old.cf                       the same language

A command reads the text on its standard input, or from a file where it has {}. Exit code 0 accepts; a signal, the exit
code of a panic (101) or of a fault (132 to 139) is a crash; any other code rejects. A command that cannot be found is an error.
What is found is shrunk inside the grammar. --known TEXT sets faults aside whose text or message contains TEXT.")]
    Check(Box<Check>),
    /// Parse texts: show their trees, or where they go wrong
    #[command(after_help = "\
Examples:
  cargo astragal grammar parse json.cf document.json
  echo '1 + 2' | cargo astragal grammar parse calc.cf -")]
    Parse(Parse),
    /// Make a text smaller that an oracle does not accept
    #[command(after_help = "\
Examples:
  cargo astragal grammar shrink c.cf crash.c --command 'gcc -fsyntax-only {}' --suffix .c > small.c

Every candidate is a text of the grammar. It is kept if the command answers as it does on the whole text (rejects, crashes, hangs).")]
    Shrink(Shrink),
    /// Count which rules texts use, and which none of them does
    #[command(after_help = "\
Examples:
  cargo astragal grammar stats c.cf corpus/*.c
  cargo astragal grammar stats c.cf --samples 2000       of drawn texts")]
    Stats(Stats),
    /// Print Rust types with #[derive(Arbitrary)] for the abstract syntax
    Derive {
        /// The grammar: .cf is LBNF, .ebnf and .bnf are EBNF
        grammar: PathBuf,
    },
}

/// Which texts.
#[derive(Clone, Debug, Args)]
pub(crate) struct Texts {
    /// The grammar: .cf is LBNF, .ebnf and .bnf are EBNF
    pub(crate) grammar: PathBuf,
    /// The category to begin with; without, the first entry point
    #[arg(long, value_name = "CATEGORY")]
    pub(crate) start: Option<String>,
    /// What comes before each text
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) before: String,
    /// What comes after each text
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) after: String,
}

/// White space between tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spaces {
    /// Only where it is needed
    #[default]
    Minimal,
    /// As a person would write it
    Pretty,
    /// Anywhere, with comments
    Random,
}

/// `sample`.
#[derive(Debug, Args)]
pub(crate) struct Sample {
    #[command(flatten)]
    pub(crate) texts: Texts,
    /// How many texts
    #[arg(short, default_value_t = 10, value_name = "N")]
    pub(crate) number: u64,
    /// The seed of the first
    #[arg(long, default_value = "0", value_name = "N")]
    pub(crate) seed: String,
    /// The size; without, sizes grow up to 100
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// How texts are chosen, such as usual, random or agata:linear
    #[arg(long, value_name = "S")]
    pub(crate) strategy: Option<String>,
    /// White space between tokens
    #[arg(long, value_enum, default_value_t, value_name = "minimal|pretty|random", hide_possible_values = true)]
    pub(crate) spacing: Spaces,
    /// Take rules as often as these files do
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "strategy")]
    pub(crate) like: Vec<PathBuf>,
    /// Take the rules that these files seldom use
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["like", "strategy"])]
    pub(crate) unlike: Vec<PathBuf>,
    /// A folder, for a file each; without, they are printed
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// What the names of the files end in
    #[arg(long, default_value = ".txt", value_name = "SUFFIX")]
    pub(crate) suffix: String,
}

/// A command that judges texts.
#[derive(Clone, Debug, Args)]
pub(crate) struct Judge {
    /// How long a command may take for a text, such as 500ms or 10s
    #[arg(long, default_value = "10s", value_name = "TIME")]
    pub(crate) limit: String,
    /// What the name of the file in place of {} ends in, such as .c
    #[arg(long, default_value = "", value_name = "SUFFIX")]
    pub(crate) suffix: String,
}

/// Settings of texts that are drawn.
const DRAWING: [&str; 7] = ["cases", "time", "threads", "seed", "strategy", "log", "regressions"];

/// `check`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["accepts", "agree", "rejects", "prints", "files", "equals"]))]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) texts: Texts,
    /// This command accepts every text
    #[arg(long, value_name = "COMMAND")]
    pub(crate) accepts: Option<String>,
    /// These two commands agree on every text (to be given twice)
    #[arg(long, value_name = "COMMAND")]
    pub(crate) agree: Vec<String>,
    /// This command rejects every near miss: a text with one part changed, which the grammar does not accept
    #[arg(long, value_name = "COMMAND")]
    pub(crate) rejects: Option<String>,
    /// What this command prints has the same tree
    #[arg(long, value_name = "COMMAND")]
    pub(crate) prints: Option<String>,
    /// With --prints: whatever the texts of tokens are
    #[arg(long, requires = "prints")]
    pub(crate) but_for_tokens: bool,
    /// These files are texts of the grammar
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = DRAWING)]
    pub(crate) files: Vec<PathBuf>,
    /// This grammar has the same texts: all small ones, and random ones
    #[arg(long, value_name = "GRAMMAR")]
    pub(crate) equals: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) judge: Judge,
    /// Faults are set aside whose text or message contains this (may be repeated)
    #[arg(long, value_name = "TEXT")]
    pub(crate) known: Vec<String>,
    /// How many texts; without, 1000
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<String>,
    /// How long to search, such as 2m or none; without, 10s
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// How many texts at a time; without, 1
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<String>,
    /// The seed; without, another each time
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<String>,
    /// How texts are chosen, such as usual, random or agata:linear
    #[arg(long, value_name = "S")]
    pub(crate) strategy: Option<String>,
    /// The folder of the log, for `cargo astragal report`
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<PathBuf>,
    /// The folder in which failing texts are kept, to be tried first the next time
    #[arg(long, value_name = "FOLDER")]
    pub(crate) regressions: Option<PathBuf>,
}

/// `parse`.
#[derive(Debug, Args)]
pub(crate) struct Parse {
    #[command(flatten)]
    pub(crate) texts: Texts,
    /// The files; - is the standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How many trees of an ambiguous text are shown
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) trees: usize,
}

/// `shrink`.
#[derive(Debug, Args)]
pub(crate) struct Shrink {
    #[command(flatten)]
    pub(crate) texts: Texts,
    /// The text; - is the standard input
    pub(crate) file: PathBuf,
    /// The command that does not accept it
    #[arg(long, value_name = "COMMAND")]
    pub(crate) command: String,
    #[command(flatten)]
    pub(crate) judge: Judge,
}

/// `stats`.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) texts: Texts,
    /// The files
    #[arg(required_unless_present = "samples")]
    pub(crate) files: Vec<PathBuf>,
    /// Of this many drawn texts, in place of files
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub(crate) samples: Option<u64>,
}
