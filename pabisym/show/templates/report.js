"use strict";
// Filters of the tables of statements.
for (const form of document.querySelectorAll("[data-filters]")) {
  const table = form.parentNode.querySelector("[data-entries]"), said = form.querySelector("output");
  const rows = [...table.tBodies[0].rows].map((row) => [row, row.textContent.toLowerCase()]);
  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [row, text] of rows) {
      const fits = words.every((word) => text.includes(word))
        && ["paper", "status", "page", "checks"].every((name) => !wanted[name] || row.dataset[name] === wanted[name])
        && ["loss", "batches", "domain", "notion"].every((name) => !wanted[name] || row.dataset.tags.split("|").includes(wanted[name]));
      row.hidden = !fits;
      shown += fits;
    }
    said.textContent = `${shown} of ${rows.length} shown`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}
// A table that is wider than its place shows every row as a card, whose cells carry the names of their columns; a symbol keeps its case.
const tables = [...document.querySelectorAll(".table-wrapper table, .scrolls table")].filter((table) => table.tBodies.length);
const label = (cell) => {
  const copy = cell.cloneNode(true);
  for (const power of copy.querySelectorAll("msup > :last-child")) power.textContent = [...power.textContent].map((one) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[one] ?? one).join("");
  const said = copy.textContent.trim();
  return cell.closest(".scrolls") ? said.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) : said;
};
for (const table of tables) {
  const heads = [...(table.tHead ? table.tHead.rows[0].cells : [])].map(label);
  for (const row of table.tBodies[0].rows) [...row.cells].forEach((cell, i) => { if (i && heads[i] && cell.textContent.trim()) cell.dataset.name ??= heads[i]; });
}
const fit = () => {
  for (const table of tables) table.classList.remove("as-cards");
  const wide = tables.filter((table) => { const place = table.closest(".table-wrapper, .scrolls"); return place.scrollWidth > place.clientWidth + 1; });
  for (const table of wide) table.classList.add("as-cards");
};
fit();
addEventListener("load", fit);
addEventListener("resize", fit);
// What a statement rests on: the statement itself stands at the right end.
for (const one of document.querySelectorAll(".figure svg.dependencies")) one.parentElement.scrollLeft = one.parentElement.scrollWidth;
// Proof trees.
for (const button of document.querySelectorAll("[data-tree]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const one of document.querySelectorAll("#proof details")) one.open = button.dataset.tree === "open";
  });
}
// The graph: move, zoom, and light what is near the statement that is pointed at.
const canvas = document.getElementById("graph");
if (canvas) {
  const svg = canvas.querySelector("svg"), width = +svg.dataset.width, height = +svg.dataset.height;
  const links = new Map([...svg.querySelectorAll("a")].map((a) => [a.dataset.id, a])), edges = [...svg.querySelectorAll(".edge")];
  let view = { x: 0, y: 0, w: width, h: height };
  const draw = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const scale = () => Math.max(view.w / canvas.clientWidth, view.h / canvas.clientHeight);
  const zoom = (factor, px = 0.5, py = 0.5) => {
    const w = Math.min(Math.max(view.w * factor, 200), width * 2), h = (w * view.h) / view.w;
    view = { x: view.x + (view.w - w) * px, y: view.y + (view.h - h) * py, w, h };
    draw();
  };
  const around = (x, y, w) => { const h = (w * canvas.clientHeight) / canvas.clientWidth; view = { x: x - w / 2, y: y - h / 2, w, h }; draw(); };
  const whole = () => around(width / 2, height / 2, Math.max(width, (height * canvas.clientWidth) / canvas.clientHeight));
  const clear = () => { canvas.classList.remove("chosen"); for (const one of svg.querySelectorAll(".near, .here")) one.classList.remove("near", "here"); };
  const light = (id) => {
    clear();
    const reach = (from, to) => { const seen = new Set([id]); for (const one of seen) for (const e of edges) if (e.dataset[from] === one) { e.classList.add("near"); seen.add(e.dataset[to]); } return seen; };
    for (const one of [...reach("to", "from"), ...reach("from", "to")]) links.get(one).firstElementChild.classList.add("near");
    links.get(id).firstElementChild.classList.add("here");
    canvas.classList.add("chosen");
  };
  const go = (id) => {
    const [, x, y] = links.get(id).firstElementChild.getAttribute("transform").match(/\(([\d.]+) ([\d.]+)\)/);
    around(+x + 90, +y + 22, Math.min(width, Math.max(canvas.clientWidth, 360)));
    light(id);
  };
  for (const [id, link] of links) {
    link.addEventListener("focus", () => { if (link.matches(":focus-visible")) go(id); });
    link.addEventListener("pointerenter", () => { if (!held.size) light(id); });
    link.addEventListener("pointerleave", () => { if (!held.size) clear(); });
    link.addEventListener("dragstart", (event) => event.preventDefault());
  }
  const held = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => { held.set(event.pointerId, event); moved = 0; });
  addEventListener("pointerup", (event) => held.delete(event.pointerId));
  addEventListener("pointercancel", (event) => held.delete(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const other = [...held.values()].find((one) => one.pointerId !== event.pointerId);
    if (other) {
      const gap = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      zoom(gap(before) / gap(event));
    } else {
      view.x -= (event.clientX - before.clientX) * scale();
      view.y -= (event.clientY - before.clientY) * scale();
      draw();
    }
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    held.set(event.pointerId, event);
  });
  canvas.addEventListener("click", (event) => { if (moved > 6) event.preventDefault(); }, true);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) { view.x += step[0] * view.w * 0.12; view.y += step[1] * view.h * 0.12; draw(); event.preventDefault(); }
    if (event.key === "+" || event.key === "=") zoom(1 / 1.3);
    if (event.key === "-") zoom(1.3);
    if (event.key === "0") whole();
    if (event.key === "Escape") clear();
  });
  for (const button of document.querySelectorAll("[data-zoom]"))
    button.addEventListener("click", () => ({ in: () => zoom(1 / 1.4), out: () => zoom(1.4), all: whole })[button.dataset.zoom]());
  document.getElementById("find").addEventListener("input", (event) => { if (links.has(event.target.value)) go(event.target.value); });
  // Begin where the letters are legible, at what everything else rests on.
  const legible = 1.9 * canvas.clientWidth;
  if (legible < width) around(legible / 2, height / 2, legible); else whole();
  const asked = () => { const id = decodeURIComponent(location.hash.slice(1)); if (links.has(id)) go(id); };
  addEventListener("hashchange", asked);
  asked();
}
