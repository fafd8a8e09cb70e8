// A scatter of a feature that is a pair of numbers: near points are one dot whose area is their number; a drag selects a box.
import { s, roving } from "./dom.js";
import { FAILED } from "./data.js";
import { filterOn, toggleFilter } from "./filters.js";
import { card, words } from "./card.js";
import { count, filtered, value } from "./format.js";

const ACROSS = 36, DOWN = 22, WIDE = 360, TALL = 220;

function extent(values) {
  let lo = Infinity, hi = -Infinity;
  for (const x of values) if (Math.abs(x) < Infinity) [lo, hi] = [Math.min(lo, x), Math.max(hi, x)];
  return lo <= hi ? [lo, hi === lo ? lo + (Math.abs(lo) || 1) : hi] : [0, 1];
}

export function scatter(scope, feature) {
  const { data } = scope, [x0, x1] = extent(feature.x), [y0, y1] = extent(feature.y);
  const cellOf = (x, lo, hi, k) => Math.min(k - 1, Math.floor(((x - lo) / (hi - lo)) * k));
  const dots = new Map();
  const of = Int32Array.from(feature.x, (x, i) => {
    if (Number.isNaN(x) || Number.isNaN(feature.y[i])) return -1;
    const at = cellOf(feature.y[i], y0, y1, DOWN) * ACROSS + cellOf(x, x0, x1, ACROSS);
    const dot = dots.get(at) || { box: [x, feature.y[i], x, feature.y[i]] };
    const [a, b, c, d] = dot.box;
    dot.box = [Math.min(a, x), Math.min(b, feature.y[i]), Math.max(c, x), Math.max(d, feature.y[i])];
    dots.set(at, dot);
    return at;
  });
  const sx = (x) => 8 + ((x - x0) / (x1 - x0)) * (WIDE - 16), sy = (y) => TALL - 8 - ((y - y0) / (y1 - y0)) * (TALL - 16);
  for (const [at, dot] of [...dots].sort((a, b) => a[0] - b[0])) {
    const filter = (dot.filter = { feature: feature.name, box: dot.box });
    const place = { cx: sx((dot.box[0] + dot.box[2]) / 2), cy: sy((dot.box[1] + dot.box[3]) / 2) };
    dot.pale = s("circle.pale", place);
    dot.full = s("circle.full", place);
    dot.node = s("g.dot", { tabindex: -1, role: "button", key: `dot ${feature.name} ${at}`, onclick: filterOn(filter) }, dot.pale, dot.full);
    dot.node.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), toggleFilter(filter)));
  }
  const frameBox = s("rect.brush", { x: 0, y: 0, width: 0, height: 0 });
  const plot = s("svg.scatter", { viewBox: `0 0 ${WIDE} ${TALL + 16}`, role: "group", "aria-label": feature.name },
    s("path.axis", { d: `M4 4V${TALL - 4}H${WIDE - 4}` }), [...dots.values()].map((dot) => dot.node), frameBox,
    s("text", { x: 8, y: TALL + 12 }, value(x0)), s("text.end", { x: WIDE - 8, y: TALL + 12 }, value(x1)), s("text", { x: 8, y: 14 }, value(y1)));
  brush(plot, frameBox, (left, top, right, bottom) => {
    const backX = (x) => x0 + ((x - 8) / (WIDE - 16)) * (x1 - x0), backY = (y) => y0 + ((TALL - 8 - y) / (TALL - 16)) * (y1 - y0);
    toggleFilter({ feature: feature.name, box: [backX(left), backY(bottom), backX(right), backY(top)] });
  });
  const frame = card({
    key: feature.name, title: feature.name, head: ["x", "y", "samples", "filtered"],
    rows: () => [...dots.values()].map((dot) => [value(dot.box[0]), value(dot.box[1]), count(dot.all), count(dot.on)]),
  }, plot);
  const update = () => {
    for (const dot of dots.values()) dot.all = dot.on = dot.failed = 0;
    for (let i = 0; i < data.n; i++) {
      const dot = dots.get(of[i]), v = scope.masks.on[i];
      if (!dot) continue;
      dot.all += scope.masks.base[i];
      dot.on += v;
      if (data.status[i] === FAILED) dot.failed += v;
    }
    const most = Math.max(1, ...[...dots.values()].map((dot) => Math.max(dot.all, dot.on)));
    for (const dot of dots.values()) {
      const radius = (n) => (n ? 1.8 + 5 * Math.sqrt(n / most) : 0);
      dot.pale.setAttribute("r", radius(dot.all));
      dot.full.setAttribute("r", radius(dot.on));
      dot.full.classList.toggle("fail", dot.failed > 0);
      words(dot.node, `${value(dot.box[0])}, ${value(dot.box[1])}: ${count(dot.all)}${filtered(dot.on, dot.all)}`, dot.filter);
    }
    frame.note(`${feature.names && feature.names[1] ? `${feature.names[0]} across, ${feature.names[1]} up` : `${count(dots.size)} places`} · drag to select a box`);
    frame.refresh();
  };
  roving(plot, ".dot");
  return { node: frame.node, update };
}

/// Lets a drag draw a rectangle; `done` is called with its sides in the units of the picture.
function brush(plot, box, done) {
  let start = null;
  const at = (event) => {
    const rect = plot.getBoundingClientRect();
    return [((event.clientX - rect.left) / rect.width) * WIDE, ((event.clientY - rect.top) / rect.height) * (TALL + 16)];
  };
  const sides = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const paint = (l, t, r, b) => Object.entries({ x: l, y: t, width: r - l, height: b - t }).forEach(([key, x]) => box.setAttribute(key, x));
  plot.addEventListener("pointerdown", (event) => !event.button && (start = at(event)));
  plot.addEventListener("pointermove", (event) => start && event.buttons & 1 && paint(...sides(start, at(event))));
  plot.addEventListener("pointerup", (event) => {
    if (!start) return;
    const found = sides(start, at(event));
    start = null;
    paint(0, 0, 0, 0);
    if (found[2] - found[0] > 6 && found[3] - found[1] > 6) done(...found);
  });
}
