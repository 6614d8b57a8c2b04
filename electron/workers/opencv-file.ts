/**
 * The package is one file in which 12 MB of WebAssembly are a string: a normal import holds it three
 * times, and the system's allocator keeps that memory after the thread has ended.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';

/** What stands before the string, and after it. */
const START = "binaryDecode('";
const END = "')";
/** Bytes that are read at once; the code before the string is shorter. */
const PIECE = 65_536;
const BYTES = 'openCvBytes';

const CHARACTER = { quote: 0x27, backslash: 0x5c, n: 0x6e, r: 0x72 } as const;

interface SplitFile {
  /** Its code, with {@link BYTES} in place of the string. */
  readonly code: string;
  readonly bytes: Uint8Array;
}

/** @throws whatever the file throws while it starts */
export function requireOpenCv(path: string): unknown {
  const require = createRequire(path);
  const split = splitFile(path);
  if (split === undefined) return require(path);
  const module = { exports: {} as unknown };
  const names = ['exports', 'require', 'module', '__filename', '__dirname', BYTES];
  const run = compileFunction(split.code, names, { filename: path }) as (
    ...values: readonly unknown[]
  ) => void;
  run(module.exports, require, module, path, dirname(path), split.bytes);
  return module.exports;
}

/** @returns nothing for a file that holds no such string */
export function splitFile(path: string): SplitFile | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const piece = Buffer.alloc(PIECE);
    let length = readSync(file, piece, 0, PIECE, 0);
    let next = length;
    const start = piece.subarray(0, length).indexOf(START);
    if (start === -1) return undefined;
    const head = piece.toString('utf8', 0, start);
    const decoder = createDecoder(size);
    let end = decoder.take(piece.subarray(0, length), start + START.length);
    while (end === undefined) {
      length = readSync(file, piece, 0, PIECE, next);
      if (length === 0) throw new Error('OpenCV’s file ends in the middle.');
      next += length;
      end = decoder.take(piece.subarray(0, length), 0);
    }
    const rest = Buffer.alloc(size - next);
    readSync(file, rest, 0, rest.length, next);
    const tail = Buffer.concat([piece.subarray(end, length), rest]).toString('utf8');
    if (!tail.startsWith(END)) return undefined;
    return { code: `${head}${BYTES}${tail.slice(END.length)}`, bytes: decoder.bytes() };
  } finally {
    closeSync(file);
  }
}

/** Reads the string's characters, in UTF-8 and none above 255, as the bytes that they stand for. */
function createDecoder(most: number): {
  /** @returns where the string ends in the piece */
  take(piece: Uint8Array, from: number): number | undefined;
  bytes(): Uint8Array;
} {
  // a buffer that can change its size has pages of its own, which go when it does
  const buffer = new ArrayBuffer(most, { maxByteLength: most });
  const bytes = new Uint8Array(buffer);
  let count = 0;
  let isEscaped = false;
  let upper = 0;
  return {
    take(piece, from) {
      for (let at = from; at < piece.length; at++) {
        const byte = piece[at] ?? 0;
        if (isEscaped) {
          bytes[count++] = unescaped(byte);
          isEscaped = false;
        } else if (byte === CHARACTER.quote) return at;
        else if (byte === CHARACTER.backslash) isEscaped = true;
        else if (byte >= 0xc0) upper = (byte & 0x03) << 6;
        else bytes[count++] = byte < 0x80 ? byte : upper | (byte & 0x3f);
      }
      return undefined;
    },
    bytes() {
      buffer.resize(count);
      return bytes;
    },
  };
}

function unescaped(byte: number): number {
  if (byte === CHARACTER.n) return 10;
  return byte === CHARACTER.r ? 13 : byte;
}
