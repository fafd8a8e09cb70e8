//! Whole reports, in plain style.
