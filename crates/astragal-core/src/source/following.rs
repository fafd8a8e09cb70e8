//! A plan that chance follows: a list of steps in the order in which the generator asks, some of them left to chance.
//!
//! What it leaves open is random, and nothing of it is recorded but the choices that came out. A retry goes back in it. The law of planning
//! (`astragal-laws`) checks that every generator follows.

/// What a plan says of one question of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// This number.
    Number(u64),
    /// Any number, by chance.
    Any,
    /// A part of which nothing is known but that it is one span, and what its description calls it.
    Opaque(Option<&'static str>),
}

/// Follows a plan. If the generator asks other questions than the plan has answers for, chance takes over.
#[derive(Debug)]
pub(super) struct Following {
    steps: Vec<Step>,
    pub(super) place: Cursor,
    /// The size for which it was made.
    size: u32,
}

/// Where in its plan a source is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    at: usize,
    /// How many spans are open within an opaque part; 0 is outside of one.
    within: u32,
    /// Whether the next span is an opaque part.
    before: bool,
    /// How many spans were opened since the last step.
    opened: u32,
}

impl Following {
    pub(super) fn new(steps: Vec<Step>, size: u32) -> Following {
        Following { steps, place: Cursor::default(), size }
    }

    /// The size for which all was planned, outside of opaque parts.
    pub(super) fn size(&self) -> Option<u32> {
        (self.place.within == 0 && !self.steps.is_empty()).then_some(self.size)
    }

    /// The next number, if it is decided.
    pub(super) fn choose(&mut self, max: u64) -> Option<u64> {
        if self.place.within > 0 {
            return None;
        }
        let step = self.steps.get(self.place.at).copied();
        self.place.at += 1;
        let opened = std::mem::take(&mut self.place.opened);
        if matches!(step, Some(Step::Opaque(_))) {
            // A generator that describes nothing and did not say so. What it draws is the span that was opened last.
            self.place.within = opened.min(1);
        }
        match step {
            Some(Step::Number(number)) if number <= max => Some(number),
            Some(Step::Number(_)) => self.lose(),
            Some(Step::Any | Step::Opaque(_)) | None => None,
        }
    }

    /// The next span is a part of which nothing is known.
    pub(super) fn expect_opaque(&mut self) {
        if self.place.within > 0 {
            return;
        }
        if let Some(Step::Opaque(_)) = self.steps.get(self.place.at) {
            self.place.at += 1;
            self.place.before = true;
            self.place.opened = 0;
        } else {
            self.lose();
        }
    }

    /// The next span is a part of which nothing is known, if the plan knows it only by this name.
    pub(super) fn expect_opaque_as(&mut self, what: &'static str) {
        if self.steps.get(self.place.at) == Some(&Step::Opaque(Some(what))) {
            self.expect_opaque();
        }
    }

    /// What is left of the span that was opened last is a part of which nothing is known, if the plan knows it only by this name.
    pub(super) fn expect_opaque_rest_as(&mut self, what: &'static str) {
        self.expect_opaque_as(what);
        if std::mem::take(&mut self.place.before) {
            self.place.within = 1;
        }
    }

    /// The next part is decided otherwise, and the plan does not see it.
    pub(super) fn skip_part(&mut self) {
        self.expect_opaque();
        self.place.before = false;
    }

    pub(super) fn open(&mut self) {
        if self.place.before || self.place.within > 0 {
            self.place.before = false;
            self.place.within += 1;
        } else {
            self.place.opened += 1;
        }
    }

    pub(super) fn close(&mut self) {
        if self.place.within > 0 {
            self.place.within -= 1;
        } else {
            self.place.opened = self.place.opened.saturating_sub(1);
        }
    }

    /// From here on the plan is of no use.
    fn lose(&mut self) -> Option<u64> {
        self.steps.clear();
        None
    }

    /// Whether every step was taken, and nothing else was asked.
    pub(super) fn is_followed(&self) -> bool {
        self.place.at == self.steps.len() && self.place.within == 0
    }
}
