//! Texts as values: drawn without a tree in between, and taken apart through a parser.

use std::fmt;

use astragal_core::{Back, Closed, Draw, Gen, Growth, Mismatch, NodeId, Reflect, Reject, Shape, Sketch, Source};

use super::compiled::Compiled;
use super::draw::{self, Sink};
use super::gaps::Gaps;
use super::reflect::{self, GapsOf, NoGaps};
use super::spacing::{Printer, Spacing};
use super::{Language, TextError};
use crate::lexis::Match;
use crate::model::{RuleId, TerminalId, TokenId};
use crate::tree::Tree;

/// The texts of a [`Language`]: what [`Language::texts`] returns.
///
/// Each is divided by the lexer of the grammar into just the terminals and tokens that were drawn. A text has the choices of its
/// tree; with [`Spacing::Random`], each gap between two of them is a choice too, which shrinks to as little as possible.
#[derive(Clone)]
pub struct Texts {
    language: Language,
    spacing: Spacing,
}

/// How often another text is tried where one cannot be read as it was drawn.
const TRIES: u32 = 16;
/// The span of a text and the gap at its end.
const TEXT: &str = "text";

impl Texts {
    pub(super) fn new(language: Language, spacing: Spacing) -> Texts {
        // Without a lexer there is nothing between terminals and tokens.
        let has_gaps = language.compiled.lexer.automaton().is_some();
        Texts { language, spacing: if has_gaps { spacing } else { Spacing::Minimal } }
    }

    /// The trees of which these are the texts.
    pub fn language(&self) -> &Language {
        &self.language
    }

    fn is_gapped(&self) -> bool {
        self.spacing == Spacing::Random
    }

    fn printer(&self) -> Printer<'_> {
        Printer::new(&self.language.compiled.lexer, &self.language.before, self.spacing)
    }

    /// Whether every tree has a text that is read as it was drawn.
    fn has_all(&self) -> bool {
        self.language.compiled.lexer.is_separable() && !self.is_gapped()
    }

    /// Draws a text; `None` if it would be read as something else.
    fn try_draw(&self, src: &mut Source) -> Result<Option<String>, Reject> {
        let language = &self.language.compiled;
        let mut printer = self.printer();
        let leaves = if self.is_gapped() {
            let mut sink = GappedSink(TextSink { language, printer, leaves: 0 });
            src.open(TEXT);
            draw::draw(language, 0, src, &mut sink)?;
            sink.gap(src)?;
            src.close();
            printer = sink.0.printer;
            sink.0.leaves
        } else {
            let mut sink = TextSink { language, printer, leaves: 0 };
            draw::draw(language, 0, src, &mut sink)?;
            printer = sink.printer;
            sink.leaves
        };
        let (text, has_failed) = printer.finish(&self.language.after);
        Ok((!has_failed && self.keeps_layout(&text, leaves)).then_some(text))
    }

    /// Whether no indentation means another lexeme.
    fn keeps_layout(&self, text: &str, leaves: usize) -> bool {
        let lexer = &self.language.compiled.lexer;
        if !lexer.has_layout() {
            return true;
        }
        let inner = &text[self.language.before.text().len()..text.len() - self.language.after.len()];
        lexer.scan(inner).is_ok_and(|lexemes| lexemes.len() == leaves)
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Texts({:?}, {:?})", self.language, self.spacing)
    }
}

/// Writes a text.
struct TextSink<'a> {
    language: &'a Compiled,
    printer: Printer<'a>,
    leaves: usize,
}

impl Sink for TextSink<'_> {
    const IS_GAPPED: bool = false;

    #[inline(always)]
    fn open(&mut self, _: RuleId) {}

    #[inline(always)]
    fn close(&mut self) {}

    #[inline]
    fn terminal(&mut self, id: TerminalId, _: &mut Source) -> Result<(), Reject> {
        self.leaves += 1;
        self.printer.leaf_to(self.language.grammar.terminal(id), self.language.terminal_ends[id.index()]);
        Ok(())
    }

    #[inline]
    fn token(&mut self, id: TokenId, src: &mut Source) -> Result<(), Reject> {
        self.leaves += 1;
        let texts = self.language.token(id);
        self.printer.leaf_by(|text| texts.draw_into(&self.language.lexer, src, text))
    }

    fn gap(&mut self, _: &mut Source) -> Result<(), Reject> {
        Ok(())
    }
}

