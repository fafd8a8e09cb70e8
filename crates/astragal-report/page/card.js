// A card around a chart: title, a line that reads out the mark under the pointer or the focus, and a table with the same numbers.
import { h, set } from "./dom.js";
import { app, toggle } from "./state.js";
import { isOn } from "./filters.js";

/// `{key, title, note, head, rows, tools, wide}`: `head` and `rows()` are the table. Returns `{node, refresh, readout}`.
export function card(options, ...body) {
  const key = `table ${options.key}`;
  const said = h("p.readout", options.note || "\u00a0");
  const table = h("div.table-twin");
  const flip = options.rows && h("button.small.quiet", {
    "aria-pressed": app.open.has(key), key: key, title: "Show the numbers as a table",
    onclick: () => {
      flip.setAttribute("aria-pressed", toggle(key));
      refresh();
    },
  }, "table");
  const node = h(options.wide ? "section.card.wide" : "section.card", { "aria-label": options.title, "data-card": options.key },
    h("header", h("h3", { title: options.title }, options.title), h("span.tools", options.tools, flip)), said, ...body, table);
  const refresh = () => {
    if (options.rows && app.open.has(key)) set(table, tableOf(options.head, options.rows()));
    else set(table);
  };
  let rest = options.note || "\u00a0";
  const readout = (text) => {
    said.textContent = text || rest;
    said.classList.toggle("live", Boolean(text));
  };
  const note = (text) => readout((rest = text) && "");
  for (const [start, stop] of [["pointerover", "pointerleave"], ["focusin", "focusout"]]) {
    node.addEventListener(start, (event) => {
      const mark = event.target.closest("[data-say]");
      if (mark) readout(mark.dataset.say);
      else if (start === "pointerover") readout("");
    });
    node.addEventListener(stop, () => readout(""));
  }
  return { node, refresh, note };
}

/// A plain table; numbers are aligned to the right.
export function tableOf(head, rows) {
  return h("table",
    h("thead", h("tr", head.map((cell) => h("th", { scope: "col" }, cell)))),
    h("tbody", rows.map((row) => h("tr", row.map((cell, i) =>
      i ? h("td", cell) : h("th", { scope: "row" }, cell))))));
}

/// Gives a mark its words, for the screen reader and for the line at the top of the card, and says whether its filters are on.
export function words(mark, text, ...filters) {
  if (filters.length) mark.setAttribute("aria-pressed", filters.every(isOn));
  mark.setAttribute("aria-label", text);
  mark.dataset.say = text;
}

/// A section of the page with a heading and, if there is one, a sentence below it.
export function part(id, title, lead, ...children) {
  return h("section.part", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), lead && h("p.lead", lead), ...children);
}

/// A fold that stays open when the page is drawn anew.
export function fold(key, summary, content, open = false) {
  const node = h("details", { "data-fold": key }, h("summary", { key: key }, summary), content);
  node.open = open ? !app.open.has(`closed ${key}`) : app.open.has(key);
  node.addEventListener("toggle", () => {
    const mark = open ? `closed ${key}` : key;
    if (node.open !== open) app.open.add(mark);
    else app.open.delete(mark);
  });
  return node;
}

/// A drop-down whose choice is kept under `key`.
export function choice(key, label, options, picked) {
  const now = options.some(([id]) => String(id) === String(app.chosen[key])) ? app.chosen[key] : options.length ? options[0][0] : "";
  const list = h("select", { key: key, onchange: () => ((app.chosen[key] = list.value), picked(list.value)) },
    options.map(([id, text]) => h("option", { value: String(id), selected: String(id) === String(now) }, text)));
  return [h("label.choice", h("span", label), list), String(now)];
}
