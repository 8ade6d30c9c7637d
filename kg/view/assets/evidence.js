"use strict";
/* Sentences and the papers that they stand in. */
(function (kg) {
  const FIELD = { title: "title", text: "abstract" };

  kg.quoteText = ([paper, said]) => {
    if (typeof said === "string") return said;
    const record = kg.data.papers[paper];
    return said.map(([field, start, end]) => record[FIELD[field]].slice(start, end)).join(" … ");
  };

  kg.paperName = (index) => {
    const record = kg.data.papers[index];
    const open = record.node === undefined
      ? kg.el("span", {}, record.name)
      : kg.el("a", { href: kg.address(record.node), onclick: kg.follow(record.node) }, record.name);
    const link = kg.link(record.link, "open ↗");
    return kg.el("bdi", {}, open, link ? " · " : "", link || "");
  };

  kg.quote = (citation) => kg.el("figure", {},
    kg.el("blockquote", {}, kg.quoteText(citation)), kg.el("figcaption", {}, kg.paperName(citation[0])));

  /* All that the page holds in evidence of a relation, and how much more there is. */
  kg.quotes = (relation) => {
    const shown = relation.evidence.map(kg.quote);
    const more = relation.support - new Set(relation.evidence.map(([paper]) => paper)).size;
    if (more > 0 && shown.length) shown.push(kg.el("p", { class: "dim" }, "and " + kg.many(more, "more paper")));
    if (!shown.length) shown.push(kg.el("p", { class: "dim" }, "No sentence is kept for this."));
    return kg.el("div", {}, ...shown);
  };

  kg.address = (id) => "#node=" + encodeURIComponent(kg.nodes[id].key);
  kg.follow = (id) => (event) => { event.preventDefault(); kg.select(id); };
})(window.kgView);
