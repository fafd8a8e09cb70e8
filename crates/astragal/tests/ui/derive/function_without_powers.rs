use astragal::prelude::*;

fn names() -> impl Gen<Value = String> {
    string_of('a'..='z', 1..=8)
}

fn even() -> impl Gen<Value = u8> + Reflect {
    // Its callers are not told that it is closed.
    let half = int(0..5u8);
    half.iso(|half| half * 2, |n| (n % 2 == 0).then_some(n / 2))
}

#[derive(Arbitrary)]
struct Named(#[arbitrary(with = names())] String);

#[derive(Arbitrary)]
struct Even(#[arbitrary(with = even())] u8);

#[derive(Arbitrary)]
struct Forwards(#[arbitrary(with = names(), open)] String);

#[derive(Arbitrary)]
struct Open(#[arbitrary(with = even(), forwards)] u8);

// These work.
#[derive(Arbitrary)]
struct Lost(#[arbitrary(opaque = names())] String, #[arbitrary(with = even(), open)] u8);

// A field of a type that lost both powers.
#[derive(Arbitrary)]
struct Holder(u8, Lost);

fn main() {}
