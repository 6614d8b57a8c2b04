import type { Size } from '../../../../shared/geometry/rect.ts';

const TIDY = {
  /** Smallest kept part or hole, as a fraction of the selection. */
  crumb: 0.004,
  hole: 0.008,
  /** Smallest kept part or hole, pixels. */
  least: 6,
} as const;

/** @param pixels 1 a byte, modified @param isWanted parts with such a pixel always stay */
export function tidyParts(
  pixels: Uint8Array,
  size: Size,
  isWanted: (index: number) => boolean,
): void {
  const total = pixels.reduce((sum, value) => sum + value, 0);
  const crumb = Math.max(TIDY.least, total * TIDY.crumb);
  const hole = Math.max(TIDY.least, total * TIDY.hole);
  eachPart(pixels, size, 1, (members) => {
    if (members.length < crumb && !members.some(isWanted)) {
      for (const index of members) pixels[index] = 0;
    }
  });
  eachPart(pixels, size, 0, (members, touchesBorder) => {
    if (!touchesBorder && members.length < hole) for (const index of members) pixels[index] = 1;
  });
}

export function fillHoles(
  pixels: Uint8Array,
  size: Size,
  isTaken: (index: number) => boolean,
): void {
  eachPart(pixels, size, 0, (members, touchesBorder) => {
    if (touchesBorder || members.some(isTaken)) return;
    for (const index of members) pixels[index] = 1;
  });
}

/** 4-connected. */
function eachPart(
  pixels: Uint8Array,
  { width, height }: Size,
  value: 0 | 1,
  visit: (members: Int32Array, touchesBorder: boolean) => void,
): void {
  const seen = new Uint8Array(pixels.length);
  const queue = new Int32Array(pixels.length);
  for (let start = 0; start < pixels.length; start++) {
    if (seen[start] === 1 || pixels[start] !== value) continue;
    let count = 1;
    let touchesBorder = false;
    queue[0] = start;
    seen[start] = 1;
    const push = (index: number): void => {
      if (seen[index] === 1 || pixels[index] !== value) return;
      seen[index] = 1;
      queue[count] = index;
      count += 1;
    };
    for (let at = 0; at < count; at++) {
      const index = queue[at] ?? 0;
      const x = index % width;
      const isFirstRow = index < width;
      const isLastRow = index >= width * (height - 1);
      touchesBorder ||= x === 0 || x === width - 1 || isFirstRow || isLastRow;
      if (x > 0) push(index - 1);
      if (x < width - 1) push(index + 1);
      if (!isFirstRow) push(index - width);
      if (!isLastRow) push(index + width);
    }
    visit(queue.slice(0, count), touchesBorder);
  }
}
