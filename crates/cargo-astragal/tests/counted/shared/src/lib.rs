//! Used by the library, by its build script and by a procedural macro.

/// Twice as much.
pub fn double(number: u32) -> u32 {
    number.wrapping_mul(2)
}
