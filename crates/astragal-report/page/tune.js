// Drag a bar: the bars of a feature become handles; the samples are re-weighted at once, and a live server re-tunes the generator.
import { h, set, announce } from "./dom.js";
import { app } from "./state.js";
import { Data, bucketsOf } from "./data.js";
import { isLive, post } from "./post.js";
import { movedValues } from "./parameters.js";
import { count, share } from "./format.js";

const ROUNDS = 6, DRAWN = 1000, TOO_FEW = 0.1;

/// Gives each sample that is shown its weight under the wanted distribution; without one, all stays as it is.
export function reweight(scope) {
  const tune = app.tune, feature = tune && scope.data.feature(tune.feature);
  if (!feature || tune.shown) return;
  const { of, list } = bucketsOf(feature, scope.baseline && scope.baseline.feature(feature.name), tune.list), observed = observedShares(scope, of, list.length);
  const factor = list.map((_, b) => (observed[b] ? tune.want[b] / observed[b] : 0)), { base, on, onAll } = scope.masks;
  let sum = 0, squares = 0, n = 0;
  for (let i = 0; i < scope.data.n; i++) {
    if (of[i] < 0) continue;
    n += base[i];
    sum += base[i] * factor[of[i]];
    squares += base[i] * factor[of[i]] ** 2;
  }
  for (let i = 0; i < scope.data.n; i++) {
    const w = of[i] >= 0 && sum ? (factor[of[i]] * n) / sum : 1;
    on[i] *= w;
    onAll[i] *= w;
  }
  tune.effective = squares && n ? (sum * sum) / squares / n : 0;
  tune.unseen = list.filter((_, b) => tune.want[b] > 0.0005 && !observed[b]).map((bucket) => bucket.label);
}

function observedShares(scope, of, k) {
  const sums = new Float64Array(k);
  let all = 0;
  for (let i = 0; i < scope.data.n; i++) {
    if (of[i] < 0) continue;
    sums[of[i]] += scope.masks.base[i];
    all += scope.masks.base[i];
  }
  return all ? sums.map((x) => x / all) : sums;
}

/// The buckets that a feature keeps while its bars are dragged, so that new samples are counted in the same ones.
export function keptBuckets(feature) {
  return app.tune && app.tune.feature === feature.name ? app.tune.list : null;
}

/// Gives one share a new size; bars that were not dragged yet make room first.
function pull(tune, b, size) {
  const wanted = Math.max(0, Math.min(1, size)), others = tune.want.map((_, o) => o).filter((o) => o !== b);
  const sum = (list) => list.reduce((all, o) => all + tune.want[o], 0);
  const loose = others.filter((o) => !tune.touched.has(o)), fixed = sum(others) - sum(loose);
  const give = loose.length && wanted + fixed <= 1 && sum(loose) > 0 ? loose : others;
  const room = 1 - wanted - (give === loose ? fixed : 0), have = sum(give);
  for (const o of give) tune.want[o] = have > 0 ? (tune.want[o] * room) / have : room / give.length;
  tune.want[b] = wanted;
  tune.touched.add(b);
  tune.result = null;
}

