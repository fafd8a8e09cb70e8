//! Threads of the runner's own, and queues between them, which are little code for every type.
//!
//! The standard channels are three kinds of queues each, and all three are compiled for every type that is sent: as much code
//! as a module of ours. So is the start of a thread for every closure. Neither is on the path of a case.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Starts a thread that nothing waits for.
pub(crate) fn spawn(name: &str, work: Box<dyn FnOnce() + Send>) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_string()).spawn(work).map(drop)
}

/// A queue that takes at most this many items at a time: who sends more waits.
pub(crate) fn queue<T>(room: usize) -> (Sender<T>, Receiver<T>) {
    let items = State { items: VecDeque::new(), room, is_closed: false };
    let shared = Arc::new(Shared { state: Mutex::new(items), changed: Condvar::new() });
    (Sender(shared.clone()), Receiver(shared))
}

/// The end that sends. Its drop ends the queue.
pub(crate) struct Sender<T>(Arc<Shared<T>>);

/// The end that receives. Its drop ends the queue.
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

/// Why nothing was received.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Silence {
    /// Nothing was sent in time.
    Late,
    /// The sender is gone, and all that it sent was received.
    Gone,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    room: usize,
    /// Whether one of the ends is gone.
    is_closed: bool,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl<T> Sender<T> {
    /// Sends an item, as soon as there is room; returns whether there is a receiver for it.
    pub(crate) fn send(&self, item: T) -> bool {
        let mut state = self.0.lock();
        while state.items.len() >= state.room && !state.is_closed {
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return false;
        }
        state.items.push_back(item);
        self.0.changed.notify_all();
        true
    }
}

impl<T> Receiver<T> {
    /// The next item; `None` if there will be none.
    pub(crate) fn receive(&self) -> Option<T> {
        self.receive_until(None).ok()
    }

    /// The next item, if it comes in time.
    pub(crate) fn receive_within(&self, time: Duration) -> Result<T, Silence> {
        self.receive_until(Some(Instant::now() + time))
    }

    fn receive_until(&self, end: Option<Instant>) -> Result<T, Silence> {
        let mut state = self.0.lock();
        loop {
            if let Some(item) = state.items.pop_front() {
                self.0.changed.notify_all();
                return Ok(item);
            }
            if state.is_closed {
                return Err(Silence::Gone);
            }
            state = match end.map(|end| end.saturating_duration_since(Instant::now())) {
                None => self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return Err(Silence::Late),
                Some(left) => self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_arrive_in_order_and_the_sender_waits_for_room() {
        let (sender, receiver) = queue(2);
        let sends = std::thread::spawn(move || (0..100).all(|item| sender.send(item)));
        let received: Vec<i32> = std::iter::from_fn(|| receiver.receive()).collect();
        assert_eq!(received, Vec::from_iter(0..100));
        assert!(sends.join().unwrap());
    }

    #[test]
    fn what_was_sent_before_the_sender_left_is_received() {
        let (sender, receiver) = queue(2);
        assert!(sender.send('a'));
        assert_eq!(receiver.receive_within(Duration::ZERO), Ok('a'));
        assert_eq!(receiver.receive_within(Duration::ZERO), Err(Silence::Late));
        assert!(sender.send('b'));
        drop(sender);
        assert_eq!(receiver.receive_within(Duration::ZERO), Ok('b'));
        assert_eq!(receiver.receive_within(Duration::ZERO), Err(Silence::Gone));
    }

    #[test]
    fn a_sender_that_waits_is_told_that_the_receiver_left() {
        let (sender, receiver) = queue(0);
        let sends = std::thread::spawn(move || sender.send(()));
        drop(receiver);
        assert!(!sends.join().unwrap());
    }
}
