//! Our own side of the experiment `gen`.

use super::contender::Contender;
use super::shapes::Row;
use crate::report::Report;

/// Our contender in `row`, if we take part in it.
pub(super) fn contender(_row: Row) -> Option<Contender> {
    None
}

/// Figures that concern only us: a rejected draw, and recording as a multiple of random drawing.
pub(super) fn own_figures(_report: &mut Report) {}
