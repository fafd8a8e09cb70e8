//! The text form of each kind of setting: how it is read, how it is shown, and what a wrong one is told.

use std::time::Duration;

use astragal_core::{STRATEGIES, Strategy};

use super::values::{Color, Exhaustive, Phases, Regressions, Show};

/// How values of one kind are written. What it shows, it reads again.
pub(crate) struct Form<T: 'static> {
    /// Ends the sentence "`cases` wants ..".
    pub(crate) wants: &'static str,
    /// Nothing for a wrong text.
    pub(crate) parse: fn(&str) -> Option<T>,
    pub(crate) show: fn(&T) -> String,
}

/// How often something is done: at least once.
pub(crate) const COUNT: Form<u64> = Form {
    wants: "a whole number from 1 up, such as `1000`",
    parse: |text| whole(text).filter(|count| *count > 0),
    show: u64::to_string,
};

pub(crate) const SIZE: Form<u32> = Form {
    wants: "a whole number from 0 to 4294967295, such as `100`",
    parse: |text| u32::try_from(whole(text)?).ok(),
    show: u32::to_string,
};

pub(crate) const THREADS: Form<usize> = Form {
    wants: "a whole number from 1 to 1024",
    parse: |text| usize::try_from(whole(text)?).ok().filter(|threads| (1..=1024).contains(threads)),
    show: usize::to_string,
};

pub(crate) const MINIMA: Form<u8> = Form {
    wants: "a whole number from 1 to 5",
    parse: |text| u8::try_from(whole(text)?).ok().filter(|minima| (1..=5).contains(minima)),
    show: u8::to_string,
};

pub(crate) const SEED: Form<Option<u64>> = Form {
    wants: "a whole number below 2^64, such as `42` or `0x2a`, or `fresh`",
    parse: |text| if text == "fresh" { Some(None) } else { whole(text).map(Some) },
    show: |seed| seed.map_or("fresh".into(), |seed| seed.to_string()),
};

pub(crate) const TIME: Form<Duration> =
    Form { wants: "a time such as `50ms`, `2s`, `1m` or `1h`", parse: time, show: |time| show_time(*time) };

pub(crate) const TIME_OR_NONE: Form<Option<Duration>> = Form {
    wants: "a time such as `50ms`, `2s`, `1m` or `1h`, or `none`",
    parse: |text| if text == "none" { Some(None) } else { time(text).map(Some) },
    show: |time| time.map_or("none".into(), show_time),
};

pub(crate) const BYTES_OR_NONE: Form<Option<u64>> = Form {
    wants: "a number of bytes such as `512M` or `2G` (powers of 1024), or `none`",
    parse: |text| if text == "none" { Some(None) } else { bytes(text).map(Some) },
    show: |bytes| bytes.map_or("none".into(), show_bytes),
};

pub(crate) const SWITCH: Form<bool> = Form {
    wants: "`true` or `false`",
    parse: |text| match text {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    },
    show: bool::to_string,
};

pub(crate) const CONFIDENCE: Form<f64> = Form {
    wants: "a number from 0.5 to less than 1, such as `0.999999`",
    parse: |text| text.parse().ok().filter(|confidence| (0.5..1.0).contains(confidence)),
    show: f64::to_string,
};

/// Whether a token can be read is for whoever replays it to say.
pub(crate) const TOKEN: Form<Option<String>> = Form {
    wants: "the token of a failing case, or `none`",
    parse: |text| match text {
        "" => None,
        "none" => Some(None),
        _ => Some(Some(text.to_string())),
    },
    show: |token| token.clone().unwrap_or("none".into()),
};

pub(crate) const PHASES: Form<Phases> = Form {
    wants: "some of `regressions`, `examples`, `exhaustive`, `random`, `target`, `shrink` and `explain`, with commas between them; \
            or what to leave out, such as `-exhaustive`; or `all`",
    parse: Phases::parse,
    show: Phases::to_string,
};

