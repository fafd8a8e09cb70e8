// The samples behind the charts: grouped by equal text, searched, and drawn only where they are seen.
import { h, set, highlighted, debounced } from "./dom.js";
import { app, toggle } from "./state.js";
import { FAILED, REJECTED } from "./data.js";
import { setText } from "./filters.js";
import { choice } from "./card.js";
import { count, counted, value, duration } from "./format.js";

const ROW = 30, MARGIN = 12, MEMBERS = 10;
const STATUS_NAMES = ["passed", "failed", "rejected"];

/// A representation on one line, without the call around the arguments.
export function oneLine(text) {
  const inner = /^[\w:]+\(\n?([\s\S]*?),?\s*\)$/.exec(text);
  return (inner && inner[1].includes(" = ") ? inner[1] : text).replace(/\s+/g, " ").trim();
}

export function sampleList(scope) {
  const { data } = scope;
  const query = () => (app.filters.find((filter) => "text" in filter) || {}).text || "";
  const search = h("input", { type: "search", placeholder: "Search the samples", "aria-label": "Search the samples", key: "sample search", value: query(), oninput: debounced(120, () => setText(search.value)) });
  const [order] = choice("sample order", "order", [["failed", "failed first"], ["common", "most frequent"], ["run", "run order"], ["short", "shortest"], ["long", "longest"]], () => update());
  const heading = h("p.readout"), spacer = h("div.spacer"), heights = new Map();
  const view = h("div.virtual", { tabindex: 0, role: "tree", "aria-label": "Samples", key: "sample list" }, spacer);
  let groups = [], cursor = -1;
  const keyOf = (group) => `sample ${data.texts[group.text]}`;
  const isOpen = (group) => app.open.has(keyOf(group));
  const tall = (group) => (isOpen(group) ? heights.get(group.text) || 240 : ROW);
  const top = (at) => {
    let y = at * ROW;
    for (const [k, group] of opened()) if (k < at) y += tall(group) - ROW;
    return y;
  };
  let openList = null;
  const opened = () => (openList = openList || [...groups.entries()].filter(([, group]) => isOpen(group)));
  const find = (y) => {
    let rest = y, before = 0;
    for (const [k, group] of opened()) {
      const start = (k - before) * ROW;
      if (rest < start) break;
      rest -= start;
      if (rest < tall(group)) return k;
      rest -= tall(group);
      before = k + 1;
    }
    return before + Math.floor(rest / ROW);
  };

  const paint = () => {
    if (!groups.length) return set(spacer, h("p.empty", "No sample passes these filters."));
    const first = Math.max(0, find(view.scrollTop) - MARGIN), last = Math.min(groups.length - 1, find(view.scrollTop + view.clientHeight) + MARGIN);
    spacer.style.setProperty("height", `${top(groups.length)}px`);
    const rows = [];
    for (let k = first; k <= last; k++) rows.push(row(groups[k], k));
    spacer.replaceChildren(...rows);
    let moved = false;
    for (const node of rows) {
      if (!node.classList.contains("expanded")) continue;
      const height = node.offsetHeight, text = Number(node.dataset.text);
      if (heights.get(text) !== height) moved = Boolean(heights.set(text, height));
    }
    if (moved) {
      rows.forEach((node, k) => node.style.setProperty("top", `${top(first + k)}px`));
      spacer.style.setProperty("height", `${top(groups.length)}px`);
    }
    view.setAttribute("aria-activedescendant", cursor >= first && cursor <= last ? `sample-${cursor}` : "");
  };

  const row = (group, k) => {
    const open = isOpen(group), status = STATUS_NAMES[group.status];
    const node = h(`div.sample.${status}`, { id: `sample-${k}`, role: "treeitem", "aria-expanded": open, "aria-selected": k === cursor, "aria-posinset": k + 1, "aria-setsize": groups.length, "data-text": group.text },
      h("div.summary", { onclick: () => flip(k) }, h("span.mark", { title: status }, status === "passed" ? "" : status === "failed" ? "✕" : "–"),
        h("code", { translate: "no" }, highlighted(oneLine(data.texts[group.text]).slice(0, 400), query())), group.n > 1 ? h("span.times", `${count(group.n)}×`) : null),
      open ? details(scope, group) : null);
    node.style.setProperty("top", `${top(k)}px`);
    node.classList.toggle("expanded", open);
    return node;
  };

  const flip = (k) => {
    if (window.getSelection().toString()) return;
    cursor = k;
    toggle(keyOf(groups[k]));
    openList = null;
    paint();
  };
  view.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(view.clientHeight / ROW) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (event.target !== view) return;
    if ((event.key === "Enter" || event.key === " ") && cursor >= 0 && groups[cursor]) {
      event.preventDefault();
      return flip(cursor);
    }
    if (step === undefined || !groups.length) return;
    event.preventDefault();
    cursor = Math.max(0, Math.min(groups.length - 1, cursor + step));
    const y = top(cursor);
    if (y < view.scrollTop) view.scrollTop = y;
    else if (y + ROW > view.scrollTop + view.clientHeight) view.scrollTop = y + ROW - view.clientHeight;
    paint();
  });
  let queued = 0;
  view.addEventListener("scroll", () => (queued = queued || requestAnimationFrame(() => ((queued = 0), paint()))), { passive: true });
  new ResizeObserver(() => (heights.clear(), paint())).observe(view);

  const update = () => {
    const at = new Int32Array(data.texts.length).fill(-1);
    groups = [];
    let n = 0;
    for (let i = 0; i < data.n; i++) {
      if (!scope.masks.onAll[i]) continue;
      const w = data.weight[i], text = data.text[i];
      n += w;
      if (at[text] < 0) at[text] = groups.push({ text, n: 0, status: data.status[i], first: i, members: [] }) - 1;
      const group = groups[at[text]];
      group.n += w;
      group.members.push(i);
      if (data.status[i] === FAILED) group.status = FAILED;
      else if (group.status === REJECTED) group.status = data.status[i];
    }
    const bad = (group) => (group.status === FAILED ? 0 : 1), size = (group) => data.texts[group.text].length;
    const by = app.chosen["sample order"] || "failed";
    if (by === "failed") groups.sort((a, b) => bad(a) - bad(b) || b.n - a.n || a.first - b.first);
    else if (by === "common") groups.sort((a, b) => b.n - a.n || a.first - b.first);
    else if (by !== "run") groups.sort((a, b) => (by === "short" ? 1 : -1) * (size(a) - size(b)) || a.first - b.first);
    openList = null;
    cursor = Math.min(cursor, groups.length - 1);
    if (document.activeElement !== search) search.value = query();
    heading.textContent = n === groups.length ? counted(n, "sample") : `${counted(n, "sample")}, ${counted(groups.length, "different one", "different")}`;
    paint();
  };
  const node = h("aside.samples", { "aria-label": "Samples" }, h("header", h("h2", "Samples"), order), search, heading, view);
  return { node, update, view };
}

