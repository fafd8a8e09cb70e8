// Live refresh: when the server says that the log changed, the model is fetched again and the page follows in place.
import { app } from "./state.js";
import { isLive } from "./post.js";

/// Listens for changes; `changed(model)` is called with each new model, `state(text)` with the state of the connection.
export function listen(changed, state) {
  if (!isLive() || typeof EventSource === "undefined") return;
  const events = new EventSource(`${app.model.live.base}/events/${app.model.live.version}`);
  let busy = false, again = false;
  const fetchModel = async () => {
    if (busy) return (again = true);
    busy = true;
    try {
      const answer = await fetch(app.model.live.base + "/model.json", { cache: "no-store" });
      if (answer.ok) changed(await answer.json());
    } catch { /* the connection's state says it */ }
    busy = false;
    if (again) (again = false), fetchModel();
  };
  events.addEventListener("changed", fetchModel);
  events.addEventListener("open", () => state("live"));
  events.addEventListener("error", () => state("disconnected"));
}

/// Draws the page anew without moving anything: the focus, what has it, the selection in a field and scroll positions stay.
export function inPlace(draw) {
  const active = document.activeElement, key = active && active.dataset ? active.dataset.key : null;
  const field = active && "selectionStart" in active ? [active.value, active.selectionStart, active.selectionEnd] : null;
  const scroll = { left: window.scrollX, top: window.scrollY, behavior: "instant" }, list = document.querySelector(".virtual"), top = list ? list.scrollTop : 0;
  const place = (node) => (node ? node.getBoundingClientRect().top : 0), before = place(active);
  document.body.style.setProperty("min-height", `${document.documentElement.scrollHeight}px`);
  draw();
  const now = document.querySelector(".virtual"), next = key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (now) now.scrollTop = top;
  if (next && next !== document.activeElement) {
    next.focus({ preventScroll: true });
    if (field && "value" in next) {
      next.value = field[0];
      try {
        next.setSelectionRange(field[1], field[2]);
      } catch { /* not a field of text */ }
    }
  }
  window.scrollTo(scroll);
  // What is above may have grown.
  if (next && before > 0 && before < window.innerHeight) window.scrollBy({ top: place(next) - before, behavior: "instant" });
  document.body.style.removeProperty("min-height");
}
