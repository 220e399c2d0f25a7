// Positions of panels, and copies of repeated panels.

const COLUMNS = 24;
const CELL = 30;
const GAP = 8;

/** Returns the position and size in pixels. */
export function place({ x, y, w, h }, width) {
  const column = (width - GAP * (COLUMNS - 1)) / COLUMNS;
  return {
    left: x * (column + GAP),
    top: y * (CELL + GAP),
    width: w * column + (w - 1) * GAP,
    height: h * CELL + (h - 1) * GAP,
  };
}

/** Returns the height of all panels, in pixels. */
export const heightOf = (panels) => Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h)) * (CELL + GAP);

/**
 * Repeats a panel side by side for each value of its variable, and moves the panels below down. "valuesOf" returns the
 * selected values.
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
