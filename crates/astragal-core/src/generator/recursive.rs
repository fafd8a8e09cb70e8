//! Recursion by combinators: a generator that is given itself.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::rc::{Rc, Weak};

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Key, Mismatch, Reflect};
use crate::source::{Growth, Place, Plan, Reject, Source};
use crate::space::{NodeId, Shape, Sketch, Space};

/// A generator that contains itself. See [`recursive`].
pub struct Recursive<G: Draw>(Rc<Core<G>>);

/// The generator inside itself, as its body sees it: it has every power, and the body those that its other parts have too.
pub struct Me<T>(Weak<dyn Body<T>>);

struct Core<G: Draw> {
    body: G,
    plan: OnceCell<Plan>,
    key: Key,
    place: Place,
    /// How many levels a value may have below the first.
    most_levels: Cell<u32>,
    /// The level that is drawn or taken apart now.
    level: Cell<u32>,
    /// The way back through the body, known once a body that has one is run backwards.
    back: OnceCell<WayBack<G>>,
}

type WayBack<G> = fn(&G, &<G as Draw>::Value, &mut Back) -> Result<(), Mismatch>;

/// A generator that is given itself, with a size that ends it.
///
/// Each time round costs one of the size; when it is used up, sums take the arm that ends soonest, whatever the order of the
/// arms. It runs backwards if all other parts do, and is closed if they are.
///
/// ```
/// use astragal::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq)]
/// enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = recursive(|me| {
///     one_of![
///         node: (me.clone(), me).iso(
///             |(l, r)| Tree::Node(Box::new(l), Box::new(r)),
///             |t| match t { Tree::Node(l, r) => Some(((**l).clone(), (**r).clone())), Tree::Leaf => None },
///         ),
///         leaf: just(Tree::Leaf),
///     ]
/// });
/// assert_eq!(trees.simplest().unwrap(), Tree::Leaf);
/// let tree = trees.sample(4);
/// let choices = trees.choices_of(&tree).unwrap();
/// assert_eq!(trees.replay(&choices).unwrap(), tree);
///
/// // With `map` it runs forwards only. The size bounds what chance makes, the depth what there is.
/// let nested = recursive(|me| one_of![just(0u32), me.map(|depth| depth + 1)]);
/// assert!((0..100).all(|seed| nested.clone().at_size(50).sample(seed) <= 51));
/// assert!((0..100).all(|seed| nested.clone().depth(5).sample(seed) <= 5));
/// ```
#[track_caller]
pub fn recursive<T: 'static, G: Draw<Value = T> + 'static>(body: impl FnOnce(Me<T>) -> G) -> Recursive<G> {
    let place = Place::here();
    Recursive(Rc::new_cyclic(|core: &Weak<Core<G>>| Core {
        body: body(Me(core.clone())),
        plan: OnceCell::new(),
        key: Key::unique(),
        place,
        most_levels: Cell::new(u32::MAX),
        level: Cell::new(0),
        back: OnceCell::new(),
    }))
}

impl<G: Draw> Recursive<G> {
    /// Rejects values in which the generator is inside itself more often than this; chance does not make them. Clones have the
    /// same limit; a lazy part begins anew.
    #[must_use]
    pub fn depth(self, most: u32) -> Recursive<G> {
        self.0.most_levels.set(most);
        self
    }
}

/// What [`Me`] knows of the generator that it is a part of.
trait Body<T> {
    fn draw_inner(&self, src: &mut Source) -> Result<T, Reject>;
    fn describe(&self, sketch: &mut Sketch) -> NodeId;
    fn reflect_inner(&self, value: &T, back: &mut Back) -> Result<(), Mismatch>;
}

