//! A space as a small tree of data: to be shown, sent and compared, without the generator.
//!
//! The graph has cycles and no bound. A tree has each named type once, and a reference wherever it occurs again; what would
//! make it larger than [`MOST_PARTS`] parts or deeper than [`MOST_LEVELS`] levels is omitted.

use std::collections::HashMap;

use super::{ListKind, NodeId, Shape, Space};

/// The most parts of an outline.
const MOST_PARTS: usize = 1_000;
/// The most characters of a name: that of an opaque part is a type, which may be very long.
const LONGEST_NAME: usize = 200;
/// The most levels of an outline.
pub(super) const MOST_LEVELS: usize = 64;

/// What a generator can make, as data. Its text, which can be read back, is an expression in parentheses.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::Outline;
///
/// #[derive(Arbitrary)]
/// enum Tree { Leaf, Node(Vec<Tree>) }
///
/// let outline = any::<(bool, Tree)>().space().outline();
/// let text = outline.to_string();
/// assert!(text.contains(r#"(type "Tree" (sum "Tree" ("Leaf" unit)"#), "{text}");
/// assert!(text.contains(r#"(list sequence 0 - (same "Tree"))"#), "{text}");
/// assert_eq!(text.parse::<Outline>().unwrap(), outline);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outline {
    /// One value: `unit`.
    Unit,
    /// A number: `(number MAX BOTH)`. See [`Shape::Number`].
    Number {
        /// One less than how many numbers there are.
        max: u128,
        /// How far they go to both sides of their origin.
        both: u128,
    },
    /// One of several characters: `(character COUNT)`.
    Character {
        /// How many there are.
        count: u32,
    },
    /// One of several constants: `(constants COUNT)`.
    Constants {
        /// How many there are.
        count: u64,
    },
    /// A value of each part: `(product PART..)`.
    Product(Vec<Outline>),
    /// A value of one of several arms: `(sum NAME (LABEL ARM)..)`.
    Sum {
        /// The name of the choice among them.
        name: String,
        /// What can be chosen, with the name of each: often that of a constructor.
        arms: Vec<(String, Outline)>,
    },
    /// A part, and what follows each of its values: `(family FIRST REST..)`.
    Family {
        /// What comes first.
        first: Box<Outline>,
        /// What follows, in the order of its values.
        rests: Vec<Outline>,
    },
    /// A list: `(list KIND MIN MAX ELEMENT)`, where `-` is no bound.
    List {
        /// What makes two lists the same value.
        kind: ListKind,
        /// The fewest elements.
        min: usize,
        /// The most elements, if there is a bound.
        max: Option<usize>,
        /// What each is.
        element: Box<Outline>,
    },
    /// Some of several given values: `(selection FROM MIN MAX)`.
    Selection {
        /// How many values there are to choose from.
        from: usize,
        /// The fewest that are chosen.
        min: usize,
        /// The most.
        max: usize,
    },
    /// A function: `(function ARGUMENT RESULT)`.
    Function {
        /// What it is asked.
        argument: Box<Outline>,
        /// What it answers.
        result: Box<Outline>,
    },
    /// A named type, at its first occurrence: `(type NAME OF)`.
    Type {
        /// Its name; with a number where another type has the same.
        name: String,
        /// What it is.
        of: Box<Outline>,
    },
    /// The named type again: `(same NAME)`.
    Same {
        /// Its name.
        name: String,
    },
    /// Values under a function: `(mapped OF)`.
    Mapped(Box<Outline>),
    /// Values that are drawn on demand: `(lazy OF)`.
    Lazy(Box<Outline>),
    /// Values that are drawn by a strategy of their own: `(steered OF)`.
    Steered(Box<Outline>),
    /// Those values for which a condition holds: `(filtered PLACE OF)`.
    Filtered {
        /// Where the condition is written.
        place: String,
        /// The values that are filtered.
        of: Box<Outline>,
    },
    /// A part that is known only by running it: `(opaque WHAT)`.
    Opaque {
        /// What it is.
        what: String,
    },
    /// A part that would make the outline too large: `omitted`.
    Omitted,
}

impl Space {
    /// What it holds, as data.
    pub fn outline(&self) -> Outline {
        Drawing { space: self, names: HashMap::new(), taken: HashMap::new(), parts: 0 }.draw(self.root, 0)
    }
}

/// An outline, as far as it is drawn.
struct Drawing<'a> {
    space: &'a Space,
    /// The types that were met, and how they are called.
    names: HashMap<NodeId, String>,
    /// How many of them have the same name.
    taken: HashMap<&'static str, usize>,
    parts: usize,
}

impl Drawing<'_> {
    fn draw(&mut self, node: NodeId, level: usize) -> Outline {
        if let Some(name) = self.names.get(&node) {
            return Outline::Same { name: name.clone() };
        }
        if self.parts == MOST_PARTS || level == MOST_LEVELS {
            return Outline::Omitted;
        }
        self.parts += 1;
        let space = self.space;
        let mut inner = |node: NodeId| Box::new(self.draw(node, level + 1));
        match space.shape(node) {
            Shape::Unit => Outline::Unit,
            &Shape::Number { max, both } => Outline::Number { max, both },
            &Shape::Character { count } => Outline::Character { count },
            &Shape::Constants { count } => Outline::Constants { count },
            Shape::Tiered { ends, .. } => Outline::Constants { count: ends.last().copied().unwrap_or(0) },
            Shape::Product(parts) => Outline::Product(parts.iter().map(|part| *inner(*part)).collect()),
            Shape::Sum { site, arms, .. } => {
                let arms = arms.iter().map(|arm| (cut(arm.label), *inner(arm.node))).collect();
                Outline::Sum { name: cut(site), arms }
            }
            Shape::Family { first, rests } => {
                Outline::Family { first: inner(*first), rests: rests.iter().map(|rest| *inner(rest.node)).collect() }
            }
            &Shape::List { kind, min, max, element } => {
                Outline::List { kind, min, max: (max < usize::MAX).then_some(max), element: inner(element) }
            }
            &Shape::Selection { from, min, max } => Outline::Selection { from, min, max },
            &Shape::Function { argument, result } => {
                Outline::Function { argument: inner(argument), result: inner(result) }
            }
            &Shape::Named { name, of } => {
                let name = self.name(node, name);
                Outline::Type { name, of: Box::new(self.draw(of, level + 1)) }
            }
            &Shape::Mapped { of } => Outline::Mapped(inner(of)),
            &Shape::Lazy { of } => Outline::Lazy(inner(of)),
            &Shape::Steered { of, .. } => Outline::Steered(inner(of)),
            Shape::Filtered { of, place } => Outline::Filtered { place: place.to_string(), of: inner(*of) },
            &Shape::Opaque { what } => Outline::Opaque { what: cut(what) },
        }
    }

    fn name(&mut self, node: NodeId, name: &'static str) -> String {
        let taken = self.taken.entry(name).or_default();
        *taken += 1;
        let name = if *taken == 1 { cut(name) } else { format!("{}#{taken}", cut(name)) };
        self.names.insert(node, name.clone());
        name
    }
}

fn cut(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}..", &name[..end]),
        None => name.into(),
    }
}
