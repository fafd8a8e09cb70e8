// The page of one property: verdict, failures, warnings, and every chart over one set of samples and filters.
import { h, set, breakable } from "./dom.js";
import { app, current, go } from "./state.js";
import { Data, REJECTED } from "./data.js";
import { masks, filterLabel, toggleFilter, isOn } from "./filters.js";
import { part, fold, tableOf } from "./card.js";
import { verdictIcon } from "./icons.js";
import { count, counted, date, duration, share, splitName } from "./format.js";
import { barChart } from "./bars.js";
import { mosaic, rejectionCard, requirementCard } from "./mosaic.js";
import { featureGrid } from "./grid.js";
import { scatter } from "./scatter.js";
import { valueOverRun, uniqueOverRun } from "./run.js";
import { choiceCharts, pairMatrices } from "./choices.js";
import { coverageCharts } from "./coverage.js";
import { failures } from "./failure.js";
import { sampleList } from "./samples.js";
import { reweight } from "./tune.js";
import { parameterPanel } from "./parameters.js";
import { sparkline } from "./overview.js";

const prepared = new WeakMap();

/// The arrays of some samples, made once.
function dataOf(samples, sites) {
  if (!prepared.has(samples)) prepared.set(samples, new Data(samples, sites));
  return prepared.get(samples);
}

/// Which samples of a baseline count, whatever the filters.
function plainMask(data) {
  const search = data.searchPhases(), phases = data.phases.map((phase) => search.includes(phase));
  return { base: Uint8Array.from(data.status, (status, i) => (phases[data.phase[i]] && status !== REJECTED ? 1 : 0)) };
}

function makeScope(property) {
  const own = dataOf(property.samples, property.sites), scope = { property, data: own, baseline: null };
  if (app.override) {
    scope.data = dataOf(app.override.samples, property.sites);
    scope.baseline = own;
  } else if (app.model.baseline) {
    const before = app.model.baseline.properties.find((other) => other.name === property.name);
    if (before && before.samples) scope.baseline = dataOf(before.samples, before.sites);
  }
  if (scope.baseline) scope.baseMasks = plainMask(scope.baseline);
  return scope;
}

export function propertyView() {
  const property = current(), scope = makeScope(property), { data } = scope;
  const charts = [];
  const keep = (chart) => (chart && charts.push(chart), chart);
  const cards = (list) => h("div.cards", list.filter(Boolean).map((chart) => (chart.node ? chart.node : chart)));
  scope.masks = masks(data);
  const featureChart = (feature) => keep(feature.kind === "pair" ? scatter(scope, feature) : barChart(scope, feature));
  const [user, own, timing] = [(f) => !f.own && !f.timing && !f.groups, (f) => f.own && !f.timing, (f) => f.timing].map((test) => data.features.filter(test));

  const bar = keep(filterBar(scope)), sections = [];
  const add = (id, title, lead, ...children) => sections.push([id, title, part(id, title, lead, ...children)]);
  const parameters = parameterPanel(property);
  if (parameters) add("parameters", "Parameters", "Numbers that the generators declare, which decide what is drawn.", parameters);
  if (data.n) {
    const tiles = keep(mosaic(scope)), grid = keep(featureGrid(scope));
    if (user.length) add("features", "Your features", "Collected by the property. Click a bar to filter, drag over bars for a range; shift adds.", cards([keep(requirementCard(property, data)), ...user.map(featureChart), grid]));
    if (own.length || tiles) add("shape", "Size and outcome", "Measured on every case, whatever the property collects.", cards([tiles, ...own.map(featureChart), user.length ? null : grid, keep(rejectionCard(property))]));
    const picks = keep(choiceCharts(scope));
    if (picks && picks.nodes.length) add("choices", "Choices of the generator", "Which branches were taken, and how deep.", h("div.cards", picks.nodes));
    const pairs = keep(pairMatrices(scope));
    if (pairs && pairs.nodes.length) add("pairs", "Pairs of branches", `Which branch was directly within which. ${pairs.empty ? `${counted(pairs.empty, "pair")} never met; they come first.` : "Every pair met."}`, h("div.cards", pairs.nodes));
    add("run", "Over the run", "In the order of the run.", cards([keep(valueOverRun(scope)), keep(uniqueOverRun(scope))]));
    const lines = keep(coverageCharts(scope));
    if (lines) add("coverage", "Code coverage", "Click a line to see the samples that run it.", h("div.cards", lines.nodes));
    if (timing.length) add("timing", "Timing", "", cards(timing.map(featureChart)));
  }
  add("provenance", "Provenance", "", provenance(property));

  const samples = data.n ? keep(sampleList(scope)) : null;
  const nav = h("nav.sections", { "aria-label": "Sections" }, sections.map(([id, title]) => h("button.link", { key: `jump ${id}`, onclick: () => document.getElementById(id).scrollIntoView() }, title)));
  const node = h("div.property", head(property), failures(property), warnings(property),
    data.n ? h("div.bar-frame", bar.node) : h("p.empty", "No samples were recorded for this run. Run it with ", h("code", "ASTRAGAL_LOG=on"), " to see what was tested."),
    h("div.columns", h("div.charts", nav, sections.map(([, , section]) => section)), samples && samples.node));
  const update = () => {
    scope.masks = masks(data);
    reweight(scope);
    for (const chart of charts) chart.update();
    for (const button of node.querySelectorAll("button[data-filter]")) button.setAttribute("aria-pressed", isOn(JSON.parse(button.dataset.filter)));
  };
  return { node, update, mounted: update, list: samples && samples.view };
}

