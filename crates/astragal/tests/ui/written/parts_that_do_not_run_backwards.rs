use astragal::prelude::*;

#[generator]
fn by_closure() -> Option<u8> {
    Some(draw!(from_fn(|src| src.draw(0..=9u8))))
}

#[derive(Clone)]
struct Opaque;

#[generator]
fn not_comparable(what: Opaque) -> (u8, Opaque) {
    (draw!(0..=9u8), what)
}

#[generator]
fn recovered_wrongly() -> String {
    let n = draw!(0..=9u8, recover = value.len());
    "x".repeat(n.into())
}

fn main() {}
