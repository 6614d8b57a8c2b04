/** Tests recipe files that were made to block Gesso. */
import { afterAll, expect, it, vi } from 'vitest';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { costRatio } from '../../../testing/processor-cost.ts';
import { createReadingThread } from '../../service/common/reading/read-in-thread.ts';
import { encodeRecipe, readRecipe, recipeParts } from './recipe-file.ts';

const thread = createReadingThread();
afterAll(() => thread.close());

const FACE = { kind: 'merge-face', faceId: 'f', responseType: 'png' } as const;
const MASK = {
  kind: 'clean-up',
  mask: { from: 'kept', maskId: 'm', placement: 'scale' },
  margin: 4,
  matchColors: true,
} as const;

/** Bytes of each file, about. */
const SIZE = 4_000_000;

const good = new TextEncoder().encode(
  encodeRecipe({
    name: 'A',
    steps: [FACE],
    masks: new Map(),
    faces: new Map([['f', new Uint8Array(SIZE * 0.75)]]),
  }),
);

function fileOf(changes: object): Uint8Array<ArrayBuffer> {
  const recipe = { format: 'gesso-recipe', version: 1, name: 'A', steps: [FACE] };
  return new TextEncoder().encode(JSON.stringify({ ...recipe, masks: {}, faces: {}, ...changes }));
}

function many(bytesOfOne: number, value: unknown): object {
  const names = Array.from({ length: SIZE / bytesOfOne }, (_, index) => [`k${index}`, value]);
  return Object.fromEntries(names);
}

const emptyMask = { width: 300, height: 300, tiles: '' };
const emptyTiles = encodeMaskTiles(
  Array.from({ length: (SIZE * 0.75) / 5 }, () => ({ column: 0, row: 0, bits: undefined })),
);
const tiles = Buffer.from(emptyTiles).toString('base64');
const points = Array.from({ length: SIZE / 18 }, () => ({ x: 0.5, y: 0.5 }));

const HOSTILE: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['unknown fields', fileOf(many(10, 0))],
  ['masks', fileOf({ masks: many(46, emptyMask) })],
  ['faces', fileOf({ faces: many(26, { picture: '' }) })],
  ['steps', fileOf({ steps: Array.from({ length: SIZE / 2 }, () => 0) })],
  [
    'points',
    fileOf({ steps: [{ ...MASK, mask: { from: 'object', at: points, withShadow: false } }] }),
  ],
  ['empty tiles of a mask', fileOf({ steps: [MASK], masks: { m: { ...emptyMask, tiles } } })],
  ['levels', new TextEncoder().encode('['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2))],
];

function read(bytes: Uint8Array): void {
  try {
    recipeParts(bytes).next();
  } catch {
    // refused
  }
}

/** Times of what the processor does for a good file of the size: four at most were measured, and 80 and more without limits. */
const MOST_TIMES = 20;

it.each(HOSTILE)('S49 refuses a recipe of too many %s at little cost', async (_, bytes) => {
  for (let warmUp = 0; warmUp < 3; warmUp++) read(good); // compiles
  const times = costRatio({ of: () => read(bytes), beside: () => read(good), most: MOST_TIMES });
  expect(await times).toBeLessThan(MOST_TIMES);
  expect(() => recipeParts(bytes).next()).toThrow('not a recipe of Gesso');
});

it('S49 parses no file on the main thread', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const { signal } = new AbortController();
  for (const [, bytes] of HOSTILE) {
    const reading = readRecipe(thread, { bytes: bytes.slice() }, signal);
    await expect(reading).rejects.toMatchObject({ kind: 'unsupported-file' });
  }
  const { faces } = await readRecipe(thread, { bytes: good.slice() }, signal);
  expect(faces.get('f')).toHaveLength(SIZE * 0.75);
  expect(parse.mock.calls.filter(([text]) => text.length > 1000)).toEqual([]);
});

it('stops when it is cancelled while a file is read', async () => {
  const stop = new AbortController();
  const read = readRecipe(thread, { bytes: good.slice() }, stop.signal);
  stop.abort();
  await expect(read).rejects.toMatchObject({ kind: 'cancelled' });
});
