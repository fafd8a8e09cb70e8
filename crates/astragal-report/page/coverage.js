// Code coverage of the samples: lines that only failing cases ran, every known line, and samples grouped by equal coverage.
import { h, roving } from "./dom.js";
import { FAILED } from "./data.js";
import { card, words } from "./card.js";
import { isOn, toggleFilter } from "./filters.js";
import { count, counted, share } from "./format.js";
import { coverageOverRun } from "./run.js";

const GROUPS = 12;

export function coverageCharts(scope) {
  const coverage = scope.data.raw.coverage;
  if (!coverage || !coverage.lines.length) return null;
  const charts = [coverageOverRun(scope), lineChart(scope, coverage), groupChart(scope, coverage)];
  return { nodes: charts.map((chart) => chart.node), update: () => charts.forEach((chart) => chart.update()) };
}

function lineChart(scope, coverage) {
  const suspicious = new Set(coverage.suspicious || []), files = coverage.files.map(() => []);
  const marks = coverage.lines.map(([file, number], at) => {
    const filter = { line: [coverage.files[file], number] };
    const mark = h("button.cell.line", { tabindex: -1, "data-key": `line ${at}`, onclick: (event) => toggleFilter(filter, event.shiftKey) }, number);
    mark.classList.toggle("suspicious", suspicious.has(at));
    files[file].push([number, mark]);
    return { mark, filter, name: `${coverage.files[file]}:${number}` };
  });
  let hits = [], fails = [];
  const plot = h("div.files", { role: "group", "aria-label": "Lines of code" }, files.map((list, f) => h("div.file", null,
    h("h4", null, coverage.files[f]), h("div.lines", null, list.sort((a, b) => a[0] - b[0]).map(([, mark]) => mark)))));
  const frame = card({
    key: "code", title: "Lines of code", wide: true, head: ["line", "samples", "failed", "only in failing cases"],
    rows: () => marks.map((entry, at) => [entry.name, count(hits[at]), count(fails[at]), suspicious.has(at) ? "yes" : ""]),
  }, suspicious.size ? h("p.note.warn", null, `${counted(suspicious.size, "line")} run by every failing case and by no passing one: `,
    [...suspicious].slice(0, 12).map((at, k) => [k ? ", " : "", h("code", null, marks[at].name)])) : null, plot);
  roving(plot, ".cell");
  const update = () => {
    hits = new Float64Array(marks.length);
    fails = new Float64Array(marks.length);
    const bySet = coverage.sets.map(() => [0, 0]);
    for (let i = 0; i < scope.data.n; i++) {
      const set = bySet[coverage.set[i]];
      if (!set || !scope.masks.on[i]) continue;
      const w = scope.data.weight ? scope.data.weight[i] : 1;
      set[0] += w;
      if (scope.data.status[i] === FAILED) set[1] += w;
    }
    coverage.sets.forEach((set, k) => set.forEach((at) => ((hits[at] += bySet[k][0]), (fails[at] += bySet[k][1]))));
    const most = Math.max(1, ...hits);
    marks.forEach(({ mark, filter, name }, at) => {
      const heat = hits[at] ? 0.15 + 0.85 * Math.sqrt(hits[at] / most) : 0;
      mark.style.setProperty("--heat", heat);
      mark.style.setProperty("--pale", 0);
      mark.classList.toggle("deep", heat > 0.6);
      mark.classList.toggle("zero", !hits[at]);
      mark.setAttribute("aria-pressed", String(isOn(filter)));
      words(mark, `${name}: run by ${counted(hits[at], "sample")}${fails[at] ? `, ${count(fails[at])} failed` : ""}${suspicious.has(at) ? ", only in failing cases" : ""}`);
    });
    frame.note(`${count(marks.length)} known lines in ${counted(files.length, "file")} · darker: more samples`);
    frame.refresh();
  };
  return { node: frame.node, update };
}

function groupChart(scope, coverage) {
  const sizes = coverage.sets.map(() => [0, 0, 0]);
  const count3 = () => {
    for (const size of sizes) size.fill(0);
    for (let i = 0; i < scope.data.n; i++) {
      const size = sizes[coverage.set[i]];
      if (!size || !scope.masks.base[i]) continue;
      size[0] += 1;
      if (scope.masks.on[i]) size[1] += 1;
      if (scope.data.status[i] === FAILED) size[2] += 1;
    }
  };
  count3();
  const order = coverage.sets.map((_, k) => k).filter((k) => sizes[k][0]).sort((a, b) => sizes[a][0] - sizes[b][0]);
  const shown = order.slice(0, GROUPS);
  const rows = shown.map((k) => h("button.bar.row", { tabindex: -1, "data-key": `set ${k}`, onclick: (event) => toggleFilter({ set: k }, event.shiftKey) },
    h("span.name", null, `group ${k + 1} · ${counted(coverage.sets[k].length, "line")}`), h("span.track", null, h("span.pale"), h("span.full"), h("span.fail")), h("span.number"), h("span.share")));
  const plot = h("div.plot.rows", { role: "group", "aria-label": "Samples grouped by equal coverage" }, rows);
  const frame = card({
    key: "groups", title: "Samples with equal coverage, rarest first", head: ["group", "lines", "samples", "filtered", "failed"],
    rows: () => order.map((k) => [`group ${k + 1}`, count(coverage.sets[k].length), ...sizes[k].map(count)]),
  }, plot);
  roving(plot, ".bar");
  const update = () => {
    count3();
    const most = Math.max(1, ...shown.map((k) => sizes[k][0])), whole = order.reduce((sum, k) => sum + sizes[k][0], 0);
    shown.forEach((k, r) => {
      const [all, on, failed] = sizes[k], row = rows[r];
      row.style.setProperty("--pale", all / most);
      row.style.setProperty("--full", on / most);
      row.style.setProperty("--fail", on ? failed / most : 0);
      row.style.setProperty("--fail-from", 0);
      row.querySelector(".number").textContent = count(on);
      row.querySelector(".share").textContent = share(all, whole);
      row.setAttribute("aria-pressed", String(isOn({ set: k })));
      words(row, `group ${k + 1}: ${counted(all, "sample")} run the same ${counted(coverage.sets[k].length, "line")}${failed ? `, ${count(failed)} failed` : ""}`);
    });
    frame.note(`${counted(order.length, "group")}${order.length > GROUPS ? `, the ${GROUPS} rarest are shown` : ""}`);
    frame.refresh();
  };
  return { node: frame.node, update };
}
