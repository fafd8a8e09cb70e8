// Writes numbers, shares, durations and dates for people.

const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/// 12345 -> "12,345".
export function count(number) {
  return GROUPED.format(Math.round(number || 0));
}

/// "1 case", "2 cases".
export function counted(number, noun, plural = noun + "s") {
  return `${count(number)} ${Math.round(number) === 1 ? noun : plural}`;
}

/// A share of a whole: "0 %", "<0.1 %", "4.2 %", "37 %".
export function share(part, whole) {
  if (!whole) return "–";
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  if (percent < 100 && percent > 99.9) return ">99.9 %";
  return `${percent === 0 || percent >= 9.95 ? Math.round(percent) : percent.toFixed(1)} %`;
}

/// ", 12 filtered" where the filters let through fewer (or, re-weighted, more) than all.
export function filtered(on, all) {
  return Math.round(on) === Math.round(all) ? "" : `, ${count(on)} filtered`;
}

/// A value on an axis: at most four digits that matter.
export function value(number) {
  if (number === null || number === undefined || Number.isNaN(number)) return "–";
  if (Number.isInteger(number) && Math.abs(number) < 1e6) return GROUPED.format(number);
  const size = Math.abs(number);
  if (size >= 1e15 || (size < 1e-4 && size > 0)) return number.toExponential(2).replace("e+", "e");
  for (const [unit, sign] of [[1e12, "T"], [1e9, "G"], [1e6, "M"]]) {
    if (size >= unit) return `${Number((number / unit).toPrecision(3))}${sign}`;
  }
  return String(Number(number.toPrecision(4)));
}

/// Seconds as "3.2 s", "41 ms", "180 µs".
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds >= 90) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds >= 1) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds >= 1e-3) return `${Math.round(seconds * 1e3)} ms`;
  return `${Math.round(seconds * 1e6)} µs`;
}

/// Unix seconds as "2026-11-15 14:03".
export function date(seconds) {
  const at = new Date((seconds || 0) * 1000), two = (number) => String(number).padStart(2, "0");
  if (!seconds || Number.isNaN(at.getTime())) return "–";
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/// The last segment of a path such as `crate::module::name`, and what is before it.
export function splitName(name) {
  const at = Math.max(name.lastIndexOf("::"), name.lastIndexOf("/") - 1);
  return at < 0 ? ["", name] : [name.slice(0, at + 2), name.slice(at + 2)];
}

/// A text on one line, shortened.
export function brief(text, most = 48) {
  const line = String(text).replace(/\s+/g, " ").trim();
  return line.length > most ? line.slice(0, most - 1) + "…" : line;
}
