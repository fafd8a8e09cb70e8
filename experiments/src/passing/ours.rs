//! Our own side: a true property in our runner.

use super::contender::{Contender, property};
use super::{CASES, MAX_LIST};
use crate::report::OURS;
use astragal::Check;
use astragal::prelude::*;
use astragal::report::Verdict;

pub(super) fn contender() -> Contender {
    Contender::new(OURS, |seed| {
        let lists = vec_of(any::<u64>(), 0..=MAX_LIST);
        let report = Check::new().cases(CASES as u64).seed(seed).run(lists, |list| property(&list));
        assert_eq!(report.verdict, Verdict::Passed);
    })
}
