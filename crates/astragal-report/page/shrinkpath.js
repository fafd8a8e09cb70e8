// The shrink path: a slider and two buttons step from the case that was found to the smallest, with what changed marked.
import { h, set } from "./dom.js";
import { app } from "./state.js";
import { difference } from "./components.js";
import { count } from "./format.js";

export function shrinkPath(failure, key) {
  const path = failure.shrink;
  if (path.length < 2) return null;
  const last = path.length - 1;
  const shown = h("code.step", { translate: "no" }), before = h("code.step.before", { translate: "no" }), label = h("output");
  const slider = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step of the shrink path", key: `${key} slider`, oninput: () => show(Number(slider.value)) });
  const button = (text, words, step) => h("button.small", { "aria-label": words, key: `${key} ${text}`, onclick: () => show(Number(slider.value) + step) }, text);
  const [back, next] = [button("‹", "Previous step", -1), button("›", "Next step", 1)];
  const show = (wanted) => {
    const at = Math.max(0, Math.min(last, wanted));
    app.chosen[key] = at;
    slider.value = at;
    slider.setAttribute("aria-valuetext", `step ${at} of ${last}: ${path[at].slice(0, 200)}`);
    back.disabled = at === 0;
    next.disabled = at === last;
    label.textContent = at === 0 ? "as found" : at === last ? `step ${count(at)} of ${count(last)}: smallest` : `step ${count(at)} of ${count(last)}`;
    const parts = at ? difference(path[at - 1], path[at]) : [["same", path[0]]];
    const marks = (hidden, name) => parts.filter(([kind]) => kind !== hidden).map(([kind, text]) => (kind === "same" ? text : h(name, null, text)));
    set(before, at ? marks("added", "del") : "");
    set(shown, marks("removed", "ins"));
  };
  show(app.chosen[key] ?? last);
  return h("div.shrink", h("div.controls", h("h3", "Shrink path"), back, slider, next, label), before, shown);
}
