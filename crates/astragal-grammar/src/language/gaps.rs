//! White space and comments as choices: what may be in the gap before a terminal or a token.

use astragal_core::{
    Arm, Back, Branches, Growth, IntoLength, ListKind, Mismatch, NodeId, Place, Reject, Shape, Sketch, Source,
};

use super::spacing::Printer;
use super::tokens::TokenTexts;
use crate::lexis::{Lexer, Match, WHITE};
use crate::model::Grammar;

/// See the module.
#[derive(Debug)]
pub(super) struct Gaps {
    comments: Vec<TokenTexts>,
}

const GAP: &str = "gap";
const PIECES: &str = "pieces";
const PIECE: &str = "piece";
/// How often there is nothing in a gap but what must be, and how often something else.
const WEIGHTS: [u32; 2] = [31, 1];
/// How often a piece is white space, against each comment; and which white space it is, of 16.
const WHITE_WEIGHT: u32 = 3;
const WHITE_OFTEN: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3];
/// The size at which pieces are drawn: a few of them.
const SIZE: u32 = 2;

/// The branches of a gap.
struct Filled;

impl Branches for Filled {
    fn count(&self) -> usize {
        2
    }

    fn weight(&self, arm: usize) -> u32 {
        WEIGHTS[arm]
    }

    fn label(&self, arm: usize) -> &'static str {
        ["minimal", "some"][arm]
    }
}

/// The kinds of pieces: white space, and this many comments.
struct Kinds(usize);

impl Branches for Kinds {
    fn count(&self) -> usize {
        1 + self.0
    }

    fn weight(&self, arm: usize) -> u32 {
        if arm == 0 { WHITE_WEIGHT } else { 1 }
    }

    fn label(&self, arm: usize) -> &'static str {
        if arm == 0 { "white" } else { "comment" }
    }
}

impl Gaps {
    pub(super) fn new(grammar: &Grammar, lexer: &Lexer, place: Place) -> Gaps {
        let mut comments = TokenTexts::of_comments(grammar, place);
        // One that is never read as a comment is not written.
        comments.retain(|comment| comment.has_simple_text(lexer));
        Gaps { comments }
    }

    fn growth(&self) -> Growth {
        if self.comments.is_empty() { Growth::Fixed } else { Growth::Sized }
    }

    pub(super) fn draw(&self, lexer: &Lexer, src: &mut Source, into: &mut Printer<'_>) -> Result<(), Reject> {
        src.open(GAP);
        if src.pick_among(GAP, &Filled)? == 1 {
            self.draw_pieces(lexer, src, into)?;
        }
        src.close();
        Ok(())
    }

    #[cold]
    fn draw_pieces(&self, lexer: &Lexer, src: &mut Source, into: &mut Printer<'_>) -> Result<(), Reject> {
        let outer = src.set_size(SIZE);
        let pieces = src.begin_list(PIECES, &(1..).into_length(), self.growth(), size_of::<char>())?;
        for _ in 0..pieces.count {
            if self.comments.is_empty() {
                into.white(white(src)?);
                continue;
            }
            src.open(PIECE);
            match src.pick_among(PIECE, &Kinds(self.comments.len()))? {
                0 => into.white(white(src)?),
                comment => into.comment(|text| self.comments[comment - 1].draw_into(lexer, src, text))?,
            }
            src.close();
        }
        src.end_list(&pieces);
        src.set_size(outer);
        Ok(())
    }

    pub(super) fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let white = sketch.constants(WHITE.len() as u64);
        let kinds = Kinds(self.comments.len());
        let mut arms = vec![Arm { label: kinds.label(0), weight: kinds.weight(0), node: white }];
        for (at, comment) in self.comments.iter().enumerate() {
            let node = comment.describe(sketch);
            arms.push(Arm { label: kinds.label(at + 1), weight: kinds.weight(at + 1), node });
        }
        let element = match arms.len() {
            1 => white,
            _ => sketch.add(Shape::Sum { site: PIECE, arms, ranked: false }),
        };
        let pieces = sketch.add(Shape::List { kind: ListKind::Sequence, min: 1, max: usize::MAX, element });
        let unit = sketch.add(Shape::Unit);
        let arm = |arm: usize, node| Arm { label: Filled.label(arm), weight: Filled.weight(arm), node };
        sketch.add(Shape::Sum { site: GAP, arms: vec![arm(0, unit), arm(1, pieces)], ranked: false })
    }

    /// A gap in which there is nothing but what must be.
    pub(super) fn reflect_minimal(back: &mut Back) -> Result<(), Mismatch> {
        back.span(GAP, |back| {
            back.put_branch(GAP, Filled.label(0), 0, 2);
            Ok(())
        })
    }

    /// A gap in which these are: white space and comments.
    pub(super) fn reflect(&self, lexer: &Lexer, pieces: &[(Match, &str)], back: &mut Back) -> Result<(), Mismatch> {
        let whites = |what: Match, text: &str| if what == Match::White { text.chars().count() } else { 1 };
        let count: usize = pieces.iter().map(|&(what, text)| whites(what, text)).sum();
        back.span(GAP, |back| {
            back.put_branch(GAP, Filled.label(1), 1, 2);
            back.span(PIECES, |back| {
                back.put(count as u64 - 1, usize::MAX as u64 - 1);
                for &(what, text) in pieces {
                    match what {
                        Match::White => text.chars().try_for_each(|c| self.reflect_white(c, back))?,
                        _ => self.reflect_comment(lexer, text, back)?,
                    }
                }
                Ok(())
            })
        })
    }

    fn reflect_white(&self, c: char, back: &mut Back) -> Result<(), Mismatch> {
        let rank = WHITE.iter().position(|&white| white == c).unwrap_or_default() as u64;
        let max = WHITE.len() as u64 - 1;
        if self.comments.is_empty() {
            back.put(rank, max);
            return Ok(());
        }
        back.span(PIECE, |back| {
            let kinds = Kinds(self.comments.len());
            back.put_branch(PIECE, kinds.label(0), 0, kinds.count());
            back.put(rank, max);
            Ok(())
        })
    }

    fn reflect_comment(&self, lexer: &Lexer, text: &str, back: &mut Back) -> Result<(), Mismatch> {
        back.span(PIECE, |back| {
            let kinds = Kinds(self.comments.len());
            back.any_of(self.comments.len(), |back, at| {
                back.put_branch(PIECE, kinds.label(at + 1), at + 1, kinds.count());
                self.comments[at].reflect(lexer, text, back)
            })
        })
    }
}

/// A character of white space. Rare ones are left to those who write by hand.
fn white(src: &mut Source) -> Result<char, Reject> {
    src.leaf(
        WHITE.len() as u64 - 1,
        |src| WHITE[usize::from(WHITE_OFTEN[src.steer(15) as usize])],
        |c| WHITE.iter().position(|white| white == c).unwrap_or_default() as u64,
        |rank| WHITE[rank as usize],
    )
}
