//! Values like a given one: most of its choices, and some parts drawn again.

use std::fmt::{self, Debug};

use crate::choices::{Choices, Span, Writer};
use crate::generator::reflect::{Back, Mismatch, Reflect, choices_of, projected, trace_of};
use crate::generator::{Closed, Draw, Gen};
use crate::mutate::Mutator;
use crate::source::{Growth, Place, Producer, Reject, Replay, Rng, Source};
use crate::space::{NodeId, Shape, Sketch};

/// How often parts are drawn again when the result is rejected, the same, or of another size.
const TRIES: u32 = 32;
/// How many edits are tried until a value differs.
const EDITS: u64 = 200;

/// Values like a given one. See [`Backwards::near`](super::Backwards::near).
#[derive(Clone)]
pub struct Near<G: Draw> {
    generator: G,
    choices: Choices,
    place: Place,
    is_equal: fn(&G::Value, &G::Value) -> bool,
}

impl<G: Draw + Debug> Debug for Near<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Near")
            .field("generator", &self.generator)
            .field("choices", &self.choices)
            .finish_non_exhaustive()
    }
}

impl<G: Reflect<Value: PartialEq + Debug>> Near<G> {
    #[track_caller]
    pub(super) fn new(generator: G, value: &G::Value) -> Result<Near<G>, Mismatch> {
        let choices = choices_of(&generator, value)?;
        Ok(Near { generator, choices, place: Place::here(), is_equal: PartialEq::eq })
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
        // Of what is drawn, the first whose new parts are about as large as the old ones; else the one that comes nearest.
        let mut nearest: Option<(usize, G::Value, Choices)> = None;
        for _ in 0..TRIES {
            let redrawn = Redrawn::of(&self.choices, src.word());
            let (size, replaced) = (redrawn.size, redrawn.replaced);
            let mut own = Source::produced_by(redrawn, src.word()).recording();
            own.set_size(size.min(src.steering_size()));
            let Ok(value) = self.generator.draw(&mut own) else { continue };
            let choices = own.recorded();
            if self.is_same(&value, &choices) {
                continue;
            }
            let beyond = choices.len().abs_diff(self.choices.len()).saturating_sub(replaced / 2 + 1);
            if nearest.as_ref().is_none_or(|nearest| beyond < nearest.0) {
                nearest = Some((beyond, value, choices));
            }
            if beyond == 0 {
                break;
            }
        }
        let Some((_, value, choices)) = nearest else { return Err(src.reject_at(self.place, TRIES)) };
        src.afford(choices.len() as u64)?;
        if src.is_watched() {
            let mut writer = Writer::default();
            choices.units().for_each(|unit| writer.copy(&choices, unit));
            src.write_down(writer);
        }
        Ok(value)
    }

    /// Whether a value is the one that others are to be near to.
    fn is_same(&self, value: &G::Value, choices: &Choices) -> bool {
        *choices == self.choices || self.generator.replay(&self.choices).is_ok_and(|same| (self.is_equal)(&same, value))
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
    spans: Vec<Span>,
    /// The units that are drawn again: choices and spans, by their index.
    choices_again: Vec<usize>,
    spans_again: Vec<usize>,
    /// The choice and the span that come next in the sequence.
    choice: usize,
    span: usize,
    /// The span that is drawn again, and how deep it is inside of it.
    within: usize,
    depth: u32,
    /// How many choices are replaced in all, and the size for a part of as many.
    replaced: usize,
    size: u32,
}

impl Redrawn {
    fn of(choices: &Choices, seed: u64) -> Redrawn {
        let mut rng = Rng::new(seed);
        let spans = choices.spans().to_vec();
        let (mut choices_again, mut spans_again, mut replaced, mut size) = (Vec::new(), Vec::new(), 0, 0);
        let units = choices.len() + spans.len();
        // Mostly one or two units, now and then a good part of the value.
        let wanted = 1usize << rng.word().trailing_ones().min(10);
        for _ in 0..wanted.min(units) {
            let unit = rng.up_to(units as u64 - 1) as usize;
            let around = if let Some(span) = unit.checked_sub(choices.len()) {
                spans_again.push(span);
                Some(span)
            } else {
                choices_again.push(unit);
                // Another branch is another part.
                let around = |_: &_| spans.iter().rposition(|span| span.range().contains(&unit));
                choices.pick_at(unit).and_then(around)
            };
            replaced += around.map_or(1, |span| spans[span].range().len());
            size = size.max(around.map_or(1, |span| 1 + spans[span].nested(span)));
        }
        let replay = Replay::new(choices.clone());
        let (choice, span, within, depth) = (0, 0, 0, 0);
        let size = size.try_into().unwrap_or(u32::MAX);
        Redrawn { replay, spans, choices_again, spans_again, choice, span, within, depth, replaced, size }
    }
}

impl Producer for Redrawn {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let given = self.replay.choose(max);
        let at = self.choice;
        self.choice += usize::from(self.depth == 0);
        if self.depth > 0 || self.choices_again.contains(&at) { None } else { given }
    }

    fn open(&mut self, label: &'static str) {
        self.replay.open(label);
        if self.depth > 0 || self.spans_again.contains(&self.span) {
            self.within = if self.depth == 0 { self.span } else { self.within };
            self.depth += 1;
        } else {
            self.span += 1;
        }
    }

    fn close(&mut self) {
        self.replay.close();
        self.depth = match self.depth {
            1 => {
                if let Some(span) = self.spans.get(self.within) {
                    (self.choice, self.span) = (span.range().end, self.within + 1 + span.nested(self.within));
                }
                0
            }
            depth => depth.saturating_sub(1),
        };
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
