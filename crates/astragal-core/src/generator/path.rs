//! Functions under `#[generator]`, described: the body runs with a path in place of a source, once for each way through it.
//!
//! What is drawn is described, and not drawn, as long as nothing that follows depends on it; the macro says where something does. There,
//! and at each pick, the run ends, and another one is begun for each value and each arm, which is given what was decided
//! before. So the space is the product of what is drawn on the way, and then a sum or a family of the ways that go on.

use std::hash::Hash;
use std::marker::PhantomData;

use super::Draw;
use super::written::Picks;
use crate::generator::reflect::Key;
use crate::source::try_out;
use crate::space::{Arm, Call, NodeId, Shape, Sketch};

/// The run of a body that is described.
pub struct Path<'a> {
    sketch: &'a mut Sketch,
    /// What is decided, and how much of it the body has asked for.
    decided: &'a [Decision],
    asked: usize,
    /// What is drawn after that.
    parts: Vec<NodeId>,
    ahead: Ahead,
}

/// What was decided.
enum Decision {
    Arm(usize),
    /// The value of some choices.
    Value(Vec<u64>),
}

/// How a run ended.
enum Ahead {
    /// With a value.
    End,
    /// Arms, each with its number.
    Arms { site: &'static str, arms: Vec<(usize, &'static str, u32)> },
    /// A part on whose value it depends what follows.
    Value(NodeId),
    /// There is no such value.
    Nothing,
}

/// The run is over.
pub struct Halt;

/// In place of a value that is not drawn.
#[derive(Debug)]
pub struct Typed<T>(PhantomData<fn() -> T>);

impl<T> Clone for Typed<T> {
    fn clone(&self) -> Typed<T> {
        *self
    }
}

impl<T> Copy for Typed<T> {}

impl<T> Typed<T> {
    /// One of a type that is yet to be found out.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Typed<T> {
        Typed(PhantomData)
    }

    /// What the compiler takes for the value, where nothing is run.
    pub fn get(self) -> T {
        unreachable!("what is not drawn is not looked at")
    }
}

impl Path<'_> {
    /// Draws something on which nothing depends.
    pub fn part<G: Draw>(&mut self, generator: G, _of: Typed<G::Value>) {
        if self.asked == self.decided.len() {
            let node = self.sketch.in_passing(|sketch| generator.describe(sketch));
            self.parts.push(node);
        }
    }

    /// Draws something on which it depends what follows.
    pub fn value<G: Draw>(&mut self, generator: G, _of: Typed<G::Value>) -> Result<G::Value, Halt> {
        match self.decided.get(self.asked) {
            Some(Decision::Value(choices)) => {
                self.asked += 1;
                generator.draw(self.sketch.reading(choices)).map_err(|_| {
                    self.ahead = Ahead::Nothing;
                    let _: Option<()> = self.sketch.no_value();
                    Halt
                })
            }
            _ => {
                self.ahead = Ahead::Value(self.sketch.in_passing(|sketch| generator.describe(sketch)));
                Err(Halt)
            }
        }
    }

    /// Chooses an arm.
    pub fn pick<const N: usize>(&mut self, picks: &Picks<N>) -> Result<usize, Halt> {
        if let Some(&Decision::Arm(arm)) = self.decided.get(self.asked) {
            self.asked += 1;
            return Ok(arm);
        }
        let open = (0..N).filter(|&arm| picks.open[arm]);
        let arms = open.map(|arm| (arm, picks.labels[arm], picks.weights[arm])).collect();
        self.ahead = Ahead::Arms { site: picks.site, arms };
        Err(Halt)
    }
}

/// The space of a body.
pub(super) fn described(
    what: &'static str,
    sketch: &mut Sketch,
    body: &dyn Fn(&mut Path<'_>) -> Result<(), Halt>,
) -> NodeId {
    let described = after(&mut Vec::new(), what, sketch, body);
    described.unwrap_or_else(|| sketch.once(Shape::Sum { site: what, arms: Vec::new(), ranked: false }))
}

/// What follows some decisions; `None` if nothing does.
fn after(
    decided: &mut Vec<Decision>,
    what: &'static str,
    sketch: &mut Sketch,
    body: &dyn Fn(&mut Path<'_>) -> Result<(), Halt>,
) -> Option<NodeId> {
    let mut path = Path { sketch: &mut *sketch, decided, asked: 0, parts: Vec::new(), ahead: Ahead::End };
    // What rejects a case in plain code leaves it by unwinding.
    let ran = try_out(|| body(&mut path));
    let Path { mut parts, ahead, .. } = path;
    match ran {
        Ok(Some(_)) => {}
        Ok(None) => return None,
        Err(()) => {
            sketch.fail();
            return None;
        }
    }
    match ahead {
        Ahead::End => {}
        Ahead::Nothing => return None,
        Ahead::Arms { site, arms } => {
            let mut described = Vec::with_capacity(arms.len());
            for (arm, label, weight) in arms {
                decided.push(Decision::Arm(arm));
                let node = after(decided, what, sketch, body);
                decided.pop();
                let node =
                    node.unwrap_or_else(|| sketch.once(Shape::Sum { site: label, arms: Vec::new(), ranked: false }));
                described.push(Arm { label, weight, node });
            }
            parts.push(sketch.once(Shape::Sum { site, arms: described, ranked: false }));
        }
        Ahead::Value(first) => parts.push(sketch.family(what, first, |sketch, choices| {
            decided.push(Decision::Value(choices.to_vec()));
            let node = after(decided, what, sketch, body);
            decided.pop();
            node
        })),
    }
    Some(match parts[..] {
        [] => sketch.add(Shape::Unit),
        [only] => only,
        _ => sketch.add(Shape::Product(parts)),
    })
}

/// The arguments of a function, which tell a call from others if they have a hash.
pub struct Arguments<'a, A>(pub &'a A);

/// Arguments that have a hash.
pub trait Hashed {
    /// The call of a function with them. A type represents the function.
    fn call<F: 'static>(&self) -> Option<Call>;
}

impl<A: Hash> Hashed for Arguments<'_, A> {
    fn call<F: 'static>(&self) -> Option<Call> {
        Some(Key::of::<F>().with(self.0).call())
    }
}

/// Arguments that have none.
pub trait Unhashed {
    /// Nothing tells the call from others.
    fn call<F: 'static>(&self) -> Option<Call>;
}

impl<A> Unhashed for &Arguments<'_, A> {
    fn call<F: 'static>(&self) -> Option<Call> {
        None
    }
}
