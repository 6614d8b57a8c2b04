/** Where holes are, and how much around them a fill looks at. */

/** Part of a picture, in pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GROUPING = {
  /** Side of the cells in which holes are looked for, in pixels; holes in touching cells are one. */
  cell: 32,
  /** Surroundings that are looked at, as a share of the longer side of a group. */
  padding: 1,
  /** Least and most surroundings, in pixels. */
  leastPadding: 96,
  mostPadding: 1280,
} as const;

/** Bounding boxes of the groups of neighbouring holes, in reading order. */
export function holeGroups(hole: Uint8Array, width: number, height: number): Rectangle[] {
  const columns = Math.ceil(width / GROUPING.cell);
  const rows = Math.ceil(height / GROUPING.cell);
  const isUsed = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / GROUPING.cell) * columns;
    for (let x = 0; x < width; x += 1) {
      if (hole[y * width + x] === 1) isUsed[row + Math.floor(x / GROUPING.cell)] = 1;
    }
  }
  const groups: Rectangle[] = [];
  for (let cell = 0; cell < isUsed.length; cell += 1) {
    if (isUsed[cell] !== 1) continue;
    const cells = takeGroup(isUsed, columns, rows, cell);
    groups.push(boundingBox(hole, width, cellsToPixels(cells, width, height)));
  }
  return groups;
}

/** A group's box with the surroundings from which it is filled. */
export function withSurroundings(box: Rectangle, width: number, height: number): Rectangle {
  const longer = Math.max(box.width, box.height);
  const padding = Math.min(
    GROUPING.mostPadding,
    Math.max(GROUPING.leastPadding, Math.round(GROUPING.padding * longer)),
  );
  const left = Math.max(0, box.left - padding);
  const top = Math.max(0, box.top - padding);
  return {
    left,
    top,
    width: Math.min(width, box.left + box.width + padding) - left,
    height: Math.min(height, box.top + box.height + padding) - top,
  };
}

function cellsToPixels(cells: Rectangle, width: number, height: number): Rectangle {
  const left = cells.left * GROUPING.cell;
  const top = cells.top * GROUPING.cell;
  return {
    left,
    top,
    width: Math.min(width - left, cells.width * GROUPING.cell),
    height: Math.min(height - top, cells.height * GROUPING.cell),
  };
}

/** Collects the used cells that touch one another from a first one, and clears them. */
function takeGroup(isUsed: Uint8Array, columns: number, rows: number, first: number): Rectangle {
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  const waiting = [first];
  isUsed[first] = 0;
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const row = Math.floor(cell / columns);
    const column = cell - row * columns;
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
        if (isUsed[y * columns + x] !== 1) continue;
        isUsed[y * columns + x] = 0;
        waiting.push(y * columns + x);
      }
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The smallest rectangle with all pixels of the hole that lie in a part of the picture. */
export function boundingBox(hole: Uint8Array, width: number, part: Rectangle): Rectangle {
  let left = part.left + part.width;
  let right = part.left;
  let top = part.top + part.height;
  let bottom = part.top;
  for (let y = part.top; y < part.top + part.height; y += 1) {
    for (let x = part.left; x < part.left + part.width; x += 1) {
      if (hole[y * width + x] !== 1) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
