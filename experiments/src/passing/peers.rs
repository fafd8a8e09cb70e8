//! The other libraries' runners, each set to run a given number of cases and to store nothing.

use super::contender::{Contender, property};
use super::{CASES, MAX_LIST};

pub(super) fn contenders() -> [Contender; 6] {
    [
        Contender::new("proptest", proptest),
        Contender::new("quickcheck", quickcheck),
        Contender::new("hegel", hegel),
        Contender::new("chaos_theory", chaos_theory),
        Contender::new("bolero", bolero),
        Contender::new("noprop", noprop),
    ]
}

fn proptest(seed: u64) {
    use proptest::prelude::*;
    use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

    let config = ProptestConfig { cases: CASES as u32, failure_persistence: None, ..ProptestConfig::default() };
    let seed = seed.to_le_bytes().repeat(4);
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let lists = prop::collection::vec(any::<u64>(), 0..=MAX_LIST);
    let result = runner.run(&lists, |list| {
        property(&list);
        Ok(())
    });
    result.expect("a true property");
}

fn quickcheck(seed: u64) {
    use quickcheck::{Gen, QuickCheck};

    fn check(list: Vec<u64>) -> bool {
        property(&list);
        true
    }
    // A list is shorter than the size.
    let random = Gen::from_size_and_seed(MAX_LIST + 1, seed);
    let mut checker = QuickCheck::new().tests(CASES as u64).max_tests(CASES as u64).rng(random);
    checker.quicktest(check as fn(Vec<u64>) -> bool).expect("a true property");
}

fn hegel(seed: u64) {
    use hegel::generators as gs;
    use hegel::{HealthCheck, Hegel, Settings, TestCase, Verbosity};

    let settings = Settings::new()
        .database(None)
        .seed(Some(seed))
        .test_cases(CASES as u64)
        .verbosity(Verbosity::Quiet)
        .suppress_health_check(HealthCheck::all());
    let test = |case: TestCase| {
        // Of lists bounded only by 100 the mean length was seen to be 9.
        let len = case.draw(gs::integers::<usize>().max_value(MAX_LIST));
        property(&case.draw(gs::vecs(gs::integers::<u64>()).min_size(len).max_size(len)));
    };
    Hegel::new(test).settings(settings).run();
}

fn chaos_theory(seed: u64) {
    use chaos_theory::{Arbitrary, Env, make};

    // Cases are counted from the seed on.
    let seed = (seed as u32).wrapping_mul(CASES as u32);
    let environment = Env::builder().with_rng_seed(seed).with_check_iters(CASES).with_log_depth(0).build();
    environment.check(|source| {
        let len = source.any_of("len", make::index(MAX_LIST + 1));
        property(&source.any_of("list", make::vec_n(u64::arbitrary(), len..=len)));
    });
}

/// It has no seed but that of a single case.
fn bolero(_seed: u64) {
    use bolero::{check, produce};

    let lists = produce::<Vec<u64>>().with().len(0..=MAX_LIST);
    check!().with_iterations(CASES).with_generator(lists).for_each(|list| property(list));
}

fn noprop(seed: u64) {
    let result = noprop::Runner::new(seed).run(CASES, |context| {
        let len = noprop::sample_usize_in(context, 0..=MAX_LIST);
        let list: Vec<u64> = (0..len).map(|_| noprop::sample_u64(context)).collect();
        property(&list);
        Ok(())
    });
    result.expect("a true property");
}
