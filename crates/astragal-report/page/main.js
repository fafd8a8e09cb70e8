// Starts the page: reads the model, draws the header and the view, and follows the address, the keyboard and the server.
import { h, set, announce } from "./dom.js";
import { app, go, hash, readHash } from "./state.js";
import { overview } from "./overview.js";
import { propertyView } from "./property.js";
import { compareView } from "./compare.js";
import { mutantsView } from "./mutants.js";
import { inPlace, listen } from "./live.js";
import { date } from "./format.js";

const VIEWS = { overview, property: propertyView, compare: compareView, mutants: mutantsView };
const THEMES = ["auto", "light", "dark"];
let view = null, connection = "";

function theme(next) {
  let now = "auto";
  try {
    if (next) localStorage.setItem("astragal-theme", next);
    now = localStorage.getItem("astragal-theme") || "auto";
  } catch {
    now = next || "auto";
  }
  document.documentElement.dataset.theme = now;
  return now;
}

function drawTop() {
  const { model } = app, link = (name, title, extra) => h("a", { href: hash({ view: name, filters: [] }), "aria-current": app.view === name || (name === "overview" && app.view === "property") ? "page" : null, key: `view ${name}` }, title, extra);
  const now = document.documentElement.dataset.theme;
  const button = h("button.small.quiet", { key: "theme", title: "Light, dark, or as the system", onclick: () => {
    theme(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
    inPlace(drawTop);
  } }, `theme: ${now}`);
  set(document.getElementById("top"),
    h("a.brand", { href: "#/" }, h("span.logo", { "aria-hidden": "true" }), h("span", model.title || "Astragal")),
    h("nav", { "aria-label": "Views" }, link("overview", "Properties"), model.changes ? link("compare", "Compare", h("span.badge", model.changes.filter((change) => change.what !== "nothing").length)) : null,
      model.mutants ? link("mutants", "Mutants", h("span.badge", model.mutants.mutants.filter((mutant) => mutant.status === "survived").length)) : null),
    h("span.generated", connection ? h(`span.live.${connection}`, connection) : null, h("span", date(model.generated))), button);
}

function draw() {
  drawTop();
  view = VIEWS[app.view]();
  set(document.getElementById("main"), view.node);
  document.title = `${app.view === "property" ? app.name + " · " : ""}${app.model.title || "Astragal"}`;
  if (view.mounted) view.mounted();
}

/// Scrolls to the card or the section that the address names.
function reveal() {
  const { at } = app, place = at && (document.querySelector(`[data-card="${CSS.escape(at)}"]`) || document.getElementById(at));
  if (place) place.scrollIntoView({ behavior: "instant", block: "center" });
}

/// Shows another view or property; what was tried on the last one is forgotten.
function enter() {
  app.tune = app.override = app.moved = null;
  draw();
  window.scrollTo({ top: 0, behavior: "instant" });
  document.getElementById("main").focus({ preventScroll: true });
  reveal();
}

function start() {
  app.model = JSON.parse(document.getElementById("model").textContent);
  app.enter = enter;
  app.render = () => inPlace(draw);
  app.update = () => inPlace(() => view.update && view.update());
  theme();
  readHash();
  if (app.view === "overview" && app.model.properties.length === 1 && !location.hash && !app.model.changes && !app.model.mutants) Object.assign(app, { view: "property", name: app.model.properties[0].name });
  draw();
  reveal();
  const follow = () => {
    const before = `${app.view} ${app.name}`;
    readHash();
    if (`${app.view} ${app.name}` === before) app.update();
    else app.enter();
  };
  window.addEventListener("hashchange", follow);
  document.querySelector(".skip").addEventListener("click", (event) => (event.preventDefault(), document.getElementById("main").focus()));
  const closeMenu = (target) => {
    const menu = document.querySelector(".phase-menu details[open]");
    if (menu && !menu.contains(target)) return !(menu.open = false);
  };
  document.addEventListener("pointerdown", (event) => closeMenu(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && closeMenu(null)) return;
    const typing = event.target.closest && event.target.closest("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      const search = document.querySelector("main input[type=search]");
      if (search) event.preventDefault(), search.focus();
    } else if (event.key === "Escape") {
      if (typing) typing.blur();
      else if (app.view === "property" && app.filters.length) go({ filters: app.filters.slice(0, -1) });
      else if (app.view !== "overview") go({ view: "overview", filters: [] });
    }
  });
  listen((model) => {
    app.model = model;
    if (app.view === "property" && !model.properties.some((property) => property.name === app.name)) app.view = "overview";
    app.render();
    announce("The report was updated");
  }, (state) => {
    connection = state;
    inPlace(drawTop);
  });
}

start();
