// Code coverage of the samples: the source with the lines that passing and failing samples run, and samples grouped by equal coverage.
import { h, roving, vars } from "./dom.js";
import { app } from "./state.js";
import { FAILED, REJECTED } from "./data.js";
import { card, words } from "./card.js";
import { filterOn } from "./filters.js";
import { count, counted, share } from "./format.js";
import { coverageOverRun } from "./run.js";
import { barChart } from "./bars.js";

export function coverageCharts(scope) {
  const coverage = scope.data.raw.coverage;
  if (!coverage || !coverage.lines.length) return null;
  const charts = [coverageOverRun(scope), sourceChart(scope, coverage), barChart(scope, scope.data.feature("equal coverage"))];
  return { nodes: charts.map((chart) => chart.node), update: () => charts.forEach((chart) => chart.update()) };
}

function sourceChart(scope, coverage) {
  const suspicious = new Set(coverage.suspicious.flatMap((some) => some.lines)), known = new Set(coverage.sets.flat()), files = coverage.files.map(() => new Map());
  const marks = coverage.lines.map(([file, number], at) => {
    const filter = { line: [coverage.files[file], number] }, shares = [h("i"), h("i")];
    const mark = h("button.code", { tabindex: -1, key: `line ${at}`, onclick: filterOn(filter) }, h("b", number), shares);
    mark.classList.toggle("suspicious", suspicious.has(at));
    const entry = { at, mark, filter, shares, name: `${coverage.files[file]}:${number}` };
    files[file].set(number, entry);
    return entry;
  });
  // The text of a file with its lines as marks, and below it those that are run and have no text.
  const shown = (lines, f) => {
    const rows = [], source = (app.model.sources || [])[coverage.texts[f]];
    for (const [first, texts] of source ? source.stretches : []) {
      if (rows.length) rows.push(h("div.code", "⋮"));
      texts.forEach((text, k) => {
        const entry = lines.get(first + k);
        if (entry) entry.mark.append((entry.text = text));
        rows.push(entry ? entry.mark : h("div.code", h("b", first + k), h("i"), h("i"), text));
      });
    }
    const bare = [...lines.values()].filter(({ at, text }) => text === undefined && (!source || known.has(at))).sort((a, b) => a.filter.line[1] - b.filter.line[1]);
    const all = [...lines.values()], ran = all.filter(({ at }) => known.has(at)).length;
    return [all.some(({ at }) => suspicious.has(at)) ? 0 : 1, h("div.file", null, h("h4", coverage.files[f], h("span.hint", ` ${count(ran)} of ${counted(all.length, "line")} run${source || !coverage.is_whole ? "" : " · its source is not here, or has changed since"}`)),
      rows.length ? h("div.source", { translate: "no" }, rows) : null, bare.length ? h("div.lines", bare.map((entry) => entry.mark)) : null)];
  };
  const plot = h("div.files", { role: "group", "aria-label": "Lines of code" }, files.map(shown).sort((a, b) => a[0] - b[0]).map(([, file]) => file));
  const head = coverage.suspicious.map(({ lines, failing, passing }) => h("p.note.warn", `${counted(lines.length, "line")} run by all ${count(failing)} failing cases and by none of ${count(passing)} passing ones${coverage.is_whole ? ", shrinking included" : ""}: `,
    lines.slice(0, 12).map((at, k) => [k ? ", " : "", h("button.link", { onclick: () => marks[at].mark.scrollIntoView({ block: "center" }) }, marks[at].name)])));
  let runs = [], sums = [];
  const part = (at, k) => (sums[k] ? runs[at][k] / sums[k] : 0);
  // As Tarantula does it: which share of those that run a line fail, if as many failed as passed.
  const blame = (at) => part(at, 1) / (part(at, 0) + part(at, 1) || 1);
  const frame = card({
    key: "code", title: "Lines of code", wide: true, head: ["line", "passed", "failed", "suspiciousness", "only in failing cases"],
    rows: () => marks.map(({ name }, at) => [name, count(runs[at][0]), count(runs[at][1]), blame(at).toFixed(2), suspicious.has(at) ? "yes" : ""]),
  }, head, plot);
  roving(plot, "button");
  const update = () => {
    const { data, masks } = scope, bySet = coverage.sets.map(() => [0, 0]);
    sums = [0, 0];
    for (let i = 0; i < data.n; i++) {
      const set = bySet[coverage.set[i]], k = Number(data.status[i] === FAILED);
      if (!set || data.status[i] === REJECTED) continue;
      set[k] += masks.on[i];
      sums[k] += masks.on[i];
    }
    runs = marks.map(() => [0, 0]);
    coverage.sets.forEach((set, k) => set.forEach((at) => [0, 1].forEach((j) => (runs[at][j] += bySet[k][j]))));
    marks.forEach(({ mark, filter, name, shares }, at) => {
      const says = [0, 1].map((k) => `${count(runs[at][k])} of ${count(sums[k])} ${k ? "failing" : "passing"}`);
      vars(mark, { heat: Math.sqrt(Math.max(part(at, 0), part(at, 1))), blame: Math.max(0, 2 * blame(at) - 1) });
      shares.forEach((cell, k) => (cell.textContent = sums[k] ? share(runs[at][k], sums[k]) : ""));
      words(mark, `${name}: run by ${says[0]}${sums[1] ? ` and ${says[1]} samples, suspiciousness ${blame(at).toFixed(2)}` : " samples"}${suspicious.has(at) ? ", only in failing cases" : ""}`, filter);
    });
    const ran = runs.filter(([a, b]) => a + b).length;
    frame.note(`${count(ran)} of ${count(marks.length)} ${coverage.is_whole ? "lines with code" : "known lines"} run (${share(ran, marks.length)}) · beside each line: the share of passing${sums[1] ? " and of failing samples; the redder, the more suspicious" : " samples"}`);
    frame.refresh();
  };
  return { node: frame.node, update };
}
