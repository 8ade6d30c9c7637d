"use strict";
/* Colours, shapes and lines on the canvas. */
(function (kg) {
  const paint = (kg.paint = { colours: {} });

  paint.readColours = () => {
    const style = getComputedStyle(document.documentElement);
    const names = ["bg", "panel", "ink", "soft", "edge", "disc", "rim", "accent", ...kg.types];
    for (const name of names) paint.colours[name] = style.getPropertyValue("--" + name).trim();
  };
  paint.readColours();

  /* The options of vis-network's groups: one for each type. */
  paint.groups = () => {
    const groups = {};
    for (const label of kg.types) {
      const background = paint.colours[label];
      const same = { background, border: paint.colours.bg };
      groups[label] = { color: { ...same, highlight: same, hover: same }, borderWidth: 1, borderWidthSelected: 1 };
    }
    return groups;
  };

  paint.discs = (context, scale) => {
    context.save();
    context.fillStyle = paint.colours.disc;
    context.strokeStyle = paint.colours.rim;
    context.lineWidth = 1 / scale;
    for (const [x, y, radius, size] of kg.data.groups) {
      if (size < 2) continue;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    context.restore();
  };

  const polygon = (context, points) => {
    points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
  };
  const OUTLINES = {
    Paper: (c, x, y, r) => c.rect(x - r, y - r, 2 * r, 2 * r),
    Method: (c, x, y, r) => c.arc(x, y, r, 0, 2 * Math.PI),
    Task: (c, x, y, r) => polygon(c, [[x, y + r], [x + r, y], [x, y - r], [x - r, y]]),
    Dataset: (c, x, y, r) =>
      polygon(c, [0, 1, 2, 3, 4, 5].map((i) => [x + r * Math.cos((i * Math.PI) / 3), y + r * Math.sin((i * Math.PI) / 3)])),
    Metric: (c, x, y, r) => {
      const side = r * 1.15, low = y + 0.275 * side + side / Math.sqrt(3);
      polygon(c, [[x, low - side * Math.sqrt(3)], [x + side, low], [x - side, low]]);
    },
    Result: (c, x, y, r) => {
      const at = (i) => 0.82 * r * (i % 2 ? 0.5 : 1.3);
      const turn = (i) => (2 * i * Math.PI) / 10;
      polygon(c, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => [x + at(i) * Math.sin(turn(i)), y + 0.082 * r - at(i) * Math.cos(turn(i))]));
    },
  };

  paint.node = (context, id, at, scale, ring) => {
    const label = kg.nodes[id].label;
    const outline = (radius) => {
      context.beginPath();
      OUTLINES[label](context, at.x, at.y, radius);
    };
    context.save();
    if (ring) {
      outline(at.size + 3.5 / scale);
      context.strokeStyle = paint.colours.ink;
      context.lineWidth = 2 / scale;
      context.stroke();
    }
    outline(at.size);
    context.fillStyle = paint.colours[label];
    context.fill();
    context.restore();
  };

  /* A line from one node's rim to the other's, with an arrow head where it goes one way. */
  paint.line = (context, from, to, style) => {
    const dx = to.x - from.x, dy = to.y - from.y;
    const length = Math.hypot(dx, dy) || 1;
    const ux = dx / length, uy = dy / length;
    const endX = to.x - ux * (to.size + 2 / style.scale), endY = to.y - uy * (to.size + 2 / style.scale);
    context.save();
    context.globalAlpha = style.alpha || 1;
    context.strokeStyle = context.fillStyle = style.colour;
    context.lineWidth = style.width / style.scale;
    context.beginPath();
    context.moveTo(from.x + ux * from.size, from.y + uy * from.size);
    context.lineTo(endX, endY);
    context.stroke();
    const head = style.arrow ? 7 / style.scale : 0;
    if (head && length > from.size + to.size + 2 * head) {
      context.beginPath();
      polygon(context, [
        [endX, endY],
        [endX - head * ux + head * 0.45 * uy, endY - head * uy - head * 0.45 * ux],
        [endX - head * ux - head * 0.45 * uy, endY - head * uy + head * 0.45 * ux],
      ]);
      context.fill();
    }
    context.restore();
  };
})(window.kgView);
