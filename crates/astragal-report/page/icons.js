// The icon of each verdict: a shape of its own, so that color is never needed to tell them apart.
import { h, s } from "./dom.js";

const PATHS = {
  failed: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  error: "M8 3.5v5.5M8 12v.6",
  flaky: "M3.5 9c1.5-3.4 3-3.4 4.5-1s3 2.400 4.500-1",
  gave_up: "M5 5v6M11 5v6M5 8h0",
  warned: "M8 4.800v3.700M8 11v.4",
  passed: "M4 8.300l2.700 2.700L12 5.400",
  proved: "M3.200 8.300l2.400 2.500L10 5.600M7.400 10l.9.8L13 5.600",
};

export const VERDICTS = { failed: "failed", error: "could not run", flaky: "flaky", gave_up: "gave up", warned: "passed with warnings", passed: "passed", proved: "proved" };

/// The badge of a verdict; the word is for screen readers unless `worded`.
export function verdictIcon(kind, worded = false) {
  const known = kind in PATHS ? kind : "error";
  const outline = known === "warned" ? s("path.shape", { d: "M8 .8L15.600 14.400H.4Z" }) : known === "gave_up" || known === "error" ? s("rect.shape", { x: 1, y: 1, width: 14, height: 14, rx: 3 }) : s("circle.shape", { cx: 8, cy: 8, r: 7.5 });
  return h(`span.verdict.${known}`, null,
    s("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, outline, s("path.glyph", { d: PATHS[known] })),
    h(worded ? "span" : "span.visually-hidden", VERDICTS[known]));
}
