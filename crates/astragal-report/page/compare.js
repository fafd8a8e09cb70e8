// The comparison of two runs: what changed, farthest first; the charts of each property show the baseline as outlines.
import { h, breakable } from "./dom.js";
import { app, linkTo } from "./state.js";
import { share, counted, splitName } from "./format.js";

/// Where on the page of a property a change is seen.
const PLACES = { rejected: "mosaic", duplicates: "mosaic", cover: "covered", branch: "choices" };
const show = (thing) => (thing === null || thing === undefined ? "–" : typeof thing === "number" ? String(Number(thing.toPrecision(4))) : String(thing));

export function compareView() {
  const baseline = app.model.baseline, list = app.model.changes.filter((change) => change.what !== "nothing").sort((a, b) => (b.regression ? 1 : 0) - (a.regression ? 1 : 0) || (b.distance ?? (b.regression ? 2 : -1)) - (a.distance ?? (a.regression ? 2 : -1)));
  const worse = list.filter((change) => change.regression).length;
  const known = new Set(app.model.properties.map((property) => property.name));
  return { node: h("div.compare",
    h("div.summary-line", h("h1", list.length ? counted(list.length, "change") : "Nothing changed"), h("p.lead", baseline ? `Compared with ${baseline.label}. ` : "", worse ? `${counted(worse, "regression")}.` : "No regression.")),
    list.length ? h("div.scroll", h("table.changes", h("thead", h("tr", ["Property", "What changed", "Before", "After", "Distance", "In words"].map((title, k) => h(k > 1 && k < 5 ? "th.number" : "th", { scope: "col" }, title)))),
      h("tbody", list.map((change) => {
        const [path, name] = splitName(change.property), title = [h("span.path", path), h("span.base", breakable(name))];
        return h(change.regression ? "tr.regression" : "tr",
          h("th", { scope: "row" }, known.has(change.property) ? h("a.title", { href: linkTo(change.property, change.feature || PLACES[change.what]), key: `change ${change.property} ${change.what}` }, title) : h("span.title", title)),
          h("td", change.feature || change.what, change.regression ? h("span.tag", "regression") : null), h("td.number", show(change.before)), h("td.number", show(change.after)),
          h("td.number", { "--v": change.distance ?? 0 }, change.distance === null || change.distance === undefined ? "–" : [h("span.meter", { "aria-hidden": "true" }), share(change.distance, 1)],
            change.p !== null && change.p !== undefined ? h("span.hint", change.p < 0.001 ? "p < 0.001" : `p = ${change.p.toFixed(3)}`) : null),
          h("td", change.text.replaceAll("->", "→")));
      })))) : null), update: () => {} };
}
