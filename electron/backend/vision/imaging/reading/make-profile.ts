/** Sources: ICC.1:2022 (7.2 header, 10.18 parametric curves); ITU-T H.273, tables 2 and 3. */
import { clamp } from '../../../../../shared/numbers.ts';

/** CIE 1931 x and y of white, red, green and blue. */
export interface Primaries {
  readonly white: readonly [number, number];
  readonly red: readonly [number, number];
  readonly green: readonly [number, number];
  readonly blue: readonly [number, number];
}

/** Maps a number to light, both 0 … 1. */
export type Curve =
  | { readonly kind: 'srgb' }
  | { readonly kind: 'gamma'; readonly exponent: number }
  | { readonly kind: 'table'; readonly light: (value: number) => number }
  /** A `curv` or `para` tag of another profile. */
  | { readonly kind: 'tag'; readonly tag: Uint8Array };

const D65 = [0.3127, 0.329] as const;
const C = [0.31, 0.316] as const;

/** White of the connection space. */
const D50 = [0.9642, 1, 0.8249] as const;
const BRADFORD = [
  0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296,
] as const;
const TABLE_STEPS = 4096;

export const SRGB_PRIMARIES: Primaries = {
  white: D65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};

/** Adobe RGB (1998), 4.3.1. */
export const ADOBE_RGB = {
  primaries: { ...SRGB_PRIMARIES, green: [0.21, 0.71] },
  curve: { kind: 'gamma', exponent: 563 / 256 },
} as const satisfies { primaries: Primaries; curve: Curve };

/** By H.273 code point; 1 and 2 (unspecified) are sRGB's. */
export const PRIMARIES_BY_NUMBER: ReadonlyMap<number, Primaries> = new Map([
  [4, { white: C, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] }],
  [5, { white: D65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] }],
  [6, { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }],
  [7, { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }],
  [8, { white: C, red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049] }],
  [9, { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] }],
  [11, { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  [12, { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  [22, { white: D65, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077] }],
] as const);

/** Brightness of paper, and the brightest distinguishable highlight (ITU-R BT.2408). */
const NITS = { white: 203, brightest: 1000, ofPq: 10_000 } as const;

/** H.273 transfer functions that differ from sRGB's. */
export const CURVES_BY_NUMBER: ReadonlyMap<number, Curve> = new Map<number, Curve>([
  [4, { kind: 'gamma', exponent: 2.2 }],
  [5, { kind: 'gamma', exponent: 2.8 }],
  [8, { kind: 'gamma', exponent: 1 }],
  [16, { kind: 'table', light: (value) => onScreen(pqNits(value)) }],
  [17, { kind: 'gamma', exponent: 2.6 }],
  [18, { kind: 'table', light: (value) => onScreen(hlgNits(value)) }],
]);

/** SMPTE ST 2084. */
function pqNits(value: number): number {
  const [m1, m2, c1, c2, c3] = [2610 / 16_384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128];
  const root = value ** (1 / m2);
  return NITS.ofPq * (Math.max(0, root - c1) / (c2 - c3 * root)) ** (1 / m1);
}

/** ITU-R BT.2100 for a screen of 1000 cd/m², per channel. */
function hlgNits(value: number): number {
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73];
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12;
  return NITS.brightest * scene ** 1.2;
}

/** Tone-maps HDR to an ordinary screen (Reinhard with a white point). */
function onScreen(nits: number): number {
  const light = nits / NITS.white;
  const brightest = NITS.brightest / NITS.white;
  return Math.min(1, (light * (1 + light / brightest ** 2)) / (1 + light));
}

export function makeProfile(primaries: Primaries, curve: Curve): Buffer {
  const columns = colorants(primaries);
  const response = curveTag(curve);
  const text = unicode('Colours as the file says');
  return profileOf([
    ['desc', text],
    ['cprt', unicode('No copyright')],
    ['wtpt', xyz(D50)],
    ...(['rXYZ', 'gXYZ', 'bXYZ'] as const).map(
      (name, index) => [name, xyz(columns[index] ?? [])] as const,
    ),
    ['rTRC', response],
    ['gTRC', response],
    ['bTRC', response],
  ]);
}

type Matrix = readonly number[];

