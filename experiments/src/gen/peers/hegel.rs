//! `hegeltest`: values exist only inside a running property, so a true one is run.

use crate::r#gen::contender::Contender;
use crate::r#gen::hand_written::{JSON_BUDGET, SEED, TREE_BUDGET};
use crate::r#gen::plain;
use crate::r#gen::shapes::{Elements, MAX_LIST, MAX_STRING, MAX_TEXT, Row};
use hegel::generators as gs;
use hegel::{Hegel, Settings, TestCase};

/// How many `u64` are drawn in one test case, so that drawing outweighs starting.
const BATCH: usize = 1_000;

pub(super) fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => running(BATCH, |case| case.draw(gs::integers::<u64>())),
        Row::VecU64 => running(1, |case| {
            let len = length(case, MAX_LIST);
            case.draw(gs::vecs(gs::integers::<u64>()).min_size(len).max_size(len))
        }),
        Row::String => running(1, |case| {
            let len = length(case, MAX_STRING);
            case.draw(gs::text().min_size(len).max_size(len))
        }),
        Row::Json => running(1, |case| plain::json(&mut Draws::of(case), JSON_BUDGET)),
        Row::Tree => running(1, |case| plain::tree(&mut Draws::of(case), TREE_BUDGET)),
    }
}

fn running<V: Elements>(per_case: usize, draw: impl Fn(&TestCase) -> V + 'static) -> Contender {
    let mut seed = SEED;
    Contender::running("hegel", move |values, sink| {
        // Otherwise each pass would run the same cases.
        seed += 1;
        let cases = values.div_ceil(per_case) as u64;
        let settings = Settings::new().database(None).seed(Some(seed)).test_cases(cases);
        Hegel::new(|case: TestCase| (0..per_case).for_each(|_| sink(draw(&case)))).settings(settings).run();
    })
}

/// A drawn length, near to uniform: of lists bounded only by 100 the mean length was seen to be 9.
fn length(case: &TestCase, max: usize) -> usize {
    case.draw(gs::integers::<usize>().max_value(max))
}

/// A test case, with the generator of its texts, made once.
struct Draws<'a> {
    case: &'a TestCase,
    text: gs::TextGenerator,
}

impl<'a> Draws<'a> {
    fn of(case: &'a TestCase) -> Self {
        let text = gs::text().min_codepoint(0x20).max_codepoint(0x7E).max_size(MAX_TEXT);
        Self { case, text }
    }
}

impl plain::Draws for Draws<'_> {
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        length(self.case, bound - 1)
    }

    #[inline]
    fn coin(&mut self) -> bool {
        self.case.draw(gs::booleans())
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.case.draw(gs::integers::<u64>())
    }

    #[inline]
    fn number(&mut self) -> i64 {
        self.case.draw(gs::integers::<i64>())
    }

    #[inline]
    fn text(&mut self) -> String {
        self.case.draw(&self.text)
    }
}
