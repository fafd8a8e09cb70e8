//! Addresses of networks. The unspecified address is the simplest; ranges with a meaning come up often.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::sum::{EitherOf, Sides};
use crate::generator::adapt::Iso;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::wide::{reflect_wide, wide_leaf};
use crate::generator::{Arbitrary, Closed, Draw, Int};
use crate::source::{Reject, Source};
use crate::space::{NodeId, Sketch};

/// IPv4 addresses: one choice, the address as a number. Half of those drawn are of a range with a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Ipv4;

/// IPv6 addresses: the two halves of the address as a number. Half of those drawn are of a range with a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Ipv6;

/// Ranges with a meaning: the bits that all their addresses share, and how many bits are free.
const V4_RANGES: [(Ipv4Addr, u32); 14] = [
    (Ipv4Addr::UNSPECIFIED, 0),
    (Ipv4Addr::LOCALHOST, 0),
    (Ipv4Addr::BROADCAST, 0),
    (Ipv4Addr::new(127, 0, 0, 0), 24),
    (Ipv4Addr::new(10, 0, 0, 0), 24),
    (Ipv4Addr::new(172, 16, 0, 0), 20),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(169, 254, 0, 0), 16), // link-local
    (Ipv4Addr::new(100, 64, 0, 0), 22),  // shared by carriers
    (Ipv4Addr::new(192, 0, 2, 0), 8),    // for documentation
    (Ipv4Addr::new(198, 51, 100, 0), 8),
    (Ipv4Addr::new(203, 0, 113, 0), 8),
    (Ipv4Addr::new(224, 0, 0, 0), 28), // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 28), // reserved
];

const V6_RANGES: [(Ipv6Addr, u32); 8] = [
    (Ipv6Addr::UNSPECIFIED, 0),
    (Ipv6Addr::LOCALHOST, 0),
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0xFFFF, 0, 0), 32), // IPv4 inside of IPv6
    (Ipv6Addr::new(0xFE80, 0, 0, 0, 0, 0, 0, 0), 64), // link-local
    (Ipv6Addr::new(0xFC00, 0, 0, 0, 0, 0, 0, 0), 121), // unique local
    (Ipv6Addr::new(0x2001, 0xDB8, 0, 0, 0, 0, 0, 0), 96), // for documentation
    (Ipv6Addr::new(0xFF00, 0, 0, 0, 0, 0, 0, 0), 120), // multicast
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 112), // 6to4
];

fn random_v4(src: &mut Source) -> Ipv4Addr {
    let word = src.steer(u64::MAX);
    if word & 1 == 0 {
        return Ipv4Addr::from_bits((word >> 32) as u32);
    }
    let (range, free) = V4_RANGES[src.steer(V4_RANGES.len() as u64 - 1) as usize];
    Ipv4Addr::from_bits(range.to_bits() | (word >> 32) as u32 & ((1 << free) - 1))
}

fn random_v6(src: &mut Source) -> u128 {
    let word = u128::from(src.steer(u64::MAX)) << 64 | u128::from(src.steer(u64::MAX));
    match src.steer(2 * V6_RANGES.len() as u64 - 1) as usize {
        kind if kind < V6_RANGES.len() => {
            let (range, free) = V6_RANGES[kind];
            range.to_bits() | word & ((1 << free) - 1)
        }
        _ => word,
    }
}

impl Draw for Ipv4 {
    type Value = Ipv4Addr;

    fn draw(&self, src: &mut Source) -> Result<Ipv4Addr, Reject> {
        src.leaf(
            u32::MAX.into(),
            random_v4,
            |address| address.to_bits().into(),
            |choice| Ipv4Addr::from_bits(choice as u32),
        )
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.number(u32::MAX.into())
    }
}

impl Reflect for Ipv4 {
    fn reflect(&self, value: &Ipv4Addr, back: &mut Back) -> Result<(), Mismatch> {
        back.put(value.to_bits().into(), u32::MAX.into());
        Ok(())
    }
}

impl Draw for Ipv6 {
    type Value = Ipv6Addr;

    fn draw(&self, src: &mut Source) -> Result<Ipv6Addr, Reject> {
        wide_leaf(src, u128::MAX, 0, random_v6).map(Ipv6Addr::from_bits)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.offset(u128::MAX, 0)
    }
}

impl Reflect for Ipv6 {
    fn reflect(&self, value: &Ipv6Addr, back: &mut Back) -> Result<(), Mismatch> {
        reflect_wide(back, value.to_bits(), u128::MAX, 0)
    }
}

impl Closed for Ipv4 {}
impl Closed for Ipv6 {}

impl Arbitrary for Ipv4Addr {
    type Gen = Ipv4;

    fn any() -> Ipv4 {
        Ipv4
    }
}

impl Arbitrary for Ipv6Addr {
    type Gen = Ipv6;

    fn any() -> Ipv6 {
        Ipv6
    }
}

impl Arbitrary for SocketAddrV4 {
    type Gen = Iso<(Ipv4, Int<u16>), fn((Ipv4Addr, u16)) -> Self, fn(&Self) -> Option<(Ipv4Addr, u16)>>;

    fn any() -> Self::Gen {
        Iso::new((Ipv4, u16::any()), |(ip, port)| Self::new(ip, port), |address| Some((*address.ip(), address.port())))
    }
}

/// Address, port, flow information and scope.
type V6Parts = (Ipv6Addr, u16, u32, u32);

impl Arbitrary for SocketAddrV6 {
    type Gen = Iso<(Ipv6, Int<u16>, Int<u32>, Int<u32>), fn(V6Parts) -> Self, fn(&Self) -> Option<V6Parts>>;

    fn any() -> Self::Gen {
        Iso::new(
            (Ipv6, u16::any(), u32::any(), u32::any()),
            |(ip, port, flow, scope)| Self::new(ip, port, flow, scope),
            |address| Some((*address.ip(), address.port(), address.flowinfo(), address.scope_id())),
        )
    }
}

macro_rules! either_version {
    ($($type:ident, $site:literal, $v4:ty, $v6:ty;)+) => {$(
        impl Sides for $type {
            type One = $v4;
            type Other = $v6;
            const NAMES: [&'static str; 3] = [$site, "V4", "V6"];

            fn one(value: $v4) -> Self {
                $type::V4(value)
            }

            fn other(value: $v6) -> Self {
                $type::V6(value)
            }

            fn sides(&self) -> Result<&$v4, &$v6> {
                match self {
                    $type::V4(value) => Ok(value),
                    $type::V6(value) => Err(value),
                }
            }
        }

        impl Arbitrary for $type {
            type Gen = EitherOf<$type, <$v4 as Arbitrary>::Gen, <$v6 as Arbitrary>::Gen>;

            fn any() -> Self::Gen {
                EitherOf::new(<$v4>::any(), <$v6>::any())
            }
        }
    )+};
}

either_version! {
    IpAddr, "ip", Ipv4Addr, Ipv6Addr;
    SocketAddr, "socket", SocketAddrV4, SocketAddrV6;
}
