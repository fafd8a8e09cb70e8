//! A contender: a library, or the hand-written loop, that generates the values of one row.

use super::shapes::Elements;
use std::hint::black_box;

/// How many values a pass made and, if it was to count them, of how many elements.
#[derive(Clone, Copy, Default)]
pub(super) struct Pass {
    pub(super) values: usize,
    pub(super) elements: usize,
}

type RunPass = dyn FnMut(usize, bool) -> Pass;

/// One side of the comparison in one row.
pub(super) struct Contender {
    pub(super) source: &'static str,
    run_pass: Box<RunPass>,
}

impl Contender {
    /// A contender that can draw one value at a time; `draw` owns its runner or random state.
    pub(super) fn drawing<V: Elements>(source: &'static str, mut draw: impl FnMut() -> V + 'static) -> Self {
        let run_pass = Box::new(move |values, count| {
            let mut elements = 0;
            for _ in 0..values {
                let value = draw();
                black_box(&value);
                if count {
                    elements += value.elements();
                }
            }
            Pass { values, elements }
        });
        Self { source, run_pass }
    }

    /// A contender that draws values too small to be cases of their own: several in one case, which `begin` begins.
    pub(super) fn drawing_in_cases<S: 'static, V: Elements>(
        source: &'static str,
        mut state: S,
        values_per_case: usize,
        begin: impl Fn(&mut S) + 'static,
        draw: impl Fn(&mut S) -> V + 'static,
    ) -> Self {
        let run_pass = Box::new(move |values: usize, count| {
            let mut elements = 0;
            let mut left = values;
            while left > 0 {
                begin(&mut state);
                let batch = left.min(values_per_case);
                for _ in 0..batch {
                    let value = draw(&mut state);
                    black_box(&value);
                    if count {
                        elements += value.elements();
                    }
                }
                left -= batch;
            }
            Pass { values, elements }
        });
        Self { source, run_pass }
    }

    /// A contender that generates only while it runs a property: `run` is to hand about as many
    /// values as it is told to the sink.
    pub(super) fn running<V: Elements>(
        source: &'static str,
        mut run: impl FnMut(usize, &mut dyn FnMut(V)) + 'static,
    ) -> Self {
        let run_pass = Box::new(move |values, count| {
            let mut pass = Pass::default();
            run(values, &mut |value| {
                black_box(&value);
                pass.values += 1;
                if count {
                    pass.elements += value.elements();
                }
            });
            pass
        });
        Self { source, run_pass }
    }

    /// Generates `values` values and does nothing else, for timing.
    pub(super) fn generate(&mut self, values: usize) -> Pass {
        (self.run_pass)(values, false)
    }

    /// Generates `values` values and counts their elements.
    pub(super) fn generate_and_count(&mut self, values: usize) -> Pass {
        (self.run_pass)(values, true)
    }
}
