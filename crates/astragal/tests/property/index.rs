//! Positions in lists that come about while a property runs.

use astragal::Check;
use astragal::generators::Index;
use astragal::prelude::*;
use astragal::report::Verdict;

/// A queue in a ring: what was put in first comes out first.
#[derive(Default)]
struct Ring {
    slots: [Option<u8>; 4],
    first: usize,
    len: usize,
}

impl Ring {
    fn push(&mut self, value: u8) -> bool {
        let is_free = self.len < self.slots.len();
        if is_free {
            self.slots[(self.first + self.len) % 4] = Some(value);
            self.len += 1;
        }
        is_free
    }

    /// Takes out the element of a position. Those behind it move up.
    fn remove(&mut self, at: usize) -> Option<u8> {
        let removed = self.slots[(self.first + at) % 4].take();
        for next in at + 1..self.len {
            self.slots[(self.first + next - 1) % 4] = self.slots[(self.first + next) % 4].take();
        }
        self.len -= 1;
        removed
    }
}

#[property]
fn a_ring_is_a_list(values: [u8; 4], removed: Vec<Index>, #[from(0..4)] first: usize) {
    let (mut ring, mut list) = (Ring { first, ..Ring::default() }, Vec::new());
    for value in values {
        assert!(ring.push(value));
        list.push(value);
    }
    for index in removed {
        let Some(at) = index.get(list.len()) else { return };
        assert_eq!(ring.remove(at), Some(list.remove(at)));
        assert_eq!(ring.len, list.len());
    }
}

#[test]
fn an_empty_list_rejects_the_case() {
    let report =
        Check::new().seed(1).run(any::<(Vec<u8>, Index)>(), |(list, index)| assert!(index.of(&list) < list.len()));
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.rejected() > 0);
}

#[test]
#[should_panic(expected = "no way to reject the whole")]
fn where_no_case_runs_it_is_a_panic() {
    Index::new(1).of::<u8>(&[]);
}

#[test]
fn failures_shrink_towards_the_first_position() {
    let minimal = |fails: fn(usize, usize) -> bool| {
        let report = Check::new().seed(1).run(any::<(Vec<u8>, Index)>(), |(list, index)| {
            index.get(list.len()).is_none_or(|at| !fails(at, list.len()))
        });
        report.failures[0].minimal.drawn[0].text.to_string()
    };
    assert_eq!(minimal(|_, _| true), "([0], Index(0))");
    assert_eq!(minimal(|at, len| at + 1 < len), "([0, 0], Index(0))");
    assert_eq!(minimal(|at, len| at > 0 && at + 1 < len), "([0, 0, 0], Index(1))");
    assert_eq!(minimal(|at, _| at >= 3), "([0, 0, 0, 0], Index(-1))");
}

#[test]
fn every_position_is_about_as_likely() {
    let mut drawn = [0u32; 5];
    for seed in 0..5_000 {
        drawn[any::<Index>().sample(seed).get(5).unwrap()] += 1;
    }
    assert!(drawn.iter().all(|count| (700..=1_300).contains(count)), "{drawn:?}");
}
