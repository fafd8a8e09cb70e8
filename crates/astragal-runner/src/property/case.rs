//! A property that draws values while it runs: `check(|t| ..)`.

use std::any::type_name;
use std::fmt::Debug;
use std::panic::Location;

use astragal_core::{Draw, Source, Strategy, Unseen};

use super::ended::Ended;
use super::outcome::Outcome;
use super::{Body, Run, Shown, Tell, Told, draw, ended, panics, plans_of};
use crate::report::Drawn;

/// The running case, from which a property draws its values. See [`check`](crate::check).
///
/// ```
/// use astragal::Check;
/// use astragal::Case;
/// use astragal::prelude::*;
///
/// // What several properties draw is a function of the case.
/// fn place_in_a_list(t: &mut Case) -> (usize, usize) {
///     let len = t.draw(1..10usize);
///     (t.draw(0..len), len)
/// }
///
/// let report = Check::new().seed(1).run_drawing(|t| {
///     let (at, len) = place_in_a_list(t);
///     assert!(at < len);
/// });
/// assert!(report.verdict.is_pass());
/// ```
pub struct Case<'a> {
    source: &'a mut Source,
    strategy: &'a Strategy,
    shown: Option<&'a mut Shown>,
    /// Is called at every draw, since the property may never return.
    tell: Option<&'a mut Tell<'a>>,
}

impl Case<'_> {
    /// Draws a value. The report of a failing case shows it under this line.
    ///
    /// A rejection leaves the property at once, and the case is rejected.
    #[track_caller]
    pub fn draw<G: Draw<Value: Debug>>(&mut self, generator: G) -> G::Value {
        let place = Location::caller();
        let value = self.draw_silently(generator);
        if let Some(shown) = &mut self.shown {
            shown.drawn.push(Drawn {
                name: String::new(),
                type_name: type_name::<G::Value>(),
                text: panics::text_of(|out| write!(out, "{value:?}")),
                file: place.file(),
                line: place.line(),
                column: place.column(),
                free: Vec::new(),
            });
            if let (Some(tell), Some(drawn)) = (&mut self.tell, shown.drawn.last()) {
                tell(Told::Value(drawn));
            }
        }
        value
    }

    /// Draws a value that the report does not show.
    #[track_caller]
    pub fn draw_silently<G: Draw>(&mut self, generator: G) -> G::Value {
        // The next draw is not known before, so each draw has a plan of its own.
        let plans = plans_of(self.strategy, &generator);
        let drawn = draw(&generator, plans.as_ref(), self.source);
        // Lazy parts are drawn now, so that they are not missing. All other choices were reported as they were made.
        if let (Some(tell), true) = (&mut self.tell, self.source.has_lazy_parts()) {
            tell(Told::Choices(&self.source.recorded_so_far(Unseen::Drawn)));
        }
        match drawn {
            Ok(value) => value,
            Err(_) => {
                let _ = self.source.rejected_here();
                panics::throw_rejection()
            }
        }
    }
}

/// A property in immediate mode.
pub(crate) struct Immediate<'a, P> {
    pub(crate) property: &'a P,
    pub(crate) strategy: Strategy,
}

impl<P, R> Body for Immediate<'_, P>
where
    P: Fn(&mut Case<'_>) -> R,
    R: Outcome,
{
    fn run(&self, run: &mut Run<'_, '_>) -> Ended {
        let (mut shown, mut tell) = (None, None);
        if let Some(watch) = &mut run.watch {
            shown = watch.show.then_some(&mut watch.shown);
            tell = watch.tell.as_mut().map(|tell| &mut **tell as &mut Tell<'_>);
        }
        ended((self.property)(&mut Case { source: run.source, strategy: &self.strategy, shown, tell }))
    }

    fn examples(&self) -> usize {
        0
    }

    fn example(&self, _index: usize, _run: &mut Run<'_, '_>) -> Ended {
        Ended::Rejected
    }
}