/// Writes a text with a gap before each leaf.
struct GappedSink<'a>(TextSink<'a>);

impl Sink for GappedSink<'_> {
    const IS_GAPPED: bool = true;

    #[inline(always)]
    fn open(&mut self, _: RuleId) {}

    #[inline(always)]
    fn close(&mut self) {}

    fn terminal(&mut self, id: TerminalId, src: &mut Source) -> Result<(), Reject> {
        self.gap(src)?;
        self.0.terminal(id, src)
    }

    fn token(&mut self, id: TokenId, src: &mut Source) -> Result<(), Reject> {
        self.gap(src)?;
        self.0.token(id, src)
    }

    fn gap(&mut self, src: &mut Source) -> Result<(), Reject> {
        let TextSink { language, printer, .. } = &mut self.0;
        language.gaps.draw(&language.lexer, src, printer)
    }
}

impl Draw for Texts {
    type Value = String;

    fn draw(&self, src: &mut Source) -> Result<String, Reject> {
        let tries = if src.is_given() || self.has_all() { 1 } else { TRIES };
        let retry = src.retry_point();
        for tried in 1..=tries {
            if let Some(text) = self.try_draw(src)? {
                return Ok(text);
            }
            if tried < tries {
                src.rewind(retry);
            }
        }
        Err(src.reject_at(self.language.compiled.place, tries))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let language = &self.language.compiled;
        let mut of = language.nodes(sketch, self.is_gapped())[0];
        if self.is_gapped() {
            let gap = language.gaps.describe(sketch);
            of = sketch.add(Shape::Product(vec![of, gap]));
        }
        let of = sketch.add(Shape::Mapped { of }); // an ambiguous grammar makes a text in several ways
        if self.has_all() { of } else { sketch.add(Shape::Filtered { of, place: language.place }) }
    }

    fn growth(&self) -> Growth {
        match self.language.growth() {
            Growth::Fixed if self.is_gapped() => Growth::Sized,
            growth => growth,
        }
    }
}

impl Reflect for Texts {
    fn reflect(&self, value: &String, back: &mut Back) -> Result<(), Mismatch> {
        let reflected = self.language.parse(value).map(|forest| {
            let mut trees = forest.trees();
            back.any_among(&mut trees, |back, tree| back.made(|back| self.reflect_tree(value, &tree, back)))
        });
        match reflected {
            Ok(reflected) => reflected,
            Err(error @ TextError::Enclosure(_)) => Err(back.mismatch(format_args!("{error}"))),
            Err(error) => Err(back.mismatch(format_args!("the text is not one of the language: {error}"))),
        }
    }
}

impl Closed for Texts {}
impl Gen for Texts {}

impl Texts {
    /// Takes a text apart that has this tree.
    fn reflect_tree(&self, text: &str, tree: &Tree, back: &mut Back) -> Result<(), Mismatch> {
        let language = &self.language.compiled;
        if self.is_gapped() {
            let mut gaps = TextGaps::new(self, text);
            let span = back.open_span(TEXT);
            reflect::reflect(language, tree, &mut gaps, back)?;
            gaps.finish(&self.language.after, back)?;
            back.close_span(TEXT, span);
            return Ok(());
        }
        let mut printer = self.printer();
        tree.leaves().for_each(|leaf| printer.leaf(leaf.text()));
        let (own, _) = printer.finish(&self.language.after);
        if own != text {
            return Err(back.mismatch(format_args!("the text is spaced otherwise: {}", first_difference(&own, text))));
        }
        reflect::reflect(language, tree, &mut NoGaps, back)
    }
}