/// Adds the mode to a bar chart.
export function tunable(scope, chart) {
  const { feature, bars, plot, upright } = chart, k = chart.buckets.list.length;
  const mine = () => (app.tune && app.tune.feature === feature.name ? app.tune : null);
  while (mine() && mine().want.length < k) mine().want.push(0);
  const panel = h("div.tuner", { "aria-live": "polite" });
  plot.after(panel);
  const start = () => {
    const want = [...observedShares(scope, chart.buckets.of, k)];
    app.tune = { feature: feature.name, list: chart.buckets.list, want, touched: new Set(), unseen: [], result: null, before: app.tune ? app.tune.before : app.override, scale: Math.min(1, Math.max(0.25, 1.5 * Math.max(...want))) };
  };
  /// Shows these samples in every chart, or those that were shown before.
  const show = (samples) => {
    const { before } = mine(), next = samples ? { samples } : before;
    mine().shown = Boolean(samples);
    return app.override === next ? app.update : ((app.override = next), app.render);
  };
  const flip = () => {
    if (!mine()) return start(), app.update();
    const follow = show();
    app.tune = null;
    follow();
  };
  const change = (b, size, done) => {
    pull(mine(), b, size);
    if (done) mine().scale = Math.min(1, Math.max(mine().scale, 1.25 * Math.max(...mine().want)));
    later();
  };
  let waiting = 0;
  const later = () => (waiting = waiting || requestAnimationFrame(() => ((waiting = 0), app.update())));
  bars.forEach((bar, b) => {
    const at = (event) => {
      const box = (upright ? bar : bar.querySelector(".track")).getBoundingClientRect();
      const part = upright ? (box.bottom - event.clientY) / box.height : (event.clientX - box.left) / box.width;
      return Math.max(0, Math.min(1, part)) * mine().scale;
    };
    bar.addEventListener("pointerdown", (event) => {
      if (!mine() || event.button) return;
      event.preventDefault();
      bar.focus({ preventScroll: true });
      bar.setPointerCapture(event.pointerId);
      change(b, at(event));
    });
    bar.addEventListener("pointermove", (event) => mine() && bar.hasPointerCapture(event.pointerId) && change(b, at(event)));
    bar.addEventListener("pointerup", (event) => mine() && change(b, at(event), true));
    bar.addEventListener("keydown", (event) => {
      const grow = upright ? { ArrowUp: 0.01, ArrowDown: -0.01 } : { ArrowRight: 0.01, ArrowLeft: -0.01 };
      const step = grow[event.key] || { PageUp: 0.05, PageDown: -0.05 }[event.key];
      if (!mine() || !step) return;
      event.preventDefault();
      change(b, mine().want[b] + step, true);
    });
  });
  const retune = async () => {
    const tune = mine();
    Object.assign(tune, { busy: true, error: "", file: "" });
    update();
    try {
      const target = chart.buckets.list.map((bucket, b) => (upright ? { bucket: [bucket.lo, bucket.hi], share: tune.want[b] } : { value: bucket.filter.value, share: tune.want[b] }));
      tune.result = await post("/tune", { property: app.name, feature: feature.name, target, rounds: ROUNDS, n: DRAWN, parameters: movedValues() });
      announce("The generator was re-tuned");
    } catch (error) {
      tune.error = error.message;
    }
    tune.busy = false;
    app.update();
  };
  const accept = async () => {
    const tune = mine();
    try {
      tune.file = (await post("/accept", { property: app.name, weights: tune.result.weights, parameters: movedValues() })).file;
      announce(`Written to ${tune.file}`);
    } catch (error) {
      tune.error = error.message;
    }
    update();
  };
  const compare = () => show(mine().shown ? null : mine().result.samples)();
  const key = (name) => ({ key: `${name} ${feature.name}` });
  const update = () => {
    const tune = mine();
    chart.frame.node.classList.toggle("tuning", Boolean(tune));
    const button = chart.frame.node.querySelector(".adjust");
    if (button) button.setAttribute("aria-pressed", Boolean(tune));
    bars.forEach((bar, b) => {
      if (tune) bar.removeAttribute("aria-pressed");
      for (const [name, text] of [["role", "slider"], ["aria-orientation", upright ? "vertical" : "horizontal"], ["aria-valuemin", 0], ["aria-valuemax", 100], ["aria-valuenow", tune && Math.round(100 * tune.want[b])], ["aria-valuetext", tune && share(tune.want[b], 1)]]) {
        if (tune) bar.setAttribute(name, text);
        else bar.removeAttribute(name);
      }
    });
    if (!tune) return set(panel);
    const result = tune.result, ready = tune.touched.size > 0, few = tune.effective < TOO_FEW || tune.unseen.length > 0;
    set(panel,
      h("p", ready ? [h("b", "Preview"), ` by re-weighting ${count(scope.data.n)} samples. Effective sample size `, h("b.effective", share(tune.effective, 1)), "."] : "Drag a bar, or focus one and use the arrow keys. Every other chart previews what would follow."),
      ready && few ? h("p.note.warn", tune.unseen.length ? `No sample has ${feature.name} ${tune.unseen.slice(0, 4).join(", ")}: fresh samples are needed.` : "The samples are too few for this: fresh samples are needed.") : null,
      feature.controllable === false ? h("p.note.warn", feature.why || "No choice of the generator influences this feature.") : null,
      h("div.buttons",
        isLive() ? h("button.primary", { disabled: !ready || tune.busy || feature.controllable === false, onclick: retune, ...key("retune") }, tune.busy ? "Re-tuning …" : "Re-tune the generator") : null,
        h("button.small", { disabled: !ready, onclick: () => {
          const follow = show();
          start();
          follow();
        }, ...key("reset") }, "Reset"),
        h("button.small", { onclick: flip, ...key("close") }, "Close")),
      isLive() ? null : h("p.hint", "To re-tune the generator, open this page with ", h("code", "cargo astragal serve"), "."),
      tune.error ? h("p.note.warn", tune.error) : null,
      result ? outcome(scope, result, feature, tune, { accept, compare, key }) : null);
  };
  return {
    toggle: flip, update,
    want: () => (mine() ? mine().want : null),
    got: () => (mine() && mine().result && mine().result.achieved && mine().result.achieved.length ? chart.buckets.list.map((_, b) => (mine().result.achieved[b] || { share: 0 }).share) : null),
  };
}

