/** Most pixels per byte: a run has 255 in two bytes; skipped lines add more. */
const MOST_PER_BYTE = 1024;
/** Pixels that may be empty in any picture. */
const FREE_PIXELS = 1_000_000;

/** Second byte after a zero. */
const ESCAPE = { endOfLine: 0, endOfPicture: 1, jump: 2 } as const;

/**
 * @param isNibbles two pixels a byte (RLE4)
 * @returns palette indices, bottom row first; skipped pixels are 0
 * @throws RangeError if the picture is far larger than its runs can fill
 */
export function unpackRuns(
  packed: Uint8Array,
  width: number,
  height: number,
  isNibbles: boolean,
): Uint8Array {
  // SECURITY: S49 a few bytes cannot create a picture of any size.
  if (width * height > FREE_PIXELS + packed.length * MOST_PER_BYTE) {
    throw new RangeError('The pixels end too early.');
  }
  const pixels = new Uint8Array(width * height);
  let x = 0;
  let y = 0;
  let at = 0;
  const put = (index: number): void => {
    if (x < width) pixels[y * width + x] = index;
    x += 1;
  };
  const half = (byte: number, isLower: boolean): number => (isLower ? byte & 15 : byte >> 4);
  while (at + 1 < packed.length && y < height) {
    const count = packed[at] ?? 0;
    const value = packed[at + 1] ?? 0;
    at += 2;
    if (count > 0) {
      for (let pixel = 0; pixel < count; pixel++) {
        put(isNibbles ? half(value, pixel % 2 === 1) : value);
      }
    } else if (value === ESCAPE.endOfLine) {
      x = 0;
      y += 1;
    } else if (value === ESCAPE.endOfPicture) {
      break;
    } else if (value === ESCAPE.jump) {
      x += packed[at] ?? 0;
      y += packed[at + 1] ?? 0;
      at += 2;
    } else {
      for (let pixel = 0; pixel < value; pixel++) {
        const byte = packed[at + (isNibbles ? pixel >> 1 : pixel)] ?? 0;
        put(isNibbles ? half(byte, pixel % 2 === 1) : byte);
      }
      const bytes = isNibbles ? Math.ceil(value / 2) : value;
      at += bytes + (bytes % 2);
    }
  }
  return pixels;
}
