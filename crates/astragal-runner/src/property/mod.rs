//! A property as the runner sees it: it draws its values from a source and then runs on them.

mod backtrace;
pub(crate) mod case;
pub(crate) mod context;
pub(crate) mod elsewhere;
pub(crate) mod ended;
pub(crate) mod exit;
pub(crate) mod hook;
mod macros;
pub(crate) mod marks;
pub(crate) mod outcome;
pub(crate) mod panics;
pub(crate) mod said;
pub(crate) mod underway;
pub(crate) mod unheard;
mod watchdog;

use std::any::type_name;
use std::cell::RefCell;
use std::fmt;

use astragal_core::__private::words_since;
use astragal_core::{Choices, Draw, Plans, Reject, Source, Space, Strategy, Unseen};

use crate::report::{Drawn, SourceCode};
pub use case::Case;
use ended::{Ended, Fault};
pub use outcome::{Complaint, Outcome};

/// A property in the user's source.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The path of its function.
    pub path: &'static str,
    /// Where it is written.
    pub file: &'static str,
    /// The directory of its package.
    pub manifest_dir: &'static str,
    /// The name of its package.
    pub package: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The first line of the function.
    pub first_line: u32,
    /// Its last line.
    pub last_line: u32,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// Replay tokens of cases that are run before all others.
    pub pins: &'static [&'static str],
    /// Whether it is meant to fail.
    pub should_panic: bool,
}

impl Target {
    /// The test that checks it, as the test harness names it.
    pub(crate) fn test(&self) -> &'static str {
        self.path.split_once("::").map_or(self.path, |(_crate, test)| test)
    }

    pub(crate) fn source(&self) -> SourceCode {
        SourceCode {
            file: self.file,
            manifest_dir: self.manifest_dir,
            package: self.package,
            first_line: self.first_line,
            last_line: self.last_line,
        }
    }
}

/// An argument of a property.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name, or its pattern.
    pub name: &'static str,
    /// Its type, as it is written.
    pub ty: &'static str,
    /// Its generator as it is written in an attribute; empty if it has none.
    pub generator: &'static str,
    /// Where it is written.
    pub line: u32,
    /// See `line`.
    pub column: u32,
}

/// A property, ready to be run on one case.
pub(crate) trait Body {
    /// Draws its values and runs on them.
    fn run(&self, run: &mut Run<'_, '_>) -> Ended;

    /// The space of its cases, if it is known before they run.
    fn space(&self) -> Option<Space> {
        None
    }

    /// Whether all is drawn before it runs.
    fn draws_first(&self) -> bool {
        false
    }

    /// How many explicit examples it has.
    fn examples(&self) -> usize;

    /// Runs on an explicit example.
    fn example(&self, index: usize, run: &mut Run<'_, '_>) -> Ended;
}

/// What a property is run with: a source, and a watcher unless it is one of many.
pub(crate) struct Run<'a, 'w> {
    pub(crate) source: &'a mut Source,
    pub(crate) watch: Option<&'a mut Watch<'w>>,
    /// A case that was drawn from these few random words or fewer is [skipped](Ended::Skipped): it may be known already.
    pub(crate) few: Few,
}

/// A number of random words, of the stream of a seed; zero if no case is skipped.
#[derive(Clone, Copy, Default)]
pub(crate) struct Few {
    pub(crate) words: u64,
    pub(crate) seed: u64,
}

/// The watcher of a case.
pub(crate) struct Watch<'w> {
    /// Whether to run the property on what was drawn.
    pub(crate) worth: &'w mut dyn FnMut(&Choices) -> bool,
    /// Whether the values are to be shown, be it worth it or not.
    pub(crate) show: bool,
    /// What was drawn, once that is known.
    pub(crate) choices: Option<Choices>,
    pub(crate) shown: Shown,
    /// Is called with the drawn values before the property runs on them, if it may never return.
    pub(crate) tell: Option<&'w mut Tell<'w>>,
}

/// Is called with the drawn values.
pub(crate) type Tell<'a> = dyn FnMut(Told<'_>) + 'a;

