// Bars for one feature: a histogram of numbers, rows for categories and flags. Each bar is a filter; a drag selects a range.
import { h, roving, vars } from "./dom.js";
import { app } from "./state.js";
import { bucketsOf, FAILED, REJECTED } from "./data.js";
import { isOn, toggleFilter } from "./filters.js";
import { card, words } from "./card.js";
import { count, filtered, share, value } from "./format.js";
import { quantile } from "./bins.js";
import { keptBuckets, tunable } from "./tune.js";

const SHOWN = 10, MOST_ROWS = 200;

/// Sums the samples of each bucket: all of them, those the filters let through, and of these the failed and the rejected.
export function tally(scope, of, k) {
  const sums = { all: new Float64Array(k), on: new Float64Array(k), failed: new Float64Array(k), rejected: new Float64Array(k) };
  const { data, masks } = scope;
  for (let i = 0; i < data.n; i++) {
    const b = of[i], v = masks.on[i];
    if (b < 0) continue;
    sums.all[b] += masks.base[i];
    sums.on[b] += v;
    if (data.status[i] === FAILED) sums.failed[b] += v;
    else if (data.status[i] === REJECTED) sums.rejected[b] += v;
  }
  return sums;
}

/// The shares of a baseline in the same buckets, scaled to `total`; null without one.
export function ghosts(scope, of, k, total) {
  if (!scope.baseline || !of) return null;
  const sums = new Float64Array(k);
  let sum = 0;
  for (let i = 0; i < scope.baseline.n; i++) {
    if (of[i] < 0) continue;
    sums[of[i]] += scope.baseMasks.base[i];
    sum += scope.baseMasks.base[i];
  }
  return sum ? sums.map((x) => (x * total) / sum) : null;
}

const total = (list) => list.reduce((a, b) => a + b, 0);

/// The chart of a feature that is a number, a category or a flag.
export function barChart(scope, feature) {
  const baseline = scope.baseline && scope.baseline.feature(feature.name);
  const buckets = bucketsOf(feature, baseline, keptBuckets(feature)), k = buckets.list.length, upright = Boolean(buckets.numeric);
  let sums = tally(scope, buckets.of, k);
  const order = buckets.list.map((_, b) => b);
  if (!upright && feature.kind === "category") {
    const numeric = buckets.list.every((bucket) => bucket.label !== "" && !Number.isNaN(Number(bucket.label)));
    const rank = feature.groups ? (b) => sums.all[b] || Infinity : numeric ? (b) => Number(buckets.list[b].label) : (b) => -sums.all[b];
    order.sort((a, b) => rank(a) - rank(b) || a - b);
  }
  const every = Math.ceil(k / (k > 14 ? 7 : 10)), key = `all ${feature.name}`;
  const bars = [];
  for (const b of upright ? order : order.slice(0, MOST_ROWS)) {
    const bucket = buckets.list[b];
    const marks = ["pale", "full", "fail", "rejected", "ghost", "want", "got"].map((name) => h(`span.${name}`));
    const bar = h(upright ? "button.bar" : "button.bar.row", { tabindex: -1, "data-bucket": b, key: `bar ${feature.name} ${b}` });
    if (upright) bar.append(...marks, h("span.tick", b % every === 0 ? value(bucket.lo === -Infinity ? bucket.hi : bucket.lo) : ""));
    else bar.append(h("span.name", { title: bucket.label }, bucket.label || "(empty)"), h("span.track", marks), h("span.number"), h("span.share"));
    bar.addEventListener("click", (event) => {
      if (!app.tune || app.tune.feature !== feature.name) toggleFilter(bucket.filter, event.shiftKey);
    });
    bars[b] = bar;
  }
  const more = !upright && k > SHOWN && h("button.small.quiet", { key: key, onclick: () => (app.open.has(key) ? app.open.delete(key) : app.open.add(key), update()) });
  const plot = h(upright ? "div.plot.hist" : "div.plot.rows", { role: "group", "aria-label": `Distribution of ${feature.name}` }, order.map((b) => bars[b]));
  const drags = !feature.groups && !feature.timing && k > 1 && k <= MOST_ROWS;
  if (upright) selectRange(plot, feature, buckets.list);
  const frame = card({
    key: feature.name, title: feature.groups ? "Samples with equal coverage, rarest first" : feature.name,
    head: ["", "samples", "share", "filtered", "failed", ...(scope.baseline ? ["before"] : [])],
    rows: () => order.map((b) => [buckets.list[b].label, count(sums.all[b]), share(sums.all[b], total(sums.all)), count(sums.on[b]), count(sums.failed[b]),
      ...(scope.baseline ? [sums.ghost ? share(sums.ghost[b], total(sums.all)) : "–"] : [])]),
    tools: drags && h("button.small.quiet.adjust", { key: `tune ${feature.name}`, "aria-pressed": "false", title: "Drag the bars to the distribution you want", onclick: () => tuner.toggle() }, "adjust"),
  }, plot, more);
  const update = () => {
    sums = tally(scope, buckets.of, k);
    const all = total(sums.all);
    sums.ghost = ghosts(scope, buckets.ofBaseline, k, all);
    const want = tuner.want(), got = tuner.got();
    const hidden = (b) => !upright && k > SHOWN && !app.open.has(key) && order.indexOf(b) >= SHOWN, seen = (list) => (list || []).filter((_, b) => bars[b] && !hidden(b));
    let most = Math.max(1e-9, ...seen(sums.all), ...seen(sums.on), ...seen(sums.ghost));
    if (want) most = app.tune.scale * all;
    bars.forEach((bar, b) => {
      const part = (name, from, size) => vars(bar, { [name]: size / most, [`${name}-from`]: from / most });
      const plain = sums.on[b] - sums.failed[b] - sums.rejected[b];
      part("pale", 0, sums.all[b]);
      part("fail", 0, sums.failed[b]);
      part("full", sums.failed[b], Math.max(0, plain));
      part("rejected", plain + sums.failed[b], sums.rejected[b]);
      part("ghost", 0, sums.ghost ? sums.ghost[b] : 0);
      part("want", 0, want ? want[b] * all : 0);
      part("got", 0, got ? got[b] * all : 0);
      bar.classList.toggle("ghosted", Boolean(sums.ghost));
      bar.classList.toggle("zero", !sums.all[b]);
      const { filter } = buckets.list[b];
      bar.setAttribute("aria-pressed", isOn(filter) || (upright && covered(feature, buckets.list[b])));
      words(bar, `${buckets.list[b].label || "(empty)"}: ${count(sums.all[b])} (${share(sums.all[b], all)})${filtered(sums.on[b], sums.all[b])}${sums.failed[b] ? `, ${count(sums.failed[b])} failed` : ""}`
        + `${sums.ghost ? `, before ${share(sums.ghost[b], all)}` : ""}${want ? `, wanted ${share(want[b], 1)}` : ""}${got ? `, achieved ${share(got[b], 1)}` : ""}`);
      if (!upright) {
        bar.hidden = hidden(b);
        bar.querySelector(".number").textContent = count(sums.on[b]);
        bar.querySelector(".share").textContent = want ? share(want[b], 1) : share(sums.on[b], total(sums.on));
      }
    });
    if (more) more.textContent = app.open.has(key) ? "show fewer" : k > MOST_ROWS ? `show ${MOST_ROWS} of ${count(k)}` : `show all ${count(k)}`;
    frame.note(summary(scope, feature, buckets.of, sums, all));
    frame.refresh();
    tuner.update();
    settle();
  };
  const tuner = tunable(scope, { feature, buckets, bars, plot, frame, upright, sums: () => sums, update: () => update() });
  const settle = roving(plot, ".bar:not([hidden])");
  return { node: frame.node, update };
}

