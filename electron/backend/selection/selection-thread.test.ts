/** The thread that selects: when it ends, and when a part of it cannot start. */
import { afterEach, describe, expect, it } from 'vitest';
import { createSelectionThread, type SelectionThread } from './selection-thread.ts';

let thread: SelectionThread | undefined;
afterEach(() => thread?.close());

/** One pixel. */
const picture = {
  key: 'a',
  read: () =>
    Promise.resolve({
      rect: { x: 0, y: 0, width: 2, height: 2 },
      width: 2,
      height: 2,
      rgb: new Uint8Array(12),
    }),
};
const WAND = { point: { x: 0, y: 0 }, tolerance: 1, isContiguous: true } as const;

/** A thread that ends in the middle of a wand, and answers everything else. */
const ENDING = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, kind }) => {
    if (kind === 'wand') process.exit(1);
    parentPort.postMessage({ id, answer: null });
  });`;
const ending = new URL(`data:text/javascript,${encodeURIComponent(ENDING)}`);

describe('the thread', () => {
  it('that ends in the middle says so, and is there again for the next order', async () => {
    thread = createSelectionThread({ entry: ending });
    await expect(thread.run('wand', WAND, picture)).rejects.toMatchObject({
      kind: 'tool-unavailable',
      action: 'retry',
    });
    expect(thread.held()).toBeUndefined();
    await expect(thread.run('hold', { forObject: false }, picture)).resolves.toBeNull();
    expect(thread.held()).toBe('a');
  });

  it('without OpenCV refuses the object tool, and goes on with the others', async () => {
    thread = createSelectionThread({ openCv: './nowhere.cjs' });
    await expect(thread.run('hold', { forObject: true }, picture)).rejects.toMatchObject({
      kind: 'tool-unavailable',
      message: expect.stringContaining('The brush and the other tools work'),
    });
    await expect(thread.run('wand', WAND, picture)).resolves.toMatchObject({ pixels: 4 });
  });

  it('drops an order whose picture cannot be read, and takes the next', async () => {
    thread = createSelectionThread({ entry: ending });
    const broken = { key: 'b', read: () => Promise.reject(new Error('gone')) };
    await expect(thread.run('wand', WAND, broken)).rejects.toThrow('gone');
    await expect(thread.run('hold', { forObject: false }, picture)).resolves.toBeNull();
  });

  it('drops an order whose asker has gone', async () => {
    thread = createSelectionThread({ entry: ending });
    const asker = new AbortController();
    const asked = thread.run('spots', { sensitivity: 1 }, picture, asker.signal);
    asker.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
