//! Values like a given one: most of its choices, and some parts drawn again.

use std::fmt::Debug;

use crate::choices::{Choices, Writer};
use crate::generator::reflect::{Back, Mismatch, Reflect, choices_of, projected, trace_of};
use crate::generator::{Closed, Draw, Gen};
use crate::mutate::Mutator;
use crate::source::{Growth, Place, Producer, Reject, Replay, Rng, Source};
use crate::space::{NodeId, Shape, Sketch};

/// How often parts are drawn again when the result is rejected, or the same.
const TRIES: u32 = 16;
/// How many edits are tried until a value differs.
const EDITS: u64 = 200;

/// Values like a given one. See [`Backwards::near`](super::Backwards::near).
#[derive(Clone, Debug)]
pub struct Near<G> {
    generator: G,
    choices: Choices,
    place: Place,
}

impl<G: Reflect<Value: PartialEq + Debug>> Near<G> {
    #[track_caller]
    pub(super) fn new(generator: G, value: &G::Value) -> Result<Near<G>, Mismatch> {
        let choices = choices_of(&generator, value)?;
        Ok(Near { generator, choices, place: Place::here() })
    }
}

impl<G: Draw> Draw for Near<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if src.is_given() { self.generator.draw(src) } else { src.unsteered(|src| self.draw_near(src)) }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.generator.describe(sketch);
        sketch.add(Shape::Steered { of, guided: false })
    }

    fn growth(&self) -> Growth {
        self.generator.growth()
    }
}

impl<G: Draw> Near<G> {
    fn draw_near(&self, src: &mut Source) -> Result<G::Value, Reject> {
        for _ in 0..TRIES {
            let redrawn = Redrawn::of(&self.choices, src.word());
            let mut own = Source::produced_by(redrawn, src.word()).recording();
            own.set_size(src.steering_size());
            let Ok(value) = self.generator.draw(&mut own) else { continue };
            let choices = own.recorded();
            src.afford(choices.len() as u64)?;
            if src.is_watched() {
                let mut writer = Writer::default();
                choices.units().for_each(|unit| writer.copy(&choices, unit));
                src.write_down(writer);
            }
            return Ok(value);
        }
        Err(src.reject_at(self.place, TRIES))
    }
}

impl<G: Reflect> Reflect for Near<G> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        self.generator.reflect(value, back)
    }
}

impl<G: Closed> Closed for Near<G> {}
impl<G: Draw> Gen for Near<G> {}

/// Gives the choices of a sequence, but for a few of its units, which are left to chance.
struct Redrawn {
    replay: Replay,
    rng: Rng,
    /// About one unit in this many is drawn again.
    one_in: u64,
    /// How deep it is inside a span that is drawn again.
    depth: u32,
}

impl Redrawn {
    fn of(choices: &Choices, seed: u64) -> Redrawn {
        let mut rng = Rng::new(seed);
        // Mostly one or two units, now and then a good part of the value.
        let wanted = 1u64 << rng.word().trailing_ones().min(10);
        let units = (choices.len() + choices.spans().len()) as u64;
        Redrawn { replay: Replay::new(choices.clone()), rng, one_in: units / wanted, depth: 0 }
    }

    fn is_redrawn(&mut self) -> bool {
        self.rng.up_to(self.one_in) == 0
    }
}

impl Producer for Redrawn {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let given = self.replay.choose(max);
        if self.depth > 0 || self.is_redrawn() { None } else { given }
    }

    fn open(&mut self, label: &'static str) {
        self.replay.open(label);
        if self.depth > 0 || self.is_redrawn() {
            self.depth += 1;
        }
    }

    fn close(&mut self) {
        self.replay.close();
        self.depth = self.depth.saturating_sub(1);
    }

    fn limit(&self) -> u64 {
        crate::source::LIMIT
    }
}

/// Another value, a few edits away: see [`Backwards::mutate`](super::Backwards::mutate).
pub(super) fn mutate<G>(generator: &G, value: &G::Value, seed: u64) -> Result<G::Value, Mismatch>
where
    G: Reflect<Value: PartialEq + Debug> + ?Sized,
{
    let (choices, made) = projected(generator, value)?;
    let mut mutator = Mutator::new(seed);
    for _ in 0..EDITS {
        let Ok(other) = generator.replay(&mutator.mutate(&choices)) else { continue };
        // Other choices may encode the same value; its own say what it is.
        if trace_of(generator, &other).is_ok_and(|own| own != choices) {
            return Ok(other);
        }
    }
    Ok(made)
}
