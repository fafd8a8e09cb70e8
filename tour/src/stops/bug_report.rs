//! From a bug report to its smallest form, and to more of its kind.

use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::{Check, Draw};

use super::Stop;
use crate::library::account::{Entry, balance};
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "A bug report: a value that was never generated", visit };

/// How many runs the number of cases to the bug is the median of, and how many cases a run has at most.
const RUNS: u64 = 101;
const MOST: u64 = 100_000;

/// Statements of accounts that are never overdrawn.
#[generator]
pub fn statement() -> Vec<Entry> {
    let lines = draw!(0..=40usize);
    let mut balance = 0;
    let mut entries = Vec::new();
    for _ in 0..lines {
        let entry = draw!(entry(balance));
        balance = entry.after(balance);
        entries.push(entry);
    }
    entries
}

/// A line that may follow when this is on the account.
#[generator]
pub fn entry(balance: u32) -> Entry {
    pick! {
        deposit: 4 => Entry::Deposit(draw!(1..=100_000)),
        if balance > 0, withdrawal: 4 => Entry::Withdrawal(draw!(1..=balance)),
        if balance > 0, fee: 1 => Entry::Fee(draw!(1..=balance.min(500))),
        refund: 1 => Entry::Refund(draw!(1..=500)),
    }
}

/// The software and the statement agree.
pub fn is_booked_right(statement: &[Entry]) -> bool {
    balance(statement) == statement.iter().fold(0, |balance, entry| entry.after(balance))
}

/// What a customer sent in.
pub fn report() -> Vec<Entry> {
    use Entry::{Deposit, Fee, Refund, Withdrawal};
    vec![
        Deposit(250),
        Withdrawal(40),
        Fee(2),
        Withdrawal(208),
        Refund(2),
        Withdrawal(2),
        Deposit(99),
        Fee(9),
        Refund(9),
        Withdrawal(99),
        Refund(5),
    ]
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A customer sends a statement whose balance is wrong. No seed made it, so there is nothing to replay. But a generator \
         that is written as a function runs backwards too: the constructor that an arm ends in is also the pattern that takes a \
         value apart.",
    );
    page.code(include_str!("bug_report.rs"), "fn entry(");
    page.gap();
    let report = report();
    page.fact("reported", page.painted(Colour::Yellow, listed(&report)));
    let wrong = |entries: &Vec<Entry>| !is_booked_right(entries);
    let shrunk = statement().shrink(&report, wrong).map_err(|error| error.to_string())?;
    let smallest = page.painted(Colour::Green, listed(&shrunk.value));
    page.fact(
        "smallest",
        format_args!("{smallest}    after {} runs, all of them on valid statements", shrunk.evaluations),
    );
    rejected(page)?;
    tuned(page, &report)
}

/// What the generator says of a statement that it cannot have made.
fn rejected(page: &mut Page) -> Result<(), String> {
    let overdrawn = vec![Entry::Deposit(100), Entry::Withdrawal(200)];
    match statement().can_make(&overdrawn) {
        Ok(()) => Err("an overdrawn account is never drawn, but has choices".into()),
        Err(mismatch) => {
            page.fact("not valid", format_args!("{}: {mismatch}", listed(&overdrawn)));
            Ok(())
        }
    }
}

/// More statements like that one.
fn tuned(page: &mut Page, report: &Vec<Entry>) -> Result<(), String> {
    page.prose(
        "The report is also an example. Tuned to it, the generator takes each arm as often as the report does, given what came \
         before; all it draws is still valid. Refunds after withdrawals are then no longer rare:",
    );
    page.gap();
    let like = || statement().like([report]).map_err(|mismatch| mismatch.to_string());
    let shares = |entries: &mut dyn Iterator<Item = Vec<Entry>>| {
        let all: Vec<Entry> = entries.flatten().collect();
        let share = |is: fn(&Entry) -> bool| 100 * all.iter().filter(|entry| is(entry)).count() / all.len().max(1);
        let refunds = share(|entry| matches!(entry, Entry::Refund(_)));
        format!("{:>2}% withdrawals, {refunds:>2}% refunds", share(|entry| matches!(entry, Entry::Withdrawal(_))))
    };
    let plain = shares(&mut (0..1_000).map(|seed| statement().sample(seed)));
    let near = like()?;
    let tuned = shares(&mut (0..1_000).map(|seed| near.sample(seed)));
    page.fact("as written", format_args!("{plain}    {} cases to the bug", cases(statement())?));
    page.fact("like the report", format_args!("{tuned}    {} cases to the bug", cases(like()?)?));
    Ok(())
}

/// The median number of random cases until the bug shows.
fn cases(statements: impl Draw<Value = Vec<Entry>>) -> Result<u64, String> {
    let mut cases: Vec<u64> = Vec::new();
    for run in 0..RUNS {
        let check =
            Check::new().seed(run << 20).cases(MOST).with(|config| config.phases(Phases::ALL.without(Phase::Explain)));
        let report = check.run(&statements, |entries| is_booked_right(&entries));
        if report.failures.is_empty() {
            return Err(format!("the bug of the account was not found in {MOST} cases"));
        }
        cases.push(report.statistics.cases);
    }
    cases.sort_unstable();
    Ok(cases[cases.len() / 2])
}

fn listed(statement: &[Entry]) -> String {
    let lines: Vec<String> = statement.iter().map(Entry::to_string).collect();
    lines.join(", ")
}
