//! The other libraries, with the generators that their users get without any work.

use super::TESTS;
use super::contender::{Contender, growing};
use super::file::{Argument, Expression, File};
use super::subject::Number;
use hegel::generators::{self as gs, Generator};
use hegel::{HealthCheck, Hegel, Phase, Settings, TestCase, Verbosity};
use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;

/// The bound of lists and names that is usual in `quickcheck`, whatever the number of the test.
const QUICKCHECK_SIZE: u32 = 100;

/// With growing bounds it is certain to run out, of one thing or the other.
const SECONDS_TO_GROW: u64 = 15;

/// A type that all libraries can draw.
pub(super) trait Peer: quickcheck::Arbitrary + proptest::arbitrary::Arbitrary {
    /// With lists and names up to a length.
    fn strategy(longest: usize) -> BoxedStrategy<Self>;

    /// With lists and names up to a length, or as long as the library likes.
    fn drawn(case: &TestCase, longest: Option<usize>) -> Self;
}

pub(super) fn contenders<T: Peer>() -> Vec<Contender<T>> {
    vec![
        Contender::drawing("quickcheck", |_| QUICKCHECK_SIZE, quickcheck_within),
        Contender::drawing("quickcheck, growing", |number| growing(number) + 1, quickcheck_within)
            .in_runs_only()
            .within(SECONDS_TO_GROW),
        proptest(),
        hegel(),
    ]
}

/// Lists and names are shorter than the bound.
fn quickcheck_within<T: Peer>(bound: u32, seed: u64) -> T {
    <T as quickcheck::Arbitrary>::arbitrary(&mut quickcheck::Gen::from_size_and_seed(bound as usize, seed))
}

fn proptest<T: Peer>() -> Contender<T> {
    fn value<T>(strategy: &impl Strategy<Value = T>, runner: &mut TestRunner) -> T {
        strategy.new_tree(runner).expect("a strategy without rejection").current()
    }
    fn runner(seed: u64) -> TestRunner {
        let seed = seed.to_le_bytes().repeat(4);
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
    }
    Contender::running("proptest", |seed, test| {
        let (strategy, mut runner) = (proptest::prelude::any::<T>(), runner(seed));
        (0..TESTS).all(|_| test(&value(&strategy, &mut runner)));
    })
    .and_drawing(|bound, seed| value(&T::strategy(bound as usize), &mut runner(seed)))
}

fn hegel<T: Peer>() -> Contender<T> {
    fn settings(seed: u64, tests: u64) -> Settings {
        Settings::new()
            .database(None)
            .seed(Some(seed))
            .test_cases(tests)
            .phases([Phase::Generate])
            .verbosity(Verbosity::Quiet)
            .suppress_health_check(HealthCheck::all())
    }
    // A failure would be run again, so it is not reported: all tests are run.
    Contender::running("hegel", |seed, test| {
        let test = RefCell::new(test);
        let run = |case: TestCase| {
            (test.borrow_mut())(&T::drawn(&case, None));
        };
        Hegel::new(run).settings(settings(seed, TESTS)).run();
    })
    .and_drawing(|bound, seed| {
        let last = RefCell::new(None);
        // Two, of which the last counts: the first may be a simple one that it always tries.
        Hegel::new(|case: TestCase| *last.borrow_mut() = Some(T::drawn(&case, Some(bound as usize))))
            .settings(settings(seed, 2))
            .run();
        last.into_inner().expect("a value within the limits of the library")
    })
}

impl Peer for Vec<Number> {
    fn strategy(longest: usize) -> BoxedStrategy<Vec<Number>> {
        list(list(proptest::prelude::any::<bool>(), longest), longest).boxed()
    }

    fn drawn(case: &TestCase, longest: Option<usize>) -> Vec<Number> {
        case.draw(vecs(vecs(gs::booleans(), longest), longest))
    }
}

impl Peer for File {
    fn strategy(longest: usize) -> BoxedStrategy<File> {
        let name = move || proptest::string::string_regex(&format!("\\PC{{0,{longest}}}")).expect("a pattern");
        let coin = proptest::prelude::any::<bool>;
        let argument = proptest::prop_oneof![name().prop_map(Argument::Ok), coin().prop_map(Argument::Err)];
        let call = ((name(), name()), list(argument, longest));
        let expression = proptest::prop_oneof![coin().prop_map(Expression::Ok), call.prop_map(Expression::Err)];
        let statement = list(((name(), name()), expression), longest);
        let function = (name(), list(statement, longest));
        let class = (name(), list(function, longest));
        (name(), list(class, longest)).boxed()
    }

    fn drawn(case: &TestCase, longest: Option<usize>) -> File {
        let name = || longest.map_or_else(gs::text, |longest| gs::text().max_size(longest));
        let argument = hegel::one_of!(name().map(Argument::Ok), gs::booleans().map(Argument::Err));
        let call = hegel::tuples!(hegel::tuples!(name(), name()), vecs(argument, longest));
        let expression = hegel::one_of!(gs::booleans().map(Expression::Ok), call.map(Expression::Err));
        let statement = vecs(hegel::tuples!(hegel::tuples!(name(), name()), expression), longest);
        let function = hegel::tuples!(name(), vecs(statement, longest));
        let class = hegel::tuples!(name(), vecs(function, longest));
        case.draw(hegel::tuples!(name(), vecs(class, longest)))
    }
}

fn list<S: Strategy>(element: S, longest: usize) -> impl Strategy<Value = Vec<S::Value>> {
    proptest::collection::vec(element, 0..=longest)
}

fn vecs<T, G: Generator<T>>(element: G, longest: Option<usize>) -> gs::VecGenerator<G, T> {
    let lists = gs::vecs(element);
    match longest {
        Some(longest) => lists.max_size(longest),
        None => lists,
    }
}
