// The samples of a property as arrays: features, buckets, uniqueness. Everything the charts count is counted from here.
import { binsOf, binAt } from "./bins.js";
import { counted, value } from "./format.js";

export const FAILED = 1, REJECTED = 2;
const NOT_SEARCH = ["shrink", "explain", "minimal", "guided"];

export class Data {
  /// `samples` as in the model; `sites` name the branches.
  constructor(samples, sites) {
    const { n } = samples;
    this.n = n;
    this.raw = samples;
    this.sites = sites;
    this.status = Uint8Array.from(samples.status);
    this.phase = Uint16Array.from(samples.phase);
    this.phases = samples.phases && samples.phases.length ? samples.phases : ["random"];
    this.text = samples.text;
    this.texts = samples.texts;
    this.weight = samples.weight ? Float64Array.from(samples.weight) : new Float64Array(n).fill(1);
    this.features = samples.features.map((feature) => column(feature, n));
    if (samples.time) {
      for (const part of Object.keys(samples.time)) {
        const values = samples.time[part];
        this.features.push(column({ name: `${part} µs`, kind: "number", timing: part, values }, n));
      }
    }
    if (samples.coverage) {
      const names = samples.coverage.sets.map((set, k) => `group ${k + 1}: ${counted(set.length, "line")}`);
      this.features.push(column({ name: "equal coverage", kind: "category", groups: true, values: samples.coverage.set, names }, n));
    }
    // Bins are those of the samples that count; the rejected ones may be of another size altogether.
    for (const feature of this.features) if (feature.kind === "number") feature.counted = feature.values.filter((x, i) => !Number.isNaN(x) && this.status[i] !== REJECTED);
    this.unique = this.markUnique();
  }

  feature(name) {
    return this.features.find((feature) => feature.name === name);
  }

  /// The phases that are shown unless others are chosen: not those of shrinking, unless there is nothing else.
  searchPhases() {
    const search = this.phases.filter((phase) => !NOT_SEARCH.includes(phase));
    return search.length ? search : this.phases;
  }

  /// 1 for the first sample of each text, 0 for those that repeat it; rejected samples are compared among themselves.
  markUnique() {
    const first = new Uint8Array(this.n), search = this.searchPhases();
    const counts = this.phases.map((phase) => search.includes(phase));
    const seen = [new Uint8Array(this.texts.length), new Uint8Array(this.texts.length)];
    for (let i = 0; i < this.n; i++) {
      if (!counts[this.phase[i]]) continue;
      const set = seen[this.status[i] === REJECTED ? 1 : 0];
      if (!set[this.text[i]]) set[this.text[i]] = first[i] = 1;
    }
    return first;
  }

  /// The label of a branch: `Expr::Neg`.
  branch(site, branch) {
    const at = this.sites[site];
    return at ? `${at.site}::${at.branches[branch] ?? branch}` : "?";
  }
}

function column(feature, n) {
  const made = { ...feature };
  if (feature.kind === "pair") {
    made.x = new Float64Array(n).fill(NaN);
    made.y = new Float64Array(n).fill(NaN);
    feature.values.forEach((pair, i) => pair && ((made.x[i] = number(pair[0])), (made.y[i] = number(pair[1]))));
  } else {
    made.values = Float64Array.from(feature.values, number);
    if (feature.kind === "flag") made.names = feature.names || ["false", "true"];
  }
  return made;
}

const number = (x) => (x === null || x === undefined ? NaN : Number(x));

const countedOf = (feature) => (feature.counted && feature.counted.length ? feature.counted : feature.values);

/// Buckets of a feature, the same for the samples and for a baseline: `{list: [{label, filter}], of, ofBaseline}`.
/// `of[i]` is the bucket of sample i, -1 where it has no value, or one beyond all buckets. `fixed` are buckets that are to be kept.
export function bucketsOf(feature, baseline, fixed) {
  const same = baseline && baseline.kind === feature.kind ? baseline : null;
  if (feature.kind === "number") {
    const bins = fixed || binsOf(countedOf(feature), same ? countedOf(same) : []);
    const assign = (values) => Int32Array.from(values, (x) => binAt(bins, x));
    const list = bins.map(({ lo, hi }) => ({ label: rangeLabel(lo, hi), lo, hi, filter: { feature: feature.name, range: [lo, hi] } }));
    return { list, of: assign(feature.values), ofBaseline: same && assign(same.values), numeric: true };
  }
  const own = (feature.names || []).map(String), names = [...new Set([...(fixed || []).map((bucket) => bucket.label), ...own, ...((same && same.names) || []).map(String)])];
  const flag = feature.kind === "flag";
  const list = names.map((name, i) => ({ label: name, filter: { feature: feature.name, value: flag ? i : name } }));
  const at = new Map(names.map((name, i) => [name, i]));
  const assign = (values, map) => Int32Array.from(values, (x) => map[x] ?? -1);
  return { list, of: assign(feature.values, own.map((name) => at.get(name))), ofBaseline: same && assign(same.values, (same.names || []).map((name) => at.get(String(name)))) };
}

/// "3", "3 – 9": a bin in words.
export function rangeLabel(lo, hi) {
  if (lo === hi) return value(lo);
  if (hi === Infinity) return `${value(lo)} or more`;
  if (lo === -Infinity) return `${value(hi)} or less`;
  return `${value(lo)} – ${value(hi)}`;
}
