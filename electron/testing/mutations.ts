/** Damage to files that a seed decides: the same seed damages the same file in the same way. */

/** Values that counts and lengths are replaced by. */
const EXTREMES = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x1_0000, 0x00ff_ffff, 0x7fff_ffff, 0x8000_0000,
  0xffff_fff0, 0xffff_ffff,
] as const;

/** Most damages of one file. */
const MOST = 4;

/** Bits flipped, counts changed, the end cut off, parts repeated, taken out, moved or cleared. */
export function mutate(file: Uint8Array, seed: number): Buffer {
  const below = numbersBelow(seed);
  let bytes = Buffer.from(file);
  const damages = 1 + below(MOST);
  for (let damage = 0; damage < damages && bytes.length > 8; damage++) {
    const at = placeIn(bytes.length, below);
    const length = 1 + below(Math.min(64, bytes.length - at));
    const value = EXTREMES[below(EXTREMES.length)] ?? 0;
    switch (below(12)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
        break;
      case 1:
        bytes[at] = below(256);
        break;
      case 2:
        bytes.writeUInt32BE(value, Math.min(at, bytes.length - 4));
        break;
      case 3:
        bytes.writeUInt32LE(value, Math.min(at, bytes.length - 4));
        break;
      case 4:
        bytes.writeUInt16BE(value & 0xffff, Math.min(at, bytes.length - 2));
        break;
      case 5:
        bytes = bytes.subarray(0, Math.max(8, at));
        break;
      case 6: {
        const part = bytes.subarray(at, at + length);
        const times = 1 + below(200);
        const parts = Array.from({ length: times }, () => part);
        bytes = Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
        break;
      }
      case 7:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 8:
      case 9:
      case 10:
        writeCount(bytes, value, below);
        break;
      default:
        bytes.fill(below(2) * 255, at, at + length);
    }
  }
  return bytes;
}

/** The structure of most files is at their beginning, or at their end. */
function placeIn(length: number, below: (limit: number) => number): number {
  switch (below(4)) {
    case 0:
      return below(length);
    case 1:
      return length - 1 - below(Math.min(length, 512));
    default:
      return below(Math.min(length, 256));
  }
}

/** Replaces something that looks like a count: a small number of four bytes, in either byte order. */
function writeCount(bytes: Buffer, value: number, below: (limit: number) => number): void {
  for (let attempt = 0; attempt < 64; attempt++) {
    const at = Math.min(placeIn(bytes.length, below), bytes.length - 4);
    const [big, little] = [bytes.readUInt32BE(at), bytes.readUInt32LE(at)];
    const isCount = (number: number): boolean => number > 0 && number < 0x1_0000;
    if (isCount(big)) {
      bytes.writeUInt32BE(value, at);
      return;
    }
    if (isCount(little)) {
      bytes.writeUInt32LE(value, at);
      return;
    }
  }
}

/** Whole numbers below a limit: mulberry32, by Tommy Ettinger. */
export function numbersBelow(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
