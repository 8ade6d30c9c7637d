"use strict";
/* The picture: vis-network draws nodes and the edges at rest; discs, highlights and labels are painted around it. */
(function (kg) {
  const { state, paint } = kg;
  const holder = document.getElementById("canvas");
  const nodes = new vis.DataSet(kg.data.network.nodes);
  const edges = new vis.DataSet(kg.data.network.edges.map((edge, id) => Object.assign({ id }, edge)));
  const large = kg.nodes.length > 1500;
  const home = kg.data.network.nodes.map(({ x, y, size }) => ({ x, y, size }));
  const places = home.map((place) => ({ ...place }));
  let touched = false;
  kg.version = 0;
  kg.place = (id) => places[id];
  kg.home = (id) => home[id];
  kg.moveNodes = (moves) => {
    for (const { id, x, y } of moves) Object.assign(places[id], { x, y });
    nodes.update(moves);
  };

  const edgeOptions = () => ({ smooth: false, chosen: false, width: large ? 0.6 : 1, color: { color: paint.colours.edge, inherit: false } });
  const network = (kg.network = new vis.Network(holder, { nodes, edges }, {
    physics: false,
    layout: { improvedLayout: false },
    interaction: { hover: true, tooltipDelay: 1e9, dragNodes: false, hideEdgesOnDrag: large, hideEdgesOnZoom: large, zoomSpeed: 0.8, keyboard: false },
    nodes: { chosen: false, font: { size: 0 } },
    edges: edgeOptions(),
    groups: paint.groups(),
  }));

  kg.redraw = () => { kg.version++; network.redraw(); };

  /* The nodes and relations that are lit: those around the hovered node, else the selected node or edge. */
  kg.lit = () => {
    if (state.hovered === null && state.edge !== null) {
      const relation = kg.relations[state.edge];
      return { key: "e" + state.edge, centre: null, ids: [relation.source, relation.target], relations: [relation] };
    }
    const centre = state.hovered !== null ? state.hovered : state.selected;
    if (centre === null || !kg.isVisible(centre)) return null;
    const around = [...kg.neighbours(centre)].sort((a, b) => a - b);
    const relations = kg.adjacent[centre].filter((relation) => kg.isVisible(kg.other(relation, centre)));
    return { key: "n" + centre, centre, ids: [centre, ...around], relations };
  };

  const drawLines = (context, scale, lit) => {
    const many = lit.relations.length > 40;
    for (const relation of lit.relations) {
      const end = lit.centre === null ? relation.target : kg.other(relation, lit.centre);
      const colour = paint.colours[kg.nodes[end].label];
      const arrow = relation.type !== "COMPARED_WITH" && relation.type !== "SAME_NAME";
      const style = { scale, colour, arrow, width: many ? 1 : 1.6, alpha: many ? 0.45 : 0.75 };
      paint.line(context, places[relation.source], places[relation.target], style);
    }
  };

  const dim = (context) => {
    const low = network.DOMtoCanvas({ x: 0, y: 0 });
    const high = network.DOMtoCanvas({ x: holder.clientWidth, y: holder.clientHeight });
    context.save();
    context.globalAlpha = 0.75;
    context.fillStyle = paint.colours.bg;
    context.fillRect(low.x, low.y, high.x - low.x, high.y - low.y);
    context.restore();
  };

  network.on("beforeDrawing", (context) => {
    const scale = network.getScale();
    if (!state.members) return paint.discs(context, scale);
    for (const relation of kg.relations)
      if (state.members.has(relation.source) && state.members.has(relation.target))
        paint.line(context, places[relation.source], places[relation.target], { scale, colour: paint.colours.edge, width: 0.8, alpha: 0.7 });
  });
  network.on("afterDrawing", (context) => {
    const scale = network.getScale();
    const lit = kg.lit();
    if (lit && !(state.members && lit.centre === state.ego)) {
      dim(context);
      drawLines(context, scale, lit);
      for (const id of lit.ids) paint.node(context, id, places[id], scale, id === lit.centre);
      kg.labels.draw(context, scale, lit);
    } else {
      if (lit) {
        drawLines(context, scale, lit);
        for (const id of lit.ids) paint.node(context, id, places[id], scale, id === lit.centre);
      }
      kg.labels.draw(context, scale, null);
    }
    if (!kg.drawn) kg.drawn = performance.now();
  });

  /* The line nearest to a point of the canvas, within five pixels. */
  const lineAt = (point) => {
    const lit = kg.lit();
    const shown = lit ? lit.relations : kg.relations.filter((relation) => atRest.has(pairKey(relation.source, relation.target)));
    let best = null, least = 5 / network.getScale();
    for (const relation of shown) {
      if (!kg.isVisible(relation.source) || !kg.isVisible(relation.target)) continue;
      const a = places[relation.source], b = places[relation.target];
      const dx = b.x - a.x, dy = b.y - a.y;
      const t = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      const away = Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
      if (away < least) [best, least] = [relation.id, away];
    }
    return best;
  };
  const pairKey = (a, b) => Math.min(a, b) + " " + Math.max(a, b);
  const atRest = new Set(kg.data.network.edges.map((edge) => pairKey(edge.from, edge.to)));

  network.on("click", (event) => {
    const id = event.nodes.length ? event.nodes[0] : null;
    if (id !== null) return kg.select(id);
    const line = lineAt(event.pointer.canvas);
    if (line !== null) return kg.selectEdge(line);
    kg.select(null);
  });
  network.on("doubleClick", (event) => { if (event.nodes.length) kg.enterEgo(event.nodes[0]); });
  network.on("hoverNode", (event) => { state.hovered = event.node; holder.style.cursor = "pointer"; network.redraw(); });
  network.on("blurNode", () => { state.hovered = null; holder.style.cursor = ""; network.redraw(); });
  network.on("zoom", () => { touched = true; zoomed(); });
  network.on("dragEnd", () => (touched = true));

  /* Show all of `ids` (by default all that is visible), with room for labels at the rim. */
  kg.fit = (ids) => {
    const chosen = ids || kg.nodes.map((node) => node.id).filter(kg.isVisible);
    const width = holder.clientWidth, height = holder.clientHeight;
    if (!chosen.length || !width || !height) return;
    const bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (const id of chosen) {
      const { x, y, size } = places[id];
      bounds[0] = Math.min(bounds[0], x - size); bounds[1] = Math.min(bounds[1], y - size);
      bounds[2] = Math.max(bounds[2], x + size); bounds[3] = Math.max(bounds[3], y + size);
    }
    const sideways = kg.labels.rim + 6;
    const scale = Math.min((width - 2 * sideways) / (bounds[2] - bounds[0] || 1), (height - 64) / (bounds[3] - bounds[1] || 1), 1.25);
    network.moveTo({ position: { x: (bounds[0] + bounds[2]) / 2, y: (bounds[1] + bounds[3]) / 2 }, scale: Math.max(scale, 0.02) });
    if (!ids) touched = false;
  };
  /* Labels are chosen anew a moment after the last step of a zoom. */
  let rest = null;
  const zoomed = () => {
    kg.zooming = true;
    clearTimeout(rest);
    rest = setTimeout(() => { kg.zooming = false; network.redraw(); }, 140);
  };
  kg.zoom = (factor) => { touched = true; network.moveTo({ scale: network.getScale() * factor }); };

  /* Bring a node into view without moving more than needed. */
  kg.reveal = (id) => {
    const at = network.canvasToDOM(places[id]);
    const margin = 60;
    const inside = at.x > margin && at.y > margin && at.x < holder.clientWidth - margin && at.y < holder.clientHeight - margin;
    if (!inside) network.moveTo({ position: { x: places[id].x, y: places[id].y }, scale: Math.max(network.getScale(), 0.5) });
  };

  kg.applyFilters = () => {
    const changes = [];
    nodes.forEach((node) => {
      const hidden = !kg.isVisible(node.id);
      if (Boolean(node.hidden) !== hidden) changes.push({ id: node.id, hidden });
    });
    nodes.update(changes);
    const own = Boolean(state.members);
    edges.update(edges.get().filter((edge) => Boolean(edge.hidden) !== own).map((edge) => ({ id: edge.id, hidden: own })));
    kg.redraw();
    kg.emit("filter");
  };

  kg.on("theme", () => {
    paint.readColours();
    network.setOptions({ edges: edgeOptions(), groups: paint.groups() });
    nodes.update(nodes.getIds().map((id) => ({ id, group: kg.nodes[id].label })));
    kg.redraw();
  });
  new ResizeObserver(() => { if (!touched) kg.fit(state.members ? [...state.members] : undefined); }).observe(holder);
})(window.kgView);
