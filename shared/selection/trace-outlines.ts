import type { Size } from '../geometry/rect.ts';

/** Right, down, left, up, with the selected pixel on the right and the two pixels ahead. */
const STEPS = [
  { x: 1, y: 0, left: { x: 0, y: -1 }, right: { x: 0, y: 0 } },
  { x: 0, y: 1, left: { x: 0, y: 0 }, right: { x: -1, y: 0 } },
  { x: -1, y: 0, left: { x: -1, y: 0 }, right: { x: -1, y: -1 } },
  { x: 0, y: -1, left: { x: -1, y: -1 }, right: { x: 0, y: -1 } },
] as const;

/** @param pixels not 0 = selected @returns alternating x and y; holes included */
export function traceOutlines(pixels: Uint8Array, { width, height }: Size): number[][] {
  const at = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x] !== 0;
  /** Top edges that an outline has passed. */
  const seen = new Uint8Array(width * height);
  const outlines: number[][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      if (pixels[index] === 0 || seen[index] === 1 || at(x, y - 1)) continue;
      outlines.push(walk(x, y, at, (px, py) => (seen[py * width + px] = 1)));
    }
  }
  return outlines;
}

/** Starts at the top left corner of a pixel with a top edge. */
function walk(
  startX: number,
  startY: number,
  at: (x: number, y: number) => boolean,
  note: (x: number, y: number) => void,
): number[] {
  const line: number[] = [];
  let x = startX;
  let y = startY;
  let direction = 0;
  do {
    if (direction === 0) note(x, y);
    const step = STEPS[direction] ?? STEPS[0];
    x += step.x;
    y += step.y;
    let turned = direction;
    if (!at(x + step.right.x, y + step.right.y)) turned = (direction + 1) % STEPS.length;
    else if (at(x + step.left.x, y + step.left.y)) turned = (direction + 3) % STEPS.length;
    if (turned !== direction) line.push(x, y);
    direction = turned;
  } while (x !== startX || y !== startY || direction !== 0);
  return line;
}
