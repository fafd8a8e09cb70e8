//! Lines as SVG: how many values each method has found over time, and how large they are.

use crate::svg::{round_step, text, tick_label};
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;
const COLOURS: [&str; 3] = ["#888", "#c80", "#4878a8"];

/// A name, and what it is the name of.
pub(super) type Named<'a, T> = (&'a str, &'a [T]);

/// A chart. Both axes go from 0 to 1.
struct Chart<'a> {
    title: &'a str,
    across: &'a str,
    /// What is written beside the axes, and where.
    ticks_across: Vec<(f64, String)>,
    ticks_up: Vec<(f64, String)>,
    lines: Vec<(&'a str, Vec<(f64, f64)>)>,
}

/// How many values there are after how many seconds. The upward axis is by powers of ten, since methods differ by them.
pub(super) fn over_time(title: &str, lines: &[Named<'_, (f64, f64)>]) -> String {
    let points = lines.iter().flat_map(|line| line.1);
    let (longest, most) = points.fold((1e-9f64, 10.0f64), |(x, y), point| (x.max(point.0), y.max(point.1)));
    let top = most.log10().ceil();
    let chart = Chart {
        title,
        across: "seconds of work",
        ticks_across: (0..=10)
            .step_by(2)
            .map(f64::from)
            .map(|at| (at / 10.0, format!("{:.1}", longest * at / 10.0)))
            .collect(),
        ticks_up: (0..=top as u32).map(|power| (f64::from(power) / top, 10u64.pow(power).to_string())).collect(),
        lines: lines
            .iter()
            .map(|(name, points)| {
                (*name, points.iter().map(|&(x, y)| (x / longest, y.max(1.0).log10() / top)).collect())
            })
            .collect(),
    };
    chart.to_svg()
}

/// Which share of the values has which size, for the counts of each size.
pub(super) fn by_size(title: &str, lines: &[Named<'_, u64>]) -> String {
    let longest = lines.iter().map(|line| line.1.len()).max().unwrap_or_default().max(2) as f64 - 1.0;
    let shares = |counts: &[u64]| -> Vec<f64> {
        let total = counts.iter().sum::<u64>().max(1) as f64;
        counts.iter().map(|&count| 100.0 * count as f64 / total).collect()
    };
    let lines: Vec<(&str, Vec<f64>)> = lines.iter().map(|(name, counts)| (*name, shares(counts))).collect();
    let highest = lines.iter().flat_map(|line| &line.1).copied().fold(1.0, f64::max);
    let ticks = |to: f64, unit: &str| -> Vec<(f64, String)> {
        let step = round_step(to / 6.0);
        let ticks = (0..).map(|nth| f64::from(nth) * step).take_while(|tick| *tick <= to);
        ticks.map(|tick| (tick / to, format!("{}{unit}", tick_label(tick, step)))).collect()
    };
    let chart = Chart {
        title,
        across: "size",
        ticks_across: ticks(longest, ""),
        ticks_up: ticks(highest, " %"),
        lines: lines
            .into_iter()
            .map(|(name, shares)| {
                (
                    name,
                    shares.iter().enumerate().map(|(size, share)| (size as f64 / longest, share / highest)).collect(),
                )
            })
            .collect(),
    };
    chart.to_svg()
}

impl Chart<'_> {
    fn to_svg(&self) -> String {
        let x = |part: f64| LEFT + part * (WIDTH - LEFT - RIGHT);
        let y = |part: f64| HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        text(&mut out, (WIDTH / 2.0, 24.0), "middle", 0, "font-size=\"15\"", self.title);
        for (at, label) in &self.ticks_up {
            let (at, end) = (y(*at), WIDTH - RIGHT);
            let _ = writeln!(out, "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{end}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>");
            text(&mut out, (LEFT - 6.0, at + 4.0), "end", 0, "", label);
        }
        for (at, label) in &self.ticks_across {
            text(&mut out, (x(*at), HEIGHT - BOTTOM + 16.0), "middle", 0, "", label);
        }
        let mut names: Vec<(f64, &str, &str)> = Vec::new();
        for ((name, points), colour) in self.lines.iter().zip(COLOURS) {
            let path: Vec<String> =
                points.iter().map(|&(across, up)| format!("{:.1},{:.1}", x(across), y(up))).collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                path.join(" ")
            );
            names.extend(points.last().map(|&(_, up)| (y(up) + 4.0, *name, colour)));
        }
        // Lines that end side by side have their names one above the other.
        names.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut free = f64::INFINITY;
        for (at, name, colour) in names {
            let at = at.min(free);
            free = at - 14.0;
            text(&mut out, (WIDTH - RIGHT + 6.0, at), "start", 0, &format!("fill=\"{colour}\""), name);
        }
        text(&mut out, ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14.0), "middle", 0, "", self.across);
        out.push_str("</svg>\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_shares_of_all_values_of_a_method() {
        let svg = by_size("sizes", &[("few", &[0, 1, 3]), ("many", &[100, 100, 0, 200])]);
        // The sizes are 0 to 3 across; the highest share is three quarters.
        assert!(svg.contains("points=\"84.0,312.0 259.3,222.7 434.7,44.0\""), "{svg}");
        assert!(svg.contains(">60 %</text>") && svg.contains(">few</text>") && svg.contains(">size</text>"), "{svg}");
    }
}
