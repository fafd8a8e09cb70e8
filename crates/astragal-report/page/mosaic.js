// The mosaic: passed, failed and rejected against unique and duplicate; the area of a tile is its share.
import { h, roving } from "./dom.js";
import { card, words } from "./card.js";
import { isOn, toggleFilter } from "./filters.js";
import { app, go } from "./state.js";
import { count, filtered, share } from "./format.js";

const STATUSES = ["passed", "failed", "rejected"], KINDS = ["unique", "duplicate"];

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
  const lines = STATUSES.map((name, row) => h("div.line", null,
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
      lines[r].style.setProperty("--share", all ? whole / all : 0);
      const side = lines[r].firstChild;
      side.lastChild.textContent = count(whole);
      words(side, `${name}: ${count(whole)} of ${count(all)} samples (${share(whole, all)})`, { status: name });
      KINDS.forEach((label, c) => {
        const [box, n, on] = [tiles[r][c], sums[r][c], sums[r][c + 2]];
        box.hidden = !n;
        box.style.setProperty("--share", whole ? n / whole : 0);
        box.style.setProperty("--on", n ? Math.min(1, on / n) : 0);
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
