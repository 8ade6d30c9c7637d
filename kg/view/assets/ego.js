"use strict";
/* A node's own little graph: it in the middle, its neighbours around it, everything else away. */
(function (kg) {
  const { state } = kg;
  const hint = document.getElementById("hint");

  /* Rings around the middle, neighbours of one type side by side. */
  const around = (centre, ids) => {
    const sorted = ids.sort((a, b) => kg.nodes[a].type - kg.nodes[b].type || a - b);
    const moves = [{ id: centre, x: 0, y: 0 }];
    let first = 0;
    for (let ring = 0; first < sorted.length; ring++) {
      const room = 12 + 12 * ring;
      const rest = sorted.length - first;
      const count = rest <= room + 4 ? rest : room;
      for (let i = 0; i < count; i++) {
        const angle = ((i + (ring % 2) / 2) / count) * 2 * Math.PI - Math.PI / 2;
        moves.push({ id: sorted[first + i], x: Math.round((250 + 190 * ring) * Math.cos(angle)), y: Math.round((165 + 110 * ring) * Math.sin(angle)) });
      }
      first += count;
    }
    return moves;
  };

  const restore = () => {
    if (state.members) kg.moveNodes([...state.members].map((id) => ({ id, x: kg.home(id).x, y: kg.home(id).y })));
    state.ego = state.members = null;
  };

  kg.enterEgo = (id) => {
    restore();
    const members = [...kg.neighbours(id)];
    state.ego = id;
    state.members = new Set([id, ...members]);
    kg.moveNodes(around(id, members));
    hint.replaceChildren(
      kg.el("span", {}, "Only " + kg.shorten(kg.nodes[id].name, 40) + " and what it is linked to"),
      kg.el("button", { type: "button", class: "small", id: "leave-ego", onclick: kg.leaveEgo }, "Back to all"),
    );
    hint.hidden = false;
    kg.select(id);
    kg.applyFilters();
    kg.fit();
  };

  kg.leaveEgo = () => {
    if (state.ego === null) return;
    restore();
    hint.hidden = true;
    kg.applyFilters();
    kg.fit();
    kg.emit("select");
  };
})(window.kgView);