/** Returns XYZ of red, green and blue, adapted to D50. */
function colorants({ white, red, green, blue }: Primaries): readonly (readonly number[])[] {
  const [r, g, b] = [red, green, blue].map(toXyz);
  const whiteXyz = toXyz(white);
  const columns = [0, 1, 2].flatMap((row) => [r, g, b].map((colour) => colour?.[row] ?? 0));
  const shares = times(inverse(columns), whiteXyz);
  const cones = times(BRADFORD, whiteXyz);
  const cone50 = times(BRADFORD, D50);
  return [r, g, b].map((colour = [], index) => {
    const response = times(
      BRADFORD,
      colour.map((value) => value * (shares[index] ?? 0)),
    );
    return times(
      inverse(BRADFORD),
      response.map((value, cone) => (value * (cone50[cone] ?? 0)) / (cones[cone] ?? 1)),
    );
  });
}

function toXyz([x, y]: readonly [number, number]): readonly number[] {
  return [x / y, 1, (1 - x - y) / y];
}

function times(matrix: Matrix, vector: readonly number[]): readonly number[] {
  return [0, 3, 6].map((row) =>
    vector.reduce((sum, value, index) => sum + value * (matrix[row + index] ?? 0), 0),
  );
}

function inverse(matrix: Matrix): Matrix {
  const at = (row: number, column: number): number => matrix[(row % 3) * 3 + (column % 3)] ?? 0;
  const cofactor = (row: number, column: number): number =>
    at(row + 1, column + 1) * at(row + 2, column + 2) -
    at(row + 1, column + 2) * at(row + 2, column + 1);
  const determinant = [0, 1, 2].reduce(
    (sum, column) => sum + at(0, column) * cofactor(0, column),
    0,
  );
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cofactor(column, row) / determinant));
}

function curveTag(curve: Curve): Buffer {
  switch (curve.kind) {
    case 'tag':
      return Buffer.from(curve.tag);
    case 'gamma':
      return parametric(0, curve.exponent);
    case 'srgb':
      return parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45);
    case 'table': {
      const tag = Buffer.alloc(12 + TABLE_STEPS * 2);
      tag.write('curv', 0, 'latin1');
      tag.writeUInt32BE(TABLE_STEPS, 8);
      for (let step = 0; step < TABLE_STEPS; step++) {
        const light = curve.light(step / (TABLE_STEPS - 1));
        tag.writeUInt16BE(Math.round(light * 65_535), 12 + step * 2);
      }
      return tag;
    }
  }
}

function parametric(kind: number, ...numbers: readonly number[]): Buffer {
  const tag = Buffer.alloc(12 + numbers.length * 4);
  tag.write('para', 0, 'latin1');
  tag.writeUInt16BE(kind, 8);
  for (const [index, value] of numbers.entries()) writeFixed(tag, value, 12 + index * 4);
  return tag;
}

function xyz(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  for (const [index, value] of values.entries()) writeFixed(tag, value, 8 + index * 4);
  return tag;
}

/** s15Fixed16Number */
function writeFixed(to: Buffer, value: number, at: number): void {
  to.writeInt32BE(clamp(Math.round(value * 65_536), -(2 ** 31), 2 ** 31 - 1), at);
}

function unicode(text: string): Buffer {
  const tag = Buffer.alloc(28 + text.length * 2);
  tag.write('mluc', 0, 'latin1');
  tag.writeUInt32BE(1, 8);
  tag.writeUInt32BE(12, 12);
  tag.write('enUS', 16, 'latin1');
  tag.writeUInt32BE(text.length * 2, 20);
  tag.writeUInt32BE(28, 24);
  Buffer.from(text, 'utf16le').swap16().copy(tag, 28);
  return tag;
}

function profileOf(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x04_40_00_00, 8); // version 4.4
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.writeUInt16BE(2020, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  for (const [index, value] of D50.entries()) writeFixed(header, value, 68 + index * 4);
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const values: Buffer[] = [];
  let at = header.length + table.length;
  for (const [index, [name, value]] of tags.entries()) {
    const entry = 4 + index * 12;
    const padded = Buffer.concat([value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
    table.write(name, entry, 'latin1');
    table.writeUInt32BE(at, entry + 4);
    table.writeUInt32BE(value.length, entry + 8);
    values.push(padded);
    at += padded.length;
  }
  const profile = Buffer.concat([header, table, ...values]);
  profile.writeUInt32BE(profile.length, 0);
  return profile;
}
