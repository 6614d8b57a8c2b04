/** Damage to files of text that a seed decides: the same seed damages the same text in the same way. */
import { numbersBelow } from './mutations.ts';

/** Parts that a reader of JSON or of tables may stumble over. */
const HOSTILE = [
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '\u0000',
  '\u202E',
  '\uFEFF',
  '\n',
  '\r',
  ',',
  ';',
  '\t',
  '[',
  ']',
  '{',
  '}',
  ':',
  '[['.repeat(300),
  ']]'.repeat(300),
  '{"a":'.repeat(5000),
  'null',
  'true',
  '-1',
  '0.5',
  '1e308',
  '-1e999',
  '9007199254740993',
  '""',
  '[]',
  '{}',
  '"__proto__"',
  '"constructor"',
  'x'.repeat(100_000),
  '漢'.repeat(2000),
  '👩‍👩‍👧'.repeat(200),
  '"a",'.repeat(3000),
] as const;

/** Most damages of one text. */
const MOST = 4;

/** Parts replaced, repeated or moved, values exchanged, the end cut off. @returns mostly UTF-8 */
export function mutateText(text: string, seed: number): Uint8Array<ArrayBuffer> {
  const below = numbersBelow(seed);
  let damaged = text;
  const damages = 1 + below(MOST);
  for (let damage = 0; damage < damages; damage++) {
    const at = below(damaged.length + 1);
    const to = Math.min(damaged.length, at + 1 + below(60));
    const hostile = HOSTILE[below(HOSTILE.length)] ?? '';
    const [before, part, after] = [damaged.slice(0, at), damaged.slice(at, to), damaged.slice(to)];
    switch (below(8)) {
      case 0:
        damaged = before + hostile + part + after;
        break;
      case 1:
        damaged = before + hostile + after;
        break;
      case 2:
        damaged = before + after;
        break;
      case 3:
        damaged = before + part.repeat(1 + below(100)) + after;
        break;
      case 4:
        damaged = before;
        break;
      default: {
        // a value of JSON, or a cell, becomes another one
        const values = [...damaged.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*|null|true|false/gu)];
        const value = values[below(values.length)];
        if (value === undefined) break;
        damaged =
          damaged.slice(0, value.index) + hostile + damaged.slice(value.index + value[0].length);
      }
    }
  }
  const bytes = new Uint8Array(Buffer.from(damaged));
  for (let count = below(3); count > 1 && bytes.length > 0; count--) {
    bytes[below(bytes.length)] = below(256);
  }
  return bytes;
}
