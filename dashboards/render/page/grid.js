// Where panels stand, and those that are repeated for each value of a variable.

const COLUMNS = 24;
const CELL = 30;
const GAP = 8;

/** In pixels. */
export function place({ x, y, w, h }, width) {
  const column = (width - GAP * (COLUMNS - 1)) / COLUMNS;
  return {
    left: x * (column + GAP),
    top: y * (CELL + GAP),
    width: w * column + (w - 1) * GAP,
    height: h * CELL + (h - 1) * GAP,
  };
}

/** The height of all panels, in pixels. */
export const heightOf = (panels) => Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h)) * (CELL + GAP);

/**
 * The panels with a copy for each value of the variable that a panel repeats for, side by side, and what is below them
 * moved down. "valuesOf" gives the values that are chosen.
 */
export async function repeated(panels, valuesOf) {
  const all = [];
  let down = 0;
  for (const panel of [...panels].sort((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x)) {
    const y = panel.gridPos.y + down;
    const values = panel.repeat === undefined ? [] : await valuesOf(panel.repeat);
    if (values.length === 0) {
      all.push({ ...panel, key: String(panel.id), gridPos: { ...panel.gridPos, y } });
      continue;
    }
    const { h } = panel.gridPos;
    const each = COLUMNS / Math.min(values.length, panel.maxPerRow ?? 4);
    values.forEach((value, index) => {
      const at = index * each;
      const gridPos = { x: at % COLUMNS, y: y + Math.floor(at / COLUMNS) * h, w: each, h };
      all.push({ ...panel, key: `${panel.id} ${value}`, gridPos, scoped: { [panel.repeat]: { text: value, value } } });
    });
    down += (Math.ceil((values.length * each) / COLUMNS) - 1) * h;
  }
  return all;
}
