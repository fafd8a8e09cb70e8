//! A generator that draws by a strategy, and the plans it draws by.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::strata::Strata;
use super::{Counted, Strategy, Way, planner};
use crate::generator::Draw;
use crate::generator::forward::same_values;
use crate::source::{Decider, Growth, Place, Reject, Rng, Source};
use crate::space::{NodeId, Shape, Sketch, Space};

/// Values of a generator, drawn by a strategy. See `Shaping::by`.
#[derive(Clone, Debug)]
pub struct By<G> {
    generator: G,
    plans: Rc<RefCell<Plans>>,
    place: Place,
}

impl<G: Draw> By<G> {
    #[doc(hidden)]
    #[track_caller]
    pub fn new(generator: G, strategy: Strategy) -> By<G> {
        By { generator, plans: Rc::new(RefCell::new(Plans::new(strategy))), place: Place::here() }
    }
}

/// The plans of a strategy for the values of one generator: what is known of its space is computed once.
#[derive(Debug)]
pub struct Plans {
    strategy: Strategy,
    /// The strata, by the size for which the generator was described.
    known: HashMap<(u32, Counted), Rc<Strata>>,
    /// Whether the space differs at other sizes.
    depends_on_size: bool,
}

impl Plans {
    /// The plans of a strategy, none of which is made yet.
    pub fn new(strategy: Strategy) -> Plans {
        Plans { strategy, known: HashMap::new(), depends_on_size: true }
    }

    /// Draws a value of a generator by a plan; or, where the choices are given, as it is.
    pub fn draw<G: Draw>(plans: &RefCell<Plans>, generator: &G, src: &mut Source) -> Result<G::Value, Reject> {
        Plans::draw_at(plans, generator, src, None)
    }

    fn draw_at<G: Draw>(
        plans: &RefCell<Plans>,
        generator: &G,
        src: &mut Source,
        place: Option<Place>,
    ) -> Result<G::Value, Reject> {
        if src.is_given() {
            return generator.draw(src);
        }
        let decider = plans.borrow_mut().decider(generator, src, place.is_some());
        match decider {
            Ok(Some(decider)) => src.decided_by(decider, |src| generator.draw(src)),
            Ok(None) => generator.draw(src),
            Err(problem) => Err(src.misuse(place, problem)),
        }
    }

    /// Plans the next value, which the source draws from now on; or says why there is none.
    #[doc(hidden)]
    pub fn begin<G: Draw + ?Sized>(&mut self, generator: &G, src: &mut Source) -> Result<(), String> {
        if let Some(Decider::Plan(steps)) = self.decider(generator, src, false)? {
            src.follow_plan(steps);
        }
        Ok(())
    }

    /// What decides the next value, if not chance alone. A size that the space cannot have is an error where the strategy was chosen
    /// for this generator, and not where it is one for all, or one of several.
    fn decider<G: Draw + ?Sized>(
        &mut self,
        generator: &G,
        src: &mut Source,
        is_own: bool,
    ) -> Result<Option<Decider>, String> {
        let mut rng = Rng::new(src.steer(u64::MAX));
        let size = src.steering_size();
        let Plans { strategy, known, depends_on_size } = self;
        let how = match strategy.for_a_value(&mut rng) {
            Way::Grown(how) => how,
            Way::Advised(adviser) => return Ok(Some(Decider::Adviser(Arc::clone(adviser)))),
            Way::Chance => return Ok(None),
        };
        let key = |depends_on_size: bool| (if depends_on_size { size } else { u32::MAX }, how.plans);
        let strata = match known.get(&key(*depends_on_size)) {
            Some(strata) => Rc::clone(strata),
            None => {
                let (space, depends) =
                    if is_own { Space::in_full(generator, size) } else { Space::at_size(generator, size) };
                if space.is_infinite() {
                    return Ok(None); // which drawing reports
                }
                *depends_on_size = depends;
                let strata = Rc::new(Strata::of(&space, how.plans));
                known.insert(key(depends), Rc::clone(&strata));
                strata
            }
        };
        if how.if_nested && strata.dimension_of_root() < 2 {
            return Ok(None);
        }
        let strict = is_own && strategy.is_single();
        planner::plan(&strata, how, size, strict, &mut rng).map(|steps| Some(Decider::Plan(steps)))
    }
}

impl<G: Draw> Draw for By<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        Plans::draw_at(&self.plans, &self.generator, src, Some(self.place))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.generator.describe(sketch);
        sketch.add(Shape::Steered { of, guided: false })
    }

    fn growth(&self) -> Growth {
        self.generator.growth()
    }
}

same_values!(By);
