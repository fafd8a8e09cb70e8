//! Bank accounts, and the statements of what was booked on them.
//!
//! **Planted bug:** when a fee is refunded right after a withdrawal that emptied the account, the refund is booked twice.

use std::fmt;

/// A line of a statement, with an amount of money.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// Money comes in.
    Deposit(u32),
    /// Money is taken out: no more than there is.
    Withdrawal(u32),
    /// The bank takes something.
    Fee(u32),
    /// The bank gives it back.
    Refund(u32),
}

impl Entry {
    /// What is on the account after it.
    pub fn after(self, balance: u32) -> u32 {
        match self {
            Entry::Deposit(cents) | Entry::Refund(cents) => balance + cents,
            Entry::Withdrawal(cents) | Entry::Fee(cents) => balance - cents,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Deposit(cents) => write!(f, "+{cents}"),
            Entry::Withdrawal(cents) => write!(f, "-{cents}"),
            Entry::Fee(cents) => write!(f, "fee {cents}"),
            Entry::Refund(cents) => write!(f, "refund {cents}"),
        }
    }
}

/// What the software says is on the account after a statement.
pub fn balance(statement: &[Entry]) -> u32 {
    let mut balance = 0;
    let mut emptied = false;
    for entry in statement {
        balance = entry.after(balance);
        if let (Entry::Refund(cents), true) = (entry, emptied) {
            balance += cents;
        }
        emptied = balance == 0 && matches!(entry, Entry::Withdrawal(_));
    }
    balance
}
