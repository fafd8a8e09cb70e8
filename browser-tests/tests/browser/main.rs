//! The page of the report in a real browser: what it shows, what can be done with it, and what it must never do.
//!
//! `chromium` starts a browser, `page` is a client of its protocol, `subject` makes logs and pages by the program itself, and `counted`
//! counts again what the page shows. The other modules are the tests. Each starts a browser of its own; without one it is skipped, and says so.

#![forbid(unsafe_code)]

mod chromium;
mod compared;
mod counted;
mod covered;
mod drag;
mod failing;
mod figures;
mod filters;
mod foreign;
mod hostile;
mod keyboard;
mod large;
mod live;
mod page;
mod screenshots;
mod sliders;
mod subject;
