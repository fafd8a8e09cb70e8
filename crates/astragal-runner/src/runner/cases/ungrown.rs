//! No cases are grown: the library was built without what that takes.

use super::{CaseSource, Next, usage};
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Ungrown)
}

/// See the module.
struct Ungrown;

impl CaseSource for Ungrown {
    fn name(&self) -> &'static str {
        "grown"
    }

    fn next(&mut self, bench: &mut Bench<'_>, _progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        match bench.values.growth {
            0.0 => Next::Over,
            share => Next::End(usage(format!(
                "`growth = {share}` cannot be done: enable the feature `shapes` of `astragal`"
            ))),
        }
    }
}
