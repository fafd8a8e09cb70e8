//! Runs a generator backwards: from a packet to its choices, through their text form, edited by hand, to another packet.

use astragal::Choices;
use astragal::prelude::*;

/// A port that is not one of the well-known ones.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Port(u16);

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Packet {
    Ping {
        ttl: u8,
    },
    Data {
        #[arbitrary(with = ports())]
        to: Port,
        payload: Vec<u8>,
    },
    Close,
}

/// `map` would run forwards only; `iso` is told the way back too.
fn ports() -> impl Reflect<Value = Port> + Closed {
    int(1024..=65535u16).iso(Port, |port| Some(port.0))
}

/// The codec under test: a tag, the fields, and the length before what is variable.
fn encoded(packet: &Packet) -> Vec<u8> {
    match packet {
        Packet::Ping { ttl } => vec![0, *ttl],
        Packet::Data { to, payload } => {
            let mut bytes = vec![1];
            bytes.extend(to.0.to_be_bytes());
            bytes.extend((payload.len() as u32).to_be_bytes());
            bytes.extend(payload);
            bytes
        }
        Packet::Close => vec![2],
    }
}

fn decoded(bytes: &[u8]) -> Option<Packet> {
    match bytes {
        [0, ttl] => Some(Packet::Ping { ttl: *ttl }),
        [1, high, low, a, b, c, d, payload @ ..] => {
            let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
            let to = Port(u16::from_be_bytes([*high, *low]));
            (payload.len() == length).then(|| Packet::Data { to, payload: payload.to_vec() })
        }
        [2] => Some(Packet::Close),
        _ => None,
    }
}

fn main() {
    let packets = any::<Packet>();
    for seed in 0..1_000 {
        let packet = packets.sample(seed);
        assert_eq!(decoded(&encoded(&packet)), Some(packet));
    }

    // A packet from a bug report, as choices. A person can read their text form, and edit it.
    let reported = Packet::Data { to: Port(8080), payload: vec![7, 7] };
    let text = packets.choices_of(&reported).unwrap().to_string();
    println!("{reported:?}\n{text}");
    let edited: Choices = text.replace("7056 of 64512", "0 of 64512").parse().unwrap();
    println!("with the port edited: {:?}", packets.replay(&edited).unwrap());
    assert_eq!(packets.replay(&edited).unwrap(), Packet::Data { to: Port(1024), payload: vec![7, 7] });

    // An edit that is not a sequence says where and why.
    let error = text.replace("7 of 256", "700 of 256").parse::<Choices>().unwrap_err();
    println!("bad edit: {error}");
    assert!(error.to_string().contains("700 is not below its bound 256"));

    // So does a value that the generator never makes.
    let well_known = Packet::Data { to: Port(80), payload: vec![] };
    let mismatch = packets.choices_of(&well_known).unwrap_err();
    println!("mismatch: {mismatch}");
    assert!(mismatch.to_string().contains("80 is not in 1024..=65535"));
}
