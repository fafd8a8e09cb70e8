// Which samples the filters let through, and what each filter says on its chip.
import { app, go } from "./state.js";
import { REJECTED, rangeLabel } from "./data.js";
import { brief } from "./format.js";

const STATUS = ["passed", "failed", "rejected"];

/// Filters of one dimension are alternatives; filters of different dimensions must all hold.
function dimension(filter) {
  if ("feature" in filter) return `feature ${filter.feature}`;
  const key = Object.keys(filter)[0];
  return ["pick", "pair", "line"].includes(key) ? JSON.stringify(filter) : key;
}

const plain = (filter) => JSON.stringify(typeof filter.status === "number" ? { status: STATUS[filter.status] } : typeof filter.value === "boolean" ? { ...filter, value: Number(filter.value) } : filter);
const same = (a, b) => plain(a) === plain(b);

/// Whether this very filter is on.
export function isOn(filter) {
  return app.filters.some((other) => same(other, filter));
}

/// What a click on a mark does: the filter replaces others of its dimension, or is added to them; a second click removes it.
export function toggleFilter(filter, add = false) {
  const others = app.filters.filter((other) => !same(other, filter));
  if (others.length < app.filters.length) return go({ filters: others });
  const kept = add ? others : others.filter((other) => dimension(other) !== dimension(filter));
  go({ filters: [...kept, filter] });
}

/// What a click on the mark of a filter does; with shift, the filter is added.
export const filterOn = (filter) => (event) => toggleFilter(filter, event.shiftKey);

/// Sets the text that samples must contain, without an entry of the history for each letter.
export function setText(text) {
  const others = app.filters.filter((filter) => !("text" in filter));
  go({ filters: text ? [...others, { text }] : others }, true);
}

/// The words of a chip.
export function filterLabel(filter, data) {
  if ("status" in filter) return STATUS[filter.status] || String(filter.status);
  if ("box" in filter) return `${filter.feature}: ${rangeLabel(filter.box[0], filter.box[2])} × ${rangeLabel(filter.box[1], filter.box[3])}`;
  if ("range" in filter) return `${filter.feature}: ${rangeLabel(filter.range[0] ?? -Infinity, filter.range[1] ?? Infinity)}`;
  if ("feature" in filter) {
    const { kind, names } = data.feature(filter.feature) || {};
    return `${filter.feature}: ${brief(kind === "flag" ? names[Number(filter.value)] : filter.value, 32)}`;
  }
  if ("pick" in filter) return `takes ${filter.pick[0]}::${filter.pick[1]}${filter.pick.length > 2 ? ` at depth ${filter.pick[2]}` : ""}`;
  if ("pair" in filter) return `${filter.pair[0]}::${filter.pair[1]} around ${filter.pair[2]}::${filter.pair[3]}`;
  if ("phase" in filter) return `phase ${filter.phase}`;
  if ("unique" in filter) return filter.unique ? "unique" : "duplicate";
  if ("text" in filter) return `contains “${brief(filter.text, 32)}”`;
  if ("line" in filter) return `runs ${filter.line[0]}:${filter.line[1]}`;
  if ("order" in filter) return `samples ${filter.order[0] + 1} – ${filter.order[1] + 1} of the run`;
  return JSON.stringify(filter);
}

