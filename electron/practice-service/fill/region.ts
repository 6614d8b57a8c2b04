/** 8-bit RGB. The masks have one byte a pixel. */
export interface Region {
  readonly width: number;
  readonly height: number;
  readonly colours: Uint8Array;
  readonly hole: Uint8Array;
  /** 1 = never copied: every hole, and fully transparent pixels. */
  readonly unusable: Uint8Array;
}

/** `right` and `bottom` are exclusive. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the chessboard distance to the nearest pixel with this value, at most 255. */
export function distanceTo(
  mask: Uint8Array,
  value: number,
  width: number,
  height: number,
): Uint8Array {
  const distance = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at += 1) distance[at] = mask[at] === value ? 0 : 255;
  // a chamfer transform: once from the upper left, once from the lower right
  for (const step of [1, -1]) {
    for (let row = 0; row < height; row += 1) {
      const y = step === 1 ? row : height - 1 - row;
      for (let column = 0; column < width; column += 1) {
        const x = step === 1 ? column : width - 1 - column;
        const at = y * width + x;
        let least = distance[at] as number;
        if (least === 0) continue;
        if (column > 0) least = Math.min(least, 1 + (distance[at - step] as number));
        if (row > 0) {
          const before = at - step * width;
          least = Math.min(least, 1 + (distance[before] as number));
          if (x > 0) least = Math.min(least, 1 + (distance[before - 1] as number));
          if (x < width - 1) least = Math.min(least, 1 + (distance[before + 1] as number));
        }
        distance[at] = least;
      }
    }
  }
  return distance;
}

/** Returns the bounds of all ones; `left` is not below `right` if there are none. */
export function boxOf(mask: Uint8Array, width: number, part: Rectangle): Rectangle {
  let [left, top, right, bottom] = [part.right, part.bottom, part.left, part.top];
  for (let y = part.top; y < part.bottom; y += 1) {
    for (let x = part.left; x < part.right; x += 1) {
      if (mask[y * width + x] !== 1) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return { left, top, right, bottom };
}
