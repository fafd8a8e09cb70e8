// The state of the page. What can be shared (view, property, filters, phases) lives in the hash of the address; the rest here.

export const app = {
  // What the report computed.
  model: null,
  // Overview | property | compare | mutants.
  view: "overview",
  // The selected property.
  name: "",
  filters: [],
  // Names of the selected phases; null: all but those of shrinking.
  phases: null,
  // Whether rejected cases count in the charts.
  rejected: false,
  // Keys of what is unfolded: details, tables, expanded samples.
  open: new Set(),
  // Other choices by key: drop-downs, sort orders, steps of shrink paths.
  chosen: {},
  // The distribution that is being dragged.
  tune: null,
  // Samples that a live server drew in place of the run's.
  override: null,
  // Sliders that were moved: `{values, said, file}`.
  moved: null,
  // The card or section that the page is to show first.
  at: "",
  // Functions of main.js: `enter` shows another view or property, `render` draws it anew, `update` lets it follow the filters.
  enter: null, render: null, update: null,
};

const KNOWN = ["status", "feature", "pick", "pair", "phase", "unique", "text", "line", "order"];

/// The hash that leads here.
export function hash(state = app) {
  const path = state.view === "property" ? `/p/${encodeURIComponent(state.name)}` : state.view === "overview" ? "/" : `/${state.view}`;
  const query = new URLSearchParams();
  if (state.view === "property") {
    if (state.filters.length) query.set("f", JSON.stringify(state.filters));
    if (state.phases) query.set("phases", state.phases.join(","));
    if (state.rejected) query.set("rejected", "1");
    if (state.at) query.set("at", state.at);
  }
  const text = query.toString();
  return `#${path}${text ? "?" + text : ""}`;
}

/// Reads the hash; what makes no sense is left out.
export function readHash() {
  const text = location.hash.replace(/^#/, ""), cut = text.indexOf("?");
  const path = cut < 0 ? text : text.slice(0, cut), query = new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1));
  let name = "";
  try {
    name = decodeURIComponent(path.replace(/^\/p\//, ""));
  } catch { /* a broken escape names no property */ }
  const known = path.startsWith("/p/") && app.model.properties.some((property) => property.name === name);
  app.view = known ? "property" : path === "/compare" && app.model.changes ? "compare" : path === "/mutants" && app.model.mutants ? "mutants" : "overview";
  app.name = known ? name : "";
  app.filters = [];
  try {
    const list = JSON.parse(query.get("f") || "[]");
    if (Array.isArray(list)) app.filters = list.filter((filter) => filter && typeof filter === "object" && KNOWN.some((key) => key in filter));
  } catch { /* not a list of filters */ }
  app.phases = query.has("phases") ? query.get("phases").split(",").filter(Boolean) : null;
  app.rejected = query.get("rejected") === "1";
  app.at = query.get("at") || "";
}

/// Changes the state, writes it into the address and lets the page follow. `quiet` replaces the entry of the history.
export function go(change, quiet = false) {
  const before = `${app.view} ${app.name}`;
  Object.assign(app, { at: "" }, change);
  const next = hash();
  if (next !== location.hash) history[quiet ? "replaceState" : "pushState"](null, "", next);
  if (`${app.view} ${app.name}` !== before) app.enter();
  else app.update();
}

/// The hash of a property, and of a card on its page, for links.
export function linkTo(name, at = "") {
  return hash({ view: "property", name, at, filters: [] });
}

/// Folds or unfolds what `key` names; returns whether it is open now.
export function toggle(key) {
  if (!app.open.delete(key)) app.open.add(key);
  return app.open.has(key);
}

/// The property that is shown.
export function current() {
  return app.model.properties.find((property) => property.name === app.name);
}