/// What re-tuning achieved, what else changed, and the button that keeps it.
function outcome(scope, result, feature, tune, { accept, compare, key }) {
  if (result.controllable === false) return h("p.note.warn", result.why || "No choice of the generator influences this feature.");
  const { rounds } = result;
  const others = result.samples ? sideEffects(scope, tune, feature.name) : [];
  return h("div.outcome",
    h("p", h("b", "Achieved"), ` within ${share(result.distance, 1)} of the wanted distribution`, rounds.length > 1 ? `; before, it was ${share(rounds[0], 1)} away (${rounds.length - 1} rounds)` : "", ". Line: wanted; dark: achieved."),
    result.why ? h("p.note", result.why) : null,
    others.length ? [h("p", "What else changed:"), h("ul", others.map((entry) => h("li", h("b", entry.name), ` ${entry.text}`)))] : h("p.note", "No other feature changed noticeably."),
    h("div.buttons",
      result.samples ? h("button.small", { onclick: compare, "aria-pressed": Boolean(tune.shown), ...key("compare") }, tune.shown ? "Back to the samples before" : "Show the new samples in every chart") : null,
      h("button.primary", { onclick: accept, disabled: Boolean(tune.file), ...key("accept") }, "Accept")),
    tune.file ? h("p.note", "Written to ", h("code.file", tune.file), ". The next run uses it.") : null);
}

/// Features other than the dragged one whose distribution moved, farthest first.
function sideEffects(scope, tune, name) {
  const { sites } = scope.data, before = !tune.shown ? scope.data : tune.before ? new Data(tune.before.samples, sites) : scope.baseline, after = new Data(tune.result.samples, sites), list = [];
  for (const feature of before.features) {
    const twin = after.feature(feature.name);
    if (!twin || feature.name === name || feature.kind === "pair" || feature.timing || feature.groups || twin.kind !== feature.kind) continue;
    const { list: buckets, of, ofBaseline } = bucketsOf(feature, twin);
    const shares = (places) => {
      const sums = new Float64Array(buckets.length);
      let n = 0;
      for (const b of places) if (b >= 0) (sums[b] += 1), (n += 1);
      return sums.map((x) => x / (n || 1));
    };
    const [p, q] = [shares(of), shares(ofBaseline)];
    const distance = p.reduce((sum, x, b) => sum + Math.abs(x - q[b]), 0) / 2;
    const b = p.reduce((best, x, at) => (Math.abs(x - q[at]) > Math.abs(p[best] - q[best]) ? at : best), 0);
    if (distance > 0.05) list.push({ name: feature.name, distance, text: `moved by ${share(distance, 1)}; ${buckets[b].label}: ${share(p[b], 1)} → ${share(q[b], 1)}` });
  }
  return list.sort((a, b) => b.distance - a.distance).slice(0, 6);
}
