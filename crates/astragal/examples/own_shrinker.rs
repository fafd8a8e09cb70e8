//! A project's own shrinker, for SQL queries from its log, takes turns with the shrinker on choices.
//!
//! A query from the log is one choice: which one. Choices alone can only take an earlier one. The project's own function
//! knows how to shorten a query, and nothing of the rows of the table. Each does its part.

use std::fmt;

use astragal::Choices;
use astragal::generators::array_of;
use astragal::prelude::*;
use astragal::shrink::{Shrinker, judging, take_turns};

/// A row of the table: an id and an age.
type Row = [u8; 2];

const NAMES: [&str; 2] = ["id", "age"];

#[derive(Clone, Debug, PartialEq)]
struct Query {
    columns: Vec<usize>,
    /// A column and the least that it may be.
    conditions: Vec<(usize, u8)>,
    order_by: Option<usize>,
    limit: Option<usize>,
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<&str> = self.columns.iter().map(|&column| NAMES[column]).collect();
        write!(f, "SELECT {} FROM people", columns.join(", "))?;
        for (at, (column, least)) in self.conditions.iter().enumerate() {
            write!(f, " {} {} >= {least}", if at == 0 { "WHERE" } else { "AND" }, NAMES[*column])?;
        }
        if let Some(column) = self.order_by {
            write!(f, " ORDER BY {}", NAMES[column])?;
        }
        self.limit.map_or(Ok(()), |limit| write!(f, " LIMIT {limit}"))
    }
}

/// Queries seen in production.
fn log() -> Vec<Query> {
    let query = |columns: &[usize], conditions: &[(usize, u8)], order_by, limit| Query {
        columns: columns.to_vec(),
        conditions: conditions.to_vec(),
        order_by,
        limit,
    };
    vec![
        query(&[0], &[], None, Some(10)),
        query(&[0, 1], &[(1, 18)], Some(0), None),
        query(&[1, 0, 1], &[(0, 2), (1, 10)], Some(1), Some(3)),
        query(&[0, 1], &[(0, 1), (0, 3), (1, 7)], Some(0), Some(2)),
    ]
}

/// The project's own shrinker: a query without one of its clauses or columns, or with a smaller limit.
fn shorter(query: &Query) -> Vec<Query> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Query)| {
        let mut shorter = query.clone();
        change(&mut shorter);
        if shorter != *query && !shorter.columns.is_empty() {
            all.push(shorter);
        }
    };
    add(&|query| query.conditions.clear());
    add(&|query| query.order_by = None);
    add(&|query| query.limit = None);
    (0..query.columns.len()).for_each(|at| add(&|query| _ = query.columns.remove(at)));
    (0..query.conditions.len()).for_each(|at| add(&|query| _ = query.conditions.remove(at)));
    add(&|query| query.limit = query.limit.map(|limit| limit.min(1)));
    all
}

fn selected(query: &Query, rows: &[Row]) -> Vec<Row> {
    let fits = |row: &&Row| query.conditions.iter().all(|&(column, least)| row[column] >= least);
    rows.iter().filter(fits).copied().collect()
}

fn projected(query: &Query, rows: Vec<Row>) -> Vec<Vec<u8>> {
    rows.iter().map(|row| query.columns.iter().map(|&column| row[column]).collect()).collect()
}

/// The expected rows.
fn reference(query: &Query, rows: &[Row]) -> Vec<Vec<u8>> {
    let mut found = selected(query, rows);
    if let Some(column) = query.order_by {
        found.sort_by_key(|row| row[column]);
    }
    found.truncate(query.limit.unwrap_or(usize::MAX));
    projected(query, found)
}

/// The engine under test. It takes the first rows and sorts these: a bug.
fn engine(query: &Query, rows: &[Row]) -> Vec<Vec<u8>> {
    let mut found = selected(query, rows);
    found.truncate(query.limit.unwrap_or(usize::MAX));
    if let Some(column) = query.order_by {
        found.sort_by_key(|row| row[column]);
    }
    projected(query, found)
}

fn fails((query, rows): &(Query, Vec<Row>)) -> bool {
    engine(query, rows) != reference(query, rows)
}

fn main() {
    let cases = (select(log()).shrink_with(shorter), vec_of(array_of(any::<u8>()), 0..=20));
    let show = |what: &str, choices: &Choices| {
        let (query, rows) = cases.replay(choices).unwrap();
        println!("{what}\n    {query}\n    {rows:?}");
    };
    let found = (0..).find_map(|seed| cases.record(seed).ok().filter(|(case, _)| fails(case)));
    let (_, start) = found.unwrap();
    show("found at random:", &start);

    // By choices alone, the query is still one of the log.
    let by_choices = Shrinker::new(start.clone()).run(&mut judging(&cases, fails)).choices;
    show("by choices:", &by_choices);
    assert!(log().contains(&cases.replay(&by_choices).unwrap().0));

    // Each shrinker goes on where the other one ended.
    let smallest = take_turns(start, 1_000, &mut judging(&cases, fails), |case, held, judge| {
        let shrunk = Shrinker::new(case.clone()).hold(held).run(judge).choices;
        show("a turn of the choices, from:", case);
        show("to:", &shrunk);
        shrunk
    });
    let (query, rows) = cases.replay(&smallest).unwrap();
    assert!(query.columns.len() == 1 && query.conditions.is_empty(), "{query}");
    // One row more than are wanted: otherwise it does not matter which are taken first.
    assert_eq!(query.limit, Some(rows.len() - 1), "{query}");

    // The way through the project's shrinker is a part of the choices, so one line holds the whole case.
    let token = smallest.token();
    println!("replay token: {token}");
    assert_eq!(cases.replay(&Choices::from_token(&token).unwrap()).unwrap(), (query, rows));
}
