//! What of a backtrace is shown: where the property was when it panicked.

/// The frames of the property: without those of the panic itself, and without those of its callers.
///
/// `RUST_BACKTRACE=full` keeps them all.
pub(super) fn shortened(backtrace: &str) -> String {
    if std::env::var("RUST_BACKTRACE").is_ok_and(|value| value == "full") {
        return backtrace.to_string();
    }
    of_property(backtrace)
}

fn of_property(backtrace: &str) -> String {
    // A frame is a line with its number and its function, and perhaps one with its place.
    let mut frames: Vec<(&str, String)> = Vec::new();
    for line in backtrace.lines() {
        let name = line.trim_start().split_once(": ").filter(|(number, _)| number.parse::<u32>().is_ok());
        match (name, frames.last_mut()) {
            (Some((_, function)), _) => frames.push((function, format!("{line}\n"))),
            (None, Some((_, text))) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    let panicking = ["rust_begin_unwind", "core::panicking::", "core::option::", "core::result::", "std::panicking::"];
    let last_of_panic =
        frames.iter().rposition(|(function, _)| panicking[..2].iter().any(|name| function.contains(name)));
    let first = last_of_panic.map_or(0, |at| at + 1);
    let is_ours = |function: &str| function.trim_start_matches('<').starts_with("astragal_runner::");
    let own = frames[first..].iter().take_while(|(function, _)| !is_ours(function));
    // The insides of generators appear between what the user has written.
    let made_of = [
        "astragal_core::",
        "astragal_spaces::",
        "astragal_shapes::",
        "astragal_learn::",
        "astragal_regex::",
        "core::panic::unwind_safe::",
        "__rust_try",
        "std::panic::catch_unwind",
    ];
    let is_written = |function: &str| !made_of.iter().any(|name| function.contains(name));
    own.filter(|(function, _)| is_written(function) && !panicking.iter().any(|name| function.contains(name)))
        .map(|(_, text)| &**text)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::of_property;

    #[test]
    fn what_is_written_is_shown_and_what_runs_it_is_not() {
        let frames = [
            "std::panicking::panic_with_hook",
            "core::panicking::panic_bounds_check",
            "subject::part",
            "subject::tests::orders::{{closure}}",
            "astragal_core::source::thrown::catch::{{closure}}",
            "<core::panic::unwind_safe::AssertUnwindSafe<F> as core::ops::function::FnOnce<()>>::call_once",
            "std::panicking::catch_unwind::do_call",
            "__rust_try",
            "std::panic::catch_unwind",
            "<astragal_core::generator::closure::FromFn<F> as astragal_core::generator::Draw>::draw",
            "subject::tests::shops::{{closure}}",
            "astragal_runner::evaluate::local::run",
            "subject::tests::orders",
        ];
        let backtrace = String::from_iter(frames.iter().enumerate().map(|(at, frame)| format!("{at:4}: {frame}\n")));
        let shown = of_property(&backtrace);
        let shown = Vec::from_iter(shown.lines().map(str::trim_start));
        assert_eq!(
            shown,
            ["2: subject::part", "3: subject::tests::orders::{{closure}}", "10: subject::tests::shops::{{closure}}"]
        );
    }
}