function covered(feature, bucket) {
  return app.filters.some((filter) => filter.feature === feature.name && filter.range && (filter.range[0] ?? -Infinity) <= bucket.lo && (filter.range[1] ?? Infinity) >= bucket.hi);
}

/// "median 4 · 0 to 31 · 3 beyond the bars · 12 without a value". Only rejected samples are beyond, and new ones where the bars are kept.
function summary(scope, feature, of, sums, all) {
  const { data, masks } = scope, seen = [];
  let missing = 0, beyond = 0;
  for (let i = 0; i < data.n; i++) {
    if (!masks.on[i]) continue;
    if (Number.isNaN(feature.values[i])) missing += masks.on[i];
    else if (of[i] < 0) beyond += masks.on[i];
    else if (feature.kind === "number") seen.push(feature.values[i]);
  }
  const left = `${beyond ? ` · ${count(beyond)} beyond the bars` : ""}${missing ? ` · ${count(missing)} without a value` : ""}`;
  if (feature.kind !== "number") return `${count(sums.all.filter((x) => x > 0).length)} of ${count(sums.all.length)} values seen${left}`;
  if (!seen.length) return `no value among ${count(all)} samples${left}`;
  const sorted = Float64Array.from(seen).sort();
  return `median ${value(quantile(sorted, 0.5))} · ${value(sorted[0])} to ${value(sorted[sorted.length - 1])}${left}`;
}

/// Lets a drag over the bars of a histogram select a range.
function selectRange(plot, feature, list) {
  let from = -1, to = -1, dragged = false;
  const at = (event) => {
    const boxes = [...plot.children], x = event.clientX;
    const hit = boxes.findIndex((box) => x <= box.getBoundingClientRect().right);
    return hit < 0 ? boxes.length - 1 : hit;
  };
  const paint = () => [...plot.children].forEach((bar, b) => bar.classList.toggle("selecting", from >= 0 && dragged && b >= Math.min(from, to) && b <= Math.max(from, to)));
  plot.addEventListener("pointerdown", (event) => {
    if (event.button || (app.tune && app.tune.feature === feature.name)) return;
    from = to = at(event);
    dragged = false;
  });
  plot.addEventListener("pointermove", (event) => {
    if (from < 0 || !(event.buttons & 1)) return;
    to = at(event);
    if (to !== from && !dragged) {
      dragged = true;
      plot.setPointerCapture(event.pointerId);
    }
    paint();
  });
  const end = (event) => {
    if (from < 0) return;
    const [lo, hi] = [Math.min(from, to), Math.max(from, to)], chosen = dragged && event.type === "pointerup";
    from = -1;
    paint();
    if (chosen) toggleFilter({ feature: feature.name, range: [list[lo].lo, list[hi].hi] });
  };
  plot.addEventListener("pointerup", end);
  plot.addEventListener("pointercancel", end);
  plot.addEventListener("click", (event) => {
    if (dragged) event.stopPropagation();
    dragged = false;
  }, true);
}
