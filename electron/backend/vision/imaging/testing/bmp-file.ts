/** Small BMP files of every kind that Windows programs write. */

type Colour = readonly [red: number, green: number, blue: number];

export function bmpFile({
  width,
  height,
  bits,
  colours,
  kind = 'plain',
}: {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  /** Row by row from the top; with a palette, the colours that differ are in it. */
  readonly colours: readonly Colour[];
  readonly kind?: 'plain' | 'top-down' | 'runs';
}): Buffer {
  const palette =
    bits <= 8 ? [...new Map(colours.map((colour) => [String(colour), colour])).values()] : [];
  const indexOf = (colour: Colour): number =>
    palette.findIndex((each) => String(each) === String(colour));
  const table = Buffer.alloc(bits <= 8 ? 4 * 2 ** bits : 0);
  for (const [index, [red, green, blue]] of palette.entries()) {
    table.set([blue, green, red, 0], index * 4);
  }
  const rows = Array.from({ length: height }, (_none, y) =>
    colours.slice(y * width, (y + 1) * width),
  );
  if (kind !== 'top-down') rows.reverse();
  const pixels =
    kind === 'runs'
      ? Buffer.from([
          ...rows.flatMap((row) => [...row.flatMap((colour) => [1, indexOf(colour)]), 0, 0]),
          0,
          1,
        ])
      : Buffer.concat(rows.map((row) => lineOf(row, bits, indexOf)));
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(head.length + table.length + pixels.length, 2);
  head.writeUInt32LE(head.length + table.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(kind === 'top-down' ? -height : height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(kind === 'runs' ? 1 : 0, 30);
  return Buffer.concat([head, table, pixels]);
}

function lineOf(row: readonly Colour[], bits: number, indexOf: (colour: Colour) => number): Buffer {
  const line = Buffer.alloc(Math.ceil((row.length * bits) / 32) * 4);
  for (const [x, colour] of row.entries()) {
    const [red, green, blue] = colour;
    if (bits <= 8) {
      const perByte = 8 / bits;
      const at = Math.floor(x / perByte);
      line[at] = (line[at] ?? 0) | (indexOf(colour) << (8 - bits * ((x % perByte) + 1)));
    } else if (bits === 16) {
      line.writeUInt16LE(((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3), x * 2);
    } else line.set([blue, green, red], (x * bits) / 8);
  }
  return line;
}
