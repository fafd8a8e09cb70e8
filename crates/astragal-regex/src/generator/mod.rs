//! Strings that match a regular expression: the expression is a grammar, and the generator is its parser of choices.

mod matching;

use std::fmt;
use std::sync::Arc;

use PatternNode as Node;
use astragal_core::{
    Arm, Back, Branches, Chars, Closed, Draw, Gen, Growth, IntoLength, ListKind, Mismatch, NodeId, Place, Reflect,
    Reject, Shape, Sketch, Source,
};
use matching::Matcher;

/// Strings that match a pattern: what `string_matching` returns. A clone is cheap.
#[derive(Clone)]
pub struct StringMatching(Result<Arc<Pattern>, Arc<Wrong>>);

/// A pattern from which no strings can be made: why, and where it is written.
struct Wrong {
    source: String,
    message: String,
    place: Place,
}

impl StringMatching {
    /// The parts of each node come before it.
    #[doc(hidden)]
    pub fn new(pattern: Pattern) -> StringMatching {
        StringMatching(Ok(Arc::new(pattern)))
    }

    /// Draws a string to the end of another.
    #[doc(hidden)]
    pub fn draw_into(&self, src: &mut Source, text: &mut String) -> Result<(), Reject> {
        let pattern = match &self.0 {
            Ok(pattern) => pattern,
            Err(wrong) => return Err(src.misuse(Some(wrong.place), wrong.message.clone())),
        };
        src.open(REGEX);
        pattern.draw(pattern.root, src, text)?;
        src.close();
        Ok(())
    }

    /// For a pattern from which no strings can be made: drawing from it is a usage error.
    pub(crate) fn wrong(source: &str, message: String, place: Place) -> StringMatching {
        StringMatching(Err(Arc::new(Wrong { source: source.to_string(), message, place })))
    }

    /// The pattern as it was written.
    pub fn pattern(&self) -> &str {
        match &self.0 {
            Ok(pattern) => &pattern.source,
            Err(wrong) => &wrong.source,
        }
    }
}

impl Gen for StringMatching {}

impl fmt::Debug for StringMatching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StringMatching({:?})", self.pattern())
    }
}

/// A pattern as a small graph, the parts of a node before the node itself.
#[doc(hidden)]
pub struct Pattern {
    /// As it was written.
    pub source: String,
    /// The graph.
    pub nodes: Vec<PatternNode>,
    /// The node of the whole.
    pub root: Id,
    /// That of the root.
    pub growth: Growth,
    /// Under which name the choice of each node is counted, where examples teach. If there are none, nothing of it counts.
    pub names: Box<[&'static str]>,
}

type Id = usize;

/// A node of a pattern.
#[doc(hidden)]
pub enum PatternNode {
    /// Just this text: no choice.
    Literal(Box<str>),
    /// One choice.
    Class(Chars),
    /// All parts in order. They are a span of their own only if more than one of them leaves a trace.
    Concat {
        /// In order.
        parts: Box<[Id]>,
        /// Whether they are a span.
        spanned: bool,
    },
    /// One of the parts.
    Alternation {
        /// Simplest first.
        arms: Box<[Id]>,
        /// How often chance takes each, against the others.
        weights: Box<[u32]>,
    },
    /// An element several times; `usize::MAX` times if there is no bound.
    Repeat {
        /// What is repeated.
        element: Id,
        /// At least this often.
        min: usize,
        /// At most this often.
        max: usize,
        /// That of the element.
        growth: Growth,
    },
}

const CONCAT: &str = "concat";
const ALTERNATION: &str = "alternation";
const REPEAT: &str = "repeat";
const REGEX: &str = "regex";
const ARM: &str = "arm";

/// The branches of an alternation, which differ in nothing but their weights.
struct Alternatives<'a>(&'a [u32]);

impl Branches for Alternatives<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn weight(&self, arm: usize) -> u32 {
        self.0[arm]
    }

    fn label(&self, _arm: usize) -> &'static str {
        ARM
    }
}

impl Pattern {
    /// Makes the choice of a node, which may have a name.
    #[inline]
    fn named<T>(&self, node: Id, src: &mut Source, draw: impl FnOnce(&mut Source) -> T) -> T {
        match self.names.get(node) {
            Some(&name) => src.named(Some(name), draw),
            None => draw(src),
        }
    }

    fn draw(&self, node: Id, src: &mut Source, text: &mut String) -> Result<(), Reject> {
        match &self.nodes[node] {
            Node::Literal(literal) => text.push_str(literal),
            Node::Class(chars) => text.push(self.named(node, src, |src| chars.draw(src))?),
            Node::Concat { parts, spanned } => {
                if *spanned {
                    src.open(CONCAT);
                }
                for &part in parts {
                    self.draw(part, src, text)?;
                }
                if *spanned {
                    src.close();
                }
            }
            Node::Alternation { arms, weights } => {
                src.open(ALTERNATION);
                let arm = self.named(node, src, |src| src.pick_among(ALTERNATION, &Alternatives(weights)))?;
                self.draw(arms[arm], src, text)?;
                src.close();
            }
            Node::Repeat { element, min, max, growth } => {
                let length = (*min..=*max).into_length();
                let list = self.named(node, src, |src| src.begin_list(REPEAT, &length, *growth, 1))?;
                for _ in 0..list.count {
                    self.draw(*element, src, text)?;
                }
                src.end_list(&list);
            }
        }
        Ok(())
    }

    fn describe(&self, node: Id, sketch: &mut Sketch) -> NodeId {
        let shape = match &self.nodes[node] {
            Node::Literal(_) => Shape::Unit,
            Node::Class(chars) => return chars.describe(sketch),
            Node::Concat { parts, .. } => {
                Shape::Product(parts.iter().map(|&part| self.describe(part, sketch)).collect())
            }
            Node::Alternation { arms, weights } => {
                let arm = |(&arm, &weight)| Arm { label: ARM, weight, node: self.describe(arm, sketch) };
                Shape::Sum { site: ALTERNATION, arms: arms.iter().zip(weights).map(arm).collect(), ranked: false }
            }
            Node::Repeat { element, min, max, .. } => {
                let element = self.describe(*element, sketch);
                Shape::List { kind: ListKind::Sequence, min: *min, max: *max, element }
            }
        };
        sketch.add(shape)
    }
}

impl Draw for StringMatching {
    type Value = String;

    fn draw(&self, src: &mut Source) -> Result<String, Reject> {
        let mut text = String::new();
        self.draw_into(src, &mut text)?;
        Ok(text)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        // A pattern may match a string in several ways.
        let of = match &self.0 {
            Ok(pattern) => pattern.describe(pattern.root, sketch),
            Err(_) => sketch.add(Shape::Unit),
        };
        sketch.add(Shape::Mapped { of })
    }

    fn growth(&self) -> Growth {
        self.0.as_ref().map_or(Growth::Fixed, |pattern| pattern.growth)
    }
}

impl Reflect for StringMatching {
    fn reflect(&self, value: &String, back: &mut Back) -> Result<(), Mismatch> {
        let pattern = match &self.0 {
            Ok(pattern) => pattern,
            Err(wrong) => return Err(back.mismatch(&wrong.message)),
        };
        back.unlisted(); // a text may match in several ways
        back.span(REGEX, |back| Matcher::new(pattern, value).reflect(back))
    }
}

impl Closed for StringMatching {}