function head(property) {
  const [path, name] = splitName(property.name), counts = property.counts, tried = counts.cases + counts.rejected, [word] = /^[^:]*/.exec(property.verdict.text);
  const figure = (title, number, detail) => h("div.figure", h("dt", title), h("dd", h("b", number), detail ? h("span", detail) : null));
  const sampled = property.represents > property.kept, compared = counts.duplicates + counts.unique, of = compared < counts.cases ? ` of ${count(compared)} compared` : "";
  return h("div.head",
    h("p.path", h("a", { href: "#/" }, "All properties"), h("span", path)),
    h("h1", breakable(name)),
    property.doc ? h("p.doc", property.doc) : null,
    h(`p.verdict-line.${property.verdict.kind}`, verdictIcon(property.verdict.kind), h("span", h("b", word), property.verdict.text.slice(word.length))),
    h("dl.figures",
      figure("cases", count(counts.cases), sampled ? `${count(property.kept)} recorded` : ""),
      figure("rejected", count(counts.rejected), share(counts.rejected || 0, tried)),
      figure("duplicates", count(counts.duplicates), share(counts.duplicates, compared) + of),
      figure("unique", count(counts.unique), of.trim()),
      figure("time", duration(property.seconds), date(property.run_start)),
      property.history.length > 1 ? h("div.figure", h("dt", "past runs"), h("dd", sparkline(property.history))) : null),
    sampled ? sampleNote(property) : null);
}

/// What is recorded of a run is a sample, and how to record more.
function sampleNote(property) {
  const wished = property.provenance.settings.find((setting) => setting[0] === "log_cases" && setting[1] !== "all");
  return h("p.note", `Charts and lists are of ${count(property.kept)} recorded cases, which stand for about ${count(property.represents)}.`,
    wished ? [" To record every case: ", h("code", "cargo astragal test --log-cases all")] : null);
}

