//! Families: parts on whose values depends what follows, and functions whose values depend on what they are called with.
//!
//! A generator that draws a value, and then from a generator made of it, has a space for each of these values
//! ([`Sketch::family`]); a function that calls itself with other arguments has one for each of the arguments
//! ([`Sketch::called`]). All are described at once, so they must be few: if they are too many, the outermost generator in which
//! they are is opaque, as if nothing had been described.

use std::collections::HashMap;
use std::rc::Rc;

use super::{NodeId, Rest, Shape, Sketch};
use crate::source::{Identity, Reason, Source, StackGuard, Tape, try_out};

/// Values and calls in all, within one outermost generator, where a plan is made unasked; and where the user asks for its
/// values.
const FEW: usize = 1 << 12;
const MANY: usize = 1 << 18;

/// A function and what it is called with: which space it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The function.
    pub function: Identity,
    /// What the arguments hash to.
    pub arguments: u64,
}

/// What a sketch knows of families.
#[derive(Debug)]
pub(super) struct Families {
    /// How many values and calls there may be.
    most: usize,
    left: usize,
    /// How much of the stack may be used, while something is described that can fail.
    open: Option<StackGuard>,
    failed: bool,
    calls: HashMap<Call, Called>,
    /// Functions that are described now and cannot be told by their arguments.
    unknown: Vec<&'static str>,
    /// Parts by their content.
    known: HashMap<Shape, NodeId>,
    pub(super) functions: HashMap<NodeId, Identity>,
    reader: Option<Reader>,
}

/// How far a call is described.
#[derive(Clone, Copy, Debug)]
enum Called {
    /// It is begun; with its node, once something refers to it.
    Begun(Option<NodeId>),
    Done(NodeId),
}

impl Default for Families {
    fn default() -> Families {
        Families {
            most: FEW,
            left: 0,
            open: None,
            failed: false,
            calls: HashMap::new(),
            unknown: Vec::new(),
            known: HashMap::new(),
            functions: HashMap::new(),
            reader: None,
        }
    }
}

/// Reads the choices of one value after the other.
struct Reader {
    tape: Rc<Tape>,
    source: Source,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reader")
    }
}

impl Sketch {
    /// For when the user asks for what there is: larger families are described.
    pub(crate) fn in_full(mut self) -> Sketch {
        self.families.most = MANY;
        self
    }

    /// A part, and then what depends on its value: `rest` is asked for each of its values, given by its choices. `None`: it
    /// rejects that value, as a condition does.
    ///
    /// This is for generators that draw from a generator that they make of an earlier value. To get the value, draw it:
    /// `first.draw(sketch.reading(choices))`; where that is an `Err`, [`no_value`](Sketch::no_value) says what it means. The choices must
    /// be consumed in this order, first those of the part and then those of the rest.
    ///
    /// If the part has too many values to ask for each, what follows is opaque, called `what`. The generator says so where it
    /// draws: see [`Source::rest_may_be_opaque`].
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::{NodeId, Sketch};
    /// use astragal::{Draw, Reject, Source};
    ///
    /// /// Pairs in order.
    /// struct Ordered(u8);
    ///
    /// impl Draw for Ordered {
    ///     type Value = (u8, u8);
    ///
    ///     fn draw(&self, src: &mut Source) -> Result<(u8, u8), Reject> {
    ///         src.open("ordered");
    ///         let low = src.try_draw(0..=self.0)?;
    ///         src.rest_may_be_opaque("ordered");
    ///         let high = src.try_draw(low..=self.0)?;
    ///         src.close();
    ///         Ok((low, high))
    ///     }
    ///
    ///     fn describe(&self, sketch: &mut Sketch) -> NodeId {
    ///         let first = (0..=self.0).describe(sketch);
    ///         sketch.family("ordered", first, |sketch, choices| match (0..=self.0).draw(sketch.reading(choices)) {
    ///             Ok(low) => Some((low..=self.0).describe(sketch)),
    ///             Err(_) => sketch.no_value(),
    ///         })
    ///     }
    /// }
    ///
    /// assert_eq!(Ordered(3).space().most_values(), Some(10));
    /// ```
    pub fn family(
        &mut self,
        what: &'static str,
        first: NodeId,
        mut rest: impl FnMut(&mut Sketch, &[u64]) -> Option<NodeId>,
    ) -> NodeId {
        let whole = self.limited(|sketch| {
            let words = sketch.words(first, sketch.families.left)?;
            sketch.families.left -= words.len();
            let mut rests = Vec::with_capacity(words.len());
            for choices in words {
                // There is no case yet in which the user's code could fail.
                let node = try_out(|| sketch.in_passing(|sketch| rest(sketch, &choices))).ok()?;
                if sketch.families.failed {
                    return None;
                }
                rests.extend(node.flatten().map(|node| Rest { choices, node }));
            }
            Some(sketch.add(Shape::Family { first, rests }))
        });
        whole.unwrap_or_else(|| {
            let rest = self.add(Shape::Opaque { what });
            self.add(Shape::Product(vec![first, rest]))
        })
    }