/// Where two texts differ first.
fn first_difference(own: &str, text: &str) -> String {
    let same = own.char_indices().zip(text.chars()).find(|((_, a), b)| a != b).map_or(own.len(), |((at, _), _)| at);
    let shown = |text: &str| text.get(same..).map(|rest| rest.chars().take(20).collect::<String>()).unwrap_or_default();
    format!("{:?} in place of {:?}", shown(own), shown(text))
}

/// Finds in a text what is in the gaps before its leaves.
struct TextGaps<'a> {
    texts: &'a Texts,
    text: &'a str,
    /// All that the text consists of, white space and comments among it, from the first leaf on.
    lexemes: Vec<(Match, usize, usize)>,
    next: usize,
    printer: Printer<'a>,
}

impl<'a> TextGaps<'a> {
    fn new(texts: &'a Texts, text: &'a str) -> TextGaps<'a> {
        let (before, after) = (texts.language.before.text().len(), texts.language.after.len());
        let inner = &text[before..text.len() - after];
        let mut lexemes = Vec::new();
        // A text that was parsed was divided.
        let _ = texts.language.compiled.lexer.scan_with(inner, |what, start, end| {
            lexemes.push((what, before + start, before + end));
        });
        TextGaps { texts, text, lexemes, next: 0, printer: texts.printer() }
    }

    /// What is before the next leaf.
    fn pieces(&mut self) -> Vec<(Match, &'a str)> {
        let is_piece = |what: Match| matches!(what, Match::White | Match::Comment);
        let from = self.next;
        while self.lexemes.get(self.next).is_some_and(|&(what, ..)| is_piece(what)) {
            self.next += 1;
        }
        self.lexemes[from..self.next].iter().map(|&(what, start, end)| (what, &self.text[start..end])).collect()
    }

    /// Writes what is in the next gap, where `go_on` writes what follows it, up to a place in the text: nothing, if that is what there
    /// would be anyway.
    fn write(
        &mut self,
        pieces: &[(Match, &str)],
        end: usize,
        go_on: impl Fn(&mut Printer<'a>),
        back: &mut Back,
    ) -> Result<(), Mismatch> {
        let mark = self.printer.mark();
        let before = self.printer.text().len();
        let is_same = |printer: &Printer<'a>| self.text[before..end] == printer.text()[before..];
        go_on(&mut self.printer);
        if is_same(&self.printer) {
            return Gaps::reflect_minimal(back);
        }
        self.printer.rewind(mark);
        for &(what, text) in pieces {
            match what {
                Match::White => text.chars().for_each(|c| self.printer.white(c)),
                _ => {
                    let written: Result<(), ()> = self.printer.comment(|into| {
                        into.push_str(text);
                        Ok(())
                    });
                    debug_assert_eq!(written, Ok(()));
                }
            }
        }
        go_on(&mut self.printer);
        if pieces.is_empty() || !is_same(&self.printer) {
            let difference = first_difference(self.printer.text(), self.text);
            return Err(back.mismatch(format_args!("the text cannot be spaced so: {difference}")));
        }
        let language = &self.texts.language.compiled;
        language.gaps.reflect(&language.lexer, pieces, back)
    }

    /// The gap at the end.
    fn finish(mut self, after: &str, back: &mut Back) -> Result<(), Mismatch> {
        let pieces = self.pieces();
        self.write(&pieces, self.text.len(), |printer| printer.end(after), back)
    }
}

impl GapsOf for TextGaps<'_> {
    const IS_GAPPED: bool = true;

    fn leaf(&mut self, text: &str, back: &mut Back) -> Result<(), Mismatch> {
        let pieces = self.pieces();
        let (start, end) = self.lexemes.get(self.next).map_or((0, 0), |&(_, start, end)| (start, end));
        self.next += 1;
        if self.text[start..end] != *text {
            return Err(back.mismatch(format_args!("{text:?} is not written, but implied by indentation")));
        }
        self.write(&pieces, end, |printer| printer.leaf(text), back)
    }
}
