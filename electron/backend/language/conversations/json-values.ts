/**
 * The values of a large JSON file one after the other: the entries of a list, one value, or one on each
 * line. Only one entry is parsed at a time, and other work goes on in between.
 */
import { setImmediate } from 'node:timers/promises';

/** Work without a pause, ms. */
const SLICE = 12;

/** Bytes that are looked at without a look at the clock. */
const STRIDE = 1_000_000;

const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openRecord: 0x7b,
  closeRecord: 0x7d,
} as const;

/** Lets other work go on, as soon as it has waited for {@link SLICE}. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}

/**
 * @param pause called often
 * @param bad called for each entry or line that is not JSON, also for the one where a list breaks off
 */
export async function* jsonValues(
  file: Uint8Array,
  pause: () => Promise<void>,
  bad: () => void,
): AsyncGenerator<unknown, void, void> {
  const first = file.findIndex((byte) => !isSpace(byte));
  if (file[first] === BYTE.openList) {
    for await (const [from, to] of entriesOf(file, first + 1, pause)) {
      if (textOf(file, from, to).trim() !== '') yield* parsed(file, from, to, bad);
    }
    return;
  }
  try {
    yield JSON.parse(textOf(file, Math.max(0, first), file.byteLength)) as unknown;
    return;
  } catch {
    // not one value: one on each line
  }
  for (let from = 0; from < file.byteLength;) {
    const end = file.indexOf(0x0a, from);
    const to = end < 0 ? file.byteLength : end;
    await pause();
    if (textOf(file, from, to).trim() !== '') yield* parsed(file, from, to, bad);
    from = to + 1;
  }
}

function* parsed(
  file: Uint8Array,
  from: number,
  to: number,
  bad: () => void,
): Generator<unknown, void, void> {
  let value: unknown;
  try {
    value = JSON.parse(textOf(file, from, to));
  } catch {
    bad();
    return;
  }
  yield value;
}

/** Where the entries of a list begin and end; the last one may be broken off. */
async function* entriesOf(
  file: Uint8Array,
  begin: number,
  pause: () => Promise<void>,
): AsyncGenerator<readonly [from: number, to: number], void, void> {
  let from = begin;
  let depth = 0;
  let isText = false;
  for (let at = begin; at < file.byteLength; at++) {
    if (at % STRIDE === 0) await pause();
    const byte = file[at];
    if (isText) {
      if (byte === BYTE.backslash) at += 1;
      else if (byte === BYTE.quote) isText = false;
    } else if (byte === BYTE.quote) isText = true;
    else if (byte === BYTE.openList || byte === BYTE.openRecord) depth += 1;
    else if (depth > 0) {
      if (byte === BYTE.closeList || byte === BYTE.closeRecord) depth -= 1;
    } else if (byte === BYTE.comma || byte === BYTE.closeList) {
      yield [from, at];
      await pause();
      from = at + 1;
      if (byte === BYTE.closeList) return;
    }
  }
  yield [from, file.byteLength];
}

function textOf(file: Uint8Array, from: number, to: number): string {
  return new TextDecoder().decode(file.subarray(from, to));
}

/** White space, and the bytes of a mark at the beginning. */
function isSpace(byte: number): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
