//! The planted bugs of other experiments and of the tour, as far as they are of the common types.

use super::falsifiable::{Falsifiable, Subject, falsifiable};
use super::formulas::{is_two_small_operations, value};
use super::input::{Date, Formula, Input};
use crate::agata::{ClassNames, File, Number, Qsort, Subject as AgataSubject};
use crate::shrink::{Bound5, Challenge, Difference, Distinct, LargeUnionList, NestedLists, Reverse, Verdict};
use tour::library::search_tree::SearchTree;
use tour::library::{calendar, run_length};

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    let mut all = challenges();
    all.extend(others());
    all
}

/// A challenge to shrinkers. What it says is wrong, so there is nothing to be put right.
fn challenge<C: Challenge<Value: Input>>(name: &'static str, bug: &'static str) -> Falsifiable<C::Value> {
    falsifiable(name, bug, |_, value: &C::Value| C::judge(value) != Verdict::Fails).without_fix()
}

/// Those with a guard.
fn guarded<C: Challenge<Value: Input>>(name: &'static str, bug: &'static str) -> Falsifiable<C::Value> {
    challenge::<C>(name, bug).assuming(|value| C::judge(value) != Verdict::Skipped)
}

fn challenges() -> Vec<Box<dyn Subject>> {
    vec![
        guarded::<Bound5>("shrink/bound5", "sums wrap around")
            .minimal_if(Bound5::is_smallest, [[vec![], vec![], vec![], vec![-1], vec![i16::MIN]]]),
        challenge::<LargeUnionList>("shrink/large_union_list", "there are fewer than five numbers in all")
            .minimal_if(LargeUnionList::is_smallest, [vec![vec![0, 1, -1, 2, -2]]]),
        challenge::<Reverse>("shrink/reverse", "lists read the same backwards")
            .minimal_if(Reverse::is_smallest, [vec![0, 1], vec![1, 0]]),
        challenge::<Distinct>("shrink/distinct", "there are fewer than three numbers in a list")
            .minimal_if(Distinct::is_smallest, [vec![0, 1, -1]]),
        challenge::<NestedLists>("shrink/nested_lists", "there are at most ten elements in all lists")
            .minimal_if(NestedLists::is_smallest, [vec![vec![0; 11]]]),
        challenge::<Difference<0, 0, { u64::MAX }>>("shrink/difference_zero", "no number from ten on equals the other")
            .minimal([(10, 10)]),
        challenge::<Difference<1, 4, { u64::MAX }>>("shrink/difference_small", "none is near the other")
            .minimal([(10, 6)]),
    ]
}

fn others() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable(
            "agata/qsort",
            "where all are on one side, the other side is not empty",
            |_, list: &Vec<Number>| Qsort::holds(list),
        )
        .without_fix()
        .minimal([vec![vec![]; 10]]),
        falsifiable("agata/class_names", "some call names its class", |_, file: &File| ClassNames::holds(file))
            .without_fix()
            .minimal([{
                let call = ((String::new(), String::new()), vec![]);
                let statement = vec![((String::new(), String::new()), Err(call))];
                (String::new(), vec![(String::new(), vec![(String::new(), vec![statement])])])
            }]),
        falsifiable(
            "reflective/calculator",
            "what divides by no literal zero divides by no zero",
            |_, formula: &Formula| value(formula, 3).is_some(),
        )
        .without_fix()
        .assuming(|formula| !divides_by_literal_zero(formula))
        .minimal_if(
            is_two_small_operations,
            [Formula::Div(Box::new(Formula::Num(0)), Box::new(Formula::Neg(Box::new(Formula::Num(0)))))],
        ),
        falsifiable(
            "enumerate/union",
            "the union of lists is the same in either order",
            |_, (a, b): &(Vec<i32>, Vec<i32>)| {
                let union = |a: &[i32], b: &[i32]| {
                    b.iter().fold(a.to_vec(), |mut all, element| {
                        if !all.contains(element) {
                            all.push(*element);
                        }
                        all
                    })
                };
                union(a, b) == union(b, a)
            },
        )
        .without_fix()
        .minimal([(vec![], vec![0, 0]), (vec![0, 0], vec![]), (vec![0], vec![1]), (vec![1], vec![0])]),
        falsifiable("tour/run_length", "runs are not cut to seven bits", |_, bytes: &Vec<u8>| {
            run_length::unpack(&run_length::pack(bytes)).as_ref() == Ok(bytes)
        })
        .without_fix()
        .minimal([vec![0; 128]]),
        falsifiable("tour/search_tree", "what is above the smallest key on the right is lost", |_, keys: &Vec<i32>| {
            let mut tree: SearchTree<i32> = keys.iter().copied().collect();
            let mut rest: Vec<i32> = tree.keys().into_iter().copied().collect();
            if let Some(first) = keys.first() {
                tree.remove(first);
                rest.retain(|key| key != first);
            }
            tree.keys().into_iter().eq(&rest)
        })
        .without_fix()
        .minimal_if(
            |keys| {
                let mut sorted = keys.clone();
                sorted.sort_unstable();
                sorted.windows(2).all(|pair| pair[0] + 1 == pair[1]) && keys.len() == 4 && keys.contains(&0)
            },
            [vec![0, -1, 1, 2]],
        ),
        falsifiable("tour/calendar", "after December comes a thirteenth month", |_, date: &Date| {
            let Date { year, month, day } = *date;
            calendar::Date { year, month, day }.next().month <= 12
        })
        .without_fix()
        .assuming(|date| date.day <= calendar::days_of(date.year, date.month))
        .minimal([Date { year: 1600, month: 12, day: 31 }]),
    ]
}

fn divides_by_literal_zero(formula: &Formula) -> bool {
    match formula {
        Formula::Num(_) | Formula::X => false,
        Formula::Neg(a) => divides_by_literal_zero(a),
        Formula::Div(_, b) if **b == Formula::Num(0) => true,
        Formula::Add(a, b) | Formula::Sub(a, b) | Formula::Mul(a, b) | Formula::Div(a, b) => {
            divides_by_literal_zero(a) || divides_by_literal_zero(b)
        }
    }
}