/// An event of a running case.
pub(crate) enum Told<'a> {
    /// All choices so far.
    Choices(&'a Choices),
    /// A value that is shown.
    Value(&'a Drawn),
}

/// Records the values of a case.
#[derive(Default)]
pub struct Shown {
    pub(crate) drawn: Vec<Drawn>,
    arguments: &'static [Argument],
}

impl Shown {
    pub(crate) fn of(arguments: &'static [Argument]) -> Shown {
        Shown { drawn: Vec::new(), arguments }
    }

    /// The argument of a number has a value.
    pub fn argument<T: ?Sized>(
        &mut self,
        index: usize,
        _value: &T,
        text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    ) {
        self.argument_of::<T>(index, text);
    }

    /// The argument of a number has a value, which the property gets as one of this type.
    pub fn argument_of<T: ?Sized>(&mut self, index: usize, text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) {
        let nameless = Argument { name: "", ty: "", generator: "", line: 0, column: 0 };
        let argument = self.arguments.get(index).copied().unwrap_or(nameless);
        self.drawn.push(Drawn {
            name: argument.name.into(),
            type_name: type_name::<T>(),
            text: panics::text_of(text),
            file: "",
            line: argument.line,
            column: argument.column,
            free: Vec::new(),
        });
    }
}

/// A property over the values of a generator, which are drawn first.
pub(crate) struct Drawing<'a, G: Draw, P, S> {
    pub(crate) arguments: &'static [Argument],
    pub(crate) generator: G,
    pub(crate) property: &'a P,
    pub(crate) show: &'a S,
    pub(crate) examples: &'a [&'a dyn Fn() -> G::Value],
    /// By what plan, if not by chance alone.
    pub(crate) plans: Option<RefCell<Plans>>,
}

/// The plans of a strategy for a generator, if it has any.
pub(crate) fn plans_of<G: Draw>(strategy: &Strategy, generator: &G) -> Option<RefCell<Plans>> {
    strategy.is_of_use(generator).then(|| RefCell::new(Plans::new(strategy.clone())))
}

/// Draws a value, by a plan if there is one.
#[inline(always)]
pub(crate) fn draw<G: Draw>(
    generator: &G,
    plans: Option<&RefCell<Plans>>,
    source: &mut Source,
) -> Result<G::Value, Reject> {
    match plans {
        None => generator.draw(source),
        Some(plans) => Plans::draw(plans, generator, source),
    }
}

impl<G, P, R, S> Drawing<'_, G, P, S>
where
    G: Draw,
    P: Fn(G::Value) -> R,
    R: Outcome,
    S: Fn(&G::Value, &mut Shown),
{
    /// Always inlined, so that an unwatched case hands its values to the property as they were drawn.
    #[inline(always)]
    fn run_on(&self, values: G::Value, run: &mut Run<'_, '_>) -> Ended {
        if run.watch.is_some() && !self.is_worth_running(&values, run) {
            return Ended::Skipped;
        }
        ended((self.property)(values))
    }

    /// Tells the watcher what was drawn. Whether the property is to run on it.
    #[inline(never)]
    fn is_worth_running(&self, values: &G::Value, run: &mut Run<'_, '_>) -> bool {
        if let Some(watch) = &mut run.watch {
            let choices = if run.source.has_lazy_parts() {
                // The recording goes on while the property forces them; unless it may never come back.
                run.source.recorded_so_far(if watch.tell.is_some() { Unseen::Drawn } else { Unseen::Simplest })
            } else {
                run.source.recorded()
            };
            let worth = (watch.worth)(&choices);
            watch.choices = Some(choices);
            if watch.show {
                watch.shown.arguments = self.arguments;
                (self.show)(values, &mut watch.shown);
                if let Some(tell) = &mut watch.tell {
                    watch.shown.drawn.iter().for_each(|drawn| tell(Told::Value(drawn)));
                }
            }
            return worth;
        }
        true
    }
}

impl<G, P, R, S> Body for Drawing<'_, G, P, S>
where
    G: Draw,
    P: Fn(G::Value) -> R,
    R: Outcome,
    S: Fn(&G::Value, &mut Shown),
{
    fn run(&self, run: &mut Run<'_, '_>) -> Ended {
        match draw(&self.generator, self.plans.as_ref(), run.source) {
            Ok(_) if run.few.words > 0 && words_since(run.source, run.few.seed) <= run.few.words => Ended::Skipped,
            Ok(values) => self.run_on(values, run),
            Err(_) => Ended::Rejected,
        }
    }

    fn space(&self) -> Option<Space> {
        Some(self.generator.space())
    }

    fn draws_first(&self) -> bool {
        true
    }

    fn examples(&self) -> usize {
        self.examples.len()
    }

    fn example(&self, index: usize, run: &mut Run<'_, '_>) -> Ended {
        match self.examples.get(index) {
            Some(example) => self.run_on(example(), run),
            None => Ended::Rejected,
        }
    }
}

/// How a property ended that returned something.
#[inline(always)]
pub(crate) fn ended<R: Outcome>(outcome: R) -> Ended {
    match outcome.judge() {
        Ok(()) => Ended::Passed,
        Err(complaint) => Ended::Failed(Box::new(Fault::returned(complaint))),
    }
}