    /// The values of a function called with some arguments: described once for each, so a call within the same call is a recursion.
    /// Without a `call` nothing tells the arguments, and the function must not be within itself.
    ///
    /// If there are too many calls, or too many values on which what follows depends, the function is opaque, called `what`. It says
    /// so where it draws: see [`Source::open_described`].
    pub fn called(
        &mut self,
        call: Option<Call>,
        name: &'static str,
        what: &'static str,
        describe: impl FnOnce(&mut Sketch) -> NodeId,
    ) -> NodeId {
        if let Some(known) = call.and_then(|call| self.known_call(call, name)) {
            return known;
        }
        let whole = self.limited(|sketch| {
            sketch.families.left = sketch.families.left.checked_sub(1)?;
            let Some(call) = call else {
                if sketch.families.unknown.contains(&what) {
                    return None;
                }
                sketch.families.unknown.push(what);
                let of = describe(sketch);
                sketch.families.unknown.pop();
                return Some(sketch.once(Shape::Named { name, of }));
            };
            sketch.families.calls.insert(call, Called::Begun(None));
            let of = describe(sketch);
            let node = match sketch.families.calls.get(&call) {
                Some(&Called::Begun(Some(node))) => {
                    sketch.shapes[node.index()] = Shape::Named { name, of };
                    node
                }
                _ => sketch.once(Shape::Named { name, of }),
            };
            sketch.families.calls.insert(call, Called::Done(node));
            sketch.families.functions.insert(node, call.function);
            Some(node)
        });
        whole.unwrap_or_else(|| self.add(Shape::Opaque { what }))
    }

    fn known_call(&mut self, call: Call, name: &'static str) -> Option<NodeId> {
        match *self.families.calls.get(&call)? {
            Called::Done(node) | Called::Begun(Some(node)) => Some(node),
            Called::Begun(None) => {
                let node = self.push(Shape::Opaque { what: name }); // until it is described
                self.families.calls.insert(call, Called::Begun(Some(node)));
                Some(node)
            }
        }
    }

    /// Describes what may be too much. If it is, the outermost one begins anew with nothing: `None`, and what was added is gone.
    fn limited(&mut self, describe: impl FnOnce(&mut Sketch) -> Option<NodeId>) -> Option<NodeId> {
        let nothing = NodeId(0);
        if self.families.failed {
            return Some(nothing);
        }
        if let Some(stack) = self.families.open {
            let described = if stack.has_room() { describe(self) } else { None };
            self.families.failed |= described.is_none();
            return Some(described.unwrap_or(nothing));
        }
        let before = self.shapes.len();
        self.families.open = Some(StackGuard::here());
        self.families.left = self.families.most;
        let described = describe(self);
        self.families.open = None;
        if !std::mem::take(&mut self.families.failed) && described.is_some() {
            return described;
        }
        self.shapes.truncate(before);
        let is_left = |node: &NodeId| node.index() < before;
        self.types.retain(|_, node| is_left(node));
        self.names.retain(|node, _| is_left(node));
        self.given.retain(|_, node| is_left(node));
        self.shared.retain(|_, node| is_left(node));
        self.ends_first.retain(is_left);
        let Families { calls, known, functions, unknown, .. } = &mut self.families;
        calls.retain(|_, called| matches!(*called, Called::Done(node) if is_left(&node)));
        known.retain(|_, node| is_left(node));
        functions.retain(|node, _| is_left(node));
        unknown.clear();
        None
    }

    /// Describes generators that are gone afterwards: that one is at their address then says nothing.
    pub fn in_passing<T>(&mut self, describe: impl FnOnce(&mut Sketch) -> T) -> T {
        let shared = self.shared.clone();
        let described = describe(self);
        self.shared = shared;
        described
    }

    /// The node of some content, within a family the same one for the same content.
    pub(crate) fn once(&mut self, shape: Shape) -> NodeId {
        if self.families.open.is_none() {
            return self.push(shape);
        }
        if let Some(&known) = self.families.known.get(&shape) {
            return known;
        }
        let node = self.push(shape.clone());
        self.families.known.insert(shape, node);
        node
    }

    /// A source with these choices, for one value. It is the only one at a time.
    pub fn reading(&mut self, choices: &[u64]) -> &mut Source {
        let reader = self.families.reader.get_or_insert_with(|| {
            let tape = Rc::<Tape>::default();
            Reader { source: tape.source(), tape }
        });
        let mut numbers = reader.tape.write();
        numbers.clear();
        numbers.extend_from_slice(choices);
        drop(numbers);
        reader.source.renew();
        &mut reader.source
    }

    /// What is described cannot be.
    pub(crate) fn fail(&mut self) {
        self.families.failed |= self.families.open.is_some();
    }

    /// What it means that [such a source](Sketch::reading) gave no value: a condition rejects it, or (a usage error) it is not
    /// known what there is.
    pub fn no_value<T>(&mut self) -> Option<T> {
        let reason = self.families.reader.as_ref().and_then(|reader| reader.source.reason());
        if matches!(reason, Some(Reason::Usage { .. })) {
            self.fail();
        }
        None
    }
}
