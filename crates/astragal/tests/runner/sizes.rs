//! The sizes of random cases: half of them grow, and the others are of every order of magnitude.

use std::sync::Mutex;

use astragal::Check;
use astragal::generators::sized;
use astragal::prelude::*;

/// The sizes of the cases of a run, in order.
fn sizes(cases: u64, largest: u32) -> Vec<u32> {
    let sizes = Mutex::new(Vec::new());
    let check = Check::new().seed(1).cases(cases).size(largest).with(|config| config.set("phases", "random"));
    let report = check.run(sized(just), |size| {
        sizes.lock().unwrap().push(size);
        true
    });
    assert!(report.verdict.is_pass());
    sizes.into_inner().unwrap()
}

#[test]
fn sizes_grow_with_the_cases_to_the_largest_and_begin_again() {
    let sizes = sizes(400, 100);
    let growing: Vec<u32> = sizes.iter().copied().step_by(2).collect();
    assert_eq!(growing[..5], [1, 3, 5, 7, 9]);
    assert_eq!(growing[45..55], [91, 93, 95, 97, 99, 1, 3, 5, 7, 9]);
    for round in growing.chunks(50) {
        assert!(round.is_sorted() && round[49] >= 99, "{round:?}");
    }
    // Of the others each order of magnitude has its share, and the first are not larger than there were cases before.
    let others: Vec<u32> = sizes.iter().copied().skip(1).step_by(2).collect();
    for least in [1, 2, 4, 7, 13, 26, 51] {
        let share = others.iter().filter(|&&size| (least..2 * least).contains(&size)).count();
        assert!((15..60).contains(&share), "{share} from {least}: {others:?}");
    }
    assert!(sizes.iter().zip(1..).all(|(&size, number)| size <= number + 1), "{:?}", &sizes[..20]);
}

#[test]
fn the_largest_size_is_a_setting() {
    let sizes = sizes(200, 7);
    assert!(sizes.iter().all(|size| (1..=7).contains(size)));
    assert!((1..=7).all(|size| sizes.contains(&size)));
}
