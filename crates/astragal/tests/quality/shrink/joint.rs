//! Challenges in which nothing gets simpler alone: a number and a list, a count and its rounds, a branch and its parts, names.

use std::collections::BTreeMap;

use astragal::Choices;
use astragal::Draw;
use astragal::generators::Chars;
use astragal::prelude::*;
use astragal::shrink::{Judge, Judgement, Shrinker};

use super::harness::{Challenge, challenge, find};

pub(super) fn challenges() -> Vec<Challenge> {
    let mut all = lengths();
    all.extend(loops());
    all.extend(branches());
    all.extend(names());
    all
}

/// A number goes down with the length of a list.
fn lengths() -> Vec<Challenge> {
    let text = || string_of(Chars::from_ranges(['a'..='c', ' '..=' ']), 0..=100);
    vec![
        challenge(
            "wrapped",
            250,
            (text(), 1..=80usize),
            |(text, width)| wraps_too_late(text, *width),
            |(text, width)| text == "a a" && *width == 2,
        ),
        challenge(
            "wrapped wide",
            500,
            (40..=80usize, text()),
            |(width, text)| wraps_too_late(text, *width),
            |(width, text)| text.len() == 41 && *width == 40,
        ),
        challenge(
            "length apart",
            300,
            (vec_of(any::<u8>(), 0..=100), any::<u8>()),
            |(list, length)| list.len() == usize::from(*length) && list.len() > 2 && list.contains(&7),
            |(list, length)| *list == [0, 0, 7] && *length == 3,
        ),
        challenge(
            "signed length",
            60,
            any::<(Vec<bool>, i32)>(),
            |(list, length)| i32::try_from(list.len()) == Ok(*length) && *length > 2,
            |(list, length)| *list == [false; 3] && *length == 3,
        ),
        challenge(
            "index of the only one",
            60,
            (vec_of(0..=9u8, 0..=60), 0..60usize),
            |(list, index)| {
                let is_only = list.iter().filter(|&&digit| digit == 5).count() == 1;
                is_only && list.get(*index) == Some(&5) && list.len() < index + 3
            },
            |(list, index)| *list == [5] && *index == 0,
        ),
    ]
}

/// The bug: the space between two words is not counted.
fn wraps_too_late(text: &str, width: usize) -> bool {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() <= width => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().any(|line| line.len() > width && line.contains(' '))
}

/// Loops in loops, in one closure: the counts are numbers among others.
fn loops() -> Vec<Challenge> {
    vec![
        challenge("rows joined", 120, rows(), |rows| rows.concat().iter().sum::<u32>() >= 15, |rows| *rows == [[6, 9]]),
        challenge(
            "two rows",
            120,
            rows(),
            |rows| rows.iter().filter(|row| has_large(row)).count() >= 2,
            |rows| *rows == [[6], [6]],
        ),
        challenge(
            "rows with marks",
            250,
            marked_rows(),
            |(rows, last)| *last >= 10 && rows.iter().any(is_marked),
            |all| *all == (vec![(vec![(5, true)], 4)], 10),
        ),
        challenge(
            "two rows with marks",
            250,
            marked_rows(),
            |(rows, _)| rows.iter().filter(|row| is_marked(row)).count() >= 2,
            |all| *all == (vec![(vec![(5, true)], 4), (vec![(5, true)], 4)], 0),
        ),
        challenge(
            "three loops",
            130,
            cubes(),
            |cubes| cubes.iter().flatten().filter(|row| has_large(row)).count() >= 2,
            |cubes| *cubes == [[[6], [6]]],
        ),
        challenge(
            "three loops apart",
            130,
            cubes(),
            |cubes| cubes.iter().filter(|rows| rows.iter().any(|row| has_large(row))).count() >= 2,
            |cubes| *cubes == [[[6]], [[6]]],
        ),
    ]
}

fn has_large(row: &[u32]) -> bool {
    row.iter().any(|&cell| cell > 5)
}

fn rows() -> impl Gen<Value = Vec<Vec<u32>>> {
    from_fn(|src| {
        let mut rows = Vec::new();
        for _ in 0..src.draw(0..10u32) {
            let mut row = Vec::new();
            for _ in 0..src.draw(0..6u32) {
                row.push(src.draw(0..10u32));
            }
            rows.push(row);
        }
        rows
    })
}

type Marked = (Vec<(u32, bool)>, u32);

/// There is something after the inner loop, and something after the outer one.
fn marked_rows() -> impl Gen<Value = (Vec<Marked>, u32)> {
    from_fn(|src| {
        let mut rows = Vec::new();
        for _ in 0..src.draw(0..10u32) {
            let mut row = Vec::new();
            for _ in 0..src.draw(0..6u32) {
                row.push((src.draw(0..10u32), src.draw(any::<bool>())));
            }
            rows.push((row, src.draw(0..10u32)));
        }
        (rows, src.draw(0..100u32))
    })
}

fn is_marked((row, last): &Marked) -> bool {
    *last > 3 && row.iter().any(|&(cell, mark)| mark && cell >= 5)
}

fn cubes() -> impl Gen<Value = Vec<Vec<Vec<u32>>>> {
    from_fn(|src| {
        let mut cubes = Vec::new();
        for _ in 0..src.draw(0..5u32) {
            let mut rows = Vec::new();
            for _ in 0..src.draw(0..5u32) {
                let mut row = Vec::new();
                for _ in 0..src.draw(0..5u32) {
                    row.push(src.draw(0..10u32));
                }
                rows.push(row);
            }
            cubes.push(rows);
        }
        cubes
    })
}

