//! `#[derive(Arbitrary)]`: every kind of type, every option, forwards and backwards.
#![allow(dead_code)] // most fields are only compared

mod conditions;
mod constants;
mod dependent;
mod enums;
mod generators;
mod generics;
mod hygiene;
mod layout;
mod lifetimes;
mod many;
mod mutual;
mod params;
mod patterns;
mod powers;
mod recursion;
pub mod strict;
mod structs;
mod support;
mod weights;
