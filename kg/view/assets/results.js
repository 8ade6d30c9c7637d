"use strict";
/* Tables that sort by a click on a heading, and the tables of reported numbers. */
(function (kg) {
  const compare = (a, b) => {
    const empty = (value) => value === null || value === undefined || value === "";
    if (empty(a) || empty(b)) return empty(a) - empty(b);
    return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
  };

  /* `columns`: {name, value(row), cell(row), number}; rows beyond `most` come on demand. */
  kg.sortable = (columns, rows, { most = 100, sort = null, caption, onrow, below } = {}) => {
    let order = sort, limit = most;
    const body = kg.el("tbody");
    const more = kg.el("button", { type: "button", class: "more", onclick: () => { limit += 500; fill(); } });
    const heads = columns.map((column, i) =>
      kg.el("th", { scope: "col", class: column.number ? "number" : null },
        kg.el("button", { type: "button", onclick: () => turn(i) }, column.name)));
    const fill = () => {
      const sorted = order ? [...rows].sort((a, b) => order.way * compare(columns[order.column].value(a), columns[order.column].value(b))) : rows;
      heads.forEach((head, i) => {
        if (order && order.column === i) head.setAttribute("aria-sort", order.way > 0 ? "ascending" : "descending");
        else head.removeAttribute("aria-sort");
      });
      body.replaceChildren(...sorted.slice(0, limit).flatMap((row) => {
        const line = kg.el("tr", {}, ...columns.map((column) =>
          kg.el("td", { class: column.number ? "number" : column.className }, column.cell ? column.cell(row) : String(column.value(row) ?? ""))));
        if (onrow) onrow(line, row);
        if (!below) return line;
        line.className = "above";
        return [line, kg.el("tr", {}, kg.el("td", { colspan: columns.length, class: "says" }, below(row)))];
      }));
      more.hidden = sorted.length <= limit;
      more.textContent = "Show more (" + kg.many(sorted.length - limit, "row") + ")";
    };
    const turn = (i) => {
      const again = order && order.column === i;
      order = { column: i, way: again ? -order.way : columns[i].number ? -1 : 1 };
      fill();
    };
    fill();
    const table = kg.el("table", {}, kg.el("caption", { class: "unseen" }, caption || "Table"), kg.el("thead", {}, kg.el("tr", {}, ...heads)), body);
    return kg.el("div", { class: "scroll" }, table, more);
  };

  kg.goButton = (id, name, ...more) => id === null || id === undefined
    ? kg.el("span", {}, kg.shorten(name, 90))
    : kg.el("button", { type: "button", class: "go", onclick: () => kg.select(id) }, ...more, kg.el("span", { class: "name" }, kg.shorten(name, 90)));

  const KINDS = { absolute: "", improvement: "gain", ratio: "ratio" };
  const end = (slot) => ({
    value: (row) => (row[slot] ? row[slot][1] : ""),
    cell: (row) => (row[slot] ? kg.goButton(row[slot][0], row[slot][1]) : ""),
  });
  const COLUMNS = {
    method: { name: "Method", ...end("method") },
    dataset: { name: "Dataset", ...end("dataset") },
    task: { name: "Task", ...end("task") },
    metric: { name: "Metric", value: (row) => row.metric_text || (row.metric ? row.metric[1] : ""),
      cell: (row) => kg.goButton(row.metric ? row.metric[0] : null, row.metric_text || (row.metric ? row.metric[1] : "")) },
    value: { name: "Value", number: true, value: (row) => row.number ?? row.value,
      cell: (row) => kg.el("span", {}, kg.el("strong", {}, kg.shorten(String(row.value ?? ""), 24)), KINDS[row.kind] ? " " + KINDS[row.kind] : "") },
    baseline: { name: "Baseline", ...end("baseline") },
  };
  const ORDER = ["method", "value", "metric", "dataset", "task", "baseline"];

  const sentence = (row) => (row.evidence ? kg.el("div", {}, kg.quoteText(row.evidence) + " ", kg.paperName(row.evidence[0])) : "");

  /* The results that touch a node, without a column that would say the same in every row. */
  kg.resultsOf = (node) => {
    const own = node.label.toLowerCase();
    const rows = kg.data.results.filter((row) => node.label === "Paper"
      ? row.evidence && row.evidence[0] === node.paper
      : [own, own === "method" ? "baseline" : own].some((slot) => row[slot] && row[slot][0] === node.id));
    if (!rows.length) return null;
    const columns = ORDER.filter((name) => (name === "method" || name !== own) && rows.some((row) => COLUMNS[name].value(row) !== ""));
    return kg.el("section", { class: "results" },
      kg.el("h3", {}, "Results", kg.el("span", { class: "count" }, String(rows.length))),
      kg.sortable(columns.map((name) => COLUMNS[name]), rows, { most: 12, below: sentence, caption: "Results of " + node.name }));
  };
})(window.kgView);
