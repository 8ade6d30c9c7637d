"use strict";
/* A paper's panel: its whole abstract, with the mentions coloured by type and the evidence marked. */
(function (kg) {
  /* The places in this paper that are evidence of something: [field, start, end, relation]. */
  const evidenceOf = (node) => {
    const places = [];
    const take = (citation, owner) => {
      if (citation && citation[0] === node.paper && typeof citation[1] !== "string")
        for (const [field, start, end] of citation[1]) places.push({ field, start, end, owner });
    };
    for (const relation of kg.relations) for (const citation of relation.evidence) take(citation, relation.id);
    for (const row of kg.data.results) take(row.evidence, null);
    return places;
  };

  /* `text` cut wherever a mention or a piece of evidence begins or ends. */
  const annotated = (text, field, marks, evidence) => {
    const mine = marks.filter((mark) => mark[0] === field);
    const said = evidence.filter((place) => place.field === field);
    const cuts = new Set([0, text.length]);
    for (const [, start, end] of mine) cuts.add(start).add(end);
    for (const { start, end } of said) cuts.add(start).add(end);
    const sorted = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
    return sorted.slice(1).map((end, i) => {
      const start = sorted[i];
      const mark = mine.find((one) => one[1] <= start && one[2] >= end);
      const owners = said.filter((place) => place.start <= start && place.end >= end);
      const className = [mark ? "mention " + kg.nodes[mark[3]].label : "", owners.length ? "ev" : ""].join(" ").trim();
      const piece = text.slice(start, end);
      if (!className) return document.createTextNode(piece);
      const attributes = { class: className, "data-owners": " " + owners.map((place) => place.owner).join(" ") + " " };
      if (!mark) return kg.el("span", attributes, piece);
      return kg.el("a", { ...attributes, href: kg.address(mark[3]), onclick: kg.follow(mark[3]), title: kg.nodes[mark[3]].label + ": " + kg.nodes[mark[3]].name }, piece);
    });
  };

  /* Light up the sentences of the open abstract that speak for this relation. */
  kg.markEvidence = (relation) => {
    const pieces = [...document.querySelectorAll(".abstract .ev")];
    const lit = pieces.filter((piece) => {
      const on = relation !== null && piece.dataset.owners.includes(" " + relation.id + " ");
      piece.classList.toggle("on", on);
      return on;
    });
    return lit.length;
  };

  const legend = (marks) => {
    const labels = [...new Set(marks.map((mark) => kg.nodes[mark[3]].label))].sort((a, b) => kg.types.indexOf(a) - kg.types.indexOf(b));
    return kg.el("div", { class: "key" }, ...labels.map((label) => kg.el("span", { class: "mention " + label }, label)), kg.el("span", { class: "ev" }, "evidence"));
  };

  kg.paperPanel = (node) => {
    const record = kg.data.papers[node.paper];
    const evidence = evidenceOf(node);
    const marks = record.marks || [];
    const authors = Array.isArray(record.authors) ? record.authors : [];
    const byline = authors.length > 6 ? authors.slice(0, 5).join(", ") + " and " + (authors.length - 5) + " others" : authors.join(", ");
    const source = [record.venue, record.year].filter(Boolean).join(" ");
    return [
      kg.el("div", { class: "kind" }, kg.glyph("Paper"), "Paper"),
      kg.el("h2", {}, ...(record.title ? annotated(record.title, "title", marks, []) : [node.name])),
      kg.el("p", { class: "facts" }, [byline, source].filter(Boolean).join(" · ")),
      kg.actions(node.id),
      record.abstract ? kg.el("h3", {}, "Abstract") : null,
      record.abstract ? legend(marks) : null,
      record.abstract ? kg.el("p", { class: "abstract" }, ...annotated(record.abstract, "text", marks, evidence)) : null,
      kg.resultsOf(node),
      ...kg.neighbourList(node.id),
    ];
  };
})(window.kgView);
