/**
 * ag-psd writes 8 bits per channel. Source: Adobe Photoshop File Formats Specification. With 16
 * bits, layers are in a block `Lr16` of "Additional layer information", and the section before it
 * is empty.
 */
import { deflateSync } from 'node:zlib';
import type { Density } from '../../vision/imaging/reading/resolution.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { PSD, type PsdLayer, type PsdPhoto } from './psd-encoder.ts';

/** Rows of straight RGBA, 16 bits each. */
interface DeepPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint16Array;
}

export interface DeepPsdPhoto extends Omit<PsdPhoto, 'depth' | 'photo' | 'merged'> {
  readonly depth: 16;
  readonly photo: DeepPixels;
  readonly merged: DeepPixels;
}

/** Factor that maps 255 to 65535. */
const TO_16_BIT = 257;
const MOST = 0xffff;
const CHANNEL = { alpha: -1, mask: -2 } as const;
/** Compression of a channel: none, or deflated differences. */
const STORED = { raw: 0, predicted: 3 } as const;
/** Layer flags: flag 5 is valid; hidden. */
const LAYER_FLAG = { isModern: 0x08, isHidden: 0x02 } as const;
/** Some readers treat lengths as signed. */
const MAX_BYTES = 0x7fff_ffff;
/** The user is waiting, so speed counts more than size. */
const DEFLATE_LEVEL = 1;

interface Layer extends Omit<PsdLayer, 'pixels'> {
  readonly pixels: DeepPixels | PsdLayer['pixels'];
}

/** @throws RangeError above 2 GB */
export function encodeDeepPsd(photo: DeepPsdPhoto): Uint8Array {
  const { merged, size } = photo;
  const isSeeThrough = merged.data.some((value, index) => index % 4 === 3 && value !== MOST);
  const channels = isSeeThrough ? 4 : 3;
  const bottom: Layer = {
    name: photo.name,
    rect: { x: 0, y: 0, ...size },
    isVisible: true,
    pixels: photo.photo,
    opacity: 1,
    mask: undefined,
  };
  const layers = layerBlock([bottom, ...photo.layers], isSeeThrough);
  const transparency = isSeeThrough ? block('Mt16', Buffer.alloc(0)) : Buffer.alloc(0);
  const resources = [
    ...(photo.density === null
      ? []
      : [resource(PSD.resolutionResource, resolution(photo.density))]),
    ...(photo.profile === undefined ? [] : [resource(PSD.profileResource, photo.profile)]),
  ];
  const parts = [
    header(channels, size),
    long(0), // colour mode data
    section(...resources),
    // No 8-bit layers, no global mask, then the blocks.
    section(long(0), long(0), ...layers, transparency),
    short(STORED.raw),
    ...mergedChannels(merged, channels, isSeeThrough),
  ];
  if (parts.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) {
    throw new RangeError('Above the 2 GB of a PSD.');
  }
  return Buffer.concat(parts);
}

function header(channels: number, { width, height }: PsdPhoto['size']): Buffer {
  const bytes = Buffer.alloc(PSD.header);
  bytes.write('8BPS', 0, 'latin1');
  bytes.writeUInt16BE(1, 4); // version
  bytes.writeUInt16BE(channels, 12);
  bytes.writeUInt32BE(height, 14);
  bytes.writeUInt32BE(width, 18);
  bytes.writeUInt16BE(16, 22); // bits per channel
  bytes.writeUInt16BE(3, 24); // RGB
  return bytes;
}

/** Pixels per inch as fixed-point numbers; unit 1 is inches. */
function resolution({ x, y }: Density): Buffer {
  const side = (density: number) => [long(Math.round(density * 0x1_0000)), short(1), short(1)];
  return Buffer.concat([...side(x), ...side(y)]);
}

/** Lowest layer first. A negative count means that the merged picture has transparency. */
function layerBlock(layers: readonly Layer[], isSeeThrough: boolean): Buffer[] {
  const count = Buffer.alloc(2);
  count.writeInt16BE(isSeeThrough ? -layers.length : layers.length);
  const stored = layers.map((layer) => ({ layer, channels: layerChannels(layer) }));
  return blockOf('Lr16', [
    count,
    ...stored.map(({ layer, channels }) => layerRecord(layer, channels)),
    ...stored.flatMap(({ channels }) => channels.map(({ bytes }) => bytes)),
  ]);
}

interface StoredChannel {
  readonly id: number;
  readonly bytes: Buffer;
}

