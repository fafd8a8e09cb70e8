// A grid of two features chosen by drop-downs: each cell counts the samples with both values.
import { h, set, roving, vars } from "./dom.js";
import { app, go } from "./state.js";
import { bucketsOf, rangeLabel } from "./data.js";
import { isOn } from "./filters.js";
import { card, choice, words } from "./card.js";
import { count, filtered, share, value } from "./format.js";

const GRID_MOST = 14;

/// Joins neighboring bins and folds rare categories, so that a side of the grid has at most 14 lines.
function coarse(feature) {
  const buckets = bucketsOf(feature), k = buckets.list.length;
  if (k <= GRID_MOST) return buckets;
  if (buckets.numeric) {
    const join = Math.ceil(k / GRID_MOST), list = [];
    for (let b = 0; b < k; b += join) {
      const lo = buckets.list[b].lo, hi = buckets.list[Math.min(k, b + join) - 1].hi;
      list.push({ label: rangeLabel(lo, hi), filter: { feature: feature.name, range: [lo, hi] } });
    }
    return { list, of: buckets.of.map((b) => (b < 0 ? b : Math.floor(b / join))) };
  }
  const seen = new Float64Array(k);
  for (const b of buckets.of) if (b >= 0) seen[b] += 1;
  const kept = [...seen.keys()].sort((a, b) => seen[b] - seen[a]).slice(0, GRID_MOST);
  return { list: kept.map((b) => buckets.list[b]), of: buckets.of.map((b) => kept.indexOf(b)) };
}

export function featureGrid(scope) {
  const usable = scope.data.features.filter((feature) => feature.kind !== "pair" && !feature.timing && !feature.groups);
  if (usable.length < 2) return null;
  const options = usable.map((feature) => [feature.name, feature.name]);
  const draw = () => app.render();
  const [across, first] = choice(`grid x ${app.name}`, "across", options, draw);
  const [down, second] = choice(`grid y ${app.name}`, "down", [...options.slice(1), options[0]], draw);
  const x = coarse(scope.data.feature(first)), y = coarse(scope.data.feature(second));
  const width = x.list.length, cells = [];
  y.list.forEach((row, r) => x.list.forEach((column, c) => {
    const pair = first === second ? [row.filter] : [column.filter, row.filter];
    cells.push(h("button.cell", {
      tabindex: -1, key: `cell ${r} ${c}`,
      onclick: () => {
        const others = app.filters.filter((filter) => filter.feature !== first && filter.feature !== second);
        go({ filters: pair.every(isOn) ? others : [...others, ...pair] });
      },
    }));
    cells[cells.length - 1].pair = pair;
  }));
  const plot = h("div.heat", { role: "group", "aria-label": `${first} against ${second}`, "--columns": width },
    y.list.map((row, r) => [h("span.name", { title: row.label }, row.label), cells.slice(r * width, (r + 1) * width)]),
    h("span"), x.list.map((column) => h("span.foot", { title: column.label }, column.filter.range ? value(column.filter.range[0]) : column.label)));
  let all = [], on = [];
  const frame = card({
    key: "grid", title: "Two features", tools: [across, down], wide: width > 8,
    head: ["", ...x.list.map((column) => column.label)],
    rows: () => y.list.map((row, r) => [row.label, ...x.list.map((_, c) => count(all[r * width + c]))]),
  }, plot);
  const update = () => {
    const { data, masks } = scope;
    all = new Float64Array(cells.length);
    on = new Float64Array(cells.length);
    let sum = 0;
    for (let i = 0; i < data.n; i++) {
      if (x.of[i] < 0 || y.of[i] < 0) continue;
      const at = y.of[i] * width + x.of[i];
      all[at] += masks.base[i];
      on[at] += masks.on[i];
      sum += masks.base[i];
    }
    const most = Math.max(1, ...all, ...on);
    cells.forEach((cell, at) => {
      vars(cell, { heat: Math.sqrt(on[at] / most), pale: Math.sqrt(all[at] / most) });
      cell.classList.toggle("zero", !all[at]);
      set(cell, all[at] ? count(on[at]) : "");
      words(cell, `${first} ${x.list[at % width].label}, ${second} ${y.list[Math.floor(at / width)].label}: ${count(all[at])} (${share(all[at], sum)})${filtered(on[at], all[at])}`, ...cell.pair);
    });
    frame.note(`${count(cells.length - all.filter((n) => n > 0).length)} of ${count(cells.length)} cells are empty`);
    frame.refresh();
  };
  roving(plot, ".cell", width);
  return { node: frame.node, update };
}
