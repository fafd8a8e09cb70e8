//! Numbers as a reader says them, the same in all views.

/// A share as percent, with as many digits as it needs to differ from none and from all.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.1 {
        let digits = (-percent.log10()).ceil().min(9.0) as usize;
        format!("{percent:.digits$} %")
    } else if percent < 10.0 && percent.round() != percent {
        format!("{percent:.1} %")
    } else if percent > 99.0 && percent < 100.0 {
        format!("{:.1} %", percent.min(99.9))
    } else {
        format!("{percent:.0} %")
    }
}

/// A probability in words that can be compared.
pub(crate) fn chance(probability: f64) -> String {
    if probability >= 0.001 {
        format!("{probability:.3}")
    } else if probability > 0.0 {
        format!("{probability:.0e}")
    } else {
        "less than 1e-300".to_string()
    }
}

/// A number as short as it is useful.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    if value == value.round() && size < 1e15 {
        format!("{value:.0}")
    } else if (0.01..1e6).contains(&size) {
        let digits = if size < 1.0 {
            3
        } else if size < 100.0 {
            2
        } else {
            1
        };
        format!("{value:.digits$}")
    } else {
        format!("{value:.2e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents() {
        let shares = [0.0, 0.03, 0.034, 0.21, 0.5, 0.995, 0.9999, 1.0, 0.0001];
        let texts = ["0 %", "3 %", "3.4 %", "21 %", "50 %", "99.5 %", "99.9 %", "100 %", "0.01 %"];
        assert_eq!(shares.map(percent), texts);
        assert_eq!([0.05, 1e-12, 0.0].map(chance), ["0.050", "1e-12", "less than 1e-300"]);
    }
}
