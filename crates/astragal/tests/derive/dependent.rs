//! Fields whose generators mention earlier fields.

use astragal::Check;
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::source::Reason;
use astragal::{Choices, partial};

/// A part of a text that is marked.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Selection {
    text: Vec<char>,
    #[arbitrary(with = 0..=self.text.len())]
    start: usize,
    #[arbitrary(with = self.start..=self.text.len())]
    end: usize,
    is_shown: bool,
}

#[test]
fn a_field_is_drawn_between_earlier_ones_and_runs_backwards() {
    for seed in 0..300 {
        let Selection { text, start, end, .. } = any::<Selection>().sample(seed);
        assert!(start <= end && end <= text.len());
    }
    let selections = any::<Selection>();
    Laws::of(&selections).forwards().unwrap();
    Laws::of(&selections).backwards().unwrap();
    let by_hand = Selection { text: vec!['x', 'y'], start: 1, end: 2, is_shown: true };
    let choices = any::<Selection>().choices_of(&by_hand).unwrap();
    assert_eq!(any::<Selection>().replay(&choices).unwrap(), by_hand);
    let crossed = Selection { start: 2, end: 1, ..by_hand };
    assert!(any::<Selection>().choices_of(&crossed).unwrap_err().to_string().contains("1 is not in 2..=2"));
}

#[test]
fn a_hole_is_filled_before_others_depend_on_it() {
    for seed in 0..50 {
        let partial = partial!(Selection { text: _, start: _, end: _, is_shown: true });
        let Selection { text, start, end, .. } = any::<Selection>().complete(&partial, seed).unwrap();
        assert!(start <= end && end <= text.len());
    }
}

#[test]
fn a_failure_is_shrunk_along_with_what_it_depends_on() {
    let report = Check::new().seed(1).run(any::<Selection>(), |selection| selection.end - selection.start < 2);
    let text = &*report.failures[0].minimal.drawn[0].text;
    assert_eq!(text, "Selection { text: ['a', 'a'], start: 0, end: 2, is_shown: false }");
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Shape {
    Dot,
    Ring(#[arbitrary(with = 1..=100u32)] u32, #[arbitrary(with = 0..self.0)] u32),
    Grid {
        #[arbitrary(with = (1..=3usize, 1..=3usize))]
        size: (usize, usize),
        #[arbitrary(with = vec_of(any::<bool>(), self.size.0 * self.size.1))]
        cells: Vec<bool>,
        #[arbitrary(opaque = |src| (src.draw(0..self.size.0), src.draw(0..self.size.1)))]
        at: (usize, usize),
    },
    Pair((u8, u8), #[arbitrary(with = 0..=self.0.1)] u8),
}

#[test]
fn variants_tuples_and_closures_may_depend_too() {
    let mut seen = [false; 4];
    for seed in 0..300 {
        let (shape, choices) = any::<Shape>().record(seed).unwrap();
        match &shape {
            Shape::Dot => seen[0] = true,
            Shape::Ring(outer, inner) => seen[1] = inner < outer,
            Shape::Grid { size, cells, at } => {
                assert!(cells.len() == size.0 * size.1 && at.0 < size.0 && at.1 < size.1);
                seen[2] = true;
            }
            Shape::Pair((_, most), n) => seen[3] = n <= most,
        }
        assert_eq!(any::<Shape>().replay(&choices).unwrap(), shape);
    }
    assert_eq!(seen, [true; 4]);
}

#[derive(Debug, Arbitrary)]
struct Element {
    list: Vec<u8>,
    #[arbitrary(with = 0..self.list.len())]
    at: usize,
}

#[test]
fn what_has_no_value_is_rejected() {
    let rejected = any::<Element>().replay(&Choices::default());
    assert!(rejected.is_err());
    let report = Check::new().seed(1).run(any::<Element>(), |element| assert!(element.at < element.list.len()));
    assert!(report.verdict.is_pass());
    let never = (0..0u8).try_sample(1).unwrap_err();
    assert!(matches!(never.reason(), Reason::Usage { .. }));
}
