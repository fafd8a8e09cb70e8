use astragal::prelude::*;
use std::collections::BTreeMap;

struct Foreign;

#[derive(Arbitrary)]
struct Holder {
    number: u8,
    foreign: Foreign,
    nested: BTreeMap<u8, Vec<Foreign>>,
}

#[derive(Arbitrary)]
enum Either {
    This(u8),
    That(Foreign),
}

fn main() {}
