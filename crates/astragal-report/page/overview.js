// The overview: every property on a line, worst first, with search, sorting and the past runs.
import { h, s, highlighted } from "./dom.js";
import { app, linkTo } from "./state.js";
import { verdictIcon, VERDICTS } from "./icons.js";
import { count, counted, duration, share, splitName, date } from "./format.js";

const COLUMNS = [
  ["worst", "Property", null],
  ["cases", "Cases", (property) => -property.counts.cases],
  ["rejected", "Rejected", (property) => -ratio(property.counts.rejected, property.counts.cases + property.counts.rejected)],
  ["duplicates", "Duplicates", (property) => -ratio(property.counts.duplicates, property.counts.duplicates + property.counts.unique)],
  ["time", "Time", (property) => -(property.seconds || 0)],
  ["warnings", "Warnings", (property) => -property.warnings.length],
];

const ratio = (part, whole) => (whole ? (part || 0) / whole : 0);

export function overview() {
  const list = app.model.properties, kinds = Object.keys(VERDICTS).filter((kind) => list.some((property) => property.verdict.kind === kind));
  const search = h("input", { type: "search", placeholder: "Search the properties  ( / )", "aria-label": "Search the properties", key: "property search", value: app.chosen.query || "", oninput: () => ((app.chosen.query = search.value), fill()) });
  const chips = kinds.map((kind) => h("button.chip.kind", { key: `kind ${kind}`, "aria-pressed": app.chosen.kind === kind,
    onclick: () => {
      app.chosen.kind = app.chosen.kind === kind ? "" : kind;
      chips.forEach((chip, k) => chip.setAttribute("aria-pressed", app.chosen.kind === kinds[k]));
      fill();
    } }, verdictIcon(kind, true), h("b", count(list.filter((property) => property.verdict.kind === kind).length))));
  const body = h("tbody"), none = h("p.empty", { hidden: true }, "No property matches.");
  const heads = COLUMNS.map(([key, title]) => h("th", { scope: "col", class: key === "worst" || key === "warnings" ? null : "number" },
    h("button.sort", { key: `sort ${key}`, title: key === "worst" ? "Worst first" : `Sort by ${title.toLowerCase()}`, onclick: () => ((app.chosen.sort = key), fill()) }, title)));
  const fill = () => {
    const query = (app.chosen.query || "").toLowerCase(), by = COLUMNS.find(([key]) => key === app.chosen.sort);
    let shown = list.filter((property) => (!app.chosen.kind || property.verdict.kind === app.chosen.kind) && `${property.name} ${property.doc || ""}`.toLowerCase().includes(query));
    if (by && by[2]) shown = [...shown].sort((a, b) => by[2](a) - by[2](b));
    COLUMNS.forEach(([key], k) => heads[k].setAttribute("aria-sort", key === (app.chosen.sort || "worst") ? "descending" : "none"));
    body.replaceChildren(...shown.map((property) => row(property, app.chosen.query || "")));
    none.hidden = shown.length > 0;
  };
  fill();
  body.addEventListener("keydown", (event) => {
    const links = [...body.querySelectorAll("a.open")], at = links.indexOf(event.target), step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    if (links[at + step]) links[at + step].focus();
  });
  search.addEventListener("keydown", (event) => {
    const first = body.querySelector("a.open");
    if ((event.key === "ArrowDown" || event.key === "Enter") && first) event.preventDefault(), first.focus();
  });
  if (!list.length) return { node: h("div.empty", h("h1", "No property yet"), h("p", "Run the tests with the log switched on: ", h("code", "ASTRAGAL_LOG=on cargo test"))) };
  return { node: h("div.overview",
    h("div.summary-line", h("h1", counted(list.length, "property", "properties")), h("div.chips", chips), search),
    h("div.scroll", h("table.properties", h("thead", h("tr", heads, h("th", { scope: "col" }, "Past runs"))), body)), none), update: () => {} };
}

function row(property, query) {
  const [path, name] = splitName(property.name), { counts, warnings } = property;
  const tried = counts.cases + (counts.rejected || 0), high = (part, whole, limit) => h(ratio(part, whole) > limit ? "td.number.high" : "td.number", null, part ? share(part, whole) : h("span.none", "0"));
  return h("tr", { class: property.verdict.kind },
    h("th", { scope: "row" }, h("a.open", { href: linkTo(property.name), key: `open ${property.name}` }, verdictIcon(property.verdict.kind),
      h("span.title", h("span.path", highlighted(path, query)), h("span.base", highlighted(name, query))))),
    h("td.number", count(counts.cases)), high(counts.rejected, tried, 0.33), high(counts.duplicates, counts.duplicates + counts.unique, 0.33), h("td.number", duration(property.seconds)),
    h("td.warnings", { title: warnings.map((warning) => warning.text).join("\n") || null }, property.verdict.kind === "failed" && property.failures && property.failures[0] ? h("span.why", property.failures[0].message || property.failures[0].origin)
      : warnings.length ? [warnings[0].text, warnings.length > 1 ? h("span.more", ` +${warnings.length - 1}`) : null] : ""),
    h("td", sparkline(property.history)));
}

/// Past runs as small bars: the height is the number of cases, a failed run has a mark above it.
export function sparkline(history) {
  const runs = history.slice(-20);
  if (runs.length < 2) return h("span.none", runs.length ? "first run" : "");
  const most = Math.max(1, ...runs.map((run) => run.cases || 0)), bad = ["failed", "error", "flaky", "gave_up"];
  const failed = runs.filter((run) => bad.includes(run.kind)).length;
  return s("svg.spark", { viewBox: `0 0 ${runs.length * 6} 22`, width: runs.length * 6, height: 22, role: "img", "aria-label": `${counted(runs.length, "run")}, ${failed} not passed` },
    s("title", runs.slice(-5).map((run) => `${date(run.run_start)}: ${VERDICTS[run.kind] || run.kind}, ${count(run.cases)} cases`).join("\n")),
    runs.map((run, k) => {
      const tall = 2 + 13 * ((run.cases || 0) / most), kind = bad.includes(run.kind) ? "bad" : run.kind === "warned" ? "warned" : "good";
      return [s(`rect.${kind}`, { x: k * 6, y: 22 - tall, width: 4, height: tall }), kind === "bad" ? s("path.cross", { d: `M${k * 6} ${15 - tall}l4 4m0 -4l-4 4` }) : null];
    }));
}
