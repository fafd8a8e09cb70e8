// A failure: the smallest case, why it failed, what always fails, how to run it again, and how it was shrunk.
import { h, copyButton } from "./dom.js";
import { fold } from "./card.js";
import { argumentList } from "./hold.js";
import { shrinkPath } from "./shrinkpath.js";
import { counted } from "./format.js";

/// All failures of a property; several minima of one bug follow each other.
export function failures(property) {
  const list = property.failures;
  return list.map((failure, k) => one(property, failure, k, list.length));
}

function one(property, failure, k, all) {
  const first = property.failures[0], again = k > 0 && failure.message === first.message && failure.origin === first.origin;
  const key = `failure ${property.name} ${k}`;
  const facts = [property.verdict.text.includes(failure.found) ? "" : failure.found, failure.evaluations && !/shrunk in/.test(failure.found) ? `shrunk in ${counted(failure.evaluations, "try", "tries")}${failure.steps ? `, ${counted(failure.steps, "step")}` : ""}` : "",
    failure.flaky ? `flaky: failed ${failure.flaky[0]} of ${failure.flaky[1]} times` : ""].filter(Boolean).join(" · ");
  const { original } = failure, changed = original.length && JSON.stringify(original.map((x) => x.text)) !== JSON.stringify(failure.arguments.map((x) => x.text));
  const story = [shrinkPath(failure, key), changed ? fold(`${key} original`, "The case as it was found", argumentList({ arguments: original })) : null,
    failure.replay ? h("div.replay", h("code", { translate: "no" }, failure.replay), copyButton(failure.replay)) : null];
  const anyFree = failure.arguments.some((argument) => argument.free.length);
  return h("section.failure", { "aria-label": `Failure ${k + 1} of ${all}` },
    h("header", h("h2", all > 1 ? `Smallest failing case ${k + 1} of ${all}` : "Smallest failing case"), h("span.facts", facts)),
    argumentList(failure),
    anyFree ? h("p.hint", h("span.free", "Pale parts"), " do not matter: any other value there fails too.") : null,
    again ? null : h("div.message", h("p.origin", failure.origin), failure.message ? h("pre", { translate: "no" }, failure.message) : null),
    failure.always.map((claim) => h("p.claim", claim)),
    failure.notes.length ? h("ul.notes", { "aria-label": "Notes" }, failure.notes.map((note) => h("li", note))) : null,
    k ? fold(`${key} more`, "How it was found, and how to run it again", h("div.more-of-it", story)) : story,
    failure.elsewhere.map((text) => h("p.note", text)));
}
