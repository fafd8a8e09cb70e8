// Sliders for the parameters that generators declare: a live server draws new samples, the charts show them, and what is accepted is written to a file.
import { h, announce, debounced } from "./dom.js";
import { app } from "./state.js";
import { isLive, post } from "./post.js";
import { value } from "./format.js";

const FRESH = 500;

/// The values that sliders have and the run had not, by name.
export const movedValues = () => (app.moved ? app.moved.values : undefined);

export function parameterPanel(property) {
  const list = property.parameters, live = isLive();
  if (!list.length) return null;
  const moved = (app.moved = app.moved || { values: {} }), some = () => Object.keys(moved.values).length > 0;
  // A slider that is held is not drawn anew: it would slip out of the hand.
  let held = false, late = false;
  const draw = (what) => (Object.assign(moved, { said: "", file: "" }, what), held ? (late = true) : app.render());
  const send = debounced(80, async () => {
    const mine = (moved.turn = (moved.turn || 0) + 1);
    try {
      const made = await post("/sample", { property: property.name, n: FRESH, parameters: moved.values });
      if (mine !== moved.turn || app.moved !== moved) return;
      app.override = { samples: made.samples };
      draw();
    } catch (error) {
      draw({ said: error.message });
    }
  });
  const accept = async () => {
    try {
      const { file } = await post("/accept", { property: property.name, parameters: moved.values });
      draw({ file });
      announce(`Written to ${file}`);
    } catch (error) {
      draw({ said: error.message });
    }
  };
  const back = () => {
    app.override = app.moved = null;
    app.render();
  };
  const rows = list.map(({ name, value: ran, min, max, default: usual, whole, file }) => {
    const shown = h("output", value(moved.values[name] ?? ran));
    const slider = h("input", { type: "range", min, max, step: whole ? 1 : (max - min) / 200, disabled: !live, key: `parameter ${name}`, "aria-label": name,
      onpointerdown: () => (held = true),
      onpointerup: () => {
        held = false;
        if (late) app.render();
      },
      oninput: () => {
        shown.textContent = value((moved.values[name] = Number(slider.value)));
        send();
      } });
    slider.value = moved.values[name] ?? ran;
    return h("div.parameter", h("label.name", { title: name }, name), slider, shown, h("span.hint", { title: file || null }, `${value(min)} – ${value(max)}, usually ${value(usual)}${file ? `; set to ${value(ran)} by a file` : ""}`));
  });
  return h("div.card.parameters", rows, live ? h("div.buttons",
    h("button.primary", { disabled: !some() || moved.file, key: "parameters accept", onclick: accept }, "Accept"),
    h("button.small", { disabled: !some(), key: "parameters reset", onclick: back }, "Back to the samples of the run"),
    h("span.hint", `Each move draws ${FRESH} new samples.`)) : h("p.hint", "To move them, open this page with ", h("code", "cargo astragal serve"), "."),
  moved.said ? h("p.note.warn", moved.said) : null, moved.file ? h("p.note", "Written to ", h("code.file", moved.file), ". The next run uses it.") : null);
}
