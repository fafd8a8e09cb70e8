//! From a regular expression to the generator of the strings that match it.

use crate::generator::{Pattern, PatternNode as Node, StringMatching};
use astragal_core::{Chars, Growth, Place};
use astragal_pattern::{Part, PatternError};

/// Strings that match a regular expression as a whole, in the syntax of the `regex` crate.
///
/// `^` at the start and `$` at the end may be omitted. Other assertions, such as `\b`, are not supported. Repetitions
/// without a bound follow the size of the case. Of alternatives the first is the simplest; of an ambiguous pattern, the
/// way back takes the first that fits and as few repetitions as do.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::string_matching;
///
/// let version = string_matching(r"v\d{1,3}\.\d{1,3}(-rc\d)?");
/// assert!(version.sample(1).starts_with('v'));
/// assert_eq!(version.simplest().unwrap(), "v0.0");
///
/// let choices = version.choices_of(&"v1.85-rc2".to_string()).unwrap();
/// assert_eq!(version.replay(&choices).unwrap(), "v1.85-rc2");
/// ```
///
/// In attributes the pattern is enough, and a wrong one is a compile error: `#[from("[a-z]+")] name: String` on an argument of a
/// property, `#[arbitrary(with = "[a-z]+")]` on a field. A pattern from which no strings can be made is a usage error at this call, told when the first string is drawn;
/// [`try_string_matching`] is for patterns that are known only at run time.
#[track_caller]
pub fn string_matching(pattern: &str) -> StringMatching {
    match compile(pattern) {
        Ok(compiled) => StringMatching::new(compiled),
        Err(error) => StringMatching::wrong(pattern, error.to_string(), Place::here()),
    }
}

/// As [`string_matching`], with an error in place of a usage error.
///
/// ```
/// use astragal::generators::try_string_matching;
///
/// assert!(try_string_matching("[a-z]+").is_ok());
/// assert!(try_string_matching(r"\bword\b").unwrap_err().to_string().contains(r"`\b`"));
/// ```
pub fn try_string_matching(pattern: &str) -> Result<StringMatching, PatternError> {
    compile(pattern).map(StringMatching::new)
}

/// The place of a node.
type Id = usize;

fn compile(source: &str) -> Result<Pattern, PatternError> {
    let part = astragal_pattern::read(source)?;
    let mut compiler = Compiler { nodes: Vec::new(), traces: Vec::new(), growth: Vec::new() };
    let root = compiler.add_part(part);
    if let Node::Concat { spanned, .. } = &mut compiler.nodes[root] {
        *spanned = false; // the whole is a span already
    }
    let growth = compiler.growth[root];
    Ok(Pattern { source: source.to_string(), root, growth, nodes: compiler.nodes, names: Box::default() })
}

struct Compiler {
    nodes: Vec<Node>,
    /// For each node, whether it leaves a trace: a choice or a span.
    traces: Vec<bool>,
    growth: Vec<Growth>,
}

impl Compiler {
    fn add(&mut self, node: Node) -> Id {
        let most = |parts: &[Id]| parts.iter().map(|&part| self.growth[part]).max().unwrap_or(Growth::Fixed);
        let (traces, growth) = match &node {
            Node::Literal(_) => (false, Growth::Fixed),
            Node::Class(_) => (true, Growth::Fixed),
            Node::Concat { parts, .. } => (parts.iter().any(|&part| self.traces[part]), most(parts)),
            Node::Alternation { arms, .. } => (true, most(arms)),
            Node::Repeat { max: usize::MAX, .. } => (true, Growth::Sized),
            Node::Repeat { element, .. } => (true, self.growth[*element]),
        };
        self.nodes.push(node);
        self.traces.push(traces);
        self.growth.push(growth);
        self.nodes.len() - 1
    }

    fn add_part(&mut self, part: Part) -> Id {
        let node = match part {
            Part::Text(text) => Node::Literal(text),
            Part::Class(ranges) => Node::Class(Chars::from_ranges(ranges)),
            Part::Repeat { of, min, max } => {
                let element = self.add_part(*of);
                Node::Repeat { element, min, max, growth: self.growth[element] }
            }
            Part::Either(arms) => {
                let weights = vec![1; arms.len()].into();
                Node::Alternation { arms: arms.into_iter().map(|arm| self.add_part(arm)).collect(), weights }
            }
            Part::All(parts) => {
                let parts: Box<[Id]> = parts.into_iter().map(|part| self.add_part(part)).collect();
                let spanned = parts.iter().filter(|&&part| self.traces[part]).count() > 1;
                Node::Concat { parts, spanned }
            }
        };
        self.add(node)
    }
}