impl<G: Draw> Core<G> {
    fn draw(&self, src: &mut Source, size: u32) -> Result<G::Value, Reject> {
        let plan = self.plan.get_or_init(|| Plan::of_space(&Space::of(&self.body), true));
        if plan.is_infinite() {
            let message = "every value would be infinite: give the recursion an arm that ends";
            return Err(src.misuse(Some(self.place), message));
        }
        let node = src.enter(plan, None)?;
        let outer = src.set_size(size);
        let value = self.body.draw(src);
        src.set_size(outer);
        src.leave(node);
        value
    }

    fn is_limited(&self) -> bool {
        self.most_levels.get() < u32::MAX
    }

    /// Goes a level down for as long as what it returns lives; `None` if there are as many levels as there may be.
    fn level_down(&self) -> Option<Restored<'_>> {
        let level = self.level.get();
        (level < self.most_levels.get()).then(|| {
            self.level.set(level + 1);
            Restored(&self.level, level)
        })
    }
}

/// Puts a level back, also where a case is left by unwinding.
struct Restored<'a>(&'a Cell<u32>, u32);

impl Drop for Restored<'_> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

impl<G: Draw> Body<G::Value> for Core<G> {
    fn draw_inner(&self, src: &mut Source) -> Result<G::Value, Reject> {
        let Some(_level) = self.level_down() else { return Err(src.reject_at(self.place, 1)) };
        let is_last = self.level.get() == self.most_levels.get();
        self.draw(src, if is_last { 0 } else { src.steering_size().saturating_sub(1) })
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let node = sketch.shared(self, "recursive", |sketch| self.body.describe(sketch));
        if self.is_limited() { sketch.filtered(node) } else { node }
    }

    fn reflect_inner(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        let Some(_level) = self.level_down() else {
            return Err(back.mismatch(format_args!("it is deeper than {} levels", self.most_levels.get())));
        };
        match self.back.get() {
            // What is known of a value at one level does not hold at another.
            Some(way_back) if self.is_limited() => way_back(&self.body, value, back),
            Some(way_back) => back.shared(self.key, value, |back| way_back(&self.body, value, back)),
            None => Err(back.mismatch("the generator inside itself runs backwards only as a part of the whole")),
        }
    }
}

impl<G: Draw> Draw for Recursive<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        // A value of its own wherever it is drawn, even inside another one of the same generator.
        let _level = Restored(&self.0.level, self.0.level.replace(0));
        self.0.draw(src, src.steering_size())
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        self.0.describe(sketch)
    }

    fn growth(&self) -> Growth {
        Growth::Recursive
    }
}

impl<G: Reflect> Reflect for Recursive<G> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        let _ = self.0.back.set(G::reflect);
        let _level = Restored(&self.0.level, self.0.level.replace(0));
        back.shared(self.0.key, value, |back| self.0.body.reflect(value, back))
    }
}

impl<G: Closed> Closed for Recursive<G> {}

impl<G: Draw> Clone for Recursive<G> {
    fn clone(&self) -> Self {
        Recursive(Rc::clone(&self.0))
    }
}

impl<G: Draw> fmt::Debug for Recursive<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recursive({})", self.0.place)
    }
}

/// The message if there is no generator around the part.
const GONE: &str = "a part of a recursive generator was used without the whole: before its body was complete, or after the whole \
                    was dropped";

impl<T> Draw for Me<T> {
    type Value = T;

    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        match self.0.upgrade() {
            Some(core) => core.draw_inner(src),
            None => Err(src.misuse(None, GONE)),
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        match self.0.upgrade() {
            Some(core) => core.describe(sketch),
            None => sketch.add(Shape::Opaque { what: GONE }),
        }
    }

    fn growth(&self) -> Growth {
        Growth::Recursive
    }
}

impl<T> Reflect for Me<T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        match self.0.upgrade() {
            Some(core) => core.reflect_inner(value, back),
            None => Err(back.mismatch(GONE)),
        }
    }
}

impl<T> Closed for Me<T> {}

impl<T> Clone for Me<T> {
    fn clone(&self) -> Self {
        Me(Weak::clone(&self.0))
    }
}

impl<T> fmt::Debug for Me<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Me")
    }
}
