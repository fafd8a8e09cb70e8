//! `#[property]`: what an attributed function can look like, and what becomes of it.

mod arguments;
mod asynchronous;
mod attributes;
mod dependent;
mod examples;
mod hygiene;
mod index;
mod options;
mod outcomes;
mod reports;
pub mod strict;
mod support;
