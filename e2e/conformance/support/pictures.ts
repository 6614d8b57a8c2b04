/** Pictures for the calls: of an exact size in pixels or in bytes. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** 30 MB of the Limits table, with a megabyte of 2^20 bytes: larger files exceed either definition. */
export const THIRTY_MEGABYTES = 30 * 1024 * 1024;

/** A PNG of one colour, as base64: small however many pixels it has. */
export async function plainPicture(width: number, height: number, colour = '#808080') {
  const picture = sharp({ create: { width, height, channels: 3, background: colour } });
  return base64(await picture.png({ compressionLevel: 1 }).toBuffer());
}

/** The same PNG with an exact number of bytes: padded with a chunk that decoders ignore. */
export function padded(picture: string, bytes: number): string {
  const png = Buffer.from(picture, 'base64');
  const overhead = 12; // length, type and check sum of a chunk
  const headEnd = 33; // signature and IHDR
  const size = bytes - png.length - overhead;
  const chunk = Buffer.alloc(size + overhead);
  chunk.writeUInt32BE(size, 0);
  chunk.write('teSt', 4, 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + size)), 8 + size);
  return base64(Buffer.concat([png.subarray(0, headEnd), chunk, png.subarray(headEnd)]));
}

/** "HILTE" drawn as strokes, so that no font is needed. */
const LETTERS =
  'M0 0V40M24 0V40M0 20H24 M40 0V40 M56 0V37H76 M84 3H112M98 0V40 M126 0V40M126 3H146M126 20H142M126 37H146';

/** A drawing with edges, gradients and letters, as base64. */
export async function drawing(width: number, height: number): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300" preserveAspectRatio="none">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9ec5e8"/><stop offset="1" stop-color="#f3e3c8"/></linearGradient></defs>
    <rect width="400" height="300" fill="url(#sky)"/>
    <circle cx="310" cy="70" r="34" fill="#f7b733"/>
    <path d="M0 220 L90 120 L170 230 L250 150 L400 260 V300 H0 Z" fill="#3c5a46"/>
    <path transform="translate(40 40)" d="${LETTERS}" fill="none" stroke="#111" stroke-width="7"/>
  </svg>`;
  return base64(await sharp(Buffer.from(svg)).png().toBuffer());
}

/** A drawn head on a plain ground, as base64. */
export async function portrait(width: number, height: number, skin = '#d9a07e'): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 200 200">
    <rect width="200" height="200" fill="#4a6fa5"/>
    <ellipse cx="100" cy="105" rx="52" ry="69" fill="${skin}"/>
    <path d="M48 90 Q100 10 152 90 Q100 55 48 90 Z" fill="#3a2a1c"/>
    <ellipse cx="80" cy="95" rx="9" ry="5" fill="#fff"/><circle cx="80" cy="95" r="4" fill="#2b1d12"/>
    <ellipse cx="120" cy="95" rx="9" ry="5" fill="#fff"/><circle cx="120" cy="95" r="4" fill="#2b1d12"/>
    <path d="M97 105 L93 125 L106 125" fill="none" stroke="#a9714f" stroke-width="3"/>
    <path d="M80 145 Q100 157 120 145" fill="#a3423e"/>
  </svg>`;
  return base64(await sharp(Buffer.from(svg)).png().toBuffer());
}

/** A black mask with a white square in its middle, as base64. */
export async function maskWithSquare(width: number, height: number): Promise<string> {
  const side = Math.round(Math.min(width, height) / 4);
  const square = { width: side, height: side, channels: 3, background: '#fff' } as const;
  const mask = sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: { create: square } }])
    .toColourspace('b-w');
  return base64(await mask.png().toBuffer());
}

/** The pixels, counted row by row, in which two pictures of one size differ. */
export async function differingPixels(one: Buffer, other: Buffer): Promise<ReadonlySet<number>> {
  const [left, right] = await Promise.all([pixels(one), pixels(other)]);
  if (left.length !== right.length) throw new Error('The pictures have different sizes.');
  const differing = new Set<number>();
  for (const [index, sample] of left.entries()) {
    if (sample !== right[index]) differing.add(Math.floor(index / 3));
  }
  return differing;
}

/** Counts pixels as dark as the letters, which nothing else in the drawing is. */
export async function darkPixels(picture: Buffer): Promise<number> {
  const samples = await pixels(picture);
  let count = 0;
  for (let index = 0; index < samples.length; index += 3) {
    if (Math.max(...samples.subarray(index, index + 3)) < 50) count += 1;
  }
  return count;
}

/** Red, green and blue of each pixel. */
function pixels(picture: Buffer): Promise<Buffer> {
  return sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

/** Size and type of an encoded picture that decodes to its last pixel. */
export async function decoded(
  bytes: Buffer,
): Promise<{ readonly type: string; readonly width: number; readonly height: number }> {
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { format } = await sharp(bytes).metadata();
  return { type: format, width: info.width, height: info.height };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}
