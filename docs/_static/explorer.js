"use strict";
// Two explorers in plain JavaScript, without a network.  The first solves the shift allocation in exact fractions, as `pabisym allocate`
// does; the second shows a table that `pabisym privacy` made.  What a test compares is under globalThis.explorer.
(() => {
  // Fractions of whole numbers, as pairs [numerator, denominator] with a positive denominator and no common divisor.
  const divisor = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
  const fraction = (n, d = 1n) => { if (d < 0n) [n, d] = [-n, -d]; const g = divisor(n, d) || 1n; return [n / g, d / g]; };
  const read = (text) => {
    const [above, below = "1"] = String(text).split("/"), [whole, places = ""] = above.split(".");
    return fraction(BigInt(whole + places), 10n ** BigInt(places.length) * BigInt(below));
  };
  const plus = (a, b) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1]), times = (a, b) => fraction(a[0] * b[0], a[1] * b[1]);
  const over = (a, b) => fraction(a[0] * b[1], a[1] * b[0]), minus = (a, b) => plus(a, [-b[0], b[1]]);
  const below = (a, b) => a[0] * b[1] < b[0] * a[1], least = (a, b) => (below(b, a) ? b : a);
  const near = (a) => Number(a[0] * 10n ** 18n / a[1]) / 1e18, text = (a) => (a[1] === 1n ? `${a[0]}` : `${a[0]}/${a[1]}`);
  const ZERO = [0n, 1n], ONE = [1n, 1n];

  // The optimum from one restart: neighbouring blocks are joined while the left one has the greater slope, seen at the end of the right one.
  function pooled(steps, start, shift) {
    const blocks = [];
    steps.slice(start).forEach((one, i) => {
      const own = { first: start + i + 1, last: start + i + 1, shift: i ? one.gap : plus(one.gap, times(one.contraction, shift)), noise: one.variance, whole: one.contraction };
      for (let left = blocks.at(-1); left && !below(times(left.shift, own.noise), times(own.whole, times(own.shift, left.noise))); left = blocks.at(-1)) {
        own.first = left.first;
        own.shift = plus(times(own.whole, left.shift), own.shift);
        own.noise = plus(times(times(own.whole, own.whole), left.noise), own.noise);
        own.whole = times(own.whole, left.whole);
        blocks.pop();
      }
      blocks.push(own);
    });
    return blocks;
  }
  // Instance in the format of `pabisym allocate`, with lists for all steps; the answer has texts of fractions.
  function allocation(instance) {
    const steps = instance.gap.map((gap, i) => ({ gap: read(gap), variance: read(instance.noise_variance[i]), contraction: read(instance.contraction[i]) }));
    const wide = instance.diameter === null || instance.diameter === undefined ? null : read(instance.diameter), length = steps.length;
    const bounds = [read(instance.start_shift)];
    if (wide) bounds[0] = least(wide, bounds[0]);
    for (const one of steps) { const next = plus(times(one.contraction, bounds.at(-1)), one.gap); bounds.push(wide ? least(wide, next) : next); }
    let best = null;
    for (let restart = 0; restart < (wide ? length : 1); restart += 1) {
      const blocks = pooled(steps, restart, bounds[restart]);
      if (blocks.some((one) => one.shift[0] && !one.noise[0])) continue;
      const value = blocks.reduce((sum, one) => (one.shift[0] ? plus(sum, over(times(one.shift, one.shift), one.noise)) : sum), ZERO);
      if (!best || below(value, best.value)) best = { value, blocks, restart };
    }
    if (!best) return { status: "infinite" };
    const multiplier = Array(length).fill(ZERO), reach = Array(length).fill(ONE), worst = steps.map((one) => one.contraction);
    for (let t = length - 2; t >= 0; t -= 1) reach[t] = times(reach[t + 1], steps[t + 1].contraction);
    best.blocks.forEach((one) => {
      let here = one.shift[0] ? over(one.shift, one.noise) : ZERO;
      for (let t = one.last; t >= one.first; t -= 1) { multiplier[t - 1] = here; here = times(here, steps[t - 1].contraction); }
    });
    best.blocks.slice(1).forEach((one, i) => { worst[one.first - 1] = over(multiplier[best.blocks[i].last - 1], multiplier[one.first - 1]); });
    const paid = multiplier.map((y, t) => times(y, steps[t].variance)), shift = [];
    let left = bounds[best.restart];
    for (let t = 0; t < length; t += 1) {
      if (t >= best.restart) left = minus(plus(times(steps[t].contraction, left), steps[t].gap), paid[t]);
      shift.push(t < best.restart ? bounds[t + 1] : left);
    }
    return { status: "optimal", value: text(best.value), allocation: paid.map(text), shift: shift.map(text), restart: best.restart, start: text(bounds[best.restart]),
      blocks: best.blocks.map((one) => ({ first: one.first, last: one.last, slope: text(one.shift[0] ? over(multiplier[one.last - 1], reach[one.last - 1]) : ZERO) })),
      worst_case: { contraction: worst.map(text) }, reach: reach.map(text) };
  }

  // The probability that a standard normal number is above x, as its logarithm: a series, or a continued fraction far out.
  function logUpper(x) {
    if (x < 3) {
      let term = x, sum = x;
      for (let k = 1; Math.abs(term) > 1e-18; k += 1) { term *= -x * x / (2 * k); sum += term / (2 * k + 1); }
      return Math.log(0.5 - sum / Math.sqrt(2 * Math.PI));
    }
    let tail = x;
    for (let k = 200; k >= 1; k -= 1) tail = x + k / tail;
    return -x * x / 2 - Math.log(tail) - Math.log(2 * Math.PI) / 2;
  }
  const lower = (x) => (x < -3 ? 1 - Math.exp(logUpper(-x)) : Math.exp(logUpper(x)));
  // The least delta of two normal laws whose means are mu standard deviations apart.
  const delta = (mu, epsilon) => (mu ? lower(epsilon / mu - mu / 2) - Math.exp(epsilon + logUpper(epsilon / mu + mu / 2)) : 0);
  function epsilon(mu, aim) {
    let low = 0, high = 1;
    if (delta(mu, 0) <= aim) return 0;
    while (delta(mu, high) > aim) high *= 2;
    for (let i = 0; i < 80; i += 1) { const middle = (low + high) / 2; if (delta(mu, middle) > aim) low = middle; else high = middle; }
    return high;
  }
  // Four digits, rounded up, after a margin for the arithmetic of the browser.
  function up(value, digits = 4) {
    if (!value) return "0";
    const more = value * (1 + 1e-9), places = digits - 1 - Math.floor(Math.log10(more)), scale = 10 ** Math.abs(places);
    return places > 0 ? (Math.ceil(more * scale) / scale).toFixed(places) : String(Math.ceil(more / scale) * scale);
  }
  // The same of an exact fraction, without a margin.
  function upExactly(value, digits = 4) {
    const places = digits - 1 - Math.floor(Math.log10(near(value) || 1)), scale = 10n ** BigInt(Math.max(places, 0));
    const whole = value[0] * scale, more = whole / value[1] + (whole % value[1] ? 1n : 0n), shown = more.toString().padStart(Math.max(places, 0) + 1, "0");
    return places > 0 ? `${shown.slice(0, -places)}.${shown.slice(-places)}` : shown;
  }
  globalThis.explorer = { allocation, epsilon, up, upExactly, read };

  // Parts of pages.
  const make = (name, attributes = {}, ...below) => {
    const node = ["svg", "path", "polyline", "circle", "rect", "text", "line", "title", "g"].includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
    node.append(...below);
    return node;
  };
  const picture = (label, width, height, ...parts) => make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...parts);
  const words = (x, y, said, more = {}) => make("text", { x, y, ...more }, said);
  const line = (points, kind) => make("polyline", { class: kind, points: points.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ") });
  const slider = (label, values, change) => {
    const input = make("input", { type: "range", "aria-label": label, ...values }), shown = make("output", {}, input.value);
    input.addEventListener("input", () => { shown.textContent = input.value; change(); });
    return { input, shown };
  };
  const named = (label, one) => make("label", { class: "named" }, make("span", {}, label), one.input, one.shown);
  const shortly = (value) => { const d = near(read(value)); return Number.isInteger(d) ? `${d}` : d.toFixed(3).replace(/0+$/, ""); };

  function stringExplorer(place) {
    const EXAMPLES = {
      "a mixed schedule": { gap: [2, 1, 0, 0.5, 0.5, 2, 1, 3] }, "one gap at the start": { gap: [2, 0, 0, 0, 0, 0] }, "the same gap in every step": { gap: [1, 1, 1, 1, 1, 1] },
      "one gap, contraction 0.8": { gap: [2, 0, 0, 0, 0, 0], contraction: 0.8 }, "one gap every three steps": { gap: [2, 0, 0, 2, 0, 0, 2, 0, 0] },
      "a bounded domain": { gap: [1, 1, 1, 1, 1, 1, 1, 1, 1], diameter: 2 } };
    const ROWS = { gap: ["gap s", "gap of step", 0, 4, 0.25], noise_variance: ["noise variance σ²", "noise variance of step", 0, 4, 0.25], contraction: ["contraction c", "contraction of step", 0.3, 1.2, 0.05] };
    const columns = make("div", { class: "columns" }), out = make("div", { class: "drawn" }), said = make("p", { class: "answer", "aria-live": "polite" }), told = make("pre", { tabindex: "0" });
    const count = slider("number of steps", { min: 1, max: 10, step: 1, value: 8 }, () => { resize(); draw(); });
    const start = slider("distance at the start", { min: 0, max: 6, step: 0.25, value: 0 }, draw), wide = slider("diameter", { min: 0.5, max: 8, step: 0.25, value: 2 }, draw);
    const bounded = make("input", { type: "checkbox" }), order = slider("power of ten of delta", { min: 1, max: 10, step: 1, value: 5 }, draw);
    const example = make("select", {}, ...Object.keys(EXAMPLES).map((one) => make("option", {}, one)));
    bounded.addEventListener("change", draw);
    example.addEventListener("change", () => { load(EXAMPLES[example.value]); });
    let sliders = { gap: [], noise_variance: [], contraction: [] };

    function resize(given = {}) {
      const length = +count.input.value, before = sliders;
      columns.replaceChildren();
      sliders = {};
      for (const [name, [title, label, min, max, step]] of Object.entries(ROWS)) {
        const row = make("div", { class: "row", role: "group", "aria-label": title });
        sliders[name] = Array.from({ length }, (_, t) => {
          const told = Array.isArray(given[name]) ? given[name][t] : given[name], kept = before[name] && before[name][t] ? before[name][t].input.value : null;
          const one = slider(`${label} ${t + 1}`, { min, max, step, value: told ?? kept ?? (name === "gap" ? 0 : 1) }, draw);
          row.append(make("span", { class: "one" }, one.input, one.shown));
          return one;
        });
        columns.append(make("div", { class: "named" }, make("span", {}, title), row));
      }
    }
    function load(given) {
      count.input.value = count.shown.textContent = given.gap.length;
      start.input.value = start.shown.textContent = given.start ?? 0;
      bounded.checked = given.diameter !== undefined;
      if (bounded.checked) wide.input.value = wide.shown.textContent = given.diameter;
      resize({ noise_variance: 1, contraction: 1, ...given });
      draw();
    }
    const all = (name) => sliders[name].map((one) => one.input.value);
    function draw() {
      const instance = { steps: +count.input.value, contraction: all("contraction"), gap: all("gap"), noise_variance: all("noise_variance"), start_shift: start.input.value, diameter: bounded.checked ? wide.input.value : null };
      const found = allocation(instance);
      wide.input.disabled = !bounded.checked;
      told.textContent = `echo '${JSON.stringify(instance)}' | pabisym allocate -`;
      if (found.status !== "optimal") {
        out.replaceChildren();
        said.replaceChildren("No bound holds: a gap survives to the end, and no noise comes after it.");
        return;
      }
      const value = near(read(found.value)), mu = Math.sqrt(value), power = +order.input.value, at = epsilon(mu, 10 ** -power);
      said.replaceChildren(make("strong", {}, found.value.length < 14 ? `μ² = ${found.value}` : `μ² ≤ ${upExactly(read(found.value))}`), found.value.includes("/") && found.value.length < 14 ? ` (at most ${upExactly(read(found.value))}): ` : ": ", `the Rényi divergence of order α is at most α/2 times μ², and ε ≤ ${up(at)} at δ = 1e-${power}. `,
        `${found.blocks.length} block${found.blocks.length > 1 ? "s" : ""}: ${found.blocks.map((one) => (one.first === one.last ? `step ${one.first}` : `steps ${one.first} to ${one.last}`)).join(", ")}. `,
        found.restart ? `The diameter is used: the bound starts after step ${found.restart}, at distance ${shortly(found.start)}, whatever came before. ` : "",
        `Worst case: a linear pair with contractions ${found.worst_case.contraction.map(shortly).join(", ")}${found.restart ? " from there on" : ""}.`);
      out.replaceChildren(string(instance, found), payments(found), curve(mu, power, at));
    }
    function string(instance, found) {
      const reach = found.reach.map((one) => near(read(one))), at = found.restart, first = near(read(found.start)) * (at ? reach[at - 1] : reach[0] * Number(instance.contraction[0]));
      const gap = instance.gap.map(Number), noise = instance.noise_variance.map(Number), paid = found.allocation.map((one) => near(read(one)));
      let x = 0, y = first, low = 0;
      const cloud = [[0, first]], tight = [[0, 0]];
      for (let t = at; t < gap.length; t += 1) { x += reach[t] ** 2 * noise[t]; y += reach[t] * gap[t]; low += reach[t] * paid[t]; cloud.push([x, y]); tight.push([x, low]); }
      const place = ([u, v]) => [40 + 500 * u / (x || 1), 270 - 240 * v / (y || 1)], ends = new Set(found.blocks.map((one) => one.last - at));
      return make("figure", {}, picture(`The taut string: ${found.blocks.length} straight pieces below ${gap.length - at} points`, 560, 310,
        make("path", { class: "axis", d: "M40 20V270H550" }), words(550, 296, "noise so far →", { "text-anchor": "end" }), words(26, 24, "shift so far →", { "text-anchor": "end", transform: "rotate(-90 26 24)" }),
        ...tight.slice(1).map((p, t) => make("path", { class: "left", d: `M${place(p).join(" ")}L${place(cloud[t + 1]).join(" ")}` })),
        line(tight.map(place), "string"), ...cloud.slice(at || first ? 0 : 1).map((p, t) => make("circle", { class: ends.has(at || first ? t : t + 1) ? "peg touched" : "peg", cx: place(p)[0], cy: place(p)[1], r: 5 }))),
      make("figcaption", {}, "The taut string. Points: the shift between the runs against the noise, both as seen at the end. The string is the greatest convex line below them; it touches the points at which a block ends."));
    }
    function payments(found) {
      const paid = found.allocation.map((one) => near(read(one))), left = found.shift.map((one) => near(read(one))), most = Math.max(...paid, ...left, 1e-9), each = 510 / paid.length;
      const height = (v) => 200 * v / most, bars = paid.flatMap((a, t) => {
        const x = 40 + each * t, block = found.blocks.findIndex((one) => one.first <= t + 1 && t + 1 <= one.last);
        return [make("rect", { class: block % 2 ? "paid odd" : "paid", x: x + each * 0.1, width: each * 0.4, y: 230 - height(a), height: height(a) }, make("title", {}, `step ${t + 1}: payment ${found.allocation[t]}`)),
          make("rect", { class: "rest", x: x + each * 0.5, width: each * 0.4, y: 230 - height(left[t]), height: height(left[t]) }, make("title", {}, `step ${t + 1}: remaining shift ${found.shift[t]}`)),
          words(x + each / 2, 250, `${t + 1}`, { "text-anchor": "middle" })];
      });
      return make("figure", {}, picture("Payments and remaining shift at each step", 560, 270, make("path", { class: "axis", d: "M40 20V230H550" }), ...bars, words(550, 267, "step →", { "text-anchor": "end" }), words(34, 34, shortly(most.toFixed(3)), { "text-anchor": "end" })),
        make("figcaption", {}, "Filled: the payment a of each step, that is, the part of the distance that its noise hides; neighbouring blocks have two shades. Outlined: the shift z that remains after the step, 0 at the end."));
    }
    function curve(mu, power, at) {
      const points = Array.from({ length: 46 }, (_, i) => -0.5 - i * 9.7 / 45).map((p) => [p, epsilon(mu, 10 ** p)]), most = Math.max(points.at(-1)[1], 1e-9), place = ([p, e]) => [50 - 480 * p / 10.2, 230 - 200 * e / most];
      const [x, y] = place([-power, at]);
      return make("figure", {}, picture("Epsilon against delta", 560, 270, make("path", { class: "axis", d: "M50 20V230H550" }), line(points.map(place), "string"), make("circle", { class: "peg touched", cx: x, cy: y, r: 6 }),
        ...[2, 4, 6, 8, 10].map((p) => words(place([-p, 0])[0], 250, `1e-${p}`, { "text-anchor": "middle" })), words(44, 34, up(most, 2), { "text-anchor": "end" }), words(44, 234, "0", { "text-anchor": "end" }), words(300, 267, "δ", { "text-anchor": "middle" }), words(60, 24, "ε")),
      make("figcaption", {}, "ε against δ for two normal laws whose means are μ standard deviations apart, which is the worst case."));
    }
    place.replaceChildren(make("div", { class: "controls" }, make("label", { class: "named" }, make("span", {}, "example"), example), named("steps T", count), columns, named("distance at the start z₀", start),
      make("label", { class: "named" }, make("span", {}, "bounded domain"), bounded), named("diameter D", wide), named("−log₁₀ δ", order)), said, out, make("details", {}, make("summary", {}, "The same at the command line"), told));
    const asked = decodeURIComponent(location.hash.slice(1)).replaceAll("-", " ");
    if (asked in EXAMPLES) example.value = asked;
    load(EXAMPLES[example.value]);
  }

  function tableExplorer(place) {
    const table = JSON.parse(document.getElementById("last-iterate-table").textContent), names = Object.keys(table.axes);
    const TITLES = { noise_multiplier: "noise multiplier", epochs: "epochs", batch: "batch (expected)", weight_decay: "weight decay" };
    const CURVES = [["every", "all iterates"], ["checkpoints", "a model after every epoch"], ["last", "the last iterate"], ["under", "the last iterate: lower bound"]];
    const chosen = { noise_multiplier: 1, epochs: 3, batch: 0, weight_decay: 0 }, out = make("div", { class: "drawn" }), rows = make("tbody"), told = make("pre", { tabindex: "0" });
    const against = make("select", {}, make("option", { value: "epochs" }, "epochs"), make("option", { value: "noise_multiplier" }, "the noise multiplier"));
    against.addEventListener("change", draw);
    const at = (point) => table.epsilon[names.reduce((sum, name) => sum * table.axes[name].length + point[name], 0)];
    const controls = names.map((name) => {
      const one = slider(TITLES[name], { min: 0, max: table.axes[name].length - 1, step: 1, value: chosen[name] }, () => { chosen[name] = +one.input.value; draw(); });
      return [name, one];
    });
    function draw() {
      for (const [name, one] of controls) { one.shown.textContent = table.axes[name][chosen[name]]; one.input.setAttribute("aria-valuetext", one.shown.textContent); }
      const axis = against.value, ticks = table.axes[axis].map(Number), found = at(chosen);
      rows.replaceChildren(...CURVES.map(([kind, title], i) => make("tr", {}, make("th", { scope: "row" }, make("span", { class: `key ${kind}` }), title), make("td", { "data-kind": kind }, found[i] === null ? "none is computed" : `${i < 3 ? "ε ≤" : "ε ≥"} ${found[i]}`))));
      const lines = CURVES.map((_, i) => ticks.map((tick, k) => [tick, at({ ...chosen, [axis]: k })[i]]).filter(([, e]) => e !== null).map(([tick, e]) => [tick, Number(e)]));
      const heights = lines.flat().map(([, e]) => e), top = Math.log10(Math.max(...heights)) + 0.1, bottom = Math.log10(Math.min(...heights)) - 0.1, [low, high] = [ticks[0], ticks.at(-1)].map(Math.log10);
      const place = ([tick, e]) => [60 + 480 * (Math.log10(tick) - low) / (high - low), 260 - 240 * (Math.log10(e) - bottom) / (top - bottom)];
      const marks = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100].filter((e) => Math.log10(e) > bottom && Math.log10(e) < top), here = ticks[chosen[axis]];
      out.replaceChildren(make("figure", {}, picture(`Epsilon against ${axis.replace("_", " ")}: four curves`, 560, 310, make("path", { class: "axis", d: "M60 20V260H550" }), make("path", { class: "axis here", d: `M${place([here, 1])[0]} 20V260` }),
        ...marks.map((e) => words(54, place([low, e])[1] + 4, `${e}`, { "text-anchor": "end" })), ...ticks.map((tick) => words(place([tick, 1])[0], 280, `${tick}`, { "text-anchor": "middle" })),
        words(300, 304, axis === "epochs" ? "epochs" : "noise multiplier", { "text-anchor": "middle" }), words(66, 22, "ε"),
        ...lines.flatMap((points, i) => [line(points.map(place), CURVES[i][0]), ...points.map((p) => make("circle", { class: `${CURVES[i][0]} dot`, cx: place(p)[0], cy: place(p)[1], r: p[0] === here ? 6 : 3 }))])),
      make("figcaption", {}, "Both axes are logarithmic. The points are certified; the lines between them only guide the eye.")));
      const run = { ...table.run, ...Object.fromEntries(names.map((name) => [name, table.axes[name][chosen[name]]])) };
      told.textContent = `pabisym privacy ${Object.entries(run).map(([name, value]) => `--${name.replaceAll("_", "-")} ${value}`).join(" ")} --release last`;
    }
    place.replaceChildren(make("div", { class: "controls" }, ...controls.map(([name, one]) => named(TITLES[name], one)), make("label", { class: "named" }, make("span", {}, "draw against"), against)),
      make("table", { class: "known", "aria-live": "polite" }, rows), out, make("details", {}, make("summary", {}, "The same at the command line"), told));
    draw();
  }
  const open = () => {
    for (const [id, start] of [["string-explorer", stringExplorer], ["last-iterate-explorer", tableExplorer]]) { const place = document.getElementById(id); if (place) start(place); }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", open); else open();
})();
