// Divides the values of a numeric feature into bins with round edges: whole numbers stay whole, long tails get growing bins.

const MOST = 24;

/// Bins `[{lo, hi}]`, both ends inclusive, that hold every number of the arrays; NaN is no value.
export function binsOf(...arrays) {
  let lo = Infinity, hi = -Infinity, whole = true, n = 0;
  for (const array of arrays) {
    for (const x of array) {
      if (!(Math.abs(x) < Infinity)) continue;
      n += 1;
      if (x < lo) lo = x;
      if (x > hi) hi = x;
      if (whole && !Number.isSafeInteger(x)) whole = false;
    }
  }
  if (!n) return [];
  if (lo === hi) return [{ lo, hi }];
  if (whole && hi - lo < MOST) return wholeBins(lo, hi, 1);
  const inner = spread(arrays, n);
  if (hi - lo > 12 * inner.width && hi - lo > 40) return growingBins(lo, hi, whole);
  let step = niceStep((hi - lo) / MOST);
  if (whole) return wholeBins(Math.floor(lo / (step = Math.max(1, Math.round(step)))) * step, hi, step);
  const first = Math.floor(lo / step), bins = [];
  for (let k = 0; k <= MOST && (first + k) * step <= hi; k++) bins.push({ lo: (first + k) * step, hi: below((first + k + 1) * step) });
  return bins;
}

function wholeBins(lo, hi, step) {
  const bins = [];
  // Counted by k: very large numbers do not grow by one.
  for (let k = 0; k <= MOST && lo + k * step <= hi; k++) bins.push({ lo: lo + k * step, hi: lo + k * step + step - 1 });
  return bins;
}

/// The width of the middle 90 percent, from at most 4,000 of the values.
function spread(arrays, n) {
  const every = Math.max(1, Math.floor(n / 4000)), some = [];
  let k = 0;
  for (const array of arrays) for (const x of array) if (Math.abs(x) < Infinity && k++ % every === 0) some.push(x);
  some.sort((a, b) => a - b);
  return { width: Math.max(1e-12, some[Math.floor(0.95 * (some.length - 1))] - some[Math.floor(0.05 * some.length)]) };
}

/// 0, 1, 2..4, 5..9, 10..19, 20..49, .. and the same below zero.
function growingBins(lo, hi, whole) {
  const most = Math.max(Math.abs(lo), Math.abs(hi));
  const fine = most <= 1e6, edges = [];
  let start = whole ? 1 : Math.pow(10, Math.max(-6, Math.floor(Math.log10(most)) - 5));
  for (let decade = start; decade <= most; decade *= 10) {
    for (const factor of fine ? [1, 2, 5] : most > 1e12 ? [1] : [1, 3]) if (decade * factor <= most) edges.push(decade * factor);
  }
  const every = Math.max(1, Math.ceil(edges.length / (lo < 0 ? 12 : 22)));
  const kept = edges.filter((_, i) => i % every === 0), last = most;
  const bins = [];
  for (let i = kept.length - 1; i >= 0; i--) {
    const outer = i + 1 < kept.length ? kept[i + 1] : Infinity;
    if (-kept[i] >= lo) bins.push({ lo: Math.max(-last, above(-outer, whole)), hi: -kept[i] });
  }
  if (lo < start && hi > -start) bins.push({ lo: lo < 0 ? above(-start, whole) : 0, hi: before(start, whole) });
  for (let i = 0; i < kept.length; i++) {
    const outer = i + 1 < kept.length ? kept[i + 1] : Infinity;
    if (outer > lo && kept[i] <= hi) bins.push({ lo: kept[i], hi: Math.min(last, before(outer, whole)) });
  }
  return bins;
}

const before = (edge, whole) => (edge === Infinity ? Infinity : whole ? edge - 1 : below(edge));
const above = (edge, whole) => (edge === -Infinity ? -Infinity : whole ? edge + 1 : -below(-edge));

/// The step of 1, 2 or 5 times a power of ten that is at least `rough`.
export function niceStep(rough) {
  const decade = Math.pow(10, Math.floor(Math.log10(rough)));
  return [1, 2, 5, 10].map((factor) => factor * decade).find((step) => step >= rough * 0.999) || 10 * decade;
}

/// The largest number below `edge`, so that neighboring bins share no value.
function below(edge) {
  return edge === 0 ? -Number.MIN_VALUE : edge - Math.abs(edge) * 2 ** -52;
}

/// The bin that holds `x`, or -1.
export function binAt(bins, x) {
  let low = 0, high = bins.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (x < bins[middle].lo) high = middle - 1;
    else if (x > bins[middle].hi) low = middle + 1;
    else return x >= bins[middle].lo ? middle : -1;
  }
  return -1;
}

/// The number at a share (0 to 1) of sorted numbers.
export function quantile(sorted, at) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] : NaN;
}
