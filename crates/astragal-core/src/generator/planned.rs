//! The plans of generic types, each made once.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Draw;
use crate::source::Plan;
use crate::space::Space;

/// The plan of a generic derived type, made once for each instance of it. Types without parameters keep their own.
pub fn plan_of<G: Draw + 'static>(generator: &G, has_weights: bool) -> &'static Plan {
    type Plans = BTreeMap<TypeId, &'static Plan>;
    static PLANS: Mutex<Plans> = Mutex::new(Plans::new());
    thread_local! {
        /// The one that was asked for last, and all that this thread knows: to ask the others takes a lock.
        static LAST: Cell<Option<(TypeId, &'static Plan)>> = const { Cell::new(None) };
        static KNOWN: RefCell<Plans> = const { RefCell::new(Plans::new()) };
    }
    let id = TypeId::of::<G>();
    if let Some((last, plan)) = LAST.get() {
        if last == id {
            return plan;
        }
    }
    let known = KNOWN.with_borrow(|known| known.get(&id).copied());
    let plan = known.unwrap_or_else(|| {
        let plans = || PLANS.lock().unwrap_or_else(PoisonError::into_inner);
        let made = plans().get(&id).copied();
        let plan = made.unwrap_or_else(|| {
            // Made outside the lock, which is not held while a user's code describes itself.
            let plan: &'static Plan = Box::leak(Box::new(Plan::of_space(&Space::of(generator), has_weights)));
            plans().entry(id).or_insert(plan)
        });
        KNOWN.with_borrow_mut(|known| known.insert(id, plan));
        plan
    });
    LAST.set(Some((id, plan)));
    plan
}
