/** Tests when the thread ends, and when a part of it cannot start. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { createSelectionThread, THREAD_IDLE, type SelectionThread } from './selection-thread.ts';

let thread: SelectionThread | undefined;
afterEach(() => thread?.close());

/** One pixel. */
const picture = () => ({
  key: 'a',
  read: () =>
    Promise.resolve({
      rect: { x: 0, y: 0, width: 2, height: 2 },
      width: 2,
      height: 2,
      rgb: new Uint8Array(12),
    }),
});
const LOOP = [
  { x: 10, y: 10 },
  { x: 50, y: 10 },
  { x: 50, y: 50 },
  { x: 10, y: 50 },
];
const WAND = { point: { x: 0, y: 0 }, tolerance: 1, isContiguous: true } as const;

/** A thread that ends in the middle of a wand, and answers everything else. */
const ENDING = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, kind }) => {
    if (kind === 'wand') process.exit(1);
    parentPort.postMessage({ id, answer: null });
  });`;
const ending = new URL(`data:text/javascript,${encodeURIComponent(ENDING)}`);

describe('the selection thread', () => {
  it('reports a crash, and restarts for the next request', async () => {
    thread = createSelectionThread({ entry: ending });
    await expect(thread.run('wand', WAND, picture)).rejects.toMatchObject({
      kind: 'tool-unavailable',
      action: 'retry',
    });
    expect(thread.held()).toBeUndefined();
    await expect(thread.run('hold', { forObject: false }, picture)).resolves.toBeNull();
    expect(thread.held()).toBe('a');
  });

  it('reports a kill during an outline, and floods for the next request', async () => {
    const folder = testFolder();
    const openCv = join(folder, 'opencv.cjs');
    // a cut begins by setting the generator's seed
    await writeFile(openCv, 'module.exports = { setRNGSeed: () => process.exit(9) };');
    thread = createSelectionThread({ openCv });
    const object = {
      gesture: { kind: 'loop', points: LOOP },
      strokes: [],
      withShadow: false,
      pass: 'fine',
      photo: { width: 60, height: 60 },
    } as const;
    const even = () => ({
      key: 'even',
      read: () =>
        Promise.resolve({
          rect: { x: 0, y: 0, width: 60, height: 60 },
          width: 60,
          height: 60,
          rgb: new Uint8Array(60 * 60 * 3),
        }),
    });
    await expect(thread.run('object', object, even)).rejects.toMatchObject({
      kind: 'tool-unavailable',
      message: expect.stringContaining('Your mask is unchanged'),
    });
    await expect(thread.run('wand', WAND, even)).resolves.toMatchObject({ pixels: 3600 });
  });

  it('keeps the pixels that were read for a superseded request', async () => {
    thread = createSelectionThread();
    let reads = 0;
    const counted = () => ({ key: 'a', read: () => ((reads += 1), picture().read()) });
    const first = thread.run('wand', WAND, counted);
    const second = thread.run('wand', WAND, counted);
    await expect(first).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(second).resolves.toMatchObject({ pixels: 4 });
    expect(reads).toBe(1);
  });

  it('refuses the object tool without OpenCV, and continues with the others', async () => {
    thread = createSelectionThread({ openCv: './nowhere.cjs' });
    await expect(thread.run('hold', { forObject: true }, picture)).rejects.toMatchObject({
      kind: 'tool-unavailable',
      message: expect.stringContaining('The brush and the other tools work'),
    });
    await expect(thread.run('wand', WAND, picture)).resolves.toMatchObject({ pixels: 4 });
  });

  it('drops a request whose picture cannot be read, and takes the next', async () => {
    thread = createSelectionThread({ entry: ending });
    const broken = () => ({ key: 'b', read: () => Promise.reject(new Error('gone')) });
    await expect(thread.run('wand', WAND, broken)).rejects.toThrow('gone');
    await expect(thread.run('hold', { forObject: false }, picture)).resolves.toBeNull();
  });

  it('exits when idle, later while a tool is selected, and never during a request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    thread = createSelectionThread({ entry: ending });
    await thread.run('hold', { forObject: false }, picture);
    vi.advanceTimersByTime(THREAD_IDLE.released - 1);
    expect(thread.held()).toBe('a');
    vi.advanceTimersByTime(1);
    expect(thread.held()).toBeUndefined();

    thread.retain();
    await thread.run('hold', { forObject: false }, picture);
    const second = thread.run('hold', { forObject: false }, picture);
    vi.advanceTimersByTime(THREAD_IDLE.inHand);
    await second;
    expect(thread.held()).toBe('a');
    vi.advanceTimersByTime(THREAD_IDLE.inHand - 1);
    expect(thread.held()).toBe('a');
    vi.advanceTimersByTime(1);
    expect(thread.held()).toBeUndefined();
  });
});
