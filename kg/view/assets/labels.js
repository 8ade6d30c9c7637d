"use strict";
/* Which labels are written, and where: of a size that can be read at every zoom, and never one over another. */
(function (kg) {
  const labels = (kg.labels = {});
  const FONT = '"Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
  const CELL = 64;
  const HEIGHT = 15;
  const RIM = (labels.rim = Math.round(Math.min(54, document.documentElement.clientWidth * 0.06)));
  const ALWAYS = 12;
  const context = document.createElement("canvas").getContext("2d");
  const widths = new Map();
  let cache = { scale: null, boxes: [] };

  labels.font = (strong, scale) => (strong ? "600 " : "") + (strong ? 13 : 11.5) / scale + "px system-ui, " + FONT;

  const measure = (id, strong) => {
    const text = kg.shorten(kg.nodes[id].name, kg.nodes[id].label === "Paper" ? 26 : 34);
    const key = (strong ? "s" : "n") + text;
    if (!widths.has(key)) {
      context.font = labels.font(strong, 1);
      widths.set(key, context.measureText(text).width);
    }
    return { text, width: widths.get(key) + 6 };
  };

  /* Boxes by the cells of a grid, so that one test looks at a few of them only. */
  class Grid {
    constructor() { this.cells = new Map(); }
    each(box, visit) {
      for (let i = Math.floor(box.x / CELL); i <= Math.floor((box.x + box.w) / CELL); i++)
        for (let j = Math.floor(box.y / CELL); j <= Math.floor((box.y + box.h) / CELL); j++) visit(i * 65536 + j);
    }
    add(box) {
      this.each(box, (cell) => (this.cells.get(cell) || this.cells.set(cell, []).get(cell)).push(box));
    }
    hits(box, except) {
      let count = 0;
      this.each(box, (cell) => {
        for (const other of this.cells.get(cell) || [])
          if (other.id !== except && box.x < other.x + other.w && other.x < box.x + box.w && box.y < other.y + other.h && other.y < box.y + box.h)
            count++;
      });
      return count;
    }
  }

  const candidates = (at, width, radius) => [
    { x: at.x - width / 2, y: at.y + radius + 2 },
    { x: at.x - width / 2, y: at.y - radius - HEIGHT - 2 },
    { x: at.x + radius + 2, y: at.y - HEIGHT / 2 },
    { x: at.x - radius - width - 2, y: at.y - HEIGHT / 2 },
    { x: at.x + radius * 0.6, y: at.y + radius * 0.6 },
    { x: at.x + radius * 0.6, y: at.y - radius * 0.6 - HEIGHT },
    { x: at.x - radius * 0.6 - width, y: at.y + radius * 0.6 },
    { x: at.x - radius * 0.6 - width, y: at.y - radius * 0.6 - HEIGHT },
  ];

  /* Boxes (in pixels from the picture's middle) of the labels of `ids`, the first of them having the first choice. */
  const place = (ids, scale, insist) => {
    const nodes = new Grid(), taken = new Grid(), boxes = [];
    const spot = (id) => {
      const at = kg.place(id);
      return { x: at.x * scale, y: at.y * scale, r: at.size * scale };
    };
    const rim = [Infinity, Infinity, -Infinity, -Infinity];
    for (const id of ids) {
      const { x, y, r } = spot(id);
      nodes.add({ id, x: x - r, y: y - r, w: 2 * r, h: 2 * r });
    }
    for (const node of kg.nodes) {
      if (!kg.isVisible(node.id)) continue;
      const { x, y, r } = spot(node.id);
      rim[0] = Math.min(rim[0], x - r - RIM); rim[1] = Math.min(rim[1], y - r - RIM / 2);
      rim[2] = Math.max(rim[2], x + r + RIM); rim[3] = Math.max(rim[3], y + r + RIM / 2);
    }
    const outside = (box) => box.x < rim[0] || box.y < rim[1] || box.x + box.w > rim[2] || box.y + box.h > rim[3];
    ids.forEach((id, rank) => {
      const strong = rank < insist;
      const { text, width } = measure(id, strong);
      const at = spot(id);
      let best = null;
      for (const corner of candidates(at, width, at.r)) {
        const box = { id, x: corner.x, y: corner.y, w: width, h: HEIGHT, dx: corner.x - at.x, dy: corner.y - at.y, text, strong };
        if (outside(box) || taken.hits(box, null)) continue;
        const cost = nodes.hits(box, id);
        if (!best || cost < best.cost) best = { box, cost };
        if (cost === 0) break;
      }
      if (best && (best.cost === 0 || rank < Math.min(insist, ALWAYS) || (strong && best.cost < 4))) {
        taken.add(best.box);
        boxes.push(best.box);
      }
    });
    return boxes;
  };

  /* Things before papers at equal importance: their names are what the eye looks for. */
  const priority = (ids) => {
    const rank = (id) => (kg.nodes[id].label === "Paper" ? id * 2 + 20 : id);
    return [...ids].sort((a, b) => rank(a) - rank(b));
  };

  labels.boxes = (scale, focus) => {
    const own = { scale, version: kg.version, focus: focus ? focus.key : "" };
    if (cache.scale !== own.scale || cache.version !== own.version || cache.focus !== own.focus) {
      const ids = focus ? focus.ids : priority(kg.nodes.map((node) => node.id).filter(kg.isVisible));
      cache = { ...own, boxes: place(ids, scale, focus ? 1 : Math.min(30, Math.ceil(ids.length / 8))) };
    }
    return cache.boxes;
  };

  labels.draw = (canvas, scale, focus) => {
    canvas.save();
    canvas.textBaseline = "middle";
    canvas.textAlign = "center";
    canvas.lineJoin = "round";
    canvas.strokeStyle = kg.paint.colours.bg;
    canvas.lineWidth = 3.5 / scale;
    // While the picture is being zoomed the labels stay with their nodes; they are chosen anew when it rests.
    const kept = kg.zooming && cache.version === kg.version && cache.focus === (focus ? focus.key : "");
    for (const box of kept ? cache.boxes : labels.boxes(scale, focus)) {
      canvas.font = labels.font(box.strong, scale);
      canvas.fillStyle = box.strong || focus ? kg.paint.colours.ink : kg.paint.colours.soft;
      const at = kg.place(box.id);
      const x = at.x + (box.dx + box.w / 2) / scale, y = at.y + (box.dy + box.h / 2) / scale;
      canvas.strokeText(box.text, x, y);
      canvas.fillText(box.text, x, y);
    }
    canvas.restore();
  };
})(window.kgView);