function warnings(property) {
  const list = property.warnings;
  if (!list.length) return null;
  return h("section.warnings", { "aria-label": "Warnings" }, h("h2", counted(list.length, "warning")), h("ul", list.map((warning, k) => h("li",
    h("span.text", verdictIcon("warned"), warning.text), warning.detail ? h("span.detail", warning.detail) : null,
    warning.kind === "never_taken" ? h("button.small", { key: `warning ${k}`, onclick: () => (document.getElementById("choices") || document.body).scrollIntoView() }, "Show the choices")
      : warning.filter ? h("button.small", { key: `warning ${k}`, "data-filter": JSON.stringify(warning.filter), "aria-pressed": isOn(warning.filter), onclick: () => toggleFilter(warning.filter) }, "Show these") : null))));
}

/// The sticky line with the filters as chips, and the choice of phases.
function filterBar(scope) {
  const { data } = scope, found = h("span.found"), chips = h("div.chips", { role: "group", "aria-label": "Filters" });
  const shown = () => app.phases || data.searchPhases();
  const boxes = data.phases.map((phase, p) => h("label", h("input", { type: "checkbox", key: `phase ${phase}`, onchange: () => {
    const now = shown(), next = data.phases.filter((other) => (other === phase ? !now.includes(phase) : now.includes(other))), usual = data.searchPhases();
    go({ phases: next.length === usual.length && next.every((other) => usual.includes(other)) ? null : next });
  } }), ` ${phase} `, h("span.hint", count(data.phase.reduce((n, other) => n + (other === p ? 1 : 0), 0)))));
  const rejected = h("input", { type: "checkbox", key: "with rejected", onchange: () => go({ rejected: rejected.checked }) });
  const menu = fold("phases", h("span", "Phases"), h("div.menu", boxes, h("hr"), h("label", rejected, " count rejected cases in the charts")));
  const node = h("div.filter-bar", found, chips, h("div.phase-menu", menu));
  const update = () => {
    let n = 0, all = 0;
    for (let i = 0; i < data.n; i++) (all += scope.masks.all[i]), (n += scope.masks.onAll[i]);
    set(found, h("b", count(n)), Math.round(n) === Math.round(all) ? ` ${all === 1 ? "sample" : "samples"}` : ` of ${counted(all, "sample")}`);
    set(chips, app.filters.map((filter, k) => h("button.chip", { key: `chip ${k}`, title: "Remove this filter", "aria-label": `Remove the filter ${filterLabel(filter, data)}`, onclick: () => toggleFilter(filter) }, h("span", filterLabel(filter, data)), h("span.x", { "aria-hidden": "true" }, "×"))),
      app.filters.length > 1 ? h("button.small.quiet", { key: "chip clear", onclick: () => go({ filters: [] }) }, "Clear all") : null,
      app.filters.length ? null : h("span.hint", app.override ? "New samples; outlines show those of the run" : scope.baseline ? `Outlines: ${app.model.baseline.label}` : "Every mark in the charts is a filter"));
    data.phases.forEach((phase, p) => (boxes[p].firstChild.checked = shown().includes(phase)));
    rejected.checked = app.rejected;
    menu.firstChild.firstChild.textContent = app.phases ? `Phases: ${shown().length} of ${data.phases.length}` : "Phases";
  };
  return { node, update };
}

function provenance(property) {
  const { provenance: from } = property, rows = [];
  const add = (name, text) => text && rows.push([name, String(text)]);
  add("place", property.file && `${property.file}:${property.line}`);
  add("package", property.package);
  add("test", property.test);
  add("run", date(property.run_start));
  add("revision", from.revision);
  add("seed", from.seed);
  add("profile", from.profile);
  for (const [name, text] of from.versions) add(name, text);
  add("log", from.log);
  return h("div", h("dl.provenance", rows.map(([name, text]) => [h("dt", name), h("dd", text)])),
    from.settings.length ? fold(`settings ${property.name}`, "Settings", tableOf(["setting", "value", "from"], from.settings.map((row) => row.map(String)))) : null,
    property.report ? fold(`report ${property.name}`, "The report as in the terminal", h("pre.terminal", { translate: "no" }, property.report)) : null);
}
