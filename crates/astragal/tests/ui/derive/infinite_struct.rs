use astragal::prelude::*;
use std::rc::Rc;

#[derive(Arbitrary)]
struct Endless {
    value: u8,
    next: Box<Endless>,
}

#[derive(Arbitrary)]
struct Pair<T>(T, (u8, Rc<Box<Self>>));

fn main() {}
