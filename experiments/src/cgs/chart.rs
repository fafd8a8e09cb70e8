//! Lines over time as SVG: how many values each method has found.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;
const COLOURS: [&str; 3] = ["#888", "#c80", "#4878a8"];

/// A line: its name, and how many values after how many seconds.
pub(super) type Line<'a> = (&'a str, &'a [(f64, f64)]);

/// The text of a file. The upward axis is by powers of ten, since methods differ by them.
pub(super) fn over_time(title: &str, lines: &[Line<'_>]) -> String {
    let points = lines.iter().flat_map(|line| line.1);
    let (longest, most) = points.fold((0.0f64, 10.0f64), |(x, y), point| (x.max(point.0), y.max(point.1)));
    let top = most.log10().ceil();
    let x = |seconds: f64| LEFT + seconds / longest.max(1e-9) * (WIDTH - LEFT - RIGHT);
    let y = |count: f64| HEIGHT - BOTTOM - count.max(1.0).log10() / top * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{title}</text>\n",
        WIDTH / 2.0
    );
    for power in 0..=top as i32 {
        let at = y(10f64.powi(power));
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>",
            WIDTH - RIGHT
        );
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            10u64.pow(power as u32)
        );
    }
    for tenth in (0..=10).step_by(2) {
        let seconds = longest * f64::from(tenth) / 10.0;
        let (at, below) = (x(seconds), HEIGHT - BOTTOM + 16.0);
        let _ = writeln!(out, "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{seconds:.1}</text>");
    }
    let mut names: Vec<(f64, &str, &str)> = Vec::new();
    for (&(name, points), colour) in lines.iter().zip(COLOURS) {
        let path: Vec<String> = points.iter().map(|&(s, n)| format!("{:.1},{:.1}", x(s), y(n))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        names.extend(points.last().map(|&(_, count)| (y(count) + 4.0, name, colour)));
    }
    // Lines that end side by side have their names one below the other.
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free = 0.0f64;
    for (at, name, colour) in names {
        let at = at.max(free);
        free = at + 14.0;
        let right = WIDTH - RIGHT + 6.0;
        let _ = writeln!(out, "<text x=\"{right:.1}\" y=\"{at:.1}\" fill=\"{colour}\">{name}</text>");
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">seconds of work</text>\n</svg>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 14.0
    );
    out
}
