//! Recursion by combinators: a generator that is given itself.

use std::cell::OnceCell;
use std::fmt;
use std::rc::{Rc, Weak};

use super::{BoxedGen, Closed, Draw, FullGen};
use crate::generator::reflect::{Back, Key, Mismatch, Reflect};
use crate::source::Plan;
use crate::source::{Growth, Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch, Space};

/// A generator that contains itself. See [`recursive`].
pub struct Recursive<G>(Rc<Core<G>>);

/// The generator inside itself, as its body sees it.
pub struct Me<G>(Weak<Core<G>>);

struct Core<G> {
    body: OnceCell<G>,
    plan: OnceCell<Plan>,
    key: Key,
    place: Place,
}

/// A generator that is given itself, with a size that ends it.
///
/// Each time round costs one of the size; when it is used up, sums take the arm that ends soonest, whatever the order
/// of the arms. All parts must run backwards and be closed; [`recursive_forward`] asks for less.
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
/// ```
#[track_caller]
pub fn recursive<T: 'static, G: Reflect<Value = T> + Closed + 'static>(
    body: impl FnOnce(Me<FullGen<'static, T>>) -> G,
) -> Recursive<FullGen<'static, T>> {
    tie(Place::here(), |me| FullGen::new(body(me)))
}

/// As [`recursive`], where a part is a closure: it runs forwards only.
///
/// ```
/// use astragal::prelude::*;
///
/// let nested = recursive_forward(|me| one_of![just(0u32), me.map(|depth| depth + 1)]);
/// assert!(nested.at_size(50).sample(1) <= 51);
/// ```
#[track_caller]
pub fn recursive_forward<T: 'static, G: Draw<Value = T> + 'static>(
    body: impl FnOnce(Me<BoxedGen<'static, T>>) -> G,
) -> Recursive<BoxedGen<'static, T>> {
    tie(Place::here(), |me| BoxedGen::new(body(me)))
}

fn tie<G>(place: Place, body: impl FnOnce(Me<G>) -> G) -> Recursive<G> {
    let core = Rc::new(Core { body: OnceCell::new(), plan: OnceCell::new(), key: Key::unique(), place });
    let made = body(Me(Rc::downgrade(&core)));
    let _ = core.body.set(made);
    Recursive(core)
}

impl<G: Draw> Core<G> {
    fn draw(&self, src: &mut Source, costs: u32) -> Result<G::Value, Reject> {
        let Some(body) = self.body.get() else {
            return Err(src.misuse(Some(self.place), "the generator was used before its body was complete"));
        };
        let plan = self.plan.get_or_init(|| Plan::of_space(&Space::of(body), true));
        if plan.is_infinite() {
            let message = "every value would be infinite: give the recursion an arm that ends";
            return Err(src.misuse(Some(self.place), message));
        }
        let node = src.enter(plan, None)?;
        let outer = src.set_size(src.steering_size().saturating_sub(costs));
        let value = body.draw(src);
        src.set_size(outer);
        src.leave(node);
        value
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        match self.body.get() {
            Some(body) => sketch.shared(self, "recursive", |sketch| body.describe(sketch)),
            None => sketch.add(Shape::Opaque { what: "a recursion whose body is not complete" }),
        }
    }
}

impl<G: Reflect> Core<G> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        match self.body.get() {
            Some(body) => back.shared(self.key, value, |back| body.reflect(value, back)),
            None => Err(back.mismatch("the generator was used before its body was complete")),
        }
    }
}

impl<G: Draw> Draw for Recursive<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        self.0.draw(src, 0)
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
        self.0.reflect(value, back)
    }
}

impl<G: Closed> Closed for Recursive<G> {}

impl<G> Clone for Recursive<G> {
    fn clone(&self) -> Self {
        Recursive(Rc::clone(&self.0))
    }
}

impl<G> fmt::Debug for Recursive<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recursive({})", self.0.place)
    }
}

/// What is said if the recursive generator itself is gone.
const GONE: &str = "the recursive generator that this is a part of was dropped: keep it alive while its parts are used";

impl<G: Draw> Draw for Me<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        match self.0.upgrade() {
            Some(core) => core.draw(src, 1),
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

impl<G: Reflect> Reflect for Me<G> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        match self.0.upgrade() {
            Some(core) => core.reflect(value, back),
            None => Err(back.mismatch(GONE)),
        }
    }
}

impl<G: Closed> Closed for Me<G> {}

impl<G> Clone for Me<G> {
    fn clone(&self) -> Self {
        Me(Weak::clone(&self.0))
    }
}

impl<G> fmt::Debug for Me<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Me")
    }
}
