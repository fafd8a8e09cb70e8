//! The table of all settings, as a macro that passes its rows to another one.

/// Passes every row of the table to the macro of the given name.
///
/// A row is `/// documentation`, then `name: type = "default", FORM, set by type;`. The first sentence of the documentation is
/// the one in the table of `astragal::config`. `FORM` is one of [`form`](crate::form), and the default is text of that form.
/// The last type is what the setter takes. A new setting is one row here, and a form if none of those there fits.
///
/// The types are resolved where the rows are used: `Strategy` is known only to the library.
#[macro_export]
macro_rules! settings {
    ($then:ident) => {
        $then! {
            /// How many random cases are run.
            cases: u64 = "1000", COUNT, set by u64;
            /// How long the search for a failing case may take, from the first case on. If it is set, it bounds the whole run
            /// too: a failing case that is found late still has half of it to be confirmed, shrunk and explained. It can stop
            /// a run and decides nothing else.
            time: Option<Duration> = "10s", TIME_OR_NONE, set by impl Into<Option<Duration>>;
            /// The largest size of a case.
            size: u32 = "100", SIZE, set by u32;
            /// The seed of the random cases; with `fresh`, each run has another.
            seed: Option<u64> = "fresh", SEED, set by impl Into<Option<u64>>;
            /// What the runner does for a property.
            phases: Phases = "all", PHASES, set by Phases;
            /// Which cases are enumerated, smallest first. `auto` enumerates all cases if they are few, and else some of them
            /// beside random ones. Anything else replaces the random cases: by that many, or by all up to a size or a depth.
            exhaustive: Exhaustive = "auto", EXHAUSTIVE, set by impl Into<Exhaustive>;
            /// How the random cases are chosen: by chance alone, or by a plan for each whole value.
            strategy: Strategy = "usual", STRATEGY, set by Strategy;
            /// The share of the cases that is grown: from the simplest value and the boundaries of its parts on, step by step, without
            /// chance. A failure says by which steps. With `0` all are random or enumerated; with `1` none is, unless too few can be
            /// grown or `cover!` asks for a random sample.
            growth: f64 = "0", SHARE_OR_NONE, set by f64;
            /// Whether cases run in a child process, so that an abort or an endless loop is a failed case too. So is an exit
            /// that nothing in the process of the property can see: `_exit(0)`, `exec`, or the end of a parent that has forked
            /// a copy. Without it, the next run reports those.
            isolated: bool = "false", SWITCH, set by bool;
            /// How long one case may take; only with `isolated`, since nothing else can end a case. A test that sets it and is
            /// not isolated is a usage error.
            timeout: Option<Duration> = "none", TIME_OR_NONE, set by impl Into<Option<Duration>>;
            /// How many bytes of memory one case may take; only with `isolated`, as `timeout`.
            memory: Option<u64> = "none", BYTES_OR_NONE, set by impl Into<Option<u64>>;
            /// How many threads run the cases of a property.
            threads: usize = "1", THREADS, set by usize;
            /// How often shrinking may run the property.
            shrink_evaluations: u64 = "20000", COUNT, set by u64;
            /// How long failing cases may be confirmed, shrunk and explained.
            shrink_time: Duration = "30s", TIME, set by Duration;
            /// How many different minimal counterexamples are wanted.
            minima: u8 = "1", MINIMA, set by u8;
            /// How much a report shows.
            show: Show = "normal", SHOW, set by Show;
            /// Whether each property prints a line with its verdict, cases and rejections, past the capture of the test harness.
            summary: bool = "false", SWITCH, set by bool;
            /// Where each case of a run is written down, to see what was tested. See `astragal::observe`.
            log: Log = "off", LOG, set by Log;
            /// About how many cases of a run are written to the log. With a number it costs little: one of every few cases is
            /// observed, at least one of every 100, and the others run as fast as without a log.
            log_cases: Option<u64> = "all", COUNT_OR_ALL, set by impl Into<Option<u64>>;
            /// When a report is colored.
            color: Color = "auto", COLOR, set by Color;
            /// Where failing cases are kept.
            regressions: Folder = "beside", FOLDER, set by Folder;
            /// Where the weights by which branches are drawn, and the values of parameters, are looked for. A property that has weights there
            /// is drawn by them, unless a strategy is set.
            weights: Folder = "beside", FOLDER, set by Folder;
            /// The share of the random cases that is drawn by those weights; the others are drawn as usual. So what is realistic and
            /// what is rare are tested in one run.
            weighted: f64 = "1", SHARE, set by f64;
            /// Whether a damaged entry in a file of regressions fails the property, instead of being a warning.
            strict: bool = "false", SWITCH, set by bool;
            /// The replay token of the one case to run instead of all others.
            replay: Option<String> = "none", TOKEN, set by impl Into<Option<String>>;
            /// How sure `cover!` must be before a required share counts as met or missed.
            coverage_confidence: f64 = "0.999999", CONFIDENCE, set by f64;
        }
    };
}
