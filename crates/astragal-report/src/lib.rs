//! Shows what was tested: reads the logs of property-based tests and draws them, as one HTML file or in the terminal.
//!
//! A log is JSON Lines, in the format that Hypothesis and Tyche share. [`Log`] reads it in bounded memory, [`Model`] is everything
//! that can be shown about it, and both views are drawn from that model, so that they agree.
//!
//! ```text
//!   files, folders --> read --> Log --> build --> Model --> html       one file, no network
//!                                         ^        ^ ^  --> terminal   the same as text
//!                                         |        | |
//!                                     warnings  compare  mutants
//! ```
//!
//! Start reading at [`model`], whose structs are the contract with the page; then `read`, which fills them.
//!
//! ```
//! use astragal_report::{Log, Model, html, terminal};
//!
//! let lines = r#"{"type":"test_case","property":"sorts","run_start":1.5,"status":"passed","representation":"sorts([2, 1])"}"#;
//! let log = Log::from_reader(lines.as_bytes(), "example")?;
//! let model = Model::of(&log);
//! assert_eq!(model.properties[0].counts.passed, 1);
//! assert!(terminal::overview(&model, terminal::Style::default()).contains("sorts"));
//! assert!(html(&model).starts_with("<!doctype html>"));
//! # Ok::<(), astragal_report::ReadError>(())
//! ```

#![forbid(unsafe_code)]

mod build;
mod compare;
mod html;
pub mod model;
pub mod mutants;
mod read;
mod statistics;
pub mod terminal;
pub mod warnings;
mod words;

pub use html::html;
pub use model::Model;
pub use read::{Limits, Log, Problem, ReadError};
