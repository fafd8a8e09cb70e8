//! Pictures of how numbers are distributed, as SVG: histograms one above the other, and boxes side by side.

use crate::cargo::workspace;
use crate::report::Report;
use crate::statistics::Quartiles;
use crate::svg::{round_step, text, tick_label};
use std::fmt::Write as _;
use std::fs;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 24.0;
/// How many bars a histogram has; what is beyond them is counted in the last one.
const BARS: usize = 60;
const COLOURS: [&str; 4] = ["#4878a8", "#7a68a6", "#d88c3a", "#6a9a5b"];

/// A name, and the numbers that have it.
pub(crate) type Series<'a> = (&'a str, &'a [f64]);

/// Histograms with one scale of numbers, and each with its own of shares.
pub(crate) fn histograms(title: &str, across: &str, to: f64, all: &[Series<'_>]) -> String {
    let mut out = begin(title);
    let step = round_step(to / 8.0);
    let end = WIDTH - RIGHT;
    let x = |number: f64| LEFT + number / to * (end - LEFT);
    let strip = (HEIGHT - TOP - BOTTOM) / all.len() as f64;
    for (at, (name, numbers)) in all.iter().enumerate() {
        let base = TOP + strip * (at as f64 + 1.0) - 8.0;
        let mut counts = [0.0; BARS];
        for number in *numbers {
            let bar = (number / to * BARS as f64) as usize;
            counts[bar.min(BARS - 1)] += 100.0 / numbers.len() as f64;
        }
        let highest = counts.iter().copied().fold(0.0, f64::max);
        for (bar, count) in counts.iter().enumerate() {
            let height = count / highest * (strip - 26.0);
            let left = x(to * bar as f64 / BARS as f64);
            let width = (end - LEFT) / BARS as f64 * 0.9;
            let _ = writeln!(
                out,
                "<rect x=\"{left:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{}\"/>",
                base - height,
                COLOURS[at % COLOURS.len()]
            );
        }
        let _ = writeln!(out, "<path d=\"M{LEFT} {base:.2} H{end}\" stroke=\"black\"/>");
        text(&mut out, (end, base - strip + 34.0), "end", 0, "", name);
        text(&mut out, (LEFT - 6.0, base), "end", 0, "font-size=\"10\"", "0");
        text(&mut out, (LEFT - 6.0, base - strip + 34.0), "end", 0, "font-size=\"10\"", &format!("{highest:.0} %"));
    }
    let mut tick = 0.0;
    while tick <= to {
        let more = if tick + step > to { " .." } else { "" };
        let label = format!("{}{more}", tick_label(tick, step));
        text(&mut out, (x(tick), HEIGHT - BOTTOM + 12.0), "middle", 0, "font-size=\"10\"", &label);
        tick += step;
    }
    text(&mut out, ((LEFT + end) / 2.0, HEIGHT - 12.0), "middle", 0, "", across);
    out.push_str("</svg>\n");
    out
}

/// For each series a box from its first to its third quartile, a line at the median, and whiskers to the ends; around it
/// how dense the numbers are.
pub(crate) fn violins(title: &str, up: &str, to: f64, all: &[Series<'_>]) -> String {
    let mut out = begin(title);
    let step = round_step(to / 5.0);
    let (base, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let y = |number: f64| base - number / to * (base - TOP);
    let mut tick = 0.0;
    while tick <= to + step / 2.0 {
        let at = y(tick);
        let _ = writeln!(out, "<line x1=\"{LEFT}\" y1=\"{at:.2}\" x2=\"{end}\" y2=\"{at:.2}\" stroke=\"#ddd\"/>");
        text(&mut out, (LEFT - 6.0, at + 4.0), "end", 0, "", &tick_label(tick, step));
        tick += step;
    }
    let slot = (end - LEFT) / all.len() as f64;
    for (at, (name, numbers)) in all.iter().enumerate() {
        let middle = LEFT + slot * (at as f64 + 0.5);
        let colour = COLOURS[at % COLOURS.len()];
        let shape = outline(numbers, to, slot * 0.4).into_iter();
        let points: Vec<(f64, f64)> = shape.map(|(number, half)| (y(number), half)).collect();
        let right = points.iter().map(|(y, half)| format!("{:.2},{y:.2}", middle + half));
        let left = points.iter().rev().map(|(y, half)| format!("{:.2},{y:.2}", middle - half));
        let points: Vec<String> = right.chain(left).collect();
        let _ = writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.45\"/>", points.join(" "));
        let Quartiles { least, first, median, third, most } = Quartiles::of(numbers);
        let _ = writeln!(out, "<path d=\"M{middle:.2} {:.2} V{:.2}\" stroke=\"{colour}\"/>", y(least), y(most));
        let (top, height) = (y(third), y(first) - y(third));
        let _ = writeln!(
            out,
            "<rect x=\"{:.2}\" y=\"{top:.2}\" width=\"16\" height=\"{height:.2}\" fill=\"white\" stroke=\"{colour}\" \
             stroke-width=\"1.5\"/>",
            middle - 8.0
        );
        let at = y(median);
        let _ = writeln!(out, "<path d=\"M{:.2} {at:.2} h16\" stroke=\"black\" stroke-width=\"2\"/>", middle - 8.0);
        text(&mut out, (middle, base + 18.0), "middle", 0, "", name);
    }
    let _ = writeln!(out, "<path d=\"M{LEFT} {TOP} V{base:.2} H{end}\" fill=\"none\" stroke=\"black\"/>");
    text(&mut out, (18.0, (TOP + base) / 2.0), "middle", -90, "", up);
    out.push_str("</svg>\n");
    out
}

/// Half the width of a violin at each number: how many are near it, counted by a bell.
fn outline(numbers: &[f64], to: f64, widest: f64) -> Vec<(f64, f64)> {
    const POINTS: usize = 120;
    let Quartiles { least, most, .. } = Quartiles::of(numbers);
    let width = to / 60.0;
    let places = (0..=POINTS).map(|point| least + (most - least) * point as f64 / POINTS as f64);
    let density = |place: f64| numbers.iter().map(|number| (-((number - place) / width).powi(2) / 2.0).exp()).sum();
    let shape: Vec<(f64, f64)> = places.map(|place| (place, density(place))).collect();
    let highest = shape.iter().map(|point| point.1).fold(0.0, f64::max);
    shape.into_iter().map(|(place, density)| (place, density / highest * widest)).collect()
}

fn begin(title: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    text(&mut out, (WIDTH / 2.0, 24.0), "middle", 0, "font-size=\"15\"", title);
    out
}

/// Writes a picture, and says below a row where it is.
pub(crate) fn save(report: &mut Report, row: &str, svg: &str) {
    let directory = workspace().join("target/experiments").join(report.experiment());
    let path = directory.join(format!("{row}.svg"));
    let saved = fs::create_dir_all(&directory).and_then(|()| fs::write(&path, svg));
    let place = path.strip_prefix(workspace()).unwrap_or(&path).display();
    match saved {
        Ok(()) => report.note(row, &format!("drawn in {place}")),
        Err(error) => report.note(row, &format!("not drawn in {place}: {error}")),
    }
}
