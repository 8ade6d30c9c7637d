"use strict";
/* The same nodes as a table, to sort, to read aloud and to copy. */
(function (kg) {
  const pane = document.getElementById("table");
  let stale = true;

  const visible = () => kg.nodes.filter((node) => kg.isVisible(node.id));
  const COLUMNS = [
    { name: "Name", value: (node) => node.name, cell: (node) => kg.goButton(node.id, node.name, kg.glyph(node.label)) },
    { name: "Type", value: (node) => node.label },
    { name: "Papers", number: true, value: (node) => node.papers ?? null, cell: (node) => String(node.papers ?? "") },
    { name: "Links", number: true, value: (node) => node.degree },
    { name: "Years", className: "years", value: (node) => kg.span(node.years) },
  ];

  /* A cell that a spreadsheet reads as text, whatever it begins with. */
  const csvCell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? "'" + text : text;
    return /[",\r\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
  };
  kg.toCsv = () => {
    const rows = visible().map((node) => [node.key, node.label, node.name, node.aliases.join("; "), node.papers, node.years && node.years[0], node.years && node.years[1], node.degree]);
    return [["key", "type", "name", "aliases", "papers", "first_year", "last_year", "links"], ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";
  };

  const ESCAPES = { "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", $: "\\$", "#": "\\#", _: "\\_", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
  const tex = (text) => String(text).replace(/[\\{}%&$#_~^]/g, (c) => ESCAPES[c]).replace(/\s+/g, " ");
  const citeKey = (record, taken) => {
    const word = (text) => kg.plain(String(text || "")).replace(/[^a-z0-9 ]/g, "").split(" ");
    const author = Array.isArray(record.authors) && record.authors.length ? word(record.authors[0]).pop() : "";
    const base = (author || "paper") + (record.year || "") + (word(record.title || record.name).find((part) => part.length > 3) || "");
    let key = base;
    for (let i = 2; taken.has(key); i++) key = base + "-" + i;
    taken.add(key);
    return key;
  };
  kg.toBibtex = () => {
    const taken = new Set();
    return visible().filter((node) => node.label === "Paper").map((node) => {
      const record = kg.data.papers[node.paper];
      const fields = [["title", record.title || record.name], ["author", Array.isArray(record.authors) ? record.authors.join(" and ") : null],
        ["year", record.year], [record.venue ? "booktitle" : "", record.venue], ["doi", record.doi], ["url", record.link]];
      const lines = fields.filter(([name, value]) => name && value).map(([name, value]) => "  " + name + " = {" + (name === "url" || name === "doi" ? String(value).replace(/[{}\\\s]/g, "") : tex(value)) + "}");
      return (record.venue ? "@inproceedings{" : "@misc{") + citeKey(record, taken) + ",\n" + lines.join(",\n") + "\n}\n";
    }).join("\n");
  };

  const copyByHand = (text) => {
    const area = kg.el("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  const copy = async (text, button) => {
    let done = false;
    try { await navigator.clipboard.writeText(text); done = true; } catch (error) { done = copyByHand(text); }
    const before = button.textContent;
    button.textContent = done ? "Copied" : "Copying is not allowed here";
    kg.say(button.textContent);
    setTimeout(() => (button.textContent = before), 1600);
  };
  const copyButton = (id, text, make) => {
    const button = kg.el("button", { type: "button", class: "small", id, onclick: () => copy(make(), button) }, text);
    return button;
  };

  const render = () => {
    if (pane.hidden || !stale) return;
    stale = false;
    const rows = visible();
    pane.replaceChildren(
      kg.el("p", { class: "facts" }, kg.many(rows.length, "node") + " in the picture"),
      kg.el("div", { class: "actions" }, copyButton("copy-csv", "Copy as CSV", kg.toCsv), copyButton("copy-bib", "Copy papers as BibTeX", kg.toBibtex)),
      kg.sortable(COLUMNS, rows, { most: 200, caption: "Nodes in the picture", onrow: (line, node) => line.classList.toggle("on", node.id === kg.state.selected) }));
  };
  const refresh = () => { stale = true; render(); };
  kg.on("filter", refresh);
  kg.on("tab", render);
})(window.kgView);
