/** Pictures with lettering, drawn for tests. */
import sharp from 'sharp';

/** Letters as strokes in a box of 6 x 10, so that tests need no font. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 10 L3 0 L6 10 M1.2 6.5 H4.8',
  C: 'M6 1.5 A3.6 5 0 1 0 6 8.5',
  E: 'M6 0 H0 V10 H6 M0 5 H5',
  H: 'M0 0 V10 M6 0 V10 M0 5 H6',
  I: 'M3 0 V10',
  K: 'M0 0 V10 M6 0 L0 6 M2 4.5 L6 10',
  L: 'M0 0 V10 H6',
  M: 'M0 10 V0 L3 6 L6 0 V10',
  N: 'M0 10 V0 L6 10 V0',
  O: 'M3 0 A3 5 0 1 0 3 10 A3 5 0 1 0 3 0',
  P: 'M0 10 V0 H3 A3 2.7 0 0 1 3 5.4 H0',
  R: 'M0 10 V0 H3 A3 2.7 0 0 1 3 5.4 H0 M3 5.4 L6 10',
  S: 'M5.6 1.4 A2.8 2.5 0 1 0 3 5 A2.8 2.5 0 1 1 0.4 8.4',
  T: 'M0 0 H6 M3 0 V10',
  U: 'M0 0 V7 A3 3 0 0 0 6 7 V0',
  W: 'M0 0 L1.5 10 L3 3 L4.5 10 L6 0',
  X: 'M0 0 L6 10 M6 0 L0 10',
};

/** A word on a picture. Lengths in pixels. */
export interface Lettering {
  readonly text: string;
  /** Upper left corner. */
  readonly left: number;
  readonly top: number;
  /** Height of the letters. */
  readonly height: number;
  readonly colour: string;
  /** 0 to 1; 1 by default. */
  readonly opacity?: number;
  /** Stroke width over height; 0.14 by default. */
  readonly weight?: number;
  /** Degrees, clockwise. */
  readonly slope?: number;
}

/** Draws words on a picture; gives a PNG. */
export async function drawLettering(picture: Buffer, words: readonly Lettering[]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const overlay = await sharp(Buffer.from(svgOf(words, width, height)))
    .png()
    .toBuffer();
  return sharp(picture)
    .composite([{ input: overlay }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Where words are drawn: one byte a pixel, 1 from half opacity on. */
export async function letteringMask(
  words: readonly Lettering[],
  width: number,
  height: number,
): Promise<Uint8Array> {
  const opaque = words.map((word) => ({ ...word, opacity: 1 }));
  const alpha = await sharp(Buffer.from(svgOf(opaque, width, height)))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer();
  return Uint8Array.from(alpha, (value) => (value >= 128 ? 1 : 0));
}

/** Grows a mask to all sides (a square). @param reach pixels */
export function grown(mask: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const larger = new Uint8Array(mask.length);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if (mask[pixel] !== 1) continue;
    const x = pixel % width;
    const y = (pixel - x) / width;
    const left = Math.max(0, x - reach);
    const right = Math.min(width - 1, x + reach);
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
      larger.fill(1, row * width + left, row * width + right + 1);
    }
  }
  return larger;
}

function svgOf(words: readonly Lettering[], width: number, height: number): string {
  const body = words.map((word) => {
    const scale = word.height / 10;
    const weight = 10 * (word.weight ?? 0.14);
    const strokes = Array.from(word.text).map((letter, index) => {
      const path = LETTERS[letter];
      return path === undefined ? '' : `<path d="${path}" transform="translate(${9 * index} 0)"/>`;
    });
    return `<g transform="translate(${word.left} ${word.top}) rotate(${word.slope ?? 0}) scale(${scale})"
      fill="none" stroke="${word.colour}" stroke-width="${weight}" opacity="${word.opacity ?? 1}">
      ${strokes.join('')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body.join('')}</svg>`;
}
