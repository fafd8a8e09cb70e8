//! The settings of Astragal, once: `#[property(..)]`, `astragal.toml`, the environment and the documentation all use this table.
//!
//! ```text
//!   table: name, type, default, form, documentation
//!     |                 \
//!     |                  form: how a value is read, checked and shown, and what it takes
//!     v                                   \
//!   setting: one row as data               values: the types that are not mere numbers
//!     |    \
//!     |     message: what a wrong name or a wrong value is told (nearest: what was meant)
//!     v
//!   astragal-macros: the attribute       astragal: the file, the environment, the setters
//! ```
//!
//! Start reading at [`settings!`]. The crate has no dependency and reads neither files nor variables, so that the macros can
//! check at compile time what the library reads at run time. Users write `astragal::config`.

#![forbid(unsafe_code)]

pub mod form;
mod message;
mod nearest;
mod setting;
mod table;
mod values;

pub use form::Form;
pub use message::{LONGEST_ECHO, needs_isolated, shortened, unknown};
pub use nearest::nearest;
pub use setting::{LIMITS, SETTINGS, Setting, find, literal};
pub use values::{Color, Exhaustive, Folder, Log, Phase, Phases, Show};