/// Everything that is known of the samples with one text.
function details(scope, group) {
  const { data } = scope, raw = data.raw;
  const facts = (i) => {
    const list = [["sample", count(i + 1)], ["status", STATUS_NAMES[data.status[i]]], ["phase", data.phases[data.phase[i]]]];
    const reason = raw.reasons && raw.reason ? raw.reasons[raw.reason[i]] : "";
    if (reason) list.push(["reason", reason]);
    if (data.weight[i] !== 1) list.push(["stands for", counted(data.weight[i], "case")]);
    for (const feature of data.features) {
      const x = feature.kind === "pair" ? null : feature.values[i];
      if (feature.kind === "pair") Number.isNaN(feature.x[i]) || list.push([feature.name, `${value(feature.x[i])}, ${value(feature.y[i])}`]);
      else if (!Number.isNaN(x)) list.push(feature.timing ? [feature.timing, duration(x / 1e6)] : [feature.name, feature.names ? feature.names[x] : value(x)]);
    }
    return list;
  };
  const line = (i) => {
    const extra = raw.extra && raw.extra[i];
    if (!extra) return null;
    let pretty = extra;
    try {
      pretty = JSON.stringify(JSON.parse(extra), null, 2);
    } catch { /* shown as it is */ }
    return h("pre.raw", { translate: "no" }, pretty);
  };
  const shown = group.members.slice(0, MEMBERS), first = shown.find((i) => raw.extra && raw.extra[i]) ?? shown[0];
  return h("div.details",
    h("pre", { translate: "no" }, data.texts[group.text]),
    h("dl", facts(first).map(([name, text]) => [h("dt", name), h("dd", text)])),
    shown.length > 1 ? h("p.note", `Also ${shown.filter((i) => i !== first).map((i) => `sample ${count(i + 1)} (${data.phases[data.phase[i]]}, ${STATUS_NAMES[data.status[i]]})`).join(", ")}`
      + (group.members.length > MEMBERS ? ` and ${count(group.members.length - MEMBERS)} more` : "")) : null,
    line(first) || h("p.note", "The raw line of this sample is only in the log."));
}
