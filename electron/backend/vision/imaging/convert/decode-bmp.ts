/** Source: BITMAPFILEHEADER to BITMAPV5HEADER in Microsoft's documentation. */
import type { Size } from '../../../../../shared/geometry/rect.ts';
import type { DecodedPicture } from './messages.ts';

interface BmpHeader extends Size {
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly pixelsAt: number;
  readonly palette: Uint8Array;
  readonly masks: readonly number[];
}

const COMPRESSION = { none: 0, runs8: 1, runs4: 2, masks: 3, alphaMasks: 6 } as const;
/** The oldest, the usual one, and those with masks. */
const HEADER = { core: 12, info: 40, withMasks: 52, withAlphaMask: 56 } as const;
const FILE_HEADER = 14;

/** @throws RangeError if the file is truncated or invalid */
export function bmpSize(file: Buffer): Size {
  const length = file.readUInt32LE(FILE_HEADER);
  const isCore = length === HEADER.core;
  const width = isCore ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = isCore ? file.readUInt16LE(20) : Math.abs(file.readInt32LE(22));
  if (width <= 0 || height === 0) throw new RangeError('The picture has no pixels.');
  return { width, height };
}

/** @throws RangeError as {@link bmpSize}, and for embedded JPEG or PNG */
export function decodeBmp(file: Buffer): DecodedPicture {
  const header = readHeader(file);
  const { width, height, bits, compression, pixelsAt } = header;
  const isPacked = compression === COMPRESSION.runs8 || compression === COMPRESSION.runs4;
  const line = isPacked ? width : Math.ceil((width * bits) / 32) * 4;
  const packed = file.subarray(pixelsAt);
  const source = isPacked ? unpackRuns(packed, width, height, bits === 4) : packed;
  if (source.length < line * (height - 1) + Math.ceil((width * bits) / 8)) {
    throw new RangeError('The pixels end too early.');
  }
  const read = pixelReader(header, source, isPacked ? 8 : bits);
  const hasAlphaMask = (bits === 16 || bits === 32) && header.masks[3] !== 0;
  const channels = hasAlphaMask ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  let [isSeen, isClear] = [false, false];
  for (let y = 0; y < height; y++) {
    const start = (header.isTopDown ? y : height - 1 - y) * line;
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * channels;
      read(start, x, data, to);
      if (channels === 3) continue;
      const alpha = data[to + 3] ?? 0;
      isSeen ||= alpha !== 0;
      isClear ||= alpha < 255;
    }
  }
  // Many programs leave alpha at 0 everywhere, which would make the picture invisible.
  return channels === 3 || (isSeen && isClear)
    ? { width, height, channels, depth: 8, data }
    : { width, height, channels: 3, depth: 8, data: withoutAlpha(data) };
}

function readHeader(file: Buffer): BmpHeader {
  const size = bmpSize(file);
  const length = file.readUInt32LE(FILE_HEADER);
  const isCore = length === HEADER.core;
  const bits = file.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? COMPRESSION.none : file.readUInt32LE(30);
  const isKnown =
    compression === COMPRESSION.none ||
    (compression === COMPRESSION.runs8 && bits === 8) ||
    (compression === COMPRESSION.runs4 && bits === 4) ||
    ((compression === COMPRESSION.masks || compression === COMPRESSION.alphaMasks) && bits >= 16);
  if (!isKnown || ![1, 4, 8, 16, 24, 32].includes(bits)) {
    throw new RangeError(`${bits} bits a pixel in packing ${compression} are not read.`);
  }
  const hasMasks = compression === COMPRESSION.masks || compression === COMPRESSION.alphaMasks;
  const hasAlphaMask = length >= HEADER.withAlphaMask || compression === COMPRESSION.alphaMasks;
  const maskCount = hasMasks ? (hasAlphaMask ? 4 : 3) : 0;
  const masksAt = FILE_HEADER + HEADER.info;
  const masks = hasMasks
    ? [0, 1, 2, 3].map((index) => (index < maskCount ? file.readUInt32LE(masksAt + index * 4) : 0))
    : defaultMasks(bits);
  const paletteAt = FILE_HEADER + length + (length === HEADER.info ? maskCount * 4 : 0);
  const pixelsAt = file.readUInt32LE(10);
  return {
    ...size,
    isTopDown: !isCore && file.readInt32LE(22) < 0,
    bits,
    compression,
    pixelsAt,
    palette:
      bits <= 8
        ? readPalette(file.subarray(paletteAt, pixelsAt), isCore ? 3 : 4)
        : new Uint8Array(),
    masks,
  };
}

function defaultMasks(bits: number): readonly number[] {
  return bits === 16 ? [0x7c_00, 0x03_e0, 0x1f, 0] : [0xff_00_00, 0xff_00, 0xff, 0];
}

function readPalette(bytes: Buffer, step: number): Uint8Array {
  const colours = new Uint8Array(256 * 3);
  for (let index = 0; index < Math.min(256, Math.floor(bytes.length / step)); index++) {
    for (let channel = 0; channel < 3; channel++) {
      colours[index * 3 + channel] = bytes[index * step + 2 - channel] ?? 0;
    }
  }
  return colours;
}

type ReadPixel = (start: number, x: number, to: Uint8Array, at: number) => void;

function pixelReader({ palette, masks }: BmpHeader, source: Uint8Array, bits: number): ReadPixel {
  if (bits <= 8) {
    const perByte = 8 / bits;
    const most = 2 ** bits - 1;
    return (start, x, to, at) => {
      const byte = source[start + Math.floor(x / perByte)] ?? 0;
      const index = (byte >> (8 - bits * ((x % perByte) + 1))) & most;
      to[at] = palette[index * 3] ?? 0;
      to[at + 1] = palette[index * 3 + 1] ?? 0;
      to[at + 2] = palette[index * 3 + 2] ?? 0;
    };
  }
  if (bits === 24) {
    return (start, x, to, at) => {
      const from = start + x * 3;
      to[at] = source[from + 2] ?? 0;
      to[at + 1] = source[from + 1] ?? 0;
      to[at + 2] = source[from] ?? 0;
    };
  }
  const channels = masks.slice(0, masks[3] === 0 ? 3 : 4).map(channelOf);
  const bytes = bits / 8;
  return (start, x, to, at) => {
    let value = 0;
    for (let byte = bytes - 1; byte >= 0; byte--) {
      value = value * 256 + (source[start + x * bytes + byte] ?? 0);
    }
    for (let channel = 0; channel < channels.length; channel++) {
      to[at + channel] = channels[channel]?.(value) ?? 255;
    }
  };
}

/** Extracts a channel by its mask, scaled to 0–255; 255 without a mask. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 255;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask / 2 ** shift;
  return (value) => Math.round(((Math.floor(value / 2 ** shift) & most) / most) * 255) & 255;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** Most pixels per byte: a run has 255 in two bytes; skipped lines add more. */
const MOST_PER_BYTE = 1024;
/** Pixels that may be empty in any picture. */
const FREE_PIXELS = 1_000_000;

/** Second byte after a zero. */
const ESCAPE = { endOfLine: 0, endOfPicture: 1, jump: 2 } as const;

/** @returns palette indices, bottom row first; skipped pixels are 0 @throws RangeError */
function unpackRuns(
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
