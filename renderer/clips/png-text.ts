/** Text in PNG files (PNG specification, third edition, 11.3.3.4 “iTXt”): settings travel with a frame. */

/** Bytes before the first chunk. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12;

/** Longest text that is read, bytes: larger ones are not ours. */
const MOST_TEXT_BYTES = 1_000_000;

/**
 * Adds a text to a PNG file, right after its header.
 *
 * @param keyword 1 to 79 characters of Latin-1
 * @throws TypeError when the bytes are no PNG
 */
export function withPngText(
  png: Uint8Array,
  keyword: string,
  text: string,
): Uint8Array<ArrayBuffer> {
  if (!isPng(png)) throw new TypeError('This is no PNG file.');
  const header = SIGNATURE.length + FRAME_BYTES + viewOf(png).getUint32(SIGNATURE.length);
  const chunk = chunkOf('iTXt', textData(keyword, text));
  const written = new Uint8Array(png.byteLength + chunk.byteLength);
  written.set(png.subarray(0, header));
  written.set(chunk, header);
  written.set(png.subarray(header), header + chunk.byteLength);
  return written;
}

/** The text of this keyword; `undefined` where there is none, or the bytes are no PNG. */
export function readPngText(png: Uint8Array, keyword: string): string | undefined {
  if (!isPng(png)) return undefined;
  const view = viewOf(png);
  const start = new TextEncoder().encode(`${keyword}\0`);
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= png.byteLength;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const data = png.subarray(at + 8, at + 8 + length);
    if (name === 'iTXt' && length <= MOST_TEXT_BYTES && startsWith(data, start)) {
      // not compressed, no language, no translated keyword: four zero bytes
      const rest = data.subarray(start.byteLength);
      if (rest[0] === 0) return new TextDecoder().decode(rest.subarray(4));
    }
    if (name === 'IDAT' || name === 'IEND') break;
    at += length + FRAME_BYTES;
  }
  return undefined;
}

function textData(keyword: string, text: string): Uint8Array {
  return new TextEncoder().encode(`${keyword}\0\0\0\0\0${text}`);
}

function chunkOf(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.byteLength + FRAME_BYTES);
  const view = viewOf(chunk);
  view.setUint32(0, data.byteLength);
  chunk.set(new TextEncoder().encode(name), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.byteLength, crc32(chunk.subarray(4, 8 + data.byteLength)));
  return chunk;
}

/** PNG specification, annex D; texts are short, so no table is kept. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

function isPng(bytes: Uint8Array): boolean {
  return bytes.byteLength > SIGNATURE.length + FRAME_BYTES && startsWith(bytes, SIGNATURE);
}

function startsWith(bytes: Uint8Array, start: ArrayLike<number>): boolean {
  return Array.from(start).every((byte, index) => bytes[index] === byte);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