/// A test of a sample's number; null where the property has nothing of the kind.
function predicate(filter, data) {
  const raw = data.raw;
  if ("status" in filter) {
    const wanted = typeof filter.status === "number" ? filter.status : STATUS.indexOf(filter.status);
    return (i) => data.status[i] === wanted;
  }
  if ("feature" in filter) {
    const feature = data.feature(filter.feature);
    if (!feature) return null;
    if (filter.box && feature.x) {
      const [x0, y0, x1, y1] = filter.box;
      return (i) => feature.x[i] >= x0 && feature.x[i] <= x1 && feature.y[i] >= y0 && feature.y[i] <= y1;
    }
    if (!feature.values || feature.kind === "pair") return null;
    if (filter.range) {
      // JSON writes an infinite end as null.
      const lo = filter.range[0] ?? -Infinity, hi = filter.range[1] ?? Infinity;
      return (i) => feature.values[i] >= lo && feature.values[i] <= hi;
    }
    const wanted = feature.kind === "number" ? Number(filter.value)
      : feature.kind === "flag" ? (filter.value === true || filter.value === 1 || filter.value === "true" ? 1 : 0)
      : feature.names.indexOf(filter.value);
    return (i) => feature.values[i] === wanted;
  }
  if ("pick" in filter || "pair" in filter) {
    const table = "pick" in filter ? raw.picks : raw.pairs;
    return table ? hasColumn(table, "pick" in filter ? pickColumns(filter.pick, data) : pairColumns(filter.pair, data)) : null;
  }
  if ("phase" in filter) {
    const wanted = typeof filter.phase === "number" ? filter.phase : data.phases.indexOf(filter.phase);
    return (i) => data.phase[i] === wanted;
  }
  if ("unique" in filter) return (i) => data.unique[i] === (filter.unique ? 1 : 0);
  if ("text" in filter) {
    const wanted = String(filter.text).toLowerCase();
    const hits = data.texts.map((text) => text.toLowerCase().includes(wanted));
    return (i) => hits[data.text[i]];
  }
  if ("order" in filter) return (i) => i >= filter.order[0] && i <= filter.order[1];
  const coverage = raw.coverage;
  if (!coverage || !filter.line) return null;
  const line = coverage.lines.findIndex(([file, number]) => coverage.files[file] === filter.line[0] && number === filter.line[1]);
  const hits = coverage.sets.map((set) => set.includes(line));
  return (i) => hits[coverage.set[i]] === true;
}

const named = (list, key) => (typeof key === "number" ? key : list.indexOf(key));

function place(data, site, branch) {
  const at = named(data.sites.map((entry) => entry.site), site);
  return [at, data.sites[at] ? named(data.sites[at].branches, branch) : -1];
}

function pickColumns([site, branch, depth], data) {
  const [s, b] = place(data, site, branch);
  return data.raw.picks.columns.map((column) => column[0] === s && column[1] === b && (depth === undefined || column[2] === depth));
}

function pairColumns([outerSite, outer, innerSite, inner], data) {
  const wanted = [...place(data, outerSite, outer), ...place(data, innerSite, inner)];
  return data.raw.pairs.columns.map((column) => same(column, wanted));
}

function hasColumn(table, wanted) {
  return (i) => {
    const row = table.rows[i] || [];
    for (let k = 0; k < row.length; k += 2) if (wanted[row[k]]) return true;
    return false;
  };
}

/// What is shown: `all[i]` by phase, `base[i]` also without rejected cases, `on[i]` and `onAll[i]` through the filters.
/// Each is the weight of the sample, or 0 where it is not shown.
export function masks(data) {
  const shown = app.phases || data.searchPhases();
  const phases = data.phases.map((phase) => shown.includes(phase));
  const wantsPhase = app.filters.some((filter) => "phase" in filter);
  const rejected = app.rejected || app.filters.some((filter) => same(filter, { status: "rejected" }));
  const groups = new Map();
  for (const filter of app.filters) {
    const test = predicate(filter, data);
    if (!test) continue;
    const key = dimension(filter);
    groups.set(key, [...(groups.get(key) || []), test]);
  }
  const tests = [...groups.values()].map((list) => (list.length === 1 ? list[0] : (i) => list.some((test) => test(i))));
  const [all, base, on, onAll] = [0, 0, 0, 0].map(() => new Float64Array(data.n));
  for (let i = 0; i < data.n; i++) {
    if (!wantsPhase && !phases[data.phase[i]]) continue;
    const w = (all[i] = data.weight[i]), counts = rejected || data.status[i] !== REJECTED;
    if (counts) base[i] = w;
    if (!tests.every((test) => test(i))) continue;
    onAll[i] = w;
    if (counts) on[i] = w;
  }
  return { all, base, on, onAll };
}
