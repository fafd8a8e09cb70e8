// Makes models to look at while working on the page: `node sample-model.mjs [usual|large|compare|mutants|live] > model.json`.
import { fileURLToPath } from "node:url";

/// A small generator of random numbers with a seed (mulberry32).
function randomness(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SITES = [{ site: "Expr", branches: ["Val", "Add", "Mul", "Neg", "Let", "If"] }, { site: "Key", branches: ["Short", "Long"] }];

/// Draws expressions and keeps what a log line would tell of each. `weights` are those of the branches of `Expr`.
function expressions(seed, n, weights, options = {}) {
  const random = randomness(seed), texts = new Map(), reasons = ["", "assertion failed: eval(a) == eval(b) at src/expr.rs:88", "assume! at tests/expr.rs:31"];
  const s = { n: 0, status: [], phase: [], phases: ["enumerated", "random", "shrink", "minimal"], text: [], texts: [], reason: [], reasons, weight: options.weight ? [] : null,
    time: { generate: [], execute: [] }, features: [], picks: { columns: [], rows: [] }, pairs: { columns: [], rows: [] }, coverage: null, extra: [] };
  const columns = { length: [], operator: [], negative: [], spread: [], size: [], depth: [], "longest list": [] };
  const column = (table, index, key) => {
    const name = key.join(" ");
    if (!index.has(name)) index.set(name, table.columns.push(key) - 1);
    return index.get(name);
  };
  const pickIndex = new Map(), pairIndex = new Map(), sets = new Map();
  const coverage = { files: ["src/expr.rs", "src/simplify.rs"], texts: [null, null], lines: [], is_whole: true, sets: [], set: [], suspicious: [] };
  for (let l = 12; l < 60; l++) coverage.lines.push([0, l]);
  for (let l = 5; l < 34; l += 1) coverage.lines.push([1, l]);
  coverage.suspicious = options.fails ? [{ lines: [70, 71], failing: 12, passing: 600 }] : [];
  const draw = (depth, budget, seen, parent) => {
    let roll = random() * weights.reduce((a, b) => a + b, 0), branch = 0;
    while (branch < weights.length - 1 && (roll -= weights[branch]) >= 0) branch += 1;
    if (budget <= 1 || depth > 6) branch = 0;
    seen.picks.push([0, branch, depth]);
    if (parent >= 0) seen.pairs.push([0, parent, 0, branch]);
    seen.depth = Math.max(seen.depth, depth);
    seen.size += 1;
    const child = (share) => draw(depth + 1, Math.floor(budget * share), seen, branch);
    const name = SITES[0].branches[branch];
    if (branch === 0) return `Val(${random() < 0.3 ? 0 : Math.floor((random() - 0.3) * 100 ** (random() * 1.6))})`;
    if (branch === 3) return (seen.neg = true), `Neg(${child(0.9)})`;
    if (branch === 4) return `Let { name: "${"xyz"[Math.floor(random() * 3)]}", value: ${child(0.5)}, body: ${child(0.5)} }`;
    if (branch === 5) return `If(${child(0.3)}, ${child(0.3)}, ${child(0.3)})`;
    return `${name}(${child(0.5)}, ${child(0.5)})`;
  };
  const put = (text, status, phase, seen) => {
    if (!texts.has(text)) texts.set(text, s.texts.push(text) - 1);
    const i = s.n++;
    s.status.push(status);
    s.phase.push(phase);
    s.text.push(texts.get(text));
    s.reason.push(status === 0 ? 0 : status);
    if (s.weight) s.weight.push(1 + Math.floor(random() * 4));
    s.time.generate.push(Math.round(2 + seen.size * 0.8 + random() * 4));
    s.time.execute.push(Math.round((4 + seen.size * (random() < 0.01 ? 300 : 2)) * (0.5 + random())));
    columns.length.push(seen.length);
    columns.operator.push(seen.operator);
    columns.negative.push(random() < 0.02 ? null : seen.neg ? 1 : 0);
    columns.spread.push([seen.size, seen.depth + (random() - 0.5) * 0.4]);
    columns.size.push(seen.size);
    columns.depth.push(seen.depth);
    columns["longest list"].push(seen.size > 2 ? Math.floor(random() * random() * 40) : null);
    const rows = [[s.picks, pickIndex, seen.picks], [s.pairs, pairIndex, seen.pairs]];
    for (const [table, index, list] of rows) {
      const counts = new Map();
      for (const key of list) counts.set(column(table, index, key), (counts.get(column(table, index, key)) || 0) + 1);
      table.rows.push([...counts].flat());
    }
    const hit = coverage.lines.map((_, l) => l).filter((l) => (l >= 70 && l < 72 ? status === 1 : l % 7 < 1 + (seen.size % 7) && l < 20 + seen.depth * 10 + (seen.neg ? 12 : 0)));
    const key = hit.join(" ");
    if (!sets.has(key)) sets.set(key, coverage.sets.push(hit) - 1);
    coverage.set.push(sets.get(key));
    s.extra.push(i < 2000 || status === 1 ? JSON.stringify({ type: "test_case", property: options.name || "expr::simplify", status: ["passed", "failed", "gave_up"][status], representation: text, features: { length: seen.length }, timing: { generate: 0.00001 }, metadata: { phase: s.phases[phase], size: seen.size, depth: seen.depth } }) : null);
  };
  for (let i = 0; i < n; i++) {
    const seen = { picks: [], pairs: [], depth: 0, size: 0, neg: false };
    const budget = i < 40 ? 1 + Math.floor(i / 14) : 2 + Math.floor(random() * random() * 40);
    const text = draw(0, budget, seen, -1);
    seen.length = text.length > 200 ? 200 : Math.floor(text.length / 4);
    seen.operator = seen.picks[0][1];
    const key = random() < 0.92 ? 0 : options.longKeys ? 1 : 0;
    seen.picks.push([1, key, 0]);
    const status = options.fails && i === n - 1 ? 1 : random() < (options.rejects || 0) ? 2 : 0;
    put(`${(options.name || "simplify").split("::").pop()}(\n    expr = ${text},\n    key = "k${key ? "0123456789".slice(0, 4 + Math.floor(random() * 6)) : Math.floor(random() * 6)}",\n)`, status, i < 40 ? 0 : 1, seen);
  }
  if (options.fails) for (let i = 0; i < 40; i++) {
    const seen = { picks: [], pairs: [], depth: 0, size: 0, neg: true, length: 3, operator: 3 };
    put(`simplify(\n    expr = Neg(${draw(1, 6, seen, 3)}),\n    key = "k0",\n)`, i % 3 ? 0 : 1, i === 39 ? 3 : 2, seen);
  }
  const names = SITES[0].branches;
  s.features = [{ name: "length", kind: "number", own: false, values: columns.length }, { name: "outermost operator", kind: "category", own: false, values: columns.operator, names },
    { name: "has a negation", kind: "flag", own: false, values: columns.negative }, { name: "size against depth", kind: "pair", own: false, values: columns.spread },
    { name: "size", kind: "number", own: true, values: columns.size }, { name: "depth", kind: "number", own: true, values: columns.depth }, { name: "longest list", kind: "number", own: true, values: columns["longest list"] }];
  if (options.coverage) s.coverage = coverage;
  return s;
}

function counts(samples) {
  const seen = new Set(), c = { cases: 0, passed: 0, failed: 0, rejected: 0, duplicates: 0, unique: 0, repeats: 0 };
  for (let i = 0; i < samples.n; i++) {
    if (samples.phase[i] > 1) continue;
    if (samples.status[i] === 2) c.rejected += 1;
    else {
      c.cases += 1;
      c[samples.status[i] ? "failed" : "passed"] += 1;
      c[seen.has(samples.text[i]) ? "duplicates" : "unique"] += 1;
      seen.add(samples.text[i]);
    }
  }
  return c;
}

function property(name, kind, text, samples, more = {}) {
  const c = samples ? counts(samples) : { cases: 1000, passed: 1000, failed: 0, rejected: 0, duplicates: 12, unique: 988, repeats: 0 }, random = randomness(name.length * 7 + c.cases);
  const runs = Array.from({ length: 14 }, (_, k) => ({ run_start: 1794000000 + k * 43000, kind: k === 13 ? kind : random() < 0.12 ? "failed" : random() < 0.15 ? "warned" : "passed", cases: Math.round(c.cases * (0.4 + 0.6 * random())), rejected: 0, duplicates: 0, seconds: 1 }));
  return { name, doc: "", file: "crates/expr/tests/simplify.rs", line: 42, package: "expr", test: name.split("::").slice(1).join("::"), verdict: { kind, text }, run_start: 1794770624.25, seconds: 0.02 + c.cases / 9000, report: "",
    counts: c, kept: samples ? samples.n : 0, represents: samples ? samples.n : 0, history: runs, warnings: [], failures: [], covered: [], rejections: [], sites: SITES, parameters: [],
    provenance: { revision: "8d4f7b9 (clean)", seed: "0x9e3779b97f4a7c15", profile: "debug", log: "target/astragal/observed/2026-11-15_testcases.jsonl", versions: [["astragal", "0.1.0"], ["rustc", "1.95.0"]], settings: [["cases", "1000", "default"], ["seed", "1", "the test"], ["log", "on", "ASTRAGAL_LOG"]] },
    samples: samples || { n: 0, status: [], phase: [], phases: [], text: [], texts: [], reason: [], reasons: [], weight: null, time: null, features: [], picks: { columns: [], rows: [] }, pairs: { columns: [], rows: [] }, coverage: null, extra: null }, ...more };
}

const FAILURE = {
  origin: "panicked at crates/expr/src/simplify.rs:31:9", message: "assertion `left == right` failed: simplify changes the value\n  left: -1\n right: 1", found: "found in case 612",
  arguments: [{ name: "expr", type: "Expr", text: "Neg(Add(Val(1), Neg(Val(0))))", free: [[12, 13], [24, 25]] }, { name: "key", type: "String", text: "\"é0\"", free: [[0, 5]] }],
  original: [{ name: "expr", type: "Expr", text: "Neg(Add(Mul(Val(17), Let { name: \"x\", value: Val(3), body: Val(-4) }), Neg(If(Val(0), Val(1), Val(250)))))", free: [] }, { name: "key", type: "String", text: "\"k41\"", free: [] }],
  notes: ["simplified to Sub(Val(0), Val(1))"], always: ["always fails: for every n, m, key: expr = Neg(Add(Val(n), Neg(Val(m))))   (100 tried)"], token: "a2-8ArmLfj_8WuyRINagmM",
  replay: "ASTRAGAL_REPLAY=a2-8ArmLfj_8WuyRINagmM cargo test -p expr simplify::keeps_the_value -- --exact", evaluations: 236, steps: 6,
  shrink: ["expr = Neg(Add(Mul(Val(17), Let { name: \"x\", value: Val(3), body: Val(-4) }), Neg(If(Val(0), Val(1), Val(250))))), key = \"k41\"",
    "expr = Neg(Add(Mul(Val(17), Val(3)), Neg(If(Val(0), Val(1), Val(250))))), key = \"k41\"", "expr = Neg(Add(Val(17), Neg(If(Val(0), Val(1), Val(250))))), key = \"k41\"",
    "expr = Neg(Add(Val(17), Neg(Val(250)))), key = \"k41\"", "expr = Neg(Add(Val(17), Neg(Val(0)))), key = \"k41\"", "expr = Neg(Add(Val(1), Neg(Val(0)))), key = \"k41\"", "expr = Neg(Add(Val(1), Neg(Val(0)))), key = \"é0\""],
  flaky: null, elsewhere: ["it also panicked at crates/expr/src/simplify.rs:57:5: attempt to negate with overflow"],
};

const EVIL = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\" onmouseover=\"window.hacked=1\u202e\u0007";

/// The models by name.
export function model(which = "usual") {
  const failing = expressions(1, 612, [4, 2, 2, 1, 1, 1], { fails: true, rejects: 0.04, coverage: true, longKeys: true, name: "simplify" });
  const second = { ...FAILURE, arguments: [{ name: "expr", type: "Expr", text: "Neg(Let { name: \"x\", value: Val(0), body: Val(1) })", free: [[25, 31]] }, FAILURE.arguments[1]], token: "a2-8AMALfj_8Q4Mhl_prss", shrink: FAILURE.shrink.slice(0, 3), found: "another smallest case of this bug", original: [], always: ["always fails: for every x: expr = Neg(Let { name: \"x\", value: x, body: Val(1) })   (98 tried)"], notes: [], elsewhere: [] };
  const poor = expressions(2, 1000, [9, 1, 0, 0, 0, 0.15], { rejects: 0.46, name: "roundtrip" });
  const good = expressions(3, 1000, [3, 2, 2, 2, 1, 1], { rejects: 0, coverage: true, longKeys: true, name: "evaluates" });
  const list = [
    property("expr::simplify::keeps_the_value", "failed", "failed: found in case 612, shrunk in 236 tries to 5 choices; there are other such cases", failing, {
      doc: "Simplifying an expression never changes what it evaluates to, whatever the environment binds.", failures: [{ ...FAILURE }, second],
      warnings: [{ kind: "small", text: "Half of the expressions are a single value or one operator", detail: "median size 3 choices; 48 % have at most 2", filter: { feature: "size", range: [1, 2] } }],
      report: "property `expr::simplify::keeps_the_value` failed:\n  found in case 612, shrunk in 236 tries to 5 choices\n\n   --> crates/expr/tests/simplify.rs:42\n    |\n 42 | fn keeps_the_value(expr: Expr, key: String) {\n    |                    └ expr = Neg(Add(Val(1), Neg(Val(0))))\n    |                                         ~            ~ any other value fails too\n" }),
    property("expr::text::roundtrip", "warned", "passed 1,000 cases, with 4 warnings", poor, {
      doc: "Printing and parsing an expression gives it back.", covered: [{ label: "has a negation", required: 20, holds: 0, of: 504, verdict: "missed" }, { label: "short", required: 30, holds: 410, of: 504, verdict: "met" }],
      rejections: [{ by: "assume!", place: "tests/text.rs:31:5", count: 470, passed: null }, { by: "filter", place: "src/names.rs:12:9", count: 26, passed: null }],
      warnings: [{ kind: "rejected", text: "46 % of the cases were rejected", detail: "`assume!` at tests/text.rs:31 rejected 461 of 1,000; a generator of valid texts would need none", filter: { status: 2 } },
        { kind: "never_taken", text: "Never taken: Expr::Mul, Expr::Neg, Expr::Let, Key::Long", detail: "0 of 1,612 picks; at an even chance each would be taken 268 times", filter: null },
        { kind: "duplicates", text: "71 % of the accepted cases repeat an earlier one", detail: "156 unique of 539", filter: { unique: false } },
        { kind: "one_class", text: "`has a negation` is always false", detail: "539 of 539", filter: { feature: "has a negation", value: 0 } }] }),
    property("expr::eval::evaluates", "passed", "passed 1,000 cases", good, { doc: "Evaluation terminates and agrees with the reference.", parameters: [{ name: "depth", value: 6, min: 1, max: 12, default: 4, whole: true, file: "tests/astragal-weights/expr.evaluates.txt" }, { name: "share of values", value: 0.3, min: 0, max: 1, default: 0.3, whole: false, file: "" }] }),
    property("expr::eval::is_total", "proved", "proved: all 4,096 values passed", null),
    property("expr::parse::never_panics", "passed", "passed 1,000 cases", null, { history: [] }),
    property("expr::parse::spans_are_nested", "flaky", "flaky: failed 2 of 10 times", null),
    property("expr::store::survives_restart", "gave_up", "gave up: only 3 of 10,000 cases were accepted", null, { warnings: [{ kind: "rejected", text: "99.9 % of the cases were rejected", detail: "9,997 of 10,000", filter: null }] }),
    property(`expr::hostile::${EVIL}`, "warned", EVIL, hostile(), { doc: EVIL, file: EVIL, warnings: [{ kind: "x", text: EVIL, detail: EVIL, filter: { feature: EVIL, value: EVIL } }], failures: [{ ...FAILURE, origin: EVIL, message: EVIL, arguments: [{ name: EVIL, type: EVIL, text: EVIL, free: [[3, 900]] }], always: [EVIL], notes: [EVIL], replay: EVIL, shrink: [EVIL, EVIL + "x", "", "]]]))}{"], elsewhere: [EVIL] }], sites: [{ site: EVIL, branches: [EVIL, "b"] }], report: EVIL }),
  ];
  for (const name of ["tokens_cover_the_text", "keywords_are_reserved", "numbers_round_trip", "comments_vanish", "errors_have_places"]) list.push(property(`expr::lex::${name}`, "passed", "passed 1,000 cases", null));
  const made = { version: 1, title: "expr", generated: 1794770700, live: null, properties: list, baseline: null, changes: null, mutants: null };
  if (which === "large") {
    const large = expressions(5, 50000, [4, 2, 2, 1, 1, 1], { rejects: 0.03, coverage: true, longKeys: true, weight: true, name: "large" });
    made.properties = [property("expr::large::fifty_thousand", "passed", "passed 50,000 cases", large)];
  }
  if (which === "live") made.live = { base: "/TOKEN", version: 1 };
  if (which === "compare") {
    made.baseline = { label: "main, 2026-11-12", properties: [property("expr::simplify::keeps_the_value", "passed", "passed", expressions(8, 800, [2, 2, 2, 2, 2, 1], { longKeys: true, coverage: true })), property("expr::text::roundtrip", "passed", "passed", expressions(9, 1000, [4, 2, 2, 1, 1, 1], {}))] };
    made.changes = [{ property: "expr::simplify::keeps_the_value", what: "verdict", before: "passed", after: "failed", distance: null, p: null, text: "The property passed before and fails now.", regression: true },
      { property: "expr::text::roundtrip", what: "outermost operator", before: "Val 38 %", after: "Val 88 %", distance: 0.5, p: 0.00001, text: "The distribution has changed: far more single values.", regression: true },
      { property: "expr::text::roundtrip", what: "rejected", before: 0, after: 461, distance: 0.46, p: 0.00001, text: "46 % of the cases are rejected now; none were.", regression: true },
      { property: "expr::eval::evaluates", what: "size", before: 4.2, after: 4.4, distance: 0.03, p: 0.412, text: "No change that chance would not explain.", regression: false },
      { property: "expr::gone::away", what: "property", before: "passed", after: null, distance: null, p: null, text: "The property is gone.", regression: false }];
  }
  if (which === "mutants") {
    const random = randomness(4), properties = list.slice(0, 3).concat(list.slice(8)).map((entry) => entry.name);
    const mutants = Array.from({ length: 26 }, (_, m) => ({ id: `m${m}`, name: ["replace + with - in eval", "replace simplify -> Expr with Default", "delete match arm Expr::Neg in print", "replace == with != in parse", "replace < with <= in lex"][m % 5], file: "src/expr.rs", line: 20 + 7 * m,
      diff: `--- src/expr.rs\n+++ replace\n@@ -${20 + 7 * m},3 +${20 + 7 * m},3 @@\n     match self {\n-        Expr::Add(a, b) => a.eval() + b.eval(),\n+        Expr::Add(a, b) => a.eval() - b.eval(),\n     }`, status: [4, 11, 17].includes(m) ? "survived" : m === 9 ? "timeout" : m === 21 ? "unviable" : "killed" }));
    const kills = mutants.flatMap((mutant, m) => (mutant.status === "killed" ? properties.map((_, p) => (p !== 4 && (p === m % 3 || random() < 0.35) ? [m, p, random() < 0.1 ? null : 1 + Math.floor(600 * random() ** 5)] : null)).filter(Boolean) : []));
    made.mutants = { mutants, properties, kills, useless: [4] };
  }
  return made;
}

function hostile() {
  const s = expressions(6, 60, [2, 1, 1, 1, 1, 1], {});
  s.texts = s.texts.map((text, i) => (i % 3 ? text : EVIL + i));
  s.phases = [EVIL, "random", "shrink", "minimal"];
  s.features[1] = { name: EVIL, kind: "category", own: false, values: s.features[1].values, names: [EVIL, "constructor", "__proto__", "toString", "", "a".repeat(300)] };
  s.picks = { columns: [[0, 0, 0], [0, 1, 0]], rows: s.text.map((_, i) => [i % 2, 1]) };
  s.pairs = { columns: [[0, 0, 0, 1]], rows: s.text.map(() => [0, 1]) };
  return s;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(JSON.stringify(model(process.argv[2])));
