//! Climbs: from cases with high scores to others with higher ones, and to another start where it goes no further.
//!
//! Which case is made next follows from those before it and from a seed alone. So a runner with many threads can make several at
//! once as if all but the last were of no use, and forget those after the first that was.

use astragal_core::{Choices, Rng};

use super::moves::{Line, Move, index, make};

/// A climb ends after this many cases without a higher score.
const PATIENCE: u32 = 100;
/// At most this many cases, none better than another by all scores, are climbed from at once.
const MOST_IN_FRONT: usize = 12;
/// At most this many starts are kept for later climbs.
const MOST_WAITING: usize = 8;
/// How often another move is tried if one finds no place.
const ATTEMPTS: usize = 8;
/// What a move that helped is worth, against 1 for one that never did.
const REWARD: u32 = 8;

/// A case and its scores, by the numbers of their names.
#[derive(Clone, Debug)]
pub(super) struct Scorer {
    pub(super) choices: Choices,
    pub(super) scores: Vec<f64>,
}

impl Scorer {
    fn score(&self, name: usize) -> f64 {
        self.scores.get(name).copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Whether it is at least as good by each score.
    fn is_as_good_as(&self, other: &Scorer) -> bool {
        (0..self.scores.len().max(other.scores.len())).all(|name| self.score(name) >= other.score(name))
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Climb {
    rng: Rng,
    /// Where the climb has come to. No case in here is as good as another.
    front: Vec<Scorer>,
    /// Where others can begin, one after the other.
    waiting: Vec<Scorer>,
    /// Where others have ended.
    summits: Vec<Scorer>,
    /// How many cases were of no use since the last that was, and how many may be.
    fruitless: u32,
    patience: u32,
    /// What each move was worth lately.
    worth: [u32; Move::ALL.len()],
    /// The case from which the last one was made, and how.
    parent: usize,
    by: Move,
    line: Option<Line>,
}

impl Climb {
    pub(super) fn new(seed: u64) -> Climb {
        Climb {
            rng: Rng::new(seed),
            front: Vec::new(),
            waiting: Vec::new(),
            summits: Vec::new(),
            fruitless: 0,
            patience: PATIENCE,
            worth: [1; Move::ALL.len()],
            parent: 0,
            by: Move::Edit,
            line: None,
        }
    }

    /// A case from which one can climb.
    pub(super) fn add_start(&mut self, start: Scorer) {
        if self.front.iter().chain(&self.summits).any(|known| known.is_as_good_as(&start)) {
            if self.waiting.len() == MOST_WAITING {
                self.waiting.remove(0);
            }
            self.waiting.push(start);
        } else {
            self.line = None;
            self.take(start);
        }
    }

    /// The next case; nothing if there is nothing to climb from.
    pub(super) fn propose(&mut self) -> Option<Choices> {
        if self.fruitless >= self.patience {
            self.begin_again();
        }
        if let Some(line) = self.line {
            if let Some(made) = self.front.get(self.parent).and_then(|parent| line.apply(&parent.choices)) {
                return Some(made);
            }
            self.line = None;
        }
        for _ in 0..ATTEMPTS {
            self.parent = index(&mut self.rng, self.front.len())?;
            self.by = self.any_move();
            let parent = &self.front[self.parent].choices;
            let made = if self.by == Move::Number {
                self.line = Line::random(&mut self.rng, parent);
                self.line.and_then(|line| line.apply(parent))
            } else {
                let others: Vec<&Choices> =
                    self.waiting.iter().chain(&self.summits).map(|other| &other.choices).collect();
                make(self.by, &mut self.rng, parent, &others)
            };
            if made.is_some() {
                return made;
            }
            self.line = None;
        }
        // Whatever there is to change, an edit finds it.
        self.by = Move::Edit;
        make(self.by, &mut self.rng, &self.front[self.parent].choices, &[])
    }

    /// What came of the case that was made last, if it scored at all. Whether the climb went on from there.
    pub(super) fn learn(&mut self, came: Option<Scorer>) -> bool {
        let line = self.line.take();
        let worth = &mut self.worth[Move::ALL.iter().position(|by| *by == self.by).unwrap_or(0)];
        let Some(came) = came
            .filter(|came| self.front.iter().all(|known| !known.is_as_good_as(came) || known.scores == came.scores))
        else {
            *worth = (*worth - *worth / 4).max(1);
            self.fruitless += 1;
            return false;
        };
        if let Some(same) = self.front.iter_mut().find(|known| known.scores == came.scores) {
            // From one that is as good one may get further; but without need it should not get longer.
            self.fruitless += 1;
            if came.choices.len() <= same.choices.len() || self.rng.up_to(7) == 0 {
                *same = came;
            }
            return true;
        }
        *worth += REWARD;
        self.fruitless = 0;
        self.patience = PATIENCE;
        // What helped is done again, and more of it.
        self.line = line.map(Line::longer);
        self.take(came);
        true
    }

    /// A case joins those climbed from, in place of all that are no better.
    fn take(&mut self, came: Scorer) {
        self.front.retain(|known| !came.is_as_good_as(known));
        if self.front.len() == MOST_IN_FRONT {
            self.front.remove(self.spare());
        }
        self.front.push(came);
        self.parent = self.front.len() - 1;
    }

    /// A case in front that is not the best by any score.
    fn spare(&self) -> usize {
        let is_best =
            |at: usize, name: usize| self.front.iter().all(|other| other.score(name) <= self.front[at].score(name));
        let is_spare = |at: &usize| (0..self.front[*at].scores.len()).all(|name| !is_best(*at, name));
        (0..self.front.len()).find(is_spare).unwrap_or(0)
    }

    /// This climb goes no further: another one begins elsewhere, or the best ones go on, with more patience.
    fn begin_again(&mut self) {
        for ended in std::mem::take(&mut self.front) {
            if self.summits.iter().all(|known| !known.is_as_good_as(&ended)) {
                self.summits.retain(|known| !ended.is_as_good_as(known));
                self.summits.push(ended);
            }
        }
        self.summits.truncate(MOST_IN_FRONT);
        (self.fruitless, self.line) = (0, None);
        if self.waiting.is_empty() {
            self.front = self.summits.clone();
            self.patience = self.patience.saturating_mul(2);
        } else {
            self.front = vec![self.waiting.remove(0)];
            self.patience = PATIENCE;
        }
    }

    /// A random move, more often one that helped lately.
    fn any_move(&mut self) -> Move {
        let mut ticket = self.rng.up_to(u64::from(self.worth.iter().sum::<u32>()) - 1);
        for (by, &worth) in Move::ALL.into_iter().zip(&self.worth) {
            match ticket.checked_sub(u64::from(worth)) {
                None => return by,
                Some(rest) => ticket = rest,
            }
        }
        Move::Edit
    }
}
