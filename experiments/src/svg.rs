//! Bar charts as SVG: a title, two axes, and if there is something to compare with, a line across.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
/// Room for the title, and for the axes with their texts.
const TOP: f64 = 44.0;
const RIGHT: f64 = 64.0;
const BOTTOM: f64 = 52.0;
/// More of it for long labels.
const BOTTOM_BELOW_LONG_LABELS: f64 = 96.0;
const LEFT: f64 = 78.0;
/// At most this many bars have a label of their own; of more, every second, third, and so on.
const MOST_LABELS: usize = 26;
/// Longer labels are vertical, or they would overlap.
const LONG_LABEL: usize = 4;

/// Bars side by side, from zero up.
pub(crate) struct BarChart<'a> {
    pub(crate) title: &'a str,
    /// What a bar is.
    pub(crate) across: &'a str,
    /// What its height is.
    pub(crate) up: &'a str,
    /// A label, which may be empty, and a height.
    pub(crate) bars: &'a [(String, f64)],
    /// A height to compare with, and its name.
    pub(crate) line: Option<(&'a str, f64)>,
}

impl BarChart<'_> {
    fn has_long_labels(&self) -> bool {
        self.bars.iter().any(|bar| bar.0.len() > LONG_LABEL)
    }

    /// The chart as the text of a file.
    pub(crate) fn to_svg(&self) -> String {
        let highest = self.bars.iter().map(|bar| bar.1).chain(self.line.map(|line| line.1)).fold(0.0, f64::max);
        let step = round_step(highest / 5.0);
        let top = (highest / step).ceil().max(1.0) * step;
        let bottom = if self.has_long_labels() { BOTTOM_BELOW_LONG_LABELS } else { BOTTOM };
        let y = |height: f64| HEIGHT - bottom - height / top * (HEIGHT - TOP - bottom);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        text(&mut out, (WIDTH / 2.0, 24.0), "middle", 0, "font-size=\"15\"", self.title);
        let mut tick = 0.0;
        while tick <= top + step / 2.0 {
            let (at, end) = (y(tick), WIDTH - RIGHT);
            let _ = writeln!(out, "<line x1=\"{LEFT}\" y1=\"{at:.2}\" x2=\"{end}\" y2=\"{at:.2}\" stroke=\"#ddd\"/>");
            text(&mut out, (LEFT - 6.0, at + 4.0), "end", 0, "", &tick_label(tick, step));
            tick += step;
        }
        self.draw_bars(&mut out, y);
        let (base, end) = (y(0.0), WIDTH - RIGHT);
        let _ = writeln!(out, "<path d=\"M{LEFT} {TOP} V{base:.2} H{end}\" fill=\"none\" stroke=\"black\"/>");
        text(&mut out, ((LEFT + end) / 2.0, HEIGHT - 8.0), "middle", 0, "", self.across);
        text(&mut out, (18.0, (TOP + base) / 2.0), "middle", -90, "", self.up);
        if let Some((name, height)) = self.line {
            let at = y(height);
            let _ = writeln!(
                out,
                "<line x1=\"{LEFT}\" y1=\"{at:.2}\" x2=\"{end}\" y2=\"{at:.2}\" stroke=\"#c00\" stroke-width=\"1.5\"/>"
            );
            // Beside the bars, on which it could not be read.
            text(&mut out, (end + 5.0, at + 4.0), "start", 0, "fill=\"#c00\"", name);
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_bars(&self, out: &mut String, y: impl Fn(f64) -> f64) {
        let slot = (WIDTH - LEFT - RIGHT) / self.bars.len().max(1) as f64;
        let every = self.bars.len().div_ceil(MOST_LABELS).max(1);
        for (at, (label, height)) in self.bars.iter().enumerate() {
            let (x, top) = (LEFT + slot * at as f64, y(*height));
            let _ = writeln!(
                out,
                "<rect x=\"{:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"#4878a8\"/>",
                x + slot * 0.1,
                slot * 0.8,
                y(0.0) - top
            );
            if at % every == 0 && !label.is_empty() {
                let below = (x + slot / 2.0, y(0.0) + 14.0);
                if label.len() > LONG_LABEL {
                    text(out, (below.0 + 3.0, below.1 - 6.0), "end", -60, "font-size=\"10\"", label);
                } else {
                    text(out, below, "middle", 0, "font-size=\"10\"", label);
                }
            }
        }
    }
}

pub(crate) fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, turn: i32, style: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        out,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\" transform=\"rotate({turn} {x:.2} {y:.2})\" {style}>{words}</text>"
    );
}

/// The next of 1, 2, 5, 10, 20, 50 and so on.
pub(crate) fn round_step(least: f64) -> f64 {
    if least <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|&step| step >= least * 0.999_999).unwrap_or(10.0 * power)
}

pub(crate) fn tick_label(tick: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    format!("{tick:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0.0, 0.7, 1.0, 1.3, 230.0].map(round_step), [1.0, 1.0, 1.0, 2.0, 500.0]);
    }

    #[test]
    fn the_highest_bar_ends_below_the_title_and_texts_are_escaped() {
        let bars = [("a".to_string(), 10.0), (String::new(), 0.0)];
        let chart = BarChart { title: "a < b", across: "", up: "", bars: &bars, line: Some(("all", 5.0)) };
        let svg = chart.to_svg();
        assert!(svg.contains("a &lt; b") && svg.contains("y=\"44.00\""), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 3);
    }
}
