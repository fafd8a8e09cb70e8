// Hold a part: components of a counterexample can be selected, and the server shrinks only them, or everything else.
import { h, set, announce } from "./dom.js";
import { components, offsets } from "./components.js";
import { isLive, post } from "./post.js";
import { app } from "./state.js";

/// The arguments of a failure as lines of text; freely varying parts are pale, and components can be selected when live.
export function argumentList(failure) {
  const picked = new Map(), result = h("div.held");
  const bar = h("div.hold-bar");
  const choose = (key, place) => {
    if (!picked.delete(key)) picked.set(key, place);
    show();
  };
  const show = () => {
    for (const part of code.querySelectorAll(".component")) part.setAttribute("aria-pressed", picked.has(part.dataset.key));
    actions();
  };
  const actions = () => {
    const chosen = [...picked.values()];
    set(bar, chosen.length ? [
      h("span", chosen.length === 1 ? "1 part selected" : `${chosen.length} parts selected`),
      h("button.small", { disabled: chosen.length !== 1, onclick: () => send({ only: chosen[0] }, "only this part") }, "Shrink only this"),
      h("button.small", { onclick: () => send({ hold: chosen }, "everything else") }, "Shrink everything else"),
      h("button.small.quiet", { onclick: () => (picked.clear(), show()) }, "Clear"),
    ] : h("span.hint", "Click a part of the counterexample to hold it."));
  };
  const send = async (what, words) => {
    set(result, h("p.note", `Shrinking ${words} …`));
    try {
      const made = await post("/shrink", { property: app.name, token: failure.token, ...what });
      set(result, h("h3", `Smallest when shrinking ${words}`), lines(made.arguments, null),
        h("p.note", `${made.evaluations ?? "?"} evaluations`, made.token ? [" · ", h("code", made.token)] : null));
      announce(`Shrunk ${words}`);
    } catch (error) {
      set(result, h("p.note.warn", error.message));
    }
  };
  const live = isLive() && failure.token;
  const code = lines(failure.arguments, live ? choose : null);
  if (live) actions();
  return h("div", code, live ? bar : null, result);
}

function lines(list, choose) {
  return h("div.arguments", { translate: "no" }, list.map((argument, a) => h("div.argument",
    h("span.name", { title: argument.type || null }, argument.name), h("span.equals", " = "), h("code", valueNodes(argument, a, choose)))));
}

/// Text in nested spans: components, and within them the stretches that may be anything.
function valueNodes(argument, a, choose) {
  const text = String(argument.text), places = offsets(text);
  const free = argument.free.map(([from, to]) => [places.toUnit(from), places.toUnit(to)]);
  const plain = (from, to) => {
    const parts = [];
    let at = from;
    for (const [start, end] of free) {
      const left = Math.max(at, start), right = Math.min(to, end);
      if (left >= right) continue;
      parts.push(text.slice(at, left), h("span.free", { title: "any other value fails too" }, text.slice(left, right)));
      at = right;
    }
    return [...parts, text.slice(at, to)];
  };
  if (!choose || text.length > 20000) return plain(0, text.length);
  const draw = (node) => {
    const inside = [];
    let at = node.start;
    for (const child of node.children) {
      inside.push(plain(at, child.start), draw(child));
      at = child.end;
    }
    inside.push(plain(at, node.end));
    const key = `part ${a} ${node.start} ${node.end}`, pick = (event) => {
      event.stopPropagation();
      choose(key, [a, places.toByte(node.start), places.toByte(node.end)]);
    };
    return h("span.component", { role: "button", tabindex: 0, key: key, "aria-pressed": "false", "aria-label": `select ${text.slice(node.start, node.end).slice(0, 60)}`, onclick: pick,
      onkeydown: (event) => (event.key === "Enter" || event.key === " ") && event.target === event.currentTarget && (event.preventDefault(), pick(event)) }, inside);
  };
  const tree = components(text);
  return [plain(0, tree.start), draw(tree), plain(tree.end, text.length)];
}
