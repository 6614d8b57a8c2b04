import { expect, it } from 'vitest';
import { KEY_LIMITS, type KeyFile } from '../../../shared/contract/keys.ts';
import { byDepth } from '../../../electron/testing/depth.ts';
import { costRatio } from '../../../electron/testing/processor-cost.ts';
import { mutateText } from '../../../electron/testing/text-mutations.ts';
import { readKeyFile } from './key-file.ts';

const keys = (bindings: unknown, more: object = {}): string =>
  JSON.stringify({ gessoKeys: 1, match: 'letter', bindings, ...more }, null, 2);

/** The longest valid file: every command, each with every key. */
const LONGEST = keys(
  Object.fromEntries(
    Array.from({ length: KEY_LIMITS.commands }, (_, index) => [
      `${index}`.padEnd(KEY_LIMITS.commandIdCharacters, 'n'),
      Array.from({ length: KEY_LIMITS.keys }, () => 'k'.repeat(KEY_LIMITS.keyCharacters)),
    ]),
  ),
);

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));

function read(text: string): Promise<KeyFile | undefined> {
  return readKeyFile(new Blob([text]));
}

it('reads the longest file of keys', async () => {
  expect(await read(LONGEST)).toEqual(JSON.parse(LONGEST));
});

it('reads keys that are commas', async () => {
  const bindings = { 'studio.smaller': [','], 'studio.larger': ['Ctrl+,', '.'] };
  expect((await read(keys(bindings)))?.bindings).toEqual(bindings);
});

/** CPU time relative to the longest valid file: measured up to 15, in the hundreds without limits. */
const MOST_TIMES = 60;

it.each([
  ['a size of 3 MB', keys({ a: ['k'.repeat(3_000_000)] })],
  ['commands', keys(many(300_000))],
  ['commands in 1 MB', keys(many(60_000))],
  ['unknown fields', keys({}, many(60_000))],
  ['keys of a command', keys({ a: Array.from({ length: 190_000 }, () => 0) })],
  ['unknown commands', keys(many(9000))],
  ['levels', keys({}).replace('{}', '['.repeat(400_000) + ']'.repeat(400_000))],
])('S49 refuses a file of keys with too many %s at little cost', async (_, text) => {
  for (let warmUp = 0; warmUp < 5; warmUp++) await read(LONGEST); // compiles
  expect(await read(text)).toBeUndefined();
  const times = costRatio({ of: () => read(text), beside: () => read(LONGEST), most: MOST_TIMES });
  expect(await times).toBeLessThan(MOST_TIMES);
});

it('reads damaged files of keys, or finds no keys in them', async () => {
  const file = keys({ 'studio.run': ['Ctrl+Enter', 'r'], 'app.palette': [], 'view.zoom': ['+'] });
  const found = new Set<boolean>();
  for (let seed = 0; seed < byDepth(100, 2000); seed++) {
    const read = await readKeyFile(new Blob([mutateText(file, seed)]));
    found.add(read !== undefined);
  }
  expect(found.size).toBe(2);
});
