//! C's `atexit` as a safe function: the one thing that Astragal needs and that safe Rust does not have.
//!
//! It is a crate of its own so that all others can forbid unsafe code. There is a single unsafe line in it, and no
//! dependency.

#[cfg(unix)]
use std::ffi::c_int;

#[cfg(unix)]
// SAFETY: this is its signature in the C standard and in POSIX. It may be called on any thread at any time, it keeps
// nothing but the function, and a function lives as long as the program. Nothing in that can be used wrongly.
unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
}

/// Has a function called when the process ends by `std::process::exit` or at the end of `main`. Whether it will be.
///
/// It is called on the thread that ends the process while all others still run. It is not called when the process dies by
/// a signal, aborts, or ends by `_exit`; nor on systems other than Unix, where `std::process::exit` does not pass through C.
///
/// ```
/// extern "C" fn farewell() {
///     eprintln!("that was all");
/// }
///
/// assert_eq!(astragal_exit::at_exit(farewell), cfg!(unix));
/// ```
#[must_use]
pub fn at_exit(function: extern "C" fn()) -> bool {
    #[cfg(unix)]
    return atexit(function) == 0;
    #[cfg(not(unix))]
    {
        let _ = function;
        false
    }
}
