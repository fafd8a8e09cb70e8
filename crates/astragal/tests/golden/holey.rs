//! Trees that grow hole by hole: the same seed gives the same tree.

use astragal::prelude::*;
use astragal::shapes::holey;

fn shown(weighting: &str, seed: u64) -> String {
    let trees = holey(
        (0, 99),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some((key, [(low, key - 1), (key + 1, high)]))
        },
        |_| String::new(),
        |key: i32, [left, right]: [String; 2]| format!("({left}{key}{right})"),
    );
    trees.nodes(6).weighted(weighting.parse().unwrap()).sample(seed)
}

#[test]
fn the_same_seed_gives_the_same_tree() {
    let shown: Vec<(&str, String)> = ["equal", "depth", "inverse-depth", "left", "right", "levels", "uniform"]
        .into_iter()
        .map(|name| (name, format!("{} {}", shown(name, 1), shown(name, 2))))
        .collect();
    let expected = [
        ("equal", "((0)69(((70)72)97(98))) ((0(((1)12(21))27))35)"),
        ("depth", "((0(6))69(97(98(99)))) ((0(27(28(33(34)))))35)"),
        ("inverse-depth", "((0)69((72(73))97(98))) ((0(27))35((52)80(92)))"),
        ("left", "((0)69(((70)72)97(98))) ((0(((1(4))12)27))35)"),
        ("right", "((0(6))69(97(98(99)))) (35(80(92(((95)98)99))))"),
        ("levels", "((0(6))69((72)97(98))) ((0(27))35((52)80(92)))"),
        ("uniform", "(69(((70(71))72(73))97)) (35((((39)45(47))52)80))"),
    ];
    assert_eq!(shown, expected.map(|(name, trees)| (name, trees.to_owned())));
}
