// How the cases ended: a mosaic of status against uniqueness, the requirements of `cover!`, and what rejected the others.
import { h, roving, vars } from "./dom.js";
import { card, words } from "./card.js";
import { isOn, toggleFilter } from "./filters.js";
import { app, go } from "./state.js";
import { count, counted, filtered, share } from "./format.js";

const STATUSES = ["passed", "failed", "rejected"], KINDS = ["unique", "duplicate"];

/// Passed, failed and rejected against unique and duplicate; the area of a tile is its share.
export function mosaic(scope) {
  const tile = (row, column) => h(`button.tile.${STATUSES[row]}.${KINDS[column]}`, {
    tabindex: -1, key: `tile ${row} ${column}`,
    onclick: () => {
      const pair = [{ status: STATUSES[row] }, { unique: column === 0 }];
      const others = app.filters.filter((filter) => !("status" in filter) && !("unique" in filter));
      go({ filters: pair.every(isOn) ? others : [...others, ...pair] });
    },
  }, h("span.on"), h("b"), h("span"));
  const tiles = STATUSES.map((_, row) => KINDS.map((_, column) => tile(row, column)));
  const lines = STATUSES.map((name, row) => h("div.line",
    h("button.side", { tabindex: -1, key: `side ${row}`, onclick: () => toggleFilter({ status: name }) }, h("span", name), h("b")), h("div.tiles", tiles[row])));
  const plot = h("div.mosaic", { role: "group", "aria-label": "Samples by status and uniqueness" }, lines);
  let sums = [];
  const frame = card({
    key: "mosaic", title: "Passed, failed, rejected",
    head: ["", "unique", "duplicate", "filtered"],
    rows: () => STATUSES.map((name, row) => [name, count(sums[row][0]), count(sums[row][1]), count(sums[row][2] + sums[row][3])]),
  }, plot);
  const update = () => {
    const { data, masks } = scope;
    sums = STATUSES.map(() => [0, 0, 0, 0]);
    let all = 0;
    for (let i = 0; i < data.n; i++) {
      const row = sums[data.status[i]], column = data.unique[i] ? 0 : 1;
      row[column] += masks.all[i];
      row[column + 2] += masks.onAll[i];
      all += masks.all[i];
    }
    STATUSES.forEach((name, r) => {
      const whole = sums[r][0] + sums[r][1];
      lines[r].hidden = !whole && name !== "passed";
      vars(lines[r], { share: all ? whole / all : 0 });
      const side = lines[r].firstChild;
      side.lastChild.textContent = count(whole);
      words(side, `${name}: ${count(whole)} of ${count(all)} samples (${share(whole, all)})`, { status: name });
      KINDS.forEach((label, c) => {
        const [box, n, on] = [tiles[r][c], sums[r][c], sums[r][c + 2]];
        box.hidden = !n;
        vars(box, { share: whole ? n / whole : 0, on: n ? Math.min(1, on / n) : 0 });
        box.children[1].textContent = count(n);
        box.children[2].textContent = label;
        words(box, `${name} and ${label}: ${count(n)} (${share(n, all)})${filtered(on, n)}`, { status: name }, { unique: c === 0 });
      });
    });
    frame.note(`${count(all)} samples`);
    frame.refresh();
    settle();
  };
  const settle = roving(plot, "button:not([hidden])");
  return { node: frame.node, update };
}

/// A card of rows that are filters; a row is `{name, part, whole, mark, filter, text}`, `mark` the share that is required.
function rowCard(options, rows) {
  const most = Math.max(1e-9, ...rows.map((row) => Math.max(row.part / (row.whole || 1), row.mark || 0)));
  const bars = rows.map((row, k) => {
    const bar = h("button.bar.row", { tabindex: -1, key: `${options.key} ${k}`, onclick: (event) => row.filter && toggleFilter(row.filter, event.shiftKey) },
      h("span.name", { title: row.name }, row.name), h("span.track", h("span.full"), row.mark ? h("span.required") : null), h("span.number", count(row.part)), h("span.share", share(row.part, row.whole)));
    vars(bar, { full: row.part / (row.whole || 1) / most, "full-from": 0, required: (row.mark || 0) / most });
    bar.classList.toggle("missed", Boolean(row.missed));
    return bar;
  });
  const plot = h("div.plot.rows", { role: "group", "aria-label": options.title }, bars);
  const frame = card({ ...options, rows: () => rows.map((row) => [row.name, count(row.part), count(row.whole), share(row.part, row.whole), row.text]) }, plot);
  roving(plot, ".bar");
  return { node: frame.node, update: () => {
    rows.forEach((row, k) => words(bars[k], `${row.name}: ${row.text}`, ...(row.filter ? [row.filter] : [])));
    frame.refresh();
  } };
}

/// The requirements of `cover!`, with a line where each would be met.
export function requirementCard(property, data) {
  const list = property.covered;
  if (!list.length) return null;
  const missed = list.filter((entry) => entry.verdict === "missed").length;
  return rowCard({ key: "covered", title: "Required by cover!", note: missed ? `${count(missed)} of ${count(list.length)} not met` : `${counted(list.length, "requirement")} · line: required`, head: ["", "holds", "of", "share", ""] },
    list.map((entry) => ({ name: entry.label, part: entry.holds, whole: entry.of, mark: entry.required / 100, missed: entry.verdict === "missed", filter: data.feature(entry.label) ? { feature: entry.label, value: 1 } : null,
      text: `${share(entry.holds, entry.of)} of ${counted(entry.of, "case")}, ${entry.required} % required: ${entry.verdict === "open" ? "undecided" : entry.verdict === "met" ? "met" : "not met"}` })));
}

/// What rejected cases, and where.
export function rejectionCard(property) {
  const { counts, rejections: list } = property, tried = counts.cases + (counts.rejected || 0);
  if (!list.length) return null;
  return rowCard({ key: "rejections", title: "Rejected by", note: `${count(counts.rejected)} of ${counted(tried, "case")}`, head: ["", "rejected", "of", "share", ""] },
    list.map(({ by, place, count: part }) => ({ name: place ? `${by} at ${place.replace(/^.*[\\/]|:\d+$/g, "")}` : by, part, whole: tried, filter: { status: "rejected" }, text: `rejected ${counted(part, "case")}${place ? ` at ${place}` : ""}` })));
}
