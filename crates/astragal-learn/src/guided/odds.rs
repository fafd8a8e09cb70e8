//! Which moves pay: how often each kind of move, at each kind of place, gave a new valid value.
//!
//! A move that is thought of costs little, a run of the generator and the condition costs much. So a move is made with a
//! chance that grows with how well its like did before, compared with the best; none is given up for good.

use super::script::join;
use astragal_core::Rng;

/// Kinds of moves at kinds of places, by their hash. Two that share a cell do no harm.
const CELLS: usize = 1 << 10;
/// After this many tries earlier results count half, so that moves that no longer pay are noticed.
const MEMORY: u32 = 1 << 9;
/// After how many tries the best is computed again.
const EVERY: u32 = 1 << 8;
/// The least chance of a move, out of 2^16.
const LEAST: u64 = 1 << 12;

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    tries: u32,
    wins: u32,
}

impl Cell {
    /// Out of 2^16. A move never tried is taken to win.
    fn rate(self) -> u64 {
        ((u64::from(self.wins) + 1) * (1 << 16) / (u64::from(self.tries) + 1)).min(1 << 16)
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    cells: Vec<Cell>,
    best: u64,
    since: u32,
}

impl Default for Odds {
    fn default() -> Odds {
        Odds { cells: vec![Cell::default(); CELLS], best: 1 << 16, since: 0 }
    }
}

/// The cell of a kind of move at a kind of place.
pub(super) fn cell(kind: u64, place: u64) -> usize {
    join(kind + 1, place) as usize % CELLS
}

impl Odds {
    /// Whether a move is worth its run.
    pub(super) fn accept(&self, cell: usize, rng: &mut Rng) -> bool {
        let rate = self.cells[cell].rate();
        rate >= self.best || rng.below(self.best) < rate.max((self.best * LEAST) >> 16)
    }

    /// What came of a move: nothing, a win, or several where it was a rare one.
    pub(super) fn note(&mut self, cell: usize, won: u32) {
        let Cell { tries, wins } = &mut self.cells[cell];
        *tries += 1;
        *wins += won;
        if *tries >= MEMORY {
            *tries /= 2;
            *wins /= 2;
        }
        self.since += 1;
        if self.since == EVERY {
            self.since = 0;
            let tried = self.cells.iter().filter(|cell| cell.tries > 8);
            self.best = tried.map(|cell| cell.rate()).max().unwrap_or(1 << 16).max(1);
        }
    }
}
