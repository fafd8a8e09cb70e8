// Sliders for the parameters that a property declares: a live server draws new samples, and the charts show them.
import { h, debounced } from "./dom.js";
import { app } from "./state.js";
import { isLive, post } from "./post.js";
import { value } from "./format.js";

export function parameterPanel(property) {
  const list = property.parameters || [];
  if (!list.length) return null;
  const live = isLive(), message = h("p.note", { "aria-live": "polite" }, live ? "" : "Sliders draw new samples when the page is opened with `cargo astragal serve`.");
  const values = (app.chosen[`parameters ${property.name}`] = app.chosen[`parameters ${property.name}`] || Object.fromEntries(list.map((entry) => [entry.name, entry.value])));
  let turn = 0;
  const send = debounced(80, async () => {
    const mine = (turn += 1);
    try {
      const made = await post("/sample", { property: property.name, n: 500, parameters: values });
      if (mine !== turn) return;
      app.override = { samples: made.samples };
      app.render();
    } catch (error) {
      message.textContent = error.message;
    }
  });
  return h("div.card.parameters", list.map((entry) => {
    const whole = [entry.min, entry.max, entry.default].every(Number.isInteger), shown = h("output", value(values[entry.name]));
    const slider = h("input", { type: "range", min: entry.min, max: entry.max, step: whole ? 1 : "any", disabled: !live, key: `parameter ${entry.name}`, "aria-label": entry.name,
      oninput: () => {
        values[entry.name] = Number(slider.value);
        shown.textContent = value(values[entry.name]);
        send();
      } });
    slider.value = values[entry.name];
    return h("label.parameter", h("span.name", entry.name), slider, shown, h("span.hint", `${value(entry.min)} – ${value(entry.max)}, usually ${value(entry.default)}`));
  }), h("div.buttons", h("button.small", { disabled: !app.override, key: "parameters reset", onclick: () => {
    delete app.chosen[`parameters ${property.name}`];
    app.override = null;
    app.render();
  } }, "Back to the samples of the run")), message);
}
