// Mutants against properties: who killed whom in how many cases; survivors first, with the diff of each.
import { h, roving } from "./dom.js";
import { app, linkTo, toggle } from "./state.js";
import { count, counted, share, splitName } from "./format.js";

const RANK = { survived: 0, timeout: 1, died: 2, killed: 3, unviable: 4 };

export function mutantsView() {
  const { mutants, properties, kills, useless, equal } = app.model.mutants, by = new Map(kills.map(([mutant, property, cases]) => [`${mutant} ${property}`, cases])), same = new Map((equal || []).map(([mutant, property, ...of]) => [`${mutant} ${property}`, of]));
  const tally = (status) => mutants.filter((mutant) => mutant.status === status).length;
  const order = mutants.map((_, m) => m).sort((a, b) => (RANK[mutants[a].status] ?? 9) - (RANK[mutants[b].status] ?? 9) || a - b);
  const most = Math.max(2, ...kills.map(([, , cases]) => cases || 1)), known = new Set(app.model.properties.map((property) => property.name));
  const name = (text) => (known.has(text) ? h("a", { href: linkTo(text), title: text }, splitName(text)[1]) : h("span", { title: text }, splitName(text)[1]));
  const never = (p) => useless.includes(p), viable = mutants.length - tally("unviable");
  const body = h("tbody"), width = properties.length;
  const fill = () => body.replaceChildren(...order.filter((m) => app.chosen.mutants !== "survived" || mutants[m].status === "survived" || mutants[m].status === "timeout").flatMap((m) => {
    const mutant = mutants[m], key = `mutant ${mutant.id}`, open = app.open.has(key);
    const row = h(`tr.${mutant.status in RANK ? mutant.status : "killed"}`, null,
      h("th", { scope: "row" }, h("button.link", { "aria-expanded": open, key: key, onclick: () => (toggle(key), fill(), body.querySelector(`[data-key="${CSS.escape(key)}"]`).focus()) },
        h("span.status", mutant.status), h("span.what", mutant.name), h("span.hint", `${mutant.file}:${mutant.line}`))),
      properties.map((property, p) => {
        const killed = by.has(`${m} ${p}`), cases = by.get(`${m} ${p}`), of = same.get(`${m} ${p}`);
        const words = (killed ? `${property} kills it${cases ? ` in case ${count(cases)}` : ""}` : `${property} does not kill it`) + (of ? `: ${count(of[0])} of ${count(of[1])} equal cases do` : "");
        const cell = h(killed ? "td.kill" : "td.miss", { tabindex: -1, "aria-label": words, title: words }, killed ? (of || cases ? count(of ? of[0] : cases) : "✓") : "");
        if (killed) cell.style.setProperty("--heat", 1 - 0.8 * (Math.log(cases || 1) / Math.log(most)));
        return cell;
      }));
    return open ? [row, h("tr.diff", h("td", { colspan: width + 1 }, mutant.why ? h("p.note", mutant.why) : null, h("pre.diff", { translate: "no" }, String(mutant.diff || "no diff recorded").trimEnd().split("\n").map((line) => h(/^\+(?!\+\+ )/.test(line) ? "ins" : /^-(?!-- )/.test(line) ? "del" : "span", null, line + "\n")))))] : [row];
  }));
  fill();
  roving(body, "td.kill, td.miss", width);
  const only = h("button.chip", { "aria-pressed": app.chosen.mutants === "survived", key: "only survivors", onclick: () => {
    app.chosen.mutants = app.chosen.mutants === "survived" ? "" : "survived";
    only.setAttribute("aria-pressed", app.chosen.mutants === "survived");
    fill();
  } }, "Survivors only");
  return { node: h("div.mutants",
    h("div.summary-line", h("h1", `${counted(tally("survived"), "survivor")} of ${counted(viable, "mutant")}`), h("p.lead", `${share(tally("killed"), viable)} killed${tally("timeout") ? `, ${count(tally("timeout"))} timed out` : ""}${tally("died") ? `, ${count(tally("died"))} died` : ""}${tally("unviable") ? `; ${count(tally("unviable"))} did not compile` : ""}.`), only),
    (useless || []).length ? h("p.note.warn", "Never kill anything: ", useless.map((p, k) => [k ? ", " : "", name(properties[p])]), ".") : null,
    h("div.scroll", h("table.matrix", h("thead", h("tr", h("th", { scope: "col" }, "Mutant"), properties.map((property, p) => h(never(p) ? "th.slanted.never" : "th.slanted", { scope: "col" }, h("div", name(property)))))), body)),
    h("p.hint", `Numbers: ${same.size ? "how many of the equal cases kill" : "the case that killed"} the mutant. The stronger the color, the sooner.`)), update: () => {} };
}
