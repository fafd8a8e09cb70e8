//! Languages as generators: the laws of generators, every power on trees, the distribution, texts, and large grammars.

#[path = "../subjects/mod.rs"]
mod subjects;

mod distribution;
mod forms;
mod large;
mod laws;
mod powers;
mod texts;
