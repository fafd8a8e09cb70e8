//! Challenges of our own: what users write, so that passes are not made for the public challenge alone.

use std::collections::{BTreeMap, BTreeSet};

use astragal::generators::permutation_of;
use astragal::prelude::*;

use super::harness::{Challenge, challenge};

pub(super) fn challenges() -> Vec<Challenge> {
    let words = || string_of('a'..='c', 0..=8);
    let letters = || string_of('a'..='z', 0..=20);
    let mut all = vec![
        challenge(
            "map",
            80,
            any::<BTreeMap<u8, Vec<u8>>>(),
            |map| map.iter().any(|(&key, value)| key > 50 && !value.is_empty()),
            |map| *map == BTreeMap::from([(51, vec![0])]),
        ),
        challenge(
            "set",
            100,
            any::<BTreeSet<i32>>(),
            |set| set.len() >= 3 && set.iter().any(|&n| n > 10),
            |set| *set == BTreeSet::from([0, 1, 11]),
        ),
        challenge(
            "sum of floats",
            60,
            any::<Vec<f64>>(),
            |list| list.iter().sum::<f64>() > 10.5,
            |list| *list == [11.0],
        ),
        challenge("fraction", 120, any::<f64>(), |n| n.is_finite() && n.round() != *n, |&n| n == 0.5),
        challenge("x twice", 100, letters(), |text| text.matches('x').count() >= 2, |text| text == "xx"),
        challenge("equal strings", 40, (words(), words()), |(a, b)| a == b && a.len() >= 2, |(a, _)| a == "aa"),
        challenge(
            "equal lengths",
            160,
            any::<(Vec<u8>, Vec<u8>)>(),
            |(a, b)| a.len() == b.len() && a.iter().zip(b).any(|(&a, &b)| u32::from(a) + u32::from(b) >= 300),
            |pair| *pair == (vec![45], vec![255]),
        ),
        challenge(
            "graph with a cycle",
            80,
            from_fn(|src| {
                let nodes = src.draw(1..=8usize);
                src.draw(vec_of(vec_of(0..nodes, 0..=3), nodes))
            }),
            |graph| has_cycle(graph),
            |graph| *graph == [vec![1], vec![0]],
        ),
        challenge(
            "handles",
            120,
            commands(),
            |commands| forgets_order(commands),
            |commands| {
                use Command::*;
                *commands == [Open, Open, Open, Close(0), Write(0)]
            },
        ),
        challenge("else", 40, any::<Stmt>(), Stmt::returns_conditionally, |stmt| {
            *stmt == Stmt::If(Cond::True, Box::new(Stmt::Return(0)))
        }),
        challenge(
            "sorted",
            120,
            vec_of(0..=1000u32, 0..=20).map(|mut list| {
                list.sort();
                list
            }),
            |list| list.len() >= 3 && list[list.len() - 1] - list[0] >= 100,
            |list| *list == [0, 0, 100],
        ),
        challenge("sum of two", 120, (0..=900u32, 0..=900u32), |(a, b)| a + b >= 1000, |&pair| pair == (100, 900)),
        challenge(
            "permutation",
            100,
            permutation_of([0, 1, 2, 3, 4, 5, 6, 7]),
            |list| position(list, 4) < position(list, 1),
            |list| *list == [0, 2, 3, 4, 1, 5, 6, 7],
        ),
        challenge(
            "arms",
            50,
            vec_of(one_of![just(0), 10..20u32, 100..200u32], 0..=20),
            |list| list.iter().any(|&n| n >= 100) && list.iter().any(|n| (10..20).contains(n)),
            |list| *list == [10, 100],
        ),
        challenge(
            "filtered",
            50,
            vec_of(int(0..=1000u32).filter(|n| n % 7 == 3), 0..=20),
            |list| list.iter().any(|&n| n > 500),
            |list| *list == [507],
        ),
        challenge(
            "gift",
            60,
            any::<Basket>(),
            |basket| basket.items.iter().chain(basket.gifts.iter().map(|gift| &gift.item)).any(|item| item.price > 100),
            |basket| *basket == Basket { items: vec![Item { price: 101, count: 0 }], gifts: vec![] },
        ),
        challenge(
            "sum of cents",
            60,
            any::<Vec<Cents>>(),
            |list| list.iter().map(|cents| u32::from(cents.amount)).sum::<u32>() >= 60_000,
            |list| *list == [Cents { amount: 60_000 }],
        ),
        challenge(
            "different payments",
            30,
            any::<(Payment, Payment)>(),
            |(one, other)| one != other,
            |pair| *pair == (Payment::Cash(0), Payment::Cash(1)),
        ),
    ];
    all.extend(dependent());
    all
}

