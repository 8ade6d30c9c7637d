"use strict";
/* The panel when nothing is selected: what is here, what is not, and where to begin. */
(function (kg) {
  const best = (label, most) => kg.nodes.filter((node) => node.label === label && kg.isVisible(node.id)).slice(0, most);

  const topList = (label, title) => {
    const found = best(label, 5);
    if (!found.length) return null;
    const rows = found.map((node) => {
      const go = kg.goButton(node.id, node.name, kg.glyph(label));
      go.append(kg.el("span", { class: "times" }, node.papers ? kg.many(node.papers, "paper") : kg.many(kg.adjacent[node.id].length, "link")));
      return kg.el("li", { class: "row" }, go);
    });
    return kg.el("section", {}, kg.el("h3", {}, title), kg.el("ul", { class: "list" }, ...rows));
  };

  const KEYS = [["/", "search"], ["← ↑ → ↓", "walk to a neighbour"], ["Enter", "read the details"], ["Esc", "back"],
    ["0 + −", "show all, zoom"], ["f", "full screen"], ["double click", "a node's own graph"]];

  kg.overview = () => {
    const drawn = kg.data.totals.filter(([, shown]) => shown).map(([label, shown]) => kg.many(shown, label.toLowerCase(), kg.plural(label)));
    if (!kg.nodes.length) return [kg.el("h2", {}, "Nothing to show"), kg.el("p", { class: "dim" }, "No node of the graph fits this choice.")];
    return [
      kg.el("h2", {}, "What is here"),
      kg.el("p", { class: "facts" }, drawn.join(", ") + "."),
      kg.el("p", {}, "Click a node to read what the papers say about it, sentence by sentence. Discs hold what belongs together; the lines at rest are the strongest, the others appear with the node that they lead to."),
      kg.data.notes.length ? kg.el("ul", { class: "notes" }, ...kg.data.notes.map((note) => kg.el("li", {}, note))) : null,
      topList("Method", "Leading methods"), topList("Dataset", "Leading datasets"), topList("Task", "Leading tasks"), topList("Paper", "Best linked papers"),
      kg.el("h3", {}, "Keys"),
      kg.el("dl", { class: "keys" }, ...KEYS.flatMap(([key, does]) => [kg.el("dt", {}, key), kg.el("dd", {}, does)])),
    ];
  };
})(window.kgView);
