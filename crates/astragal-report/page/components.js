// Reads a value as Rust's Debug prints it: a tree of components with their places, tokens, and the difference of two texts.

const OPEN = { "(": ")", "[": "]", "{": "}" };

/// Splits into words, numbers, strings, characters, spaces and single marks. Joined, the tokens are the text.
export function tokens(text) {
  return text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.[^']*)'|[\p{L}_][\p{L}\p{N}_]*|-?\d[\w.]*|\s+|./gsu) || [];
}

/// Components as `[{start, end, children}]`: whatever is between commas at the same depth, without the name of a field.
/// Places are offsets of UTF-16 units. A text that is not closed properly has the components seen so far.
export function components(text) {
  const list = tokens(text);
  let k = 0, at = 0;
  const take = () => (at += list[k++].length);
  const one = (closing) => {
    while (k < list.length && /^\s/.test(list[k])) take();
    const node = { start: at, end: at, children: [] };
    while (k < list.length && list[k] !== "," && list[k] !== closing) {
      const token = list[k];
      if (token === ":" && list[k + 1] !== ":" && closing) {
        take();
        while (k < list.length && /^\s/.test(list[k])) take();
        node.start = at;
        node.children = [];
      } else if (OPEN[token]) {
        take();
        while (k < list.length && list[k] !== OPEN[token]) {
          const from = k, child = one(OPEN[token]);
          if (child.end > child.start) node.children.push(child);
          if (list[k] === ",") take();
          if (k === from) take();
        }
        if (k < list.length) take();
        node.end = at;
      } else {
        if (token === ":" && list[k + 1] === ":") take();
        const blank = /^\s/.test(list[k]);
        take();
        if (!blank) node.end = at;
      }
    }
    return node;
  };
  return one("");
}

/// The places of UTF-8 bytes in a text, and back: `{toUnit(byte), toByte(unit)}`.
export function offsets(text) {
  const units = [0];
  const bytes = [0];
  let byte = 0, unit = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0), size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    byte += size;
    unit += letter.length;
    units[byte] = unit;
    bytes[unit] = byte;
  }
  return { toUnit: (at) => units[at] ?? text.length, toByte: (at) => bytes[at] ?? byte };
}

/// What changed between two texts: `[[kind, text]]` with kind "same", "removed" or "added", token by token.
export function difference(before, after) {
  const a = tokens(before), b = tokens(after);
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail), parts = [];
  const push = (kind, text) => {
    const last = parts[parts.length - 1];
    if (!text) return;
    if (last && last[0] === kind) last[1] += text;
    else parts.push([kind, text]);
  };
  push("same", a.slice(0, head).join(""));
  if (x.length * y.length > 250000) {
    push("removed", x.join(""));
    push("added", y.join(""));
  } else {
    const width = y.length + 1, best = new Uint16Array((x.length + 1) * width);
    for (let i = x.length - 1; i >= 0; i--) {
      for (let j = y.length - 1; j >= 0; j--) {
        best[i * width + j] = x[i] === y[j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
      }
    }
    let i = 0, j = 0;
    while (i < x.length || j < y.length) {
      if (i < x.length && j < y.length && x[i] === y[j]) push("same", x[i++]), j++;
      else if (i < x.length && (j === y.length || best[(i + 1) * width + j] >= best[i * width + j + 1])) push("removed", x[i++]);
      else push("added", y[j++]);
    }
  }
  push("same", a.slice(a.length - tail).join(""));
  return parts;
}
