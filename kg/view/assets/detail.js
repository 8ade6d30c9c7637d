"use strict";
/* The side panel of a node or of a line. */
(function (kg) {
  const { state } = kg;
  const pane = document.getElementById("detail");
  const OUT = {
    PROPOSES: "Proposes", USES: "Uses", COMPARES: "Compares with", MENTIONS: "Mentions", ADDRESSES: "Addresses", EVALUATES_ON: "Evaluates on",
    OUTPERFORMS: "Outperforms", COMPARED_WITH: "Compared with", EVALUATED_ON: "Evaluated on", TRAINED_ON: "Trained on", BENCHMARK_FOR: "Benchmark for",
    EVALUATED_BY: "Evaluated by", IS_A: "Is a", PART_OF: "Part of", SAME_NAME: "Same name as", REPORTS: "Reports", OF_METHOD: "Of method",
    ON_DATASET: "On dataset", FOR_TASK: "For task", IN_METRIC: "In metric", OVER_BASELINE: "Over baseline",
  };
  const IN = {
    PROPOSES: "Proposed in", USES: "Used by", COMPARES: "Compared in", MENTIONS: "Mentioned in", ADDRESSES: "Addressed by", EVALUATES_ON: "Evaluated on in",
    OUTPERFORMS: "Outperformed by", COMPARED_WITH: "Compared with", EVALUATED_ON: "Evaluated here", TRAINED_ON: "Trained here", BENCHMARK_FOR: "Benchmarked by",
    EVALUATED_BY: "Measures", IS_A: "Kinds", PART_OF: "Parts", SAME_NAME: "Same name as", REPORTS: "Reported in", OF_METHOD: "Results",
    ON_DATASET: "Results", FOR_TASK: "Results", IN_METRIC: "Results", OVER_BASELINE: "Improved on in",
  };
  kg.phrase = (type, outward) => (outward ? OUT : IN)[type] || type;
  kg.plural = (label) => ({ Paper: "papers", Method: "methods", Task: "tasks", Dataset: "datasets", Metric: "metrics", Result: "results" })[label];

  /* Neighbours by relation, direction and type, in the order of the table above, the best supported first. */
  const groupsOf = (id) => {
    const groups = new Map();
    for (const relation of kg.adjacent[id]) {
      const outward = relation.source === id;
      const label = kg.nodes[kg.other(relation, id)].label;
      const symmetric = relation.type === "COMPARED_WITH" || relation.type === "SAME_NAME";
      const key = [relation.type, outward || symmetric, label].join(" ");
      if (!groups.has(key)) groups.set(key, { type: relation.type, outward, label, relations: [] });
      groups.get(key).relations.push(relation);
    }
    const place = (group) => Object.keys(OUT).indexOf(group.type) * 2 + (group.outward ? 0 : 1);
    return [...groups.values()].sort((a, b) => place(a) - place(b) || a.label.localeCompare(b.label));
  };

  const neighbourRow = (id, relation) => {
    const other = kg.nodes[kg.other(relation, id)];
    const box = kg.el("div", { hidden: "" });
    const quote = kg.el("button", { type: "button", class: "quote", "aria-expanded": "false", "aria-label": "Evidence for " + other.name, onclick: () => {
      if (!box.hasChildNodes()) box.append(kg.quotes(relation));
      box.hidden = !box.hidden;
      quote.setAttribute("aria-expanded", String(!box.hidden));
      kg.markEvidence(box.hidden ? null : relation);
    } }, "why?");
    const go = kg.goButton(other.id, other.name, kg.glyph(other.label));
    go.addEventListener("mouseenter", () => { if (kg.isVisible(other.id)) { state.hovered = null; state.edge = relation.id; kg.network.redraw(); } });
    go.addEventListener("mouseleave", () => { state.edge = null; kg.network.redraw(); });
    if (relation.support > 1) go.append(kg.el("span", { class: "times" }, kg.many(relation.support, "paper")));
    return kg.el("li", {}, kg.el("div", { class: "row" }, go, quote), box);
  };

  kg.neighbourList = (id) => groupsOf(id).map(({ type, outward, label, relations }) => {
    const sorted = relations.sort((a, b) => b.support - a.support || kg.other(a, id) - kg.other(b, id));
    const list = kg.el("ul", { class: "list" }, ...sorted.slice(0, 8).map((relation) => neighbourRow(id, relation)));
    const more = sorted.length <= 8 ? null : kg.el("button", { type: "button", class: "more", onclick: () => {
      list.append(...sorted.slice(8).map((relation) => neighbourRow(id, relation)));
      more.remove();
    } }, "Show all " + sorted.length);
    const heading = kg.el("h3", {}, kg.phrase(type, outward), kg.el("span", { class: "count" }, kg.many(relations.length, label.toLowerCase(), kg.plural(label))));
    return kg.el("section", { "data-relation": type }, heading, list, more);
  });

  kg.actions = (id) => kg.el("div", { class: "actions" },
    kg.el("button", { type: "button", class: "small", id: "ego", onclick: () => (state.ego === id ? kg.leaveEgo() : kg.enterEgo(id)) },
      state.ego === id ? "Back to all" : "Show only its links"),
    kg.el("button", { type: "button", class: "small", onclick: () => kg.fit([id, ...kg.neighbours(id)]) }, "Zoom to it"),
    kg.link(kg.nodes[id].paper === undefined ? null : kg.data.papers[kg.nodes[id].paper].link, "Open paper ↗", "small"));

  const thing = (node) => {
    const shown = kg.adjacent[node.id].length;
    const facts = [node.papers ? kg.many(node.papers, "paper") : null, kg.span(node.years),
      node.degree > shown ? shown + " of " + kg.many(node.degree, "link") + " in this view" : kg.many(shown, "link")];
    return [
      kg.el("div", { class: "kind" }, kg.glyph(node.label), node.label),
      kg.el("h2", {}, node.name),
      kg.el("p", { class: "facts" }, facts.filter(Boolean).join(" · ")),
      node.aliases.length ? kg.el("ul", { class: "aliases", "aria-label": "Also called" }, ...node.aliases.slice(0, 30).map((alias) => kg.el("li", {}, alias))) : null,
      kg.actions(node.id),
      kg.resultsOf(node),
      ...kg.neighbourList(node.id),
    ];
  };

  const edgePanel = (relation) => {
    const row = (id) => kg.el("div", { class: "row" }, kg.goButton(id, kg.nodes[id].name, kg.glyph(kg.nodes[id].label)));
    const both = kg.adjacent[relation.source].filter((other) => kg.other(other, relation.source) === kg.other(relation, relation.source));
    return both.flatMap((one) => [
      kg.el("div", { class: "kind" }, "Link"), row(one.source),
      kg.el("h2", {}, kg.phrase(one.type, true).toLowerCase()), row(one.target),
      kg.el("p", { class: "facts" }, kg.many(one.support, "paper") + " · " + Math.round(100 * one.confidence) + " % certain"),
      kg.quotes(one),
    ]);
  };

  kg.on("select", () => {
    const node = state.selected === null ? null : kg.nodes[state.selected];
    const content = state.edge !== null ? edgePanel(kg.relations[state.edge])
      : !node ? kg.overview() : node.label === "Paper" ? kg.paperPanel(node) : thing(node);
    pane.replaceChildren(...content.filter(Boolean));
    pane.scrollTop = 0;
  });
})(window.kgView);
