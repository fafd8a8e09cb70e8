//! Texts of tokens and comments: strings of a regular expression, of which those that are read as something else are rejected.

use astragal_core::{Back, Chars, Draw, Growth, Mismatch, NodeId, Place, Reflect, Reject, Shape, Sketch, Source};
use astragal_regex::{Pattern, PatternNode, StringMatching};

use super::intern::intern;
use crate::lexis::{Lexer, Match, START};
use crate::model::{Grammar, Lexis, TokenId};
use crate::regex::{CharSet, Regex};

/// The texts of a token, or of a comment.
#[derive(Clone, Debug)]
pub(super) struct TokenTexts {
    strings: StringMatching,
    what: Match,
    name: Box<str>,
    /// Whether some of the strings are not texts of it.
    is_filtered: bool,
    place: Place,
}

/// How long repetitions in a token usually are, at most; and how often they may be as long as the size says.
const USUAL_SIZE: u32 = 8;
const LONG_ONE_IN: u64 = 32;
/// How often another text is tried.
const TRIES: u32 = 32;

impl TokenTexts {
    /// Those of a token.
    pub(super) fn of_token(grammar: &Grammar, lexer: &Lexer, id: TokenId, place: Place) -> TokenTexts {
        let token = grammar.token(id);
        let mut texts = TokenTexts::new(&token.regex, &token.name, Match::Token(id), place);
        texts.is_filtered |= lexer.loses(id);
        texts
    }

    /// Those of each comment of a grammar.
    pub(super) fn of_comments(grammar: &Grammar, place: Place) -> Vec<TokenTexts> {
        let Lexis::Longest { comments, .. } = &grammar.lexis else { return Vec::new() };
        let texts = comments.iter().map(|comment| {
            let body = match &comment.close {
                None => CharSet::from([('\n', '\n')]).complement(),
                Some(_) => CharSet::all(),
            };
            let close = comment.close.as_deref().unwrap_or_default();
            let parts = vec![Regex::literal(&comment.open), Regex::Class(body).star(), Regex::literal(close)];
            let mut texts = TokenTexts::new(&Regex::Sequence(parts), "comment", Match::Comment, place);
            texts.is_filtered = comment.close.is_some();
            texts
        });
        texts.collect()
    }

    fn new(regex: &Regex, name: &str, what: Match, place: Place) -> TokenTexts {
        let mut compiler = Compiler { nodes: Vec::new(), traces: Vec::new(), growth: Vec::new(), is_exact: true };
        // One that matches nothing is not drawn from.
        let root = compiler.node(regex).unwrap_or_else(|| compiler.add(PatternNode::Literal("".into())));
        if let PatternNode::Concat { spanned, .. } = &mut compiler.nodes[root] {
            *spanned = false; // the whole is a span already
        }
        let growth = compiler.growth[root];
        // Each is a production, from which examples teach.
        let names = (0..compiler.nodes.len()).map(|node| intern(&format!("{name}#{node}"))).collect();
        let pattern = Pattern { source: name.to_owned(), nodes: compiler.nodes, root, growth, names };
        let is_filtered = !compiler.is_exact;
        TokenTexts { strings: StringMatching::new(pattern), what, name: name.into(), is_filtered, place }
    }

    /// Draws a text to the end of another.
    pub(super) fn draw_into(&self, lexer: &Lexer, src: &mut Source, text: &mut String) -> Result<(), Reject> {
        let outer = src.steering_size();
        let is_long = src.word() % LONG_ONE_IN == 0;
        let size = if is_long { outer.max(USUAL_SIZE) } else { USUAL_SIZE };
        src.set_size(size);
        let start = text.len();
        if !self.is_filtered {
            self.strings.draw_into(src, text)?;
            src.set_size(outer);
            return Ok(());
        }
        let tries = if src.is_given() { 1 } else { TRIES };
        let retry = src.retry_point();
        for tried in 1..=tries {
            self.strings.draw_into(src, text)?;
            if self.is_one(lexer, &text[start..]) {
                src.set_size(outer);
                return Ok(());
            }
            if tried < tries {
                text.truncate(start);
                src.rewind(retry);
            }
        }
        Err(src.reject_at(self.place, tries))
    }

    /// Whether the simplest string is read as this.
    pub(super) fn has_simple_text(&self, lexer: &Lexer) -> bool {
        self.strings.simplest().is_ok_and(|text| self.is_one(lexer, &text))
    }

    /// Whether a string is read as this.
    fn is_one(&self, lexer: &Lexer, text: &str) -> bool {
        match (self.what, lexer.automaton()) {
            (Match::Token(id), None) => lexer.is_token(id, text),
            (what, Some(automaton)) => automaton.accept(lexer.run(automaton, START, text)) == what,
            (_, None) => false,
        }
    }

    /// Takes a text apart.
    pub(super) fn reflect(&self, lexer: &Lexer, text: &str, back: &mut Back) -> Result<(), Mismatch> {
        if self.is_filtered && !self.is_one(lexer, text) {
            return Err(back.mismatch(format_args!("{text:?} is not read as `{}`", self.name)));
        }
        let text = text.to_owned();
        back.made(|back| self.strings.reflect(&text, back))
    }

    pub(super) fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.strings.describe(sketch);
        if self.is_filtered { sketch.add(Shape::Filtered { of, place: self.place }) } else { of }
    }

    pub(super) fn growth(&self) -> Growth {
        self.strings.growth()
    }
}

