/** Reads and writes `iTXt` chunks (PNG specification). */

/**
 * Key of a clip's settings. JSON with `request`, a video request of the contract, and `seed`, the
 * seed that was really used.
 */
export const FRAME_SETTINGS_KEY = 'Gesso settings';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Bytes around a chunk's data: length and type before, the checksum after. */
const CHUNK = { head: 8, end: 4 } as const;

/** Bytes of the signature and the header chunk, which has to come first. */
const AFTER_HEADER = 8 + CHUNK.head + 13 + CHUNK.end;

/** Returns `undefined` without such a key, and for any other file. */
export function textOfPng(file: Uint8Array, key: string): string | undefined {
  if (!isPng(file)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at: number = SIGNATURE.length;
  while (at + CHUNK.head <= file.length) {
    const length = view.getUint32(at);
    const type = latin1(file.subarray(at + 4, at + 8));
    const data = file.subarray(at + CHUNK.head, at + CHUNK.head + length);
    if (type === 'IEND' || data.length < length) return undefined;
    if (type === 'iTXt') {
      const text = readText(data, key);
      if (text !== undefined) return text;
    }
    at += CHUNK.head + length + CHUNK.end;
  }
  return undefined;
}

/** @throws Error if the file is no PNG, a mistake of the program */
export function withPngText(file: Uint8Array, key: string, text: string): Uint8Array<ArrayBuffer> {
  if (!isPng(file)) throw new Error('This file is no PNG.');
  // key, no compression, no language, no translated key
  const data = bytesOf(`iTXt${key}\0\0\0\0\0`);
  const content = bytesOf(text);
  const length = data.length - 4 + content.length;
  const chunk = new Uint8Array(CHUNK.head + length + CHUNK.end);
  chunk.set(data, 4);
  chunk.set(content, 4 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, length);
  view.setUint32(CHUNK.head + length, checksum(chunk.subarray(4, CHUNK.head + length)));
  const result = new Uint8Array(file.length + chunk.length);
  result.set(file.subarray(0, AFTER_HEADER));
  result.set(chunk, AFTER_HEADER);
  result.set(file.subarray(AFTER_HEADER), AFTER_HEADER + chunk.length);
  return result;
}

function isPng(file: Uint8Array): boolean {
  return file.length > AFTER_HEADER && SIGNATURE.every((byte, index) => file[index] === byte);
}

/** @param data key, 0, compressed or not, method, language, 0, translated key, 0, text */
function readText(data: Uint8Array, key: string): string | undefined {
  const start = latin1(data.subarray(0, key.length + 1));
  if (start !== `${key}\0` || data[key.length + 1] !== 0) return undefined;
  const language = data.indexOf(0, key.length + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (translated < 0) return undefined;
  return new TextDecoder().decode(data.subarray(translated + 1));
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 (PNG specification, "Cyclic Redundancy Code algorithm"). */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
