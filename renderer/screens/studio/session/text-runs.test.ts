import { describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { takenTextBoxesOf, textBoxesOf } from '../model/studio-store.ts';
import { openBlocks } from '../model/block-boxes.ts';
import type { Script } from '../testing/scripted-backend.ts';
import { nextRun } from '../model/next-run.ts';
import {
  createStudioFixture,
  openStudio,
  job,
  LEFT,
  noCalls,
  patch,
  photo,
  RIGHT,
  started,
  subject,
  tilesOf,
  type StudioFixture,
} from '../testing/studio-fixture.ts';

const LARGE = { width: 4000, height: 3000 };
const SIGN: Rect = { x: 10, y: 20, width: 100, height: 40 };
const NOTE: Rect = { x: 300, y: 200, width: 64, height: 64 };

function textJob(id: string, boxes: readonly Rect[], change: Partial<Job> = {}): Job {
  return job(id, {
    kind: 'remove-text',
    brief: { kind: 'remove-text', result: 'patch', boxes: [...boxes] },
    subject: subject('photo', boxes[0] ?? LEFT),
    runId: 'run',
    ...change,
  });
}

async function withBoxes(
  script: Script,
  ...boxes: readonly Rect[]
): Promise<StudioFixture & { readonly shown: () => readonly Rect[] }> {
  const studio = createStudioFixture({
    ...script,
    removeText: {
      boxes: () => boxes,
      saveBoxes: () => undefined,
      plan: noCalls,
      ...script.removeText,
    },
  });
  await studio.open();
  studio.session.plan.chooseOperation('remove-text');
  const shown = () => textBoxesOf(studio.store.getState().run, 'photo');
  await vi.waitFor(() => expect(shown()).toEqual(boxes));
  return Object.assign(studio, { shown });
}

const FOUND = (rect: Rect, lines: number) => ({
  rect,
  lines: Array.from({ length: lines }, () => ({ bounds: rect, outline: [rect.x, rect.y, 1, 1] })),
});

it('found text is cleared after its run, is counted by lines, and returns by undo', async () => {
  const studio = await withBoxes(
    { removeText: { run: () => started(['a']) }, photos: { setPatchState: () => undefined } },
    SIGN,
  );
  studio.store.setSlice('selecting', { text: [FOUND(SIGN, 2), FOUND(NOTE, 1)] });
  const open = () =>
    openBlocks(
      studio.store.getState().selecting.text ?? [],
      takenTextBoxesOf(studio.store.getState().run, 'photo'),
    ).length;
  expect(open()).toBe(2);
  await studio.session.runs.run('use');
  expect(open(), 'what was not ticked stays').toBe(1);
  studio.patches = [patch('a', 1, { operation: 'remove-text' })];
  studio.tell(textJob('a', [SIGN], { state: 'done' }));
  await vi.waitFor(() => expect(studio.said).toEqual(['Text removed in 2 lines.']));
  await studio.session.undo();
  expect(open()).toBe(2);
  await studio.session.redo();
  expect(open()).toBe(1);
});

describe('the boxes of a text removal', () => {
  it('go with the run, return by undo, and go again by redo', async () => {
    const studio = await withBoxes(
      {
        removeText: { run: () => started(['a', 'b']) },
        photos: { setPatchState: () => undefined },
      },
      SIGN,
      NOTE,
    );
    await studio.session.runs.run('use');
    expect(studio.inputsOf('removeText.run')).toEqual([
      { photoId: 'photo', mode: 'boxes', boxes: [SIGN, NOTE], stored: 'use' },
    ]);
    expect(studio.shown()).toEqual([]);
    expect(nextRun(studio.store.getState()), 'the whole photo is not next').toMatchObject({
      text: { mode: 'boxes' },
      regions: [],
    });
    studio.patches = ['a', 'b'].map((id) => patch(id, 1, { operation: 'remove-text' }));
    studio.tell(textJob('a', [SIGN], { state: 'done' }));
    studio.tell(textJob('b', [NOTE], { state: 'done' }));
    await vi.waitFor(() => expect(studio.store.getState().patches).toHaveLength(2));
    await studio.session.undo();
    expect(studio.shown()).toEqual([NOTE]);
    await studio.session.undo();
    expect(studio.shown()).toEqual([NOTE, SIGN]);
    await studio.session.redo();
    expect(studio.shown()).toEqual([NOTE]);
  });

  it('of a result return by undo, even in another session', async () => {
    const removed = [patch('a', 1, { operation: 'remove-text' })];
    const studio = createStudioFixture({
      removeText: { boxes: () => [], saveBoxes: () => undefined },
      photos: { setPatchState: () => undefined, open: () => photo('photo', removed) },
      jobs: { list: () => [textJob('a', [SIGN], { state: 'done' })] },
    });
    studio.patches = removed;
    await studio.open();
    const shown = () => textBoxesOf(studio.store.getState().run, 'photo');
    await studio.session.undo();
    expect(shown()).toEqual([SIGN]);
    expect(studio.inputsOf('removeText.saveBoxes')).toEqual([{ photoId: 'photo', boxes: [SIGN] }]);
    await studio.session.redo();
    expect(shown()).toEqual([]);
    await vi.waitFor(() =>
      expect(studio.inputsOf('removeText.saveBoxes').at(-1)).toEqual({
        photoId: 'photo',
        boxes: [],
      }),
    );
  });

  it('return when a call ends without a result, next to newly drawn ones', async () => {
    const studio = await withBoxes({ removeText: { run: () => started(['a']) } }, SIGN);
    await studio.session.runs.run('use');
    studio.session.plan.setTextBoxes([NOTE], 'add text box');
    studio.tell(textJob('a', [SIGN], { state: 'failed' }));
    await vi.waitFor(() => expect(studio.shown()).toEqual([NOTE, SIGN]));
    await studio.session.undo(); // the box that was drawn
    expect(studio.shown()).toEqual([SIGN]);
  });

  it('are on disk before the run takes them', async () => {
    let isSaved = false;
    const studio = await withBoxes({
      removeText: {
        async saveBoxes() {
          await Promise.resolve();
          isSaved = true;
        },
        run() {
          expect(isSaved).toBe(true);
          return started(['a']);
        },
      },
    });
    studio.session.plan.setTextBoxes([SIGN], 'add text box');
    await studio.session.runs.run('use');
    expect(studio.inputsOf('removeText.run')).toHaveLength(1);
    expect(studio.store.getState().error).toBeUndefined();
  });
});

describe('a text removal of many calls', () => {
  function largePhoto(id: string): Photo {
    return { ...photo(id), ...LARGE };
  }

  async function open(): Promise<StudioFixture> {
    const studio = await openStudio({
      photos: { open: ({ photoId }) => largePhoto(photoId) },
      removeText: { boxes: () => [], plan: noCalls, run: () => started(['a']) },
    });
    studio.session.plan.chooseOperation('remove-text');
    return studio;
  }

  it('asks once for each photo, and then sends all of it', async () => {
    const studio = await open();
    await studio.session.runs.run('use');
    expect(studio.inputsOf('removeText.run')).toEqual([]);
    expect(studio.store.getState().run.asked).toEqual({ stored: 'use', calls: 20 });
    await studio.session.runs.answer('run');
    expect(studio.inputsOf('removeText.run')).toEqual([
      { photoId: 'photo', mode: 'whole', stored: 'use' },
    ]);
    expect(studio.store.getState().run.asked).toBeUndefined();
    await studio.session.runs.run('ignore');
    expect(studio.inputsOf('removeText.run')).toHaveLength(2);
    await studio.open('another');
    await studio.session.runs.run('use');
    expect(studio.store.getState().run.asked).toBeDefined();
  });

  it('offers boxes instead, or nothing', async () => {
    const studio = await open();
    await studio.session.runs.run('use');
    await studio.session.runs.answer('cancel');
    await studio.session.runs.run('use');
    await studio.session.runs.answer('boxes');
    expect(nextRun(studio.store.getState()).text?.mode).toBe('boxes');
    expect(studio.session.core.getSnapshot().tool).toBe('text-box');
    expect(studio.inputsOf('removeText.run')).toEqual([]);
  });

  it('does not ask when saved results leave few calls', async () => {
    const studio = await open();
    const region = { x: 0, y: 0, width: 1024, height: 1024 };
    const stored = { jobId: 'old', endedAt: 1 };
    studio.store.setSlice('run', {
      calls: {
        isPractice: false,
        calls: Array.from({ length: 20 }, (_, index) =>
          index < 12 ? { region, painted: region, stored } : { region, painted: region },
        ),
      },
    });
    await studio.session.runs.run('use');
    expect(studio.inputsOf('removeText.run')).toHaveLength(1);
  });
});

describe('the end of a text removal', () => {
  it('counts once in how many places text was, across all of its tiles', async () => {
    const studio = await withBoxes({ removeText: { run: () => started(['a', 'b', 'c']) } }, SIGN);
    await studio.session.runs.run('use');
    studio.patches = ['a', 'b'].map((id) =>
      patch(id, 1, { operation: 'remove-text', maskUrl: `/masks/${id}` }),
    );
    // one place is on both tiles
    studio.masks.set('/masks/a', tilesOf(LEFT));
    studio.masks.set('/masks/b', tilesOf({ x: 60, y: 20, width: 30, height: 30 }));
    const parts = [SIGN, NOTE, RIGHT];
    const done = (id: string, index: number, change: Partial<Job> = {}) =>
      studio.tell(textJob(id, [parts[index] ?? SIGN], { state: 'done', ...change }));
    studio.tell(textJob('b', [NOTE]));
    studio.tell(textJob('c', [RIGHT]));
    done('a', 0);
    done('b', 1);
    expect(studio.said).toEqual([]);
    done('c', 2, { warning: 'No text found in this part.' });
    await vi.waitFor(() => expect(studio.said).toEqual(['Text removed in 1 place.']));
  });

  it('is silent when nothing was found, because the panel says so', async () => {
    const studio = await withBoxes({ removeText: { run: () => started(['a']) } }, SIGN);
    await studio.session.runs.run('use');
    studio.tell(textJob('a', [SIGN], { state: 'done', warning: 'No text found.' }));
    await vi.waitFor(() => expect(studio.session.core.history.done).toEqual([]));
    expect(studio.said).toEqual([]);
  });
});
