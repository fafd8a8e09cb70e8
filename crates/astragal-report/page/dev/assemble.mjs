// Builds one HTML file from the modules and a model, as the Rust side does: `node assemble.mjs model.json > page.html`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

/// The script: the modules in the order of `modules.txt`, without their imports and the word `export`, in one function.
export function script() {
  const seen = new Map();
  const parts = read("modules.txt").split("\n").filter(Boolean).map((name) => {
    const lines = read(name).split("\n").filter((line) => !/^(import |\s*\/\/|\s*$)/.test(line));
    for (const line of lines) {
      const found = /^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/.exec(line);
      if (found && seen.has(found[1])) throw new Error(`${found[1]} is declared in ${seen.get(found[1])} and in ${name}`);
      if (found) seen.set(found[1], name);
    }
    return lines.map((line) => squeezed(line.replace(/^export /, "").trim())).join("\n");
  });
  const text = `"use strict";\n(() => {\n${parts.join("\n")}\n})();\n`;
  if (/<\/script|<!--/i.test(text)) throw new Error("the script must not contain the end of a script");
  return text;
}

/// A line without spaces that only a reader needs; lines that may have a string, a template or an expression keep theirs.
function squeezed(line) {
  const isNeeded = (before, after) => /\w|\$/.test(before) && /\w|\$/.test(after) || (before === after && /[+-]/.test(before)) || before === "<" || after === ">";
  return /["'`/]/.test(line) ? line : line.replace(/ /g, (_, at) => (isNeeded(line[at - 1], line[at + 1]) ? " " : ""));
}

/// The style without comments, indentation, and spaces that only a reader needs; lines with strings keep theirs.
export function css() {
  const lines = read("page.css").replace(/\/\*[^]*?\*\//g, "").split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line) => (/["']/.test(line) ? line : line.replace(/ \{/g, "{").replace(/\{ /g, "{").replace(/; /g, ";").replace(/;? ?\}/g, "}").replace(/, /g, ",").replace(/: /g, ":").replace(/ > /g, ">"))).join("\n");
}

/// The whole page. The title is escaped as text, the model so that it cannot end its element.
export function page(model) {
  const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  const code = script(), style = css();
  const fields = { "script-hash": hash(code), "style-hash": hash(style), connect: model.live ? "'self'" : "'none'", title: escaped(model.title), style, script: code,
    model: JSON.stringify(model).replace(/</g, "\\u003c").replace(/\u2028/g, "\\u2028").replace(/\u2029/g, "\\u2029") };
  return read("page.html").replace(/\{\{([a-z-]+)\}\}/g, (_, name) => fields[name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(page(JSON.parse(readFileSync(process.argv[2], "utf8"))));
