//! Async properties run on the runtime of the user's test attribute: one for all cases.

use std::sync::atomic::{AtomicU64, Ordering};

use astragal::prelude::*;

use crate::support::{cases_of, message_of, see};

#[property(cases = 50)]
#[tokio::test]
async fn waits(n: u64, text: &str) {
    let before = text.len();
    tokio::task::yield_now().await;
    assert_eq!(text.len(), before);
    see(n);
}

#[property(cases = 50, example(1, 2), phases = "examples,random")]
#[tokio::test(flavor = "current_thread")]
async fn spawns(a: u32, #[from(0..100)] b: u32) -> Result<(), tokio::task::JoinError> {
    let sum = tokio::spawn(async move { u64::from(a) + u64::from(b) }).await?;
    assert!(sum >= u64::from(a));
    see((a, b));
    Ok(())
}

#[test]
fn all_cases_are_run_in_turn() {
    assert!(cases_of(waits).len() >= 50);
    let cases = cases_of(spawns);
    assert_eq!((cases[0].as_str(), cases.len()), ("(1, 2)", 51));
}

#[property(regressions = "off")]
#[tokio::test]
#[should_panic(expected = "the smallest is 1000")]
async fn fails(n: u32) {
    tokio::task::yield_now().await;
    assert!(n < 1_000, "the smallest is {n}");
}

static RUNTIMES: AtomicU64 = AtomicU64::new(0);

#[property(cases = 30, phases = "random")]
#[tokio::test]
async fn shares_its_runtime(_: u64) {
    thread_local! {
        static LAST: std::cell::Cell<Option<tokio::runtime::Id>> = const { std::cell::Cell::new(None) };
    }
    let id = tokio::runtime::Handle::current().id();
    if LAST.replace(Some(id)) != Some(id) {
        RUNTIMES.fetch_add(1, Ordering::Relaxed);
    }
    see(id);
}

#[test]
fn there_is_one_runtime() {
    let mut cases = cases_of(shares_its_runtime);
    assert_eq!(cases.len(), 30);
    cases.dedup();
    assert_eq!(cases.len(), 1);
}

#[property(regressions = "off")]
#[tokio::test]
#[ignore = "fails; another test runs it"]
async fn rejects(n: u8) -> bool {
    tokio::task::yield_now().await;
    n < 200
}

#[test]
fn what_an_async_property_returns_counts() {
    assert!(message_of(rejects).contains("returned false"));
}