/// Makes the graph of a pattern.
struct Compiler {
    nodes: Vec<PatternNode>,
    /// For each node, whether it leaves a trace: a choice or a span.
    traces: Vec<bool>,
    growth: Vec<Growth>,
    /// Whether the pattern matches just what the expression does, and not more.
    is_exact: bool,
}

impl Compiler {
    fn add(&mut self, node: PatternNode) -> usize {
        let most = |parts: &[usize]| parts.iter().map(|&part| self.growth[part]).max().unwrap_or(Growth::Fixed);
        let (traces, growth) = match &node {
            PatternNode::Literal(_) => (false, Growth::Fixed),
            PatternNode::Class(_) => (true, Growth::Fixed),
            PatternNode::Concat { parts, .. } => (parts.iter().any(|&part| self.traces[part]), most(parts)),
            PatternNode::Alternation { arms, .. } => (true, most(arms)),
            PatternNode::Repeat { max: usize::MAX, .. } => (true, Growth::Sized),
            PatternNode::Repeat { element, .. } => (true, self.growth[*element]),
        };
        self.nodes.push(node);
        self.traces.push(traces);
        self.growth.push(growth);
        self.nodes.len() - 1
    }

    /// The node of an expression; `None` if it matches nothing.
    fn node(&mut self, regex: &Regex) -> Option<usize> {
        if let Some(set) = class(regex) {
            return self.class(&set);
        }
        match regex {
            Regex::Class(set) => self.class(set),
            Regex::Sequence(parts) => self.sequence(parts),
            Regex::Either(parts) => self.either(parts),
            Regex::Repeat { part, min, once } => match self.node(part) {
                None if *min > 0 => None,
                None => Some(self.add(PatternNode::Literal("".into()))),
                Some(element) if *min == 1 && *once => Some(element),
                Some(element) => {
                    let (min, max) = (*min as usize, if *once { 1 } else { usize::MAX });
                    let growth = self.growth[element];
                    Some(self.add(PatternNode::Repeat { element, min, max, growth }))
                }
            },
            Regex::Difference(one, _) => {
                self.is_exact = false;
                self.node(one)
            }
        }
    }

    fn class(&mut self, set: &CharSet) -> Option<usize> {
        match set.ranges() {
            [] => None,
            [(first, last)] if first == last => Some(self.add(PatternNode::Literal(first.to_string().into()))),
            ranges => {
                let chars = Chars::from_ranges(ranges.iter().map(|&(first, last)| first..=last));
                Some(self.add(PatternNode::Class(chars)))
            }
        }
    }

    fn sequence(&mut self, parts: &[Regex]) -> Option<usize> {
        let mut nodes: Vec<usize> = Vec::with_capacity(parts.len());
        for part in parts {
            let node = self.node(part)?;
            // Letters of a word are one text.
            if let (Some(&before), PatternNode::Literal(text)) = (nodes.last(), &self.nodes[node]) {
                if let PatternNode::Literal(begun) = &self.nodes[before] {
                    let joined = format!("{begun}{text}");
                    nodes.pop();
                    nodes.push(self.add(PatternNode::Literal(joined.into())));
                    continue;
                }
            }
            nodes.push(node);
        }
        Some(match nodes[..] {
            [] => self.add(PatternNode::Literal("".into())),
            [only] => only,
            _ => {
                let spanned = nodes.iter().filter(|&&part| self.traces[part]).count() > 1;
                self.add(PatternNode::Concat { parts: nodes.into(), spanned })
            }
        })
    }

    /// Alternatives that are characters are one class. Of the others each has a weight by how many texts it has, roughly: a class of
    /// all characters is to be taken more often than an escape.
    fn either(&mut self, parts: &[Regex]) -> Option<usize> {
        let classes: Vec<CharSet> = parts.iter().filter_map(class).collect();
        let set = classes.iter().fold(CharSet::default(), |all, set| all.union(set));
        let mut arms = Vec::new();
        let mut is_class_done = false;
        for part in parts {
            let of = match class(part) {
                Some(_) if std::mem::replace(&mut is_class_done, true) => continue,
                Some(_) => Regex::Class(set.clone()),
                None => part.clone(),
            };
            arms.extend(self.node(&of).map(|node| (node, weight(&of))));
        }
        match arms[..] {
            [] => None,
            [(only, _)] => Some(only),
            _ => {
                let (arms, weights): (Vec<usize>, Vec<u32>) = arms.into_iter().unzip();
                Some(self.add(PatternNode::Alternation { arms: arms.into(), weights: weights.into() }))
            }
        }
    }
}

/// The set of characters that an expression is, if it is one.
fn class(regex: &Regex) -> Option<CharSet> {
    match regex {
        Regex::Class(set) => Some(set.clone()),
        Regex::Sequence(parts) | Regex::Either(parts) if parts.len() == 1 => class(&parts[0]),
        Regex::Either(parts) if !parts.is_empty() => {
            parts.iter().try_fold(CharSet::default(), |all, part| Some(all.union(&class(part)?)))
        }
        Regex::Difference(one, other) => Some(class(one)?.difference(&class(other)?)),
        _ => None,
    }
}

/// How often an alternative is taken: the logarithm of how many characters it may begin with, but all other things are one.
fn weight(regex: &Regex) -> u32 {
    let count =
        class(regex).map_or(1, |set| set.ranges().iter().map(|&(first, last)| last as u32 - first as u32 + 1).sum());
    count.max(2).ilog2()
}
