"use strict";
/* The legend, which is also the filter by type, and the years. */
(function (kg) {
  const { state } = kg;
  const legend = document.getElementById("legend"), years = document.getElementById("years");

  const chips = kg.data.totals.filter(([, shown]) => shown).map(([label, shown, total]) => {
    const chip = kg.el("button", { type: "button", class: "chip", "aria-pressed": "true", "data-type": label,
      title: shown < total ? shown + " of " + total + " are in this view" : "Show or hide", onclick: () => toggle(label) },
    kg.glyph(label), shown === 1 ? label : label + "s", kg.el("span", { class: "count" }, shown.toLocaleString("en")));
    return chip;
  });
  legend.append(...chips);

  const show = () => chips.forEach((chip) => chip.setAttribute("aria-pressed", String(!state.hidden.has(chip.dataset.type))));
  const toggle = (kg.toggleType = (label) => {
    if (!state.hidden.delete(label)) state.hidden.add(label);
    show();
    kg.leaveEgo();
    kg.applyFilters();
  });

  const known = kg.nodes.flatMap((node) => node.years || []);
  const low = known.reduce((a, b) => Math.min(a, b), Infinity), high = known.reduce((a, b) => Math.max(a, b), -Infinity);
  const slider = (value, name) => kg.el("input", { type: "range", min: low, max: high, step: 1, value, "aria-label": name, oninput: () => moved() });
  const first = slider(low, "First year"), last = slider(high, "Last year");
  const from = kg.el("output", {}, String(low)), to = kg.el("output", {}, String(high));
  const moved = () => kg.setYears(Math.min(+first.value, +last.value), Math.max(+first.value, +last.value));

  kg.setYears = (a, b) => {
    first.value = a;
    last.value = b;
    from.textContent = a;
    to.textContent = b;
    state.years = a <= low && b >= high ? null : [a, b];
    kg.leaveEgo();
    kg.applyFilters();
  };
  if (low < high) {
    years.append(from, kg.el("div", { class: "range" }, first, last), to);
    years.hidden = false;
  }

  /* Take away whatever filter hides this node. */
  kg.show = (id) => {
    if (kg.isVisible(id)) return;
    kg.leaveEgo();
    state.hidden.delete(kg.nodes[id].label);
    show();
    if (!kg.isVisible(id)) kg.setYears(low, high);
    kg.applyFilters();
  };
})(window.kgView);
