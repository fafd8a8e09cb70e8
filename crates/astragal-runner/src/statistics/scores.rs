//! What `target!` said: the highest scores of each name, and the random cases that had them.

/// At most this many cases of each name are kept.
const KEPT: usize = 4;

/// The scores of many cases. It does not matter in how many pieces they were gathered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    /// In the order in which the names came up.
    pub(crate) names: Vec<Scored>,
}

/// The scores of one name.
#[derive(Clone, Debug)]
pub(crate) struct Scored {
    pub(crate) name: String,
    /// The highest there was.
    pub(crate) best: f64,
    /// The numbers of the cases with the highest scores, these first; of equal ones the earlier case.
    pub(crate) top: Vec<(f64, u64)>,
}

impl Scores {
    /// Adds the score of case number `case`. NaN is ignored: it is neither high nor low.
    pub(crate) fn add(&mut self, name: &str, score: f64, case: u64) {
        if !score.is_nan() {
            let scored = self.named(name);
            scored.best = scored.best.max(score);
            scored.keep(score, case);
        }
    }

    /// Adds what other cases said.
    pub(crate) fn absorb(&mut self, other: Scores) {
        for theirs in other.names {
            let mine = self.named(&theirs.name);
            mine.best = mine.best.max(theirs.best);
            theirs.top.into_iter().for_each(|(score, case)| mine.keep(score, case));
        }
    }

    /// These are not random cases, which can be run again by their number.
    pub(crate) fn forget_cases(&mut self) {
        self.names.iter_mut().for_each(|scored| scored.top.clear());
    }

    /// The highest score of a name.
    pub(crate) fn best(&self, name: &str) -> Option<f64> {
        self.names.iter().find(|scored| scored.name == name).map(|scored| scored.best)
    }

    fn named(&mut self, name: &str) -> &mut Scored {
        let at = self.names.iter().position(|scored| scored.name == name).unwrap_or_else(|| {
            self.names.push(Scored { name: name.to_string(), best: f64::NEG_INFINITY, top: Vec::new() });
            self.names.len() - 1
        });
        &mut self.names[at]
    }
}

impl Scored {
    fn keep(&mut self, score: f64, case: u64) {
        // Of what one case says under one name the highest counts.
        match self.top.iter().position(|(_, other)| *other == case) {
            Some(at) if self.top[at].0 >= score => return,
            Some(at) => {
                self.top.remove(at);
            }
            None => {}
        }
        let is_before = |&(other, earlier): &(f64, u64)| other > score || (other == score && earlier < case);
        let at = self.top.iter().take_while(|other| is_before(other)).count();
        if at < KEPT {
            self.top.insert(at, (score, case));
            self.top.truncate(KEPT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_not_matter_in_how_many_pieces_scores_are_gathered() {
        let score = |case: u64| (case * 7 % 11) as f64;
        let gathered = |cases: std::ops::Range<u64>| {
            let mut scores = Scores::default();
            cases.for_each(|case| scores.add("length", score(case), case));
            scores
        };
        let whole = gathered(0..30);
        assert_eq!(whole.names[0].top, [(10.0, 3), (10.0, 14), (10.0, 25), (9.0, 6)]);
        let mut pieces = gathered(0..5);
        pieces.absorb(gathered(5..6));
        pieces.absorb(gathered(6..30));
        assert_eq!(pieces.names[0].top, whole.names[0].top);
    }
}