/// Draws while it runs, so it cannot be asked before what it would draw.
struct Unasked<G, F>(G, F);

impl<G: Draw, F: Fn(&G::Value) -> bool> Judge for Unasked<G, F> {
    fn judge(&mut self, candidate: &Choices, _worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        match self.0.replay_and_record(candidate) {
            Ok((value, drawn)) if (self.1)(&value) => Judgement::Fails(drawn),
            Ok(_) => Judgement::Passes,
            Err(_) => Judgement::Skipped,
        }
    }
}

#[test]
fn loops_in_loops_are_shortened_even_where_each_draw_is_a_run() {
    let fails =
        |cubes: &Vec<Vec<Vec<u32>>>| cubes.iter().filter(|rows| rows.iter().any(|row| has_large(row))).count() >= 2;
    for seed in 0..10 {
        let found = find(&cubes(), seed, fails).expect("it fails often");
        let shrunk = Shrinker::new(found).run(&mut Unasked(cubes(), fails));
        assert_eq!(cubes().replay(&shrunk.choices).unwrap(), [[[6]], [[6]]], "seed {seed}");
        assert!(shrunk.evaluations < 1000, "{} evaluations", shrunk.evaluations);
    }
}

/// A part deep inside one variant is all that another one needs.
fn branches() -> Vec<Challenge> {
    vec![
        challenge("escaped", 80, any::<Json>(), Json::has_backslash, |json| *json == Json::Str("\\".into())),
        challenge("large shape", 60, any::<Shape>(), Shape::is_large, |shape| *shape == Shape::Circle(101)),
    ]
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Json {
    Null,
    Bool(bool),
    Num(i32),
    Str(String),
    Arr(Vec<Json>),
    Obj(BTreeMap<String, Json>),
}

impl Json {
    fn has_backslash(&self) -> bool {
        match self {
            Json::Null | Json::Bool(_) | Json::Num(_) => false,
            Json::Str(text) => text.contains('\\'),
            Json::Arr(all) => all.iter().any(Json::has_backslash),
            Json::Obj(all) => all.iter().any(|(key, json)| key.contains('\\') || json.has_backslash()),
        }
    }
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Shape {
    Dot,
    Circle(u32),
    Square(u32),
    Text(String),
    Path(Vec<(u32, u32)>),
    Group(Vec<Shape>),
}

impl Shape {
    fn is_large(&self) -> bool {
        match self {
            Shape::Dot | Shape::Text(_) => false,
            Shape::Circle(size) | Shape::Square(size) => *size > 100,
            Shape::Path(points) => points.iter().any(|&(x, y)| x > 100 || y > 100),
            Shape::Group(shapes) => shapes.iter().any(Shape::is_large),
        }
    }
}

/// The name that is used first is the simplest.
fn names() -> Vec<Challenge> {
    let texts = || string_of('a'..='b', 0..=3);
    vec![
        challenge(
            "oldest of three",
            120,
            any::<Vec<Entry<u8>>>(),
            |entries| removes_oldest(entries, 3),
            |entries| *entries == [Entry::Add(0), Entry::Add(1), Entry::Add(2), Entry::Remove(0)],
        ),
        challenge(
            "oldest of two texts",
            70,
            vec_of(one_of![texts().map(Entry::Add), texts().map(Entry::Remove)], 0..=30),
            |entries| removes_oldest(entries, 2),
            |entries| *entries == [Entry::Add(String::new()), Entry::Add("a".into()), Entry::Remove(String::new())],
        ),
        challenge(
            "revived",
            150,
            any::<Vec<Access>>(),
            |accesses| revives(accesses),
            |accesses| *accesses == [Access::Put(0, 0), Access::Delete(0), Access::Put(0, 1), Access::Get(0)],
        ),
    ]
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Entry<K> {
    Add(K),
    Remove(K),
}

fn removes_oldest<K: PartialEq>(entries: &[Entry<K>], least: usize) -> bool {
    let mut keys: Vec<&K> = Vec::new();
    entries.iter().any(|entry| {
        match entry {
            Entry::Add(key) if !keys.contains(&key) => keys.push(key),
            Entry::Add(_) => {}
            Entry::Remove(key) => {
                if keys.len() >= least && keys[0] == key {
                    return true;
                }
                keys.retain(|&other| other != key);
            }
        }
        false
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
enum Access {
    Put(u8, u8),
    Get(u8),
    Delete(u8),
    Clear,
}

/// The bug: a put after a delete brings the deleted value back.
fn revives(accesses: &[Access]) -> bool {
    let (mut model, mut system, mut deleted) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    accesses.iter().any(|access| {
        match *access {
            Access::Put(key, value) => {
                model.insert(key, value);
                system.insert(key, deleted.remove(&key).unwrap_or(value));
            }
            Access::Get(key) => return model.get(&key) != system.get(&key),
            Access::Delete(key) => {
                model.remove(&key);
                deleted.extend(system.remove_entry(&key));
            }
            Access::Clear => [&mut model, &mut system, &mut deleted].into_iter().for_each(BTreeMap::clear),
        }
        false
    })
}