/// Later draws depend on earlier ones.
fn dependent() -> Vec<Challenge> {
    vec![
        challenge(
            "indices",
            60,
            int(1..=20usize).and_then(|n| vec_of(0..n, n)),
            |list| (2..list.len()).any(|n| list.iter().filter(|&&other| other == n).count() >= 2),
            |list| *list == [0, 2, 2],
        ),
        challenge(
            "forest",
            150,
            any::<Tree>(),
            |tree| tree.leaves().len() >= 3 && tree.leaves().contains(&7),
            |tree| tree.leaves() == [0, 0, 7] || tree.leaves() == [7, 0, 0],
        ),
        challenge(
            "json",
            80,
            any::<Json>(),
            |json| json.deepest_text() >= 3,
            |json| *json == Json::Arr(vec![Json::Arr(vec![Json::Str("a".into())])]),
        ),
        challenge(
            "matrix",
            250,
            from_fn(|src| {
                let (rows, columns) = src.draw((1..=6usize, 1..=6usize));
                src.draw(vec_of(vec_of(0..=9u32, columns), rows))
            }),
            |matrix| matrix.len() >= 2 && matrix[0].len() >= 2 && matrix.concat().iter().any(|&cell| cell > 6),
            |matrix| *matrix == [[0, 0], [0, 7]],
        ),
        challenge(
            "while",
            200,
            from_fn(|src| {
                let mut list = Vec::new();
                while src.draw(one_of![1 => just(false), 5 => just(true)]) {
                    list.push(src.draw(0..=100u32));
                }
                list
            }),
            |list| list.iter().sum::<u32>() >= 150,
            |list| *list == [50, 100],
        ),
        challenge(
            "rounds",
            150,
            from_fn(|src| {
                let mut stack = Vec::new();
                for _ in 0..src.draw(0..=40u32) {
                    if src.draw(any::<bool>()) {
                        stack.push(src.draw(any::<u8>()));
                    } else {
                        stack.pop();
                    }
                }
                stack
            }),
            |stack| stack.len() >= 3,
            |stack| *stack == [0, 0, 0],
        ),
        challenge(
            "options",
            80,
            any::<(Option<u32>, Result<u8, String>)>(),
            |(number, text)| number.is_some_and(|n| n >= 1000) && matches!(text, Err(text) if !text.is_empty()),
            |pair| *pair == (Some(1000), Err("a".into())),
        ),
        challenge("wide", 80, any::<u128>(), |&n| n >= 1 << 70, |&n| n == 1 << 70),
        challenge(
            "even length",
            80,
            any::<Vec<u8>>(),
            |list| list.len() % 2 == 0 && list.contains(&200),
            |list| list == &[0, 200],
        ),
        challenge(
            "blocks of three",
            80,
            any::<String>(),
            |text| text.chars().count() % 3 == 0 && text.contains('z'),
            |text| text == "aaz",
        ),
        challenge("wide above", 200, any::<u128>(), |&n| n >= (1 << 70) + 77, |&n| n == (1 << 70) + 77),
        challenge("wide below", 200, any::<i128>(), |&n| n <= -(1 << 90) - 7, |&n| n == -(1 << 90) - 7),
        challenge(
            "struct",
            120,
            any::<Settings>(),
            |s| s.a && s.c && s.retries > 17 && s.name.chars().count() > 1,
            |s| *s == Settings { a: true, b: false, c: true, retries: 18, name: "aa".into(), limit: None },
        ),
        challenge(
            "pattern",
            60,
            string_matching(r"[a-z]+@[a-z]+\.(com|org)"),
            |text| text.ends_with("org") && text.find('@') >= Some(3),
            |text| text == "aaa@a.org",
        ),
        challenge("negative", 60, any::<Vec<i32>>(), |list| list.iter().any(|&n| n < -1234), |list| *list == [-1235]),
        challenge(
            "product",
            120,
            (1..=1000u64, 1..=1000u64),
            |(a, b)| a * b >= 5000 && a <= b,
            |&pair| pair == (5, 1000),
        ),
    ]
}

