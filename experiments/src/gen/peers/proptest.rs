//! `proptest`: strategies, whose value trees are asked for their current value.

use crate::r#gen::contender::Contender;
use crate::r#gen::shapes::{Elements, Json, MAX_LIST, Row, Tree};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

pub(super) fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => sampling(any::<u64>()),
        Row::VecU64 => sampling(prop::collection::vec(any::<u64>(), 0..=MAX_LIST)),
        // The same as `any::<String>()`, except for the bound.
        Row::String => sampling("\\PC{0,64}"),
        Row::Json => sampling(json()),
        Row::Tree => sampling(tree()),
    }
}

fn sampling<S>(strategy: S) -> Contender
where
    S: Strategy + 'static,
    S::Value: Elements,
{
    let mut runner = TestRunner::deterministic();
    Contender::drawing("proptest", move || {
        let tree = strategy.new_tree(&mut runner);
        tree.expect("a strategy without rejection").current()
    })
}

/// The arguments of `prop_recursive` were tuned until documents had about 32 nodes on average.
fn json() -> impl Strategy<Value = Json> {
    const TEXT: &str = "[ -~]{0,8}";
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<i64>().prop_map(Json::Number),
        TEXT.prop_map(Json::Text),
    ];
    leaf.prop_recursive(4, 512, 10, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..=10).prop_map(Json::Array),
            prop::collection::vec((TEXT, inner), 0..=10).prop_map(Json::Object),
        ]
    })
}

/// The arguments of `prop_recursive` were tuned until trees had about 32 nodes on average.
fn tree() -> impl Strategy<Value = Tree> {
    Just(Tree::Leaf).prop_recursive(8, 1024, 2, |inner| {
        (inner.clone(), any::<u64>(), inner)
            .prop_map(|(left, value, right)| Tree::Node(Box::new(left), value, Box::new(right)))
    })
}
