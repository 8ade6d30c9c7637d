"use strict";
/* The page's data and state, and how its parts talk: kg.on(event, listener) and kg.emit(event). */
(function () {
  const kg = (window.kgView = {});
  const data = (kg.data = JSON.parse(document.getElementById("data").textContent));
  kg.types = data.types;
  kg.nodes = data.nodes.map((record, id) => Object.assign({ id, aliases: [], years: null }, record, { label: data.types[record.type] }));
  kg.relations = data.relations.map(([source, type, target, support, confidence, evidence], id) =>
    ({ id, source, type, target, support, confidence, evidence }));
  kg.byKey = new Map(kg.nodes.map((node) => [node.key, node.id]));
  kg.adjacent = kg.nodes.map(() => []);
  for (const relation of kg.relations) {
    kg.adjacent[relation.source].push(relation);
    if (relation.target !== relation.source) kg.adjacent[relation.target].push(relation);
  }
  kg.state = { selected: null, edge: null, hovered: null, ego: null, members: null, hidden: new Set(), years: null };

  const listeners = {};
  kg.on = (event, listener) => (listeners[event] = listeners[event] || []).push(listener);
  kg.emit = (event) => (listeners[event] || []).forEach((listener) => listener());

  kg.other = (relation, id) => (relation.source === id ? relation.target : relation.source);

  /* Whether the filters leave this node in the picture. */
  kg.isVisible = (id) => {
    const node = kg.nodes[id];
    const { hidden, years, members } = kg.state;
    if (members) return members.has(id);
    if (hidden.has(node.label)) return false;
    return !years || !node.years || (node.years[0] <= years[1] && node.years[1] >= years[0]);
  };

  kg.neighbours = (id) => {
    const found = new Set();
    for (const relation of kg.adjacent[id]) {
      const other = kg.other(relation, id);
      if (other !== id && kg.isVisible(other)) found.add(other);
    }
    return found;
  };

  kg.plain = (text) =>
    text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\s\-\u2010-\u2015_]+/g, " ").trim();

  kg.shorten = (text, most) => {
    const letters = Array.from(text);
    return letters.length <= most ? text : letters.slice(0, most - 1).join("").trimEnd() + "…";
  };

  /* An element with plain text or other elements in it: never markup. */
  kg.el = (tag, properties, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };

  const OUTLINES = {
    Paper: "M2.4 2.4h9.2v9.2H2.4z", Method: "M7 1.6a5.4 5.4 0 1 0 .01 0z", Task: "M7 .6 13.4 7 7 13.4.6 7z",
    Dataset: "M12.8 7 9.9 12H4.1L1.2 7 4.1 2h5.8z", Metric: "M7 1 13.3 12H.7z",
    Result: "m7 .5 1.7 4.2 4.6.3-3.5 2.9 1.1 4.4L7 9.9l-3.9 2.4 1.1-4.4L.7 5l4.6-.3z",
  };
  kg.glyph = (label) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", OUTLINES[label]);
    svg.setAttribute("viewBox", "0 0 14 14");
    svg.setAttribute("class", "glyph " + label);
    svg.setAttribute("aria-hidden", "true");
    svg.append(path);
    return svg;
  };

  kg.many = (count, one, more) => count.toLocaleString("en") + " " + (count === 1 ? one : more || one + "s");
  kg.span = (years) => (!years ? "" : years[0] === years[1] ? String(years[0]) : years[0] + "–" + years[1]);
  kg.say = (text) => (document.getElementById("said").textContent = text);

  /* Only the web's own addresses are ever linked. */
  kg.link = (address, text, className) => {
    if (typeof address !== "string" || !/^https?:\/\//i.test(address)) return null;
    return kg.el("a", { href: address, target: "_blank", rel: "noopener noreferrer", class: className }, text);
  };
})();
