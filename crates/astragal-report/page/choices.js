// The choices themselves: which branches were taken how often, by depth, and which pairs of branches met.
import { h, roving, vars } from "./dom.js";
import { filterOn } from "./filters.js";
import { card, words } from "./card.js";
import { count, counted, filtered, share } from "./format.js";

const DEPTHS = 8;

/// Adds up the counts of a sparse table over the samples: `[all, on]` by column.
function columnSums(scope, table) {
  const all = new Float64Array(table.columns.length), on = new Float64Array(table.columns.length);
  const { data, masks } = scope;
  for (let i = 0; i < data.n; i++) {
    const row = table.rows[i] || [], w = masks.base[i], v = masks.on[i];
    if (!w) continue;
    for (let k = 0; k < row.length; k += 2) {
      all[row[k]] += w * row[k + 1];
      on[row[k]] += v * row[k + 1];
    }
  }
  return [all, on];
}

/// One card for each site: a row for each branch, a column for each depth; branches that were never taken are shown with 0.
export function choiceCharts(scope) {
  const { data } = scope, table = data.raw.picks;
  if (!table || !table.columns.length && !data.sites.length) return null;
  const deepest = Math.min(DEPTHS - 1, Math.max(0, ...table.columns.map((column) => column[2])));
  const charts = data.sites.map((entry, site) => siteChart(scope, entry, site, Math.max(0, ...table.columns.filter((column) => column[0] === site).map((column) => Math.min(deepest, column[2])))));
  const update = () => {
    const [all, on] = columnSums(scope, table);
    for (const chart of charts) chart.fill(all, on);
  };
  return { nodes: charts.map((chart) => chart.node), update };
}

function siteChart(scope, entry, site, deepest) {
  const table = scope.data.raw.picks, depths = deepest + 1, branches = entry.branches;
  let sums = branches.map(() => []);
  const lines = branches.map((name, b) => {
    const all = h("button.cell.sum", { tabindex: -1, key: `pick ${site} ${b}`, onclick: filterOn({ pick: [entry.site, name] }) }, h("span.pale"), h("span.full"), h("span.text"));
    const cells = Array.from({ length: depths }, (_, d) => h("button.cell", { tabindex: -1, key: `pick ${site} ${b} ${d}`, onclick: filterOn({ pick: [entry.site, name, d] }) }));
    return { name, label: h("span.name", { title: name }, name), all, cells: depths > 1 ? cells : [] };
  });
  const across = depths > 1 ? depths : 0;
  const plot = h(across ? "div.picks" : "div.picks.flat", { role: "group", "aria-label": `Branches of ${entry.site} by depth`, "--columns": across },
    across ? [h("span"), h("span.foot.end", "depth"), Array.from({ length: across }, (_, d) => h("span.foot", d === DEPTHS - 1 ? `${d}+` : d))] : null,
    lines.map((line) => [line.label, line.all, line.cells]));
  const frame = card({
    key: `site ${entry.site}`, title: entry.site, wide: depths > 5,
    head: ["branch", "times", "share", "filtered", ...Array.from({ length: across }, (_, d) => `depth ${d}`)],
    rows: () => branches.map((name, b) => [name, count(sums[b].all), share(sums[b].all, sums.whole), count(sums[b].on), ...sums[b].byDepth.slice(0, across).map(count)]),
  }, plot);
  roving(plot, ".cell", across ? across + 1 : 1);
  const fill = (all, on) => {
    sums = branches.map(() => ({ all: 0, on: 0, byDepth: new Array(depths).fill(0), onDepth: new Array(depths).fill(0) }));
    table.columns.forEach(([s, b, depth], c) => {
      if (s !== site || !sums[b]) return;
      const d = Math.min(depth, depths - 1);
      sums[b].all += all[c];
      sums[b].on += on[c];
      sums[b].byDepth[d] += all[c];
      sums[b].onDepth[d] += on[c];
    });
    sums.whole = sums.reduce((sum, x) => sum + x.all, 0);
    const onWhole = sums.reduce((sum, x) => sum + x.on, 0);
    const most = Math.max(1e-9, ...sums.map((x) => Math.max(x.all, x.on)));
    const peaks = Array.from({ length: depths }, (_, d) => Math.max(1e-9, sums.reduce((sum, x) => sum + x.onDepth[d], 0)));
    lines.forEach((line, b) => {
      const { all: n, on: m, byDepth, onDepth } = sums[b];
      vars(line.all, { pale: n / most, full: m / most });
      line.all.lastChild.textContent = n ? share(m, onWhole) : "0";
      line.label.classList.toggle("never", !n);
      line.all.classList.toggle("never", !n);
      words(line.all, n ? `${line.name}: taken ${counted(n, "time")} (${share(n, sums.whole)})${filtered(m, n)}` : `${line.name}: never taken`, { pick: [entry.site, line.name] });
      line.cells.forEach((cell, d) => {
        const heat = onDepth[d] / peaks[d];
        vars(cell, { heat, pale: 0 });
        cell.textContent = byDepth[d] ? share(onDepth[d], peaks[d]).replace(" %", "") : "0";
        cell.classList.toggle("zero", !byDepth[d]);
        words(cell, `${line.name} at depth ${d}: ${counted(byDepth[d], "time")}, ${share(onDepth[d], peaks[d])} of the picks there`, { pick: [entry.site, line.name, d] });
      });
    });
    const never = sums.filter((x) => !x.all).length;
    frame.note(`${counted(sums.whole, "pick")}${never ? ` · ${counted(never, "branch", "branches")} never taken` : ""}${across ? " · cells: % of that depth" : ""}`);
    frame.refresh();
  };
  return { node: frame.node, fill };
}

