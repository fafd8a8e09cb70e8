// Talks to the live server on this machine; nothing else is ever asked.
import { app } from "./state.js";

/// Whether a server is behind this page.
export function isLive() {
  return Boolean(app.model.live && app.model.live.base && location.protocol !== "file:");
}

/// Posts JSON below the server's address and gives back its JSON; an error has words that can be shown.
export async function post(path, body) {
  const answer = await fetch(app.model.live.base + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const text = await answer.text();
  let made = null;
  try {
    made = JSON.parse(text);
  } catch { /* told below */ }
  if (!answer.ok || !made) throw new Error((made && made.error) || `The server answered ${answer.status}: ${text.slice(0, 300)}`);
  return made;
}
