"use strict";
/* Selection, deep links, tabs, keys and the theme. */
(function (kg) {
  const { state } = kg;
  const byId = (id) => document.getElementById(id);
  const canvas = byId("canvas");

  const remember = () => {
    const hash = state.selected === null ? "" : kg.address(state.selected);
    try { history.replaceState(null, "", hash || location.href.split("#")[0]); } catch (error) { /* a frame without an address has none to change */ }
  };
  kg.select = (id) => {
    state.selected = id;
    state.edge = state.hovered = null;
    if (id !== null) {
      kg.show(id);
      kg.reveal(id);
      kg.tab("detail");
      kg.say(kg.nodes[id].label + " " + kg.nodes[id].name);
    }
    remember();
    kg.emit("select");
    kg.redraw();
  };
  kg.selectEdge = (id) => {
    state.edge = id;
    state.selected = null;
    kg.tab("detail");
    remember();
    kg.emit("select");
    kg.redraw();
  };
  kg.selectKey = (key) => { if (kg.byKey.has(key)) kg.select(kg.byKey.get(key)); };

  const readHash = () => {
    const match = /^#node=(.*)$/.exec(location.hash);
    if (!match) return false;
    try { kg.selectKey(decodeURIComponent(match[1])); } catch (error) { return false; }
    return state.selected !== null;
  };

  const tabs = ["detail", "table"];
  kg.tab = (name) => {
    for (const other of tabs) {
      const chosen = other === name;
      byId("tab-" + other).setAttribute("aria-selected", String(chosen));
      byId("tab-" + other).tabIndex = chosen ? 0 : -1;
      byId(other).hidden = !chosen;
    }
    kg.emit("tab");
  };
  tabs.forEach((name, i) => {
    byId("tab-" + name).addEventListener("click", () => kg.tab(name));
    byId("tab-" + name).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const next = tabs[(i + 1) % 2];
      kg.tab(next);
      byId("tab-" + next).focus();
    });
  });

  /* The neighbour that lies most nearly in this direction. */
  const walk = (dx, dy) => {
    if (state.selected === null) return kg.nodes.length && kg.select(kg.nodes.find((node) => kg.isVisible(node.id)).id);
    const from = kg.place(state.selected);
    let best = null, least = Infinity;
    for (const id of kg.neighbours(state.selected)) {
      const x = kg.place(id).x - from.x, y = kg.place(id).y - from.y;
      const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
      const cost = along + 2 * across;
      if (along > 0 && across <= 2 * along && cost < least) [best, least] = [id, cost];
    }
    if (best !== null) kg.select(best);
  };
  const back = () => {
    if (state.selected !== null && state.ego === null) return kg.select(null);
    if (state.edge !== null) return kg.select(null);
    kg.leaveEgo();
  };
  const fullScreen = () => {
    const asked = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen && document.documentElement.requestFullscreen();
    if (asked) asked.catch(() => kg.say("Full screen is not allowed here"));
  };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const KEYS = { "/": () => byId("search").focus(), Escape: back, f: fullScreen, 0: () => kg.fit(), "+": () => kg.zoom(1.3), "-": () => kg.zoom(1 / 1.3) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    const onCanvas = event.target === document.body || canvas.contains(event.target);
    if (ARROWS[event.key] && onCanvas) walk(...ARROWS[event.key]);
    else if (event.key === "Enter" && onCanvas && state.selected !== null) byId("detail").focus();
    else if (KEYS[event.key]) KEYS[event.key]();
    else return;
    event.preventDefault();
  });

  byId("fit").addEventListener("click", () => kg.fit());
  byId("zoom-in").addEventListener("click", () => kg.zoom(1.3));
  byId("zoom-out").addEventListener("click", () => kg.zoom(1 / 1.3));
  byId("full").addEventListener("click", fullScreen);
  window.addEventListener("hashchange", readHash);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => kg.emit("theme"));

  kg.fit();
  if (!readHash()) {
    if (kg.data.focus !== null) kg.select(kg.data.focus);
    else kg.emit("select");
  }
  if (document.fonts && document.fonts.ready) document.fonts.ready.then(kg.redraw);
  kg.ready = true;
})(window.kgView);