/// A matrix for each pair of sites that met: which branch was directly around which. Empty cells first.
export function pairMatrices(scope) {
  const { data } = scope, table = data.raw.pairs;
  if (!table || !table.columns.length) return null;
  const met = new Map();
  for (const [outer, , inner] of table.columns) met.set(`${outer} ${inner}`, [outer, inner]);
  const charts = [...met.values()].filter(([outer, inner]) => data.sites[outer] && data.sites[inner]).map(([outer, inner]) => matrix(scope, outer, inner));
  charts.sort((a, b) => b.empty - a.empty);
  const update = () => {
    const sums = columnSums(scope, table);
    for (const chart of charts) chart.fill(...sums);
  };
  return { nodes: charts.map((chart) => chart.node), empty: charts.reduce((sum, chart) => sum + chart.empty, 0), update };
}

function matrix(scope, outer, inner) {
  const { data } = scope, table = data.raw.pairs, a = data.sites[outer], b = data.sites[inner];
  const at = new Map(table.columns.map((column, c) => [column.join(" "), c]));
  const column = (i, j) => at.get([outer, i, inner, j].join(" "));
  const [total] = columnSums(scope, table);
  const has = (i, j) => column(i, j) !== undefined && total[column(i, j)] > 0;
  const gaps = (i) => b.branches.filter((_, j) => !has(i, j)).length;
  const around = a.branches.map((_, i) => i).filter((i) => gaps(i) < b.branches.length).sort((i, j) => gaps(j) - gaps(i));
  const taken = new Set((data.raw.picks || { columns: [] }).columns.filter(([site]) => site === outer).map(([, branch]) => branch));
  const leaves = a.branches.filter((_, i) => !around.includes(i) && taken.has(i));
  const across = b.branches.map((_, j) => j).sort((i, j) => around.filter((r) => has(r, i)).length - around.filter((r) => has(r, j)).length);
  const empty = around.reduce((sum, i) => sum + gaps(i), 0);
  const cells = [];
  const plot = h("div.heat", { role: "group", "aria-label": `${a.site} around ${b.site}`, "--columns": across.length },
    h("span.corner"), across.map((j) => h("span.head", { title: b.branches[j] }, h("span", b.branches[j]))),
    around.map((i) => [h("span.name", { title: a.branches[i] }, a.branches[i]), across.map((j) => {
      const cell = h("button.cell", { tabindex: -1, key: `pair ${outer} ${i} ${inner} ${j}`, onclick: filterOn({ pair: [a.site, a.branches[i], b.site, b.branches[j]] }) });
      cells.push([cell, i, j]);
      return cell;
    })]));
  const numbers = (sums, i, j) => (column(i, j) === undefined ? 0 : sums[column(i, j)]);
  let sums = total;
  const frame = card({
    key: `pairs ${a.site} ${b.site}`, title: `${a.site} directly around ${b.site}`, wide: across.length > 7,
    head: ["", ...across.map((j) => b.branches[j])],
    rows: () => around.map((i) => [a.branches[i], ...across.map((j) => count(numbers(sums, i, j)))]),
  }, plot, leaves.length ? h("p.note", `Never around a choice of ${b.site}: ${leaves.join(", ")}.`) : null);
  roving(plot, ".cell", across.length);
  const fill = (all, on) => {
    sums = all;
    const most = Math.max(1, ...cells.map(([, i, j]) => Math.max(numbers(all, i, j), numbers(on, i, j))));
    for (const [cell, i, j] of cells) {
      const n = numbers(all, i, j), m = numbers(on, i, j);
      vars(cell, { heat: Math.sqrt(m / most), pale: Math.sqrt(n / most) });
      cell.classList.toggle("hole", !n);
      cell.textContent = n ? count(m) : "∅";
      words(cell, `${b.branches[j]} directly within ${a.branches[i]}: ${n ? counted(n, "time") : "never"}${filtered(m, n)}`, { pair: [a.site, a.branches[i], b.site, b.branches[j]] });
    }
    frame.note(empty ? `${count(empty)} of ${count(cells.length)} pairs never met` : `all ${count(cells.length)} pairs met`);
    frame.refresh();
  };
  return { node: frame.node, fill, empty };
}
