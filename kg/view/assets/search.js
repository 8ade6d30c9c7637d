"use strict";
/* Search with completion over names and aliases. */
(function (kg) {
  const input = document.getElementById("search"), list = document.getElementById("found");
  const index = kg.nodes.map((node) => [node.name, ...node.aliases].map((name) => ({ name, plain: kg.plain(name) })));
  let found = [], active = -1;

  const score = (name, wanted) => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    const at = name.indexOf(wanted);
    return at < 0 ? 9 : name[at - 1] === " " ? 2 : 3;
  };

  kg.find = (text, most = 12) => {
    const wanted = kg.plain(text);
    if (!wanted) return [];
    const hits = [];
    index.forEach((names, id) => {
      let best = { rank: 9 };
      names.forEach(({ name, plain }, i) => {
        const rank = score(plain, wanted) + (i ? 0.5 : 0);
        if (rank < best.rank) best = { rank, id, alias: i ? name : null };
      });
      if (best.rank < 9) hits.push(best);
    });
    return hits.sort((a, b) => a.rank - b.rank || a.id - b.id).slice(0, most);
  };

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (id) => { input.value = ""; close(); input.blur(); kg.show(id); kg.select(id); };
  const point = (to) => {
    active = to;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === active)));
    const item = list.children[active];
    if (item) { input.setAttribute("aria-activedescendant", item.id); item.scrollIntoView({ block: "nearest" }); }
  };

  const update = () => {
    found = kg.find(input.value);
    if (!input.value.trim()) return close();
    const items = found.map(({ id, alias }, i) => kg.el("li", { role: "option", id: "found-" + i, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); choose(id); } },
      kg.glyph(kg.nodes[id].label), kg.el("bdi", { class: "name" }, kg.nodes[id].name), alias ? kg.el("bdi", { class: "also" }, "also " + alias) : null));
    list.replaceChildren(...(items.length ? items : [kg.el("li", { role: "option", "aria-disabled": "true" }, "Nothing by that name in this view")]));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    point(found.length ? 0 : -1);
  };

  input.addEventListener("input", update);
  input.addEventListener("focus", update);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && found.length) point((active + 1) % found.length);
    else if (event.key === "ArrowUp" && found.length) point((active - 1 + found.length) % found.length);
    else if (event.key === "Enter" && found[active]) choose(found[active].id);
    else if (event.key === "Escape") { input.value = ""; close(); input.blur(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
})(window.kgView);