fn has_cycle(graph: &[Vec<usize>]) -> bool {
    let goes = |from: usize, to: usize| graph[from].contains(&to);
    (0..graph.len()).any(|from| (0..from).any(|to| goes(from, to) && goes(to, from)))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Command {
    Open,
    Write(usize),
    Close(usize),
}

fn commands() -> impl Gen<Value = Vec<Command>> {
    from_fn(|src| {
        let count = src.draw(0..=20u32);
        let mut live = 0;
        let mut commands = Vec::new();
        for _ in 0..count {
            let command = src.draw(from_fn(|src| {
                if live == 0 {
                    return Command::Open;
                }
                match src.draw(0..3u8) {
                    0 => Command::Open,
                    1 => Command::Write(src.draw(0..live)),
                    _ => Command::Close(src.draw(0..live)),
                }
            }));
            match command {
                Command::Open => live += 1,
                Command::Close(_) => live -= 1,
                Command::Write(_) => {}
            }
            commands.push(command);
        }
        commands
    })
}

/// The bug: closing a handle puts the last one in its place.
fn forgets_order(commands: &[Command]) -> bool {
    let (mut model, mut system, mut opened) = (Vec::new(), Vec::new(), 0);
    commands.iter().any(|command| {
        match *command {
            Command::Open => {
                model.push(opened);
                system.push(opened);
                opened += 1;
            }
            Command::Close(at) => {
                model.remove(at);
                system.swap_remove(at);
            }
            Command::Write(at) => return model[at] != system[at],
        }
        false
    })
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Cond {
    True,
    Less(u8, u8),
    Not(Box<Cond>),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Stmt {
    Nop,
    Assign(char, u8),
    If(Cond, Box<Stmt>),
    IfElse(Cond, Box<Stmt>, Box<Stmt>),
    Seq(Vec<Stmt>),
    Return(u8),
}

impl Stmt {
    fn returns(&self) -> bool {
        match self {
            Stmt::Nop | Stmt::Assign(..) => false,
            Stmt::Return(_) => true,
            Stmt::If(_, then) => then.returns(),
            Stmt::IfElse(_, then, other) => then.returns() || other.returns(),
            Stmt::Seq(all) => all.iter().any(Stmt::returns),
        }
    }

    fn returns_conditionally(&self) -> bool {
        match self {
            Stmt::Nop | Stmt::Assign(..) | Stmt::Return(_) => false,
            Stmt::If(_, then) => then.returns(),
            Stmt::IfElse(_, then, other) => then.returns() || other.returns(),
            Stmt::Seq(all) => all.iter().any(Stmt::returns_conditionally),
        }
    }
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Item {
    price: u8,
    count: u8,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Gift {
    to: u8,
    item: Item,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Basket {
    items: Vec<Item>,
    gifts: Vec<Gift>,
}

/// A number with a name around it.
#[derive(Debug, PartialEq, Arbitrary)]
struct Cents {
    amount: u16,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Payment {
    Cash(u8),
    Card(u16),
}

fn position(list: &[i32], element: i32) -> Option<usize> {
    list.iter().position(|&other| other == element)
}

#[derive(Debug, Arbitrary)]
enum Tree {
    Leaf(u8),
    Branch(Forest),
}

#[derive(Debug, Arbitrary)]
enum Forest {
    Nil,
    Cons(Box<Tree>, Box<Forest>),
}

impl Tree {
    fn leaves(&self) -> Vec<u8> {
        match self {
            Tree::Leaf(n) => vec![*n],
            Tree::Branch(forest) => forest.leaves(),
        }
    }
}

impl Forest {
    fn leaves(&self) -> Vec<u8> {
        match self {
            Forest::Nil => Vec::new(),
            Forest::Cons(tree, rest) => [tree.leaves(), rest.leaves()].concat(),
        }
    }
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Json {
    Null,
    Bool(bool),
    Num(i32),
    Str(String),
    Arr(Vec<Json>),
    Obj(Vec<(String, Json)>),
}

impl Json {
    /// The depth of the deepest text that is not empty; 0 if there is none.
    fn deepest_text(&self) -> usize {
        let below = |deepest: usize| if deepest == 0 { 0 } else { deepest + 1 };
        match self {
            Json::Null | Json::Bool(_) | Json::Num(_) => 0,
            Json::Str(text) => usize::from(!text.is_empty()),
            Json::Arr(all) => below(all.iter().map(Json::deepest_text).max().unwrap_or(0)),
            Json::Obj(all) => below(all.iter().map(|(_, json)| json.deepest_text()).max().unwrap_or(0)),
        }
    }
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Settings {
    a: bool,
    b: bool,
    c: bool,
    retries: u32,
    name: String,
    limit: Option<u64>,
}
