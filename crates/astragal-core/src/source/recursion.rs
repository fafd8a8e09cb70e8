//! Recursions that show themselves only while they run: a closure that chooses, and in one of its arms calls itself.
//!
//! A derived type says before it is drawn which of its variants recur. A closure does not, so each of its picks would be
//! made as if it were the only one, and trees would come out tiny. But a pick that contains itself is found by trying:
//! before a pick is made that is not part of another of the same place, each arm that may recur is run a few times, with
//! seeds of its own, to see whether it comes back and how often. If it does, the pick is made as in a derived type: a size is
//! given out to the value, each node takes one of it, and what one part does not use goes to the next.

use super::{Place, Reject, Rng, Source};

/// Picks with more arms than this are not examined.
pub(crate) const MOST_ARMS: usize = 16;
/// How often an arm is tried, and how many choices one try may take.
const TRIES: u64 = 3;
const CHOICES: u64 = 10_000;

/// How often each arm of a pick comes back to it; zero if it ends.
pub(crate) type Returns = [u8; MOST_ARMS];

/// What a source knows of recursions.
#[derive(Default)]
pub(crate) struct Recursions {
    /// Those that are under way, from the outermost on.
    frames: Vec<Frame>,
    /// Set while an arm is tried.
    probe: Option<Probe>,
}

/// A pick whose arm is being drawn.
struct Frame {
    place: Place,
    returns: Returns,
    /// What it was given, and what of it is left for the parts that are still to come.
    given: u32,
    left: u32,
    /// How many parts are still to come.
    parts: u8,
}

struct Probe {
    place: Place,
    /// The arm that is tried, where it cannot be drawn by itself: it is taken when the pick is met for the first time.
    forced: Option<usize>,
    met: u8,
}

/// What is to be done at a pick.
pub(crate) enum Turn {
    /// It is nothing special.
    Plain,
    /// An arm is only tried: it is to end.
    End,
    /// This arm, and then [`end_turn`](Recursions::end_turn).
    Arm(usize),
}

impl Recursions {
    /// Nothing is under way any more.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.frames.clear();
    }

    /// What was picked last is drawn. What it did not use is left to the others.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        let Some(ended) = self.frames.pop() else { return };
        if let Some(outer) = self.frames.iter_mut().rev().find(|frame| frame.place == ended.place) {
            outer.left = outer.left.saturating_sub(ended.given - ended.left.min(ended.given));
        }
    }

    /// All that were picked since are drawn.
    #[inline]
    pub(crate) fn end_turns(&mut self, after: usize) {
        while self.turns() > after {
            self.end_turn();
        }
    }

    /// How many picks are under way.
    #[inline]
    pub(crate) fn turns(&self) -> usize {
        self.frames.len()
    }

    /// Forgets the picks that are within those.
    #[inline]
    pub(crate) fn forget_turns(&mut self, after: usize) {
        self.frames.truncate(after);
    }

    /// Decides a pick of `arms` arms, of which some may be closed, if it is one that recurs.
    fn turn(
        &mut self,
        (rng, size): (&mut Rng, u32),
        place: Place,
        arms: usize,
        is_open: impl Fn(usize) -> bool,
        probe: impl FnOnce(u32) -> Option<Returns>,
    ) -> Turn {
        if let Some(probe) = &mut self.probe {
            if probe.place != place {
                return Turn::Plain;
            }
            if let Some(arm) = probe.forced.take() {
                return Turn::Arm(arm);
            }
            probe.met = probe.met.saturating_add(1);
            return Turn::End;
        }
        let (given, returns) = match self.frames.iter_mut().rev().find(|frame| frame.place == place) {
            Some(outer) => {
                let given = if outer.parts > 1 { rng.up_to(outer.left.into()) as u32 } else { outer.left };
                outer.parts = outer.parts.saturating_sub(1);
                (given, outer.returns)
            }
            None => match probe(size) {
                // Bounds and conditions on the way leave much of it unused, so twice the size is given out. (Of trees that are
                // searched in order half of the possible keys are there then, and a key is found as often as it is not.)
                Some(returns) => (rng.up_to(2 * u64::from(size)) as u32, returns),
                None => return Turn::Plain,
            },
        };
        let fits = |arm: &usize| is_open(*arm) && (returns[*arm] > 0) == (given > 0);
        let among = (0..arms).filter(fits).count() as u64;
        let nth = rng.up_to(among.saturating_sub(1)) as usize;
        let arm = (0..arms).filter(fits).nth(nth).unwrap_or_else(|| any_open(rng, arms, given, is_open));
        let frame = Frame { place, returns, given, left: given.saturating_sub(1), parts: returns[arm] };
        self.frames.push(frame);
        Turn::Arm(arm)
    }
}

/// An arm where none is open that would be right: the first if the value should end.
#[cold]
fn any_open(rng: &mut Rng, arms: usize, given: u32, is_open: impl Fn(usize) -> bool) -> usize {
    let open: Vec<usize> = (0..arms).filter(|&arm| is_open(arm)).collect();
    let last = open.len().saturating_sub(1) as u64;
    let nth = if given > 0 { rng.up_to(last) as usize } else { 0 };
    open.get(nth).copied().unwrap_or(0)
}

impl Source {
    /// Decides a pick of `arms` arms, of which some may be closed, if it is one that recurs.
    pub(crate) fn turn(
        &mut self,
        place: Place,
        arms: usize,
        is_open: impl Fn(usize) -> bool,
        probe: impl FnOnce(u32) -> Option<Returns>,
    ) -> Turn {
        self.core.recursions.turn((&mut self.chance.rng, self.size), place, arms, is_open, probe)
    }

    /// The recursions that are under way.
    #[inline(always)]
    pub(crate) fn recursions(&mut self) -> &mut Recursions {
        &mut self.core.recursions
    }
}

/// How often an arm comes back to a place, at most: it is run on random choices of its own.
pub(crate) fn comes_back<T>(place: Place, size: u32, draw: impl Fn(&mut Source) -> Result<T, Reject>) -> u8 {
    meetings(place, None, size, &|src| drop(draw(src)))
}

/// As [`comes_back`], for an arm of a pick within what is run.
pub(crate) fn comes_back_by(place: Place, arm: usize, size: u32, run: &dyn Fn(&mut Source)) -> u8 {
    meetings(place, Some(arm), size, run)
}

fn meetings(place: Place, forced: Option<usize>, size: u32, run: &dyn Fn(&mut Source)) -> u8 {
    let times = |seed| {
        let mut src = Source::random(seed);
        src.set_size(size);
        src.core.limits.left = CHOICES;
        src.core.recursions.probe = Some(Probe { place, forced, met: 0 });
        run(&mut src);
        src.core.recursions.probe.as_ref().map_or(0, |probe| probe.met)
    };
    (0..TRIES).map(times).max().unwrap_or(0)
}