function layerChannels({ pixels, mask }: Layer): readonly StoredChannel[] {
  const { width, height, data } = pixels;
  const factor = data instanceof Uint16Array ? 1 : TO_16_BIT;
  const channels = [CHANNEL.alpha, 0, 1, 2].map((id) => {
    const from = id === CHANNEL.alpha ? 3 : id;
    return { id, bytes: predicted({ data, from, step: 4, factor }, width, height) };
  });
  if (mask === undefined) return channels;
  const weights = { data: mask, from: 0, step: 1, factor: TO_16_BIT };
  return [...channels, { id: CHANNEL.mask, bytes: predicted(weights, width, height) }];
}

interface Plane {
  readonly data: ArrayLike<number>;
  readonly from: number;
  readonly step: number;
  readonly factor: number;
}

/** Deflates differences to the left neighbour. */
function predicted({ data, from, step, factor }: Plane, width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 2);
  for (let y = 0, at = 0, next = from; y < height; y++) {
    for (let x = 0, left = 0; x < width; x++, at += 2, next += step) {
      const value = (data[next] ?? 0) * factor;
      const difference = (value - left) & MOST;
      bytes[at] = difference >> 8;
      bytes[at + 1] = difference & 0xff;
      left = value;
    }
  }
  return Buffer.concat([short(STORED.predicted), deflateSync(bytes, { level: DEFLATE_LEVEL })]);
}

function layerRecord(layer: Layer, channels: readonly StoredChannel[]): Buffer {
  const { name, rect, isVisible, opacity, mask } = layer;
  const flags = LAYER_FLAG.isModern | (isVisible ? 0 : LAYER_FLAG.isHidden);
  const extra = [
    // A mask of the layer's size, black outside; then flags and two bytes of padding.
    mask === undefined ? long(0) : section(place(rect), Buffer.alloc(4)),
    long(0), // blending ranges
    shortName(name),
    block('luni', unicode(name)),
  ];
  return Buffer.concat([
    place(rect),
    short(channels.length),
    ...channels.map(({ id, bytes }) => Buffer.concat([short(id & MOST), long(bytes.length)])),
    Buffer.from('8BIMnorm', 'latin1'),
    Buffer.from([Math.round(opacity * 255), 0, flags, 0]),
    section(...extra),
  ]);
}

function place({ x, y, width, height }: Rect): Buffer {
  const bytes = Buffer.alloc(16);
  for (const [index, value] of [y, x, y + height, x + width].entries()) {
    bytes.writeInt32BE(value, index * 4);
  }
  return bytes;
}

/** The name for old programs, length-prefixed and padded to four bytes. */
function shortName(name: string): Buffer {
  const plain = name.replace(/[^\u0020-\u007e]/gu, '?').slice(0, 255);
  const bytes = Buffer.alloc(Math.ceil((1 + plain.length) / 4) * 4);
  bytes.writeUInt8(plain.length);
  bytes.write(plain, 1, 'latin1');
  return bytes;
}

function unicode(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf16le').swap16();
  return Buffer.concat([long(text.length), bytes]);
}

/** Blended with white as the format requires. */
function mergedChannels(
  { data, width, height }: DeepPixels,
  channels: number,
  isSeeThrough: boolean,
): Buffer[] {
  return Array.from({ length: channels }, (_, channel) => {
    const bytes = Buffer.alloc(width * height * 2);
    for (let at = 0, from = 0; at < bytes.length; at += 2, from += 4) {
      const value = data[from + channel] ?? 0;
      const alpha = isSeeThrough && channel < 3 ? (data[from + 3] ?? 0) : 0;
      const isMixed = alpha !== 0 && alpha !== MOST;
      const share = alpha / MOST;
      bytes.writeUInt16BE(isMixed ? Math.round(value * share + MOST * (1 - share)) : value, at);
    }
    return bytes;
  });
}

function resource(id: number, data: Uint8Array): Buffer {
  const padding = Buffer.alloc(data.byteLength % 2);
  const head = [Buffer.from('8BIM', 'latin1'), short(id), short(0), long(data.byteLength)];
  return Buffer.concat([...head, data, padding]);
}

function block(key: string, data: Buffer): Buffer {
  return Buffer.concat(blockOf(key, [data]));
}

function blockOf(key: string, parts: readonly Buffer[]): Buffer[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = Math.ceil(length / 4) * 4;
  const head = [Buffer.from(`8BIM${key}`, 'latin1'), long(padded)];
  return [...head, ...parts, Buffer.alloc(padded - length)];
}

function section(...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([long(length), ...parts]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** @throws RangeError above 4 GB */
function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
