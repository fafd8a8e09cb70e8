// Charts in the order of the run: a value against the case number as bands, unique values so far, lines covered so far.
import { h, s, roving } from "./dom.js";
import { app } from "./state.js";
import { card, choice, words } from "./card.js";
import { filterOn } from "./filters.js";
import { count, share, value } from "./format.js";
import { quantile } from "./bins.js";

const SLICES = 60, W = 600, H = 120;

/// Slices of the run: `[{from, to, filter}]` over the samples that are shown.
function slices(scope) {
  const shown = [];
  for (let i = 0; i < scope.data.n; i++) if (scope.masks.base[i]) shown.push(i);
  const k = Math.min(SLICES, shown.length), made = [];
  for (let j = 0; j < k; j++) {
    const list = shown.slice(Math.floor((j * shown.length) / k), Math.floor(((j + 1) * shown.length) / k));
    const from = list[0], to = list[list.length - 1];
    made.push({ list, from, to, filter: { order: [from, to] } });
  }
  return made;
}

/// A frame with one button for each slice over an SVG picture; `draw(parts)` returns shapes, `say(part)` words.
function runChart(scope, options) {
  const picture = s("svg", { viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const hits = h("div.hits", { role: "group", "aria-label": options.title });
  const top = h("span.top"), bottom = h("span.bottom"), end = h("span.end");
  let parts = [];
  const frame = card({ ...options, rows: () => parts.map((part) => [`${part.from + 1} – ${part.to + 1}`, ...options.row(part)]) },
    h("div.run", picture, hits, top, bottom, end));
  const update = () => {
    parts = slices(scope);
    const drawn = parts.length ? options.draw(parts, (j) => ((j + 0.5) / parts.length) * W) : { shapes: [], top: "", bottom: "", note: "no samples" };
    picture.replaceChildren(...drawn.shapes);
    top.textContent = drawn.top;
    bottom.textContent = drawn.bottom;
    end.textContent = parts.length ? `sample ${count(parts[parts.length - 1].to + 1)}` : "";
    hits.replaceChildren(...parts.map((part, j) => {
      const hit = h("button.hit", { tabindex: j ? -1 : 0, key: `${options.key} ${j}`, onclick: filterOn(part.filter) });
      words(hit, `samples ${count(part.from + 1)} – ${count(part.to + 1)}: ${options.say(part)}`, part.filter);
      return hit;
    }));
    frame.note(drawn.note || "");
    frame.refresh();
  };
  roving(hits, ".hit");
  return { node: frame.node, update };
}

const line = (points) => points.map(([x, y], j) => `${j ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
const band = (upper, lower) => upper.length ? `${line(upper)}L${line([...lower].reverse()).slice(1)}Z` : "";

/// A numeric feature over the run: median, middle 80 percent, all.
export function valueOverRun(scope) {
  const numeric = scope.data.features.filter((feature) => feature.kind === "number");
  if (!numeric.length) return null;
  const [list, name] = choice(`over run ${app.name}`, "of", numeric.map((feature) => [feature.name, feature.name]), () => app.render());
  const feature = scope.data.feature(name);
  const stats = (part, mask) => {
    const seen = Float64Array.from(part.list.filter((i) => mask[i] && !Number.isNaN(feature.values[i])), (i) => feature.values[i]).sort();
    return seen.length ? [seen[0], quantile(seen, 0.1), quantile(seen, 0.5), quantile(seen, 0.9), seen[seen.length - 1]] : null;
  };
  return runChart(scope, {
    key: "over run", title: "A value over the run", wide: true, tools: list, head: ["samples", "min", "10 %", "median", "90 %", "max"],
    row: (part) => (stats(part, scope.masks.on) || [NaN, NaN, NaN, NaN, NaN]).map(value),
    say: (part) => {
      const five = stats(part, scope.masks.on);
      return five ? `${name} median ${value(five[2])}, ${value(five[0])} to ${value(five[4])}` : "none of the filtered";
    },
    draw: (parts, x) => {
      const all = parts.map((part) => stats(part, scope.masks.base)), on = parts.map((part) => stats(part, scope.masks.on));
      let lo = Infinity, hi = -Infinity;
      for (const five of all) if (five) [lo, hi] = [Math.min(lo, five[0]), Math.max(hi, five[4])];
      const y = (v) => H - 4 - ((v - lo) / (hi - lo || 1)) * (H - 8);
      const points = (fives, at) => fives.map((five, j) => five && [x(j), y(five[at])]).filter(Boolean);
      return {
        shapes: [s("path.band.outer", { d: band(points(all, 4), points(all, 0)) }), s("path.band", { d: band(points(on, 3), points(on, 1)) }), s("path.stroke", { d: line(points(on, 2)) })],
        top: value(hi), bottom: value(lo), note: "line: median · dark band: middle 80 % of the filtered · pale band: all",
      };
    },
  });
}

/// How many different values were seen up to each case.
export function uniqueOverRun(scope) {
  const so = (parts, mask) => {
    let n = 0, all = 0;
    for (const part of parts) {
      for (const i of part.list) if (mask[i]) (n += scope.data.unique[i]), (all += 1);
      part.unique = n;
      part.all = all;
    }
    return [n, all];
  };
  return runChart(scope, {
    key: "unique", title: "Unique values over the run", head: ["samples", "unique so far", "of"],
    row: (part) => [count(part.unique), count(part.all)],
    say: (part) => `${count(part.unique)} unique so far, of ${count(part.all)}`,
    draw: (parts, x) => {
      const [n, all] = so(parts, scope.masks.on), y = (v) => H - 4 - (v / (all || 1)) * (H - 8);
      return {
        shapes: [s("path.diagonal", { d: `M${x(0)} ${y(all / parts.length)}L${x(parts.length - 1)} ${y(all)}` }), s("path.stroke", { d: line(parts.map((part, j) => [x(j), y(part.unique)])) })],
        top: count(all), bottom: "0", note: `${count(n)} of ${count(all)} unique (${share(n, all)}) · dashed: no duplicates`,
      };
    },
  });
}

/// Lines of code that were run up to each case.
export function coverageOverRun(scope) {
  const coverage = scope.data.raw.coverage, whole = coverage.lines.length;
  return runChart(scope, {
    key: "lines", title: "Lines covered over the run", head: ["samples", "lines so far"],
    row: (part) => [count(part.lines)],
    say: (part) => `${count(part.lines)} of ${count(whole)} lines so far`,
    draw: (parts, x) => {
      const seen = new Uint8Array(whole), sets = new Uint8Array(coverage.sets.length);
      let n = 0, last = 0;
      for (const part of parts) {
        for (const i of part.list) {
          const set = coverage.set[i];
          if (!scope.masks.on[i] || set === null || sets[set]) continue;
          sets[set] = 1;
          for (const at of coverage.sets[set]) if (!seen[at]) (seen[at] = 1), (n += 1), (last = i);
        }
        part.lines = n;
      }
      const y = (v) => H - 4 - (v / (whole || 1)) * (H - 8);
      return { shapes: [s("path.stroke", { d: line(parts.map((part, j) => [x(j), y(part.lines)])) })], top: count(whole), bottom: "0",
        note: `${count(n)} of ${count(whole)} ${coverage.is_whole ? "lines with code" : "known lines"} · last new one: sample ${count(last + 1)}` };
    },
  });
}
