//! Strategies in the runner: who names one, what is drawn by it, and what the report says.

use std::cell::RefCell;

use astragal::Check;
use astragal::config::{Config, Phase, Phases};
use astragal::prelude::*;
use astragal::report::Verdict;
use astragal::shapes::{Strategy, agata};

fn random_only(config: Config) -> Config {
    config.phases(Phases::of(&[Phase::Random]))
}

#[test]
fn a_strategy_that_the_settings_name_draws_the_cases() {
    let drawn = RefCell::new(Vec::new());
    let report = Check::new()
        .seed(1)
        .cases(100)
        .with(|config| random_only(config).strategy(agata::partitions()))
        .run(any::<Vec<Vec<()>>>(), |list| drawn.borrow_mut().push(list));
    assert_eq!(report.verdict, Verdict::Passed);
    let drawn = drawn.into_inner();
    let size = |list: &Vec<Vec<()>>| list.len().max(list.iter().map(Vec::len).sum());
    // Every other case is one size larger than the one before it.
    let sizes: Vec<usize> = drawn.iter().step_by(2).map(size).collect();
    assert_eq!(sizes[..5], [1, 3, 5, 7, 9]);
    let setting = report.settings.iter().find(|setting| setting.name == "strategy").expect("it was set");
    assert_eq!(setting.value, "agata:partitions");
}

#[test]
fn a_strategy_is_known_by_its_name() {
    for name in ["usual", "random", "agata:linear", "agata:random", "holey:equal", "holey:depth:1.5", "holey:levels"] {
        assert_eq!(name.parse::<Strategy>().unwrap().to_string(), name);
    }
    let error = "agata:clever".parse::<Strategy>().unwrap_err();
    assert!(error.starts_with("`agata:clever` is not a strategy: there are usual, random, agata:linear, "), "{error}");
}

#[test]
fn what_only_running_tells_is_left_to_chance_and_the_report_says_so() {
    let pairs = || (any::<Vec<Vec<()>>>(), from_fn(|src| src.draw(0..10u8)));
    let with = |strategy: &str| {
        let strategy = strategy.parse::<Strategy>().unwrap();
        Check::new().seed(1).with(|config| config.strategy(strategy)).run(pairs(), |_| ())
    };
    let warnings = with("agata:linear").warnings;
    assert_eq!(warnings.len(), 1);
    let expected = "the strategy agata:linear cannot plan opaque parts; they are drawn at random: `";
    assert!(warnings[0].starts_with(expected), "{}", warnings[0]);
    assert!(with("usual").warnings.is_empty());
    assert!(with("random").warnings.is_empty());
}

#[test]
fn a_case_of_a_strategy_fails_again_shrinks_and_replays() {
    let fails = |list: Vec<Vec<u8>>| list.concat().len() < 12 || list.len() < 5;
    for strategy in [agata::linear(), agata::quadratic(), agata::mixed()] {
        let check = || Check::new().seed(3).with(|config| random_only(config).strategy(strategy.clone()));
        assert_eq!(check().run(any::<Vec<Vec<u8>>>(), fails).verdict, Verdict::Failed, "{strategy}");
        let shrinking = check().with(|config| config.phases(Phases::of(&[Phase::Random, Phase::Shrink])));
        let report = shrinking.run(any::<Vec<Vec<u8>>>(), fails);
        let smallest = any::<Vec<Vec<u8>>>().replay(&report.failures[0].minimal.choices).unwrap();
        assert_eq!((smallest.len(), smallest.concat()), (5, vec![0; 12]), "{strategy}");
    }
}

#[test]
fn draws_of_immediate_mode_have_plans_of_their_own() {
    let drawn = RefCell::new(Vec::new());
    let report =
        Check::new().seed(1).cases(50).with(|config| random_only(config).strategy(agata::partitions())).run_drawing(
            |t| {
                let first = t.draw(any::<Vec<()>>());
                let second = t.draw(any::<Vec<()>>());
                drawn.borrow_mut().push((first.len(), second.len()));
            },
        );
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(drawn.borrow().iter().all(|(first, second)| first == second), "each has exactly the size of the case");
}

#[test]
fn nested_lists_are_planned_now_and_then_unless_chance_alone_is_asked_for() {
    // Ten lists or more, nearly all of them empty: chance gives each a length of its own.
    let found = |strategy: Strategy| {
        let finds = |seed: &u64| {
            let check =
                Check::new().seed(seed << 32).cases(200).with(|config| random_only(config).strategy(strategy.clone()));
            let report = check.run(any::<Vec<Vec<bool>>>(), |list| {
                list.len() < 10 || list.iter().filter(|list| !list.is_empty()).count() > list.len() / 5
            });
            report.verdict == Verdict::Failed
        };
        (0..20u64).filter(finds).count()
    };
    assert!(found(Strategy::usual()) >= 18, "{}", found(Strategy::usual()));
    assert!(found(Strategy::random()) <= 4, "{}", found(Strategy::random()));
}

#[test]
fn a_generator_with_a_strategy_of_its_own_is_not_enumerated() {
    let sizes = RefCell::new(Vec::new());
    let trees = any::<Vec<()>>().by(agata::partitions()).at_size(30);
    let report = Check::new().seed(1).cases(50).run(trees, |list| sizes.borrow_mut().push(list.len()));
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(sizes.into_inner().iter().all(|&size| size == 30));
    assert!(report.statistics.enumerated.is_none());
}

#[test]
fn where_conditions_reject_most_cases_enumerated_ones_go_on() {
    let report = Check::new().seed(1).cases(300).run(any::<Vec<u16>>(), |list| {
        assume!(list.len() > 1 && list.is_sorted());
        // Three in a row, which chance seldom draws.
        !list.windows(3).any(|three| three[0] == three[1] && three[1] == three[2] && three[0] > 0)
    });
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "[1, 1, 1]");
}

#[test]
fn cases_of_many_parts_are_not_enumerated() {
    let report = Check::new().seed(1).cases(100).run((vec_of(any::<u64>(), 1_000), any::<Vec<bool>>()), |_| ());
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.enumerated.is_none());
}
