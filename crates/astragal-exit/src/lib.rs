//! C's `atexit` and `at_quick_exit` as safe functions: the one thing that Astragal needs and that safe Rust does not have.
//!
//! It is a crate of its own so that all others can forbid unsafe code. There are two unsafe lines in it, and no
//! dependency.

#[cfg(unix)]
use std::ffi::c_int;

#[cfg(unix)]
// SAFETY: this is its signature in the C standard and in POSIX. It may be called on any thread at any time, it keeps
// nothing but the function, and a function lives as long as the program. None of it can be misused.
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

/// As [`at_exit`], for a process that ends by C's `quick_exit`; on systems whose C has it: Linux with its usual libraries, and
/// FreeBSD. Whether it will be called.
#[must_use]
pub fn at_quick_exit(function: extern "C" fn()) -> bool {
    quick::at_quick_exit(function) == 0
}

#[cfg(any(all(target_os = "linux", any(target_env = "gnu", target_env = "musl")), target_os = "freebsd"))]
mod quick {
    use std::ffi::c_int;

    // SAFETY: as `atexit`.
    unsafe extern "C" {
        pub(crate) safe fn at_quick_exit(function: extern "C" fn()) -> c_int;
    }
}

#[cfg(not(any(all(target_os = "linux", any(target_env = "gnu", target_env = "musl")), target_os = "freebsd")))]
mod quick {
    pub(crate) fn at_quick_exit(_function: extern "C" fn()) -> i32 {
        -1
    }
}
