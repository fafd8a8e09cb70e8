// Builds elements from text and attributes. Nothing on the page is ever parsed as HTML: strings become text nodes.

/// Makes an element: `h("button.bar", {title: "x", onclick: f}, "text", child)`, or `h("b", "text")` without attributes.
/// The first word is a tag with classes; the attribute `key` is `data-key`, by which a live refresh finds the element again.
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  return fill(document.createElement(name || "div"), classes, attributes, children);
}

/// The same for an element of SVG.
export function s(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), classes, attributes, children);
}

function fill(node, classes, attributes, children) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  const plain = attributes && attributes.constructor === Object;
  for (const [key, value] of Object.entries(plain ? attributes : {})) {
    if (value === null || value === undefined || (value === false && !key.startsWith("aria-"))) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) node.style.setProperty(key, value);
    else if (key === "value" || key === "checked" || key === "disabled" || key === "selected") node[key] = value;
    else node.setAttribute(key === "key" ? "data-key" : key, value);
  }
  return append(node, plain ? children : [attributes, ...children]);
}

/// Appends nodes, strings, numbers and lists of them; skips what is null or false.
export function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/// Sets custom properties: `vars(bar, {full: 0.3})` sets `--full`.
export function vars(node, values) {
  for (const name in values) node.style.setProperty(`--${name}`, values[name]);
}

/// Replaces the content of a node.
export function set(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

/// Text with every occurrence of `query` (any case) in a `<mark>`.
export function highlighted(text, query) {
  if (!query) return [text];
  const parts = [], low = text.toLowerCase(), wanted = query.toLowerCase();
  if (low.length !== text.length) return [text];
  let at = 0;
  for (let hit = low.indexOf(wanted); hit >= 0; hit = low.indexOf(wanted, at)) {
    parts.push(text.slice(at, hit), h("mark", text.slice(hit, hit + wanted.length)));
    at = hit + wanted.length;
  }
  parts.push(text.slice(at));
  return parts;
}

/// A name that may be broken after its underscores.
export const breakable = (name) => name.split(/(?<=_)/).map((part) => [part, h("wbr")]);

/// One stop of the Tab key for a group of marks; arrow keys, Home and End move among them.
/// `columns` is the width of a grid (up and down move by a row), else all four arrows move by one.
export function roving(container, selector, columns = 0) {
  const marks = () => [...container.querySelectorAll(selector)];
  const choose = (mark) => {
    for (const other of marks()) other.tabIndex = other === mark ? 0 : -1;
  };
  const ready = () => {
    const all = marks();
    if (all.length && !all.some((mark) => mark.tabIndex === 0)) all[0].tabIndex = 0;
  };
  container.addEventListener("focusin", (event) => {
    const mark = event.target.closest(selector);
    if (mark) choose(mark);
  });
  container.addEventListener("keydown", (event) => {
    const all = marks(), at = all.indexOf(event.target.closest(selector));
    if (at < 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = columns || 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row, Home: -at, End: all.length - 1 - at }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = all[at + step];
    if (next) next.focus();
  });
  ready();
  return ready;
}

/// Calls `action` once things have been quiet for `wait` milliseconds.
export function debounced(wait, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), wait);
  };
}

/// Says something to screen readers without moving the focus.
export function announce(text) {
  document.getElementById("status").textContent = text;
}

/// A button that copies a text and says so.
export function copyButton(text, label = "Copy") {
  const button = h("button.small", {
    onclick: async () => {
      let said = "Copied";
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        said = "Not allowed: select and copy";
      }
      announce((button.textContent = said));
      setTimeout(() => (button.textContent = label), 1500);
    },
  }, label);
  return button;
}
