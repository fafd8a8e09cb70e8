//! When a run has to stop. The clock does nothing else: which cases run, and in which order, does not depend on it.

use std::time::{Duration, Instant};

use crate::config::{Config, Values};

/// See the module.
pub(super) struct Clock {
    time: Option<Duration>,
    /// Whether the user has said how long a run may take: then that is meant of all of it.
    is_said: bool,
    shrink_time: Duration,
    /// When the search first looked at it: when the first case began that may be stopped.
    began: Option<Instant>,
    /// By when what is done about failing cases has to end.
    settled_by: Option<Instant>,
}

impl Clock {
    pub(super) fn new(config: &Config) -> Clock {
        let Values { time, shrink_time, .. } = *config.values();
        Clock { time, is_said: config.says_how_long(), shrink_time, began: None, settled_by: None }
    }

    /// Whether the search has to stop.
    pub(super) fn is_over(&mut self) -> bool {
        let time = self.time;
        let began = *self.began.get_or_insert_with(Instant::now);
        time.is_some_and(|time| began.elapsed() >= time)
    }

    /// How long a failing case may still be confirmed, shrunk and explained, and others be looked for. If the user has said how long
    /// a run may take, that is what is left of it, but at least half of it, since the first failing case may be found late.
    pub(super) fn left_to_settle(&mut self) -> Duration {
        let now = Instant::now();
        let began = *self.began.get_or_insert(now);
        let share = self
            .time
            .filter(|_| self.is_said)
            .map_or(self.shrink_time, |time| time.saturating_sub(now - began).max(time / 2));
        let until = self.settled_by.get_or_insert_with(|| {
            // A duration may be too long to be added.
            now.checked_add(share.min(self.shrink_time)).unwrap_or(now + Duration::from_secs(1 << 32))
        });
        until.saturating_duration_since(now)
    }

    /// Whether what is done about failing cases has to stop.
    pub(super) fn is_settled(&mut self) -> bool {
        self.left_to_settle().is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: Option<u64>, shrink_time: Duration) -> Clock {
        Clock { time: time.map(Duration::from_secs), is_said: true, shrink_time, began: None, settled_by: None }
    }

    #[test]
    fn a_failing_case_has_what_is_left_but_at_least_half() {
        let hour = Duration::from_secs(3_600);
        let left = |clock: &mut Clock| clock.left_to_settle().as_secs_f64().round();
        assert_eq!(left(&mut clock(Some(1_000), hour)), 1_000.0);
        assert_eq!(left(&mut clock(Some(1_000), Duration::from_secs(30))), 30.0);
        assert_eq!(left(&mut clock(None, hour)), 3_600.0);
        assert_eq!(left(&mut Clock { is_said: false, ..clock(Some(1_000), hour) }), 3_600.0);
        let mut late = clock(Some(1_000), hour);
        late.began = Instant::now().checked_sub(Duration::from_secs(900));
        if late.began.is_some() {
            assert_eq!((left(&mut late), late.is_over()), (500.0, false));
        }
        assert!(clock(None, Duration::MAX).left_to_settle() > hour);
        assert!(clock(Some(0), hour).is_over() && clock(Some(0), hour).is_settled());
    }
}
