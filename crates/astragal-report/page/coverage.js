// Code coverage of the samples: lines that only failing cases ran, every known line, and samples grouped by equal coverage.
import { h, roving, vars } from "./dom.js";
import { FAILED } from "./data.js";
import { card, words } from "./card.js";
import { filterOn } from "./filters.js";
import { count, counted } from "./format.js";
import { coverageOverRun } from "./run.js";
import { barChart } from "./bars.js";

export function coverageCharts(scope) {
  const coverage = scope.data.raw.coverage;
  if (!coverage || !coverage.lines.length) return null;
  const charts = [coverageOverRun(scope), lineChart(scope, coverage), barChart(scope, scope.data.feature("equal coverage"))];
  return { nodes: charts.map((chart) => chart.node), update: () => charts.forEach((chart) => chart.update()) };
}

function lineChart(scope, coverage) {
  const suspicious = new Set(coverage.suspicious), files = coverage.files.map(() => []);
  const marks = coverage.lines.map(([file, number], at) => {
    const filter = { line: [coverage.files[file], number] };
    const mark = h("button.cell.line", { tabindex: -1, key: `line ${at}`, onclick: filterOn(filter) }, number);
    mark.classList.toggle("suspicious", suspicious.has(at));
    files[file].push([number, mark]);
    return { mark, filter, name: `${coverage.files[file]}:${number}` };
  });
  let hits = [], fails = [];
  const plot = h("div.files", { role: "group", "aria-label": "Lines of code" }, files.map((list, f) => h("div.file",
    h("h4", coverage.files[f]), h("div.lines", list.sort((a, b) => a[0] - b[0]).map(([, mark]) => mark)))));
  const frame = card({
    key: "code", title: "Lines of code", wide: true, head: ["line", "samples", "failed", "only in failing cases"],
    rows: () => marks.map((entry, at) => [entry.name, count(hits[at]), count(fails[at]), suspicious.has(at) ? "yes" : ""]),
  }, suspicious.size ? h("p.note.warn", `${counted(suspicious.size, "line")} run by every failing case and by no passing one: `,
    [...suspicious].slice(0, 12).map((at, k) => [k ? ", " : "", h("code", marks[at].name)])) : null, plot);
  roving(plot, ".cell");
  const update = () => {
    hits = new Float64Array(marks.length);
    fails = new Float64Array(marks.length);
    const bySet = coverage.sets.map(() => [0, 0]);
    for (let i = 0; i < scope.data.n; i++) {
      const set = bySet[coverage.set[i]];
      if (!set) continue;
      set[0] += scope.masks.on[i];
      if (scope.data.status[i] === FAILED) set[1] += scope.masks.on[i];
    }
    coverage.sets.forEach((set, k) => set.forEach((at) => ((hits[at] += bySet[k][0]), (fails[at] += bySet[k][1]))));
    const most = Math.max(1, ...hits);
    marks.forEach(({ mark, filter, name }, at) => {
      const heat = hits[at] ? 0.15 + 0.85 * Math.sqrt(hits[at] / most) : 0;
      vars(mark, { heat, pale: 0 });
      mark.classList.toggle("zero", !hits[at]);
      words(mark, `${name}: run by ${counted(hits[at], "sample")}${fails[at] ? `, ${count(fails[at])} failed` : ""}${suspicious.has(at) ? ", only in failing cases" : ""}`, filter);
    });
    frame.note(`${count(marks.length)} known lines in ${counted(files.length, "file")} · the stronger the color, the more samples`);
    frame.refresh();
  };
  return { node: frame.node, update };
}