pub(crate) const EXHAUSTIVE: Form<Exhaustive> = Form {
    wants: "how many cases are listed, such as `10000`; or up to which size or depth, such as `size 8` or `depth 4`; or `auto`",
    parse: Exhaustive::parse,
    show: Exhaustive::to_string,
};

pub(crate) const STRATEGY: Form<Strategy> =
    Form { wants: STRATEGIES, parse: |text| text.parse().ok(), show: Strategy::to_string };

pub(crate) const SHOW: Form<Show> =
    Form { wants: "`quiet`, `normal`, `steps` or `full`", parse: Show::parse, show: Show::to_string };

pub(crate) const COLOR: Form<Color> =
    Form { wants: "`auto`, `always` or `never`", parse: Color::parse, show: Color::to_string };

pub(crate) const REGRESSIONS: Form<Regressions> = Form {
    wants: "`beside`, `off`, or a directory with a slash, such as `./regressions`",
    parse: Regressions::parse,
    show: Regressions::to_string,
};

/// As Rust writes it: `1_000` and `0xff` too.
pub(super) fn whole(text: &str) -> Option<u64> {
    if text.starts_with(['_', '+']) {
        return None;
    }
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hex) if !hex.starts_with('+') => u64::from_str_radix(hex, 16).ok(),
        Some(_) => None,
        None => digits.parse().ok(),
    }
}

/// The units of time in nanoseconds, the largest first.
const UNITS_OF_TIME: [(&str, u64); 6] = [
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

fn time(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let (_, nanoseconds) = UNITS_OF_TIME.iter().find(|(name, _)| *name == unit)?;
    Some(Duration::from_nanos(whole(number.trim_end())?.checked_mul(*nanoseconds)?))
}

/// In the largest unit of which it is a whole number. What is longer than 584 years is shown as that.
fn show_time(time: Duration) -> String {
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    if nanoseconds == 0 {
        return "0s".into();
    }
    let (name, unit) = UNITS_OF_TIME.iter().find(|(_, unit)| nanoseconds % unit == 0).unwrap_or(&("ns", 1));
    format!("{}{name}", nanoseconds / unit)
}

/// The units of memory, the largest first.
const UNITS_OF_MEMORY: [(&str, u64); 4] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("", 1)];

fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_uppercase()).unwrap_or(text.len()));
    let (_, unit) = UNITS_OF_MEMORY.iter().find(|(name, _)| *name == unit)?;
    whole(number.trim_end())?.checked_mul(*unit).filter(|bytes| *bytes > 0)
}

fn show_bytes(bytes: u64) -> String {
    let (name, unit) = UNITS_OF_MEMORY.iter().find(|(_, unit)| bytes % unit == 0).unwrap_or(&("", 1));
    format!("{}{name}", bytes / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_shown() {
        for (text, nanoseconds) in [("50ms", 50_000_000), ("2s", 2_000_000_000), ("90s", 90_000_000_000), ("7ns", 7)] {
            assert_eq!(time(text), Some(Duration::from_nanos(nanoseconds)));
            assert_eq!(show_time(Duration::from_nanos(nanoseconds)), text);
        }
        assert_eq!(show_time(Duration::from_secs(600)), "10m");
        for wrong in ["", "5", "s", "-1s", "+1s", "1 day", "1S", "99999999999999h", "1.5s", "0xfs"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn memory_is_read_as_it_is_shown() {
        for (text, count) in [("512M", 512 << 20), ("2G", 2 << 30), ("1000", 1000), ("3K", 3072)] {
            assert_eq!(bytes(text), Some(count));
            assert_eq!(show_bytes(count), text);
        }
        for wrong in ["", "0", "M", "512MB", "512m", "99999999999G", "-1"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_are_written_as_in_rust() {
        assert_eq!(whole("1_000"), Some(1000));
        assert_eq!(whole("0xFF"), Some(255));
        for wrong in ["", "_", "_1", "+1", "0x", "0x+1", "1e3", "18446744073709551616"] {
            assert_eq!(whole(wrong), None, "{wrong}");
        }
    }
}
