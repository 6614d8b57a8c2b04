import { expect, test, vi } from 'vitest';
import type { ObjectRequest, SelectedObject } from '../../../../../shared/contract/selection.ts';
import type { Settings } from '../../../../../shared/contract/settings.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { encodeMaskTiles } from '../../../../../shared/mask/mask-tiles.ts';
import type { SelectionMark } from '../../canvas/index.ts';
import type { Script } from '../../testing/scripted-backend.ts';
import {
  areaOf,
  createStudioFixture,
  LEFT,
  RIGHT,
  started,
  tilesOf,
} from '../../testing/studio-fixture.ts';

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

function selected(rect: Rect): SelectedObject {
  const { x, y, width, height } = rect;
  const pixels = width * height;
  const tiles = new Blob([encodeMaskTiles(pixels === 0 ? [] : tilesOf(rect))]);
  const outline = [x, y, x + width, y, x + width, y + height, x, y + height];
  const outlines = pixels === 0 ? [] : [outline];
  const rest = { by: 'model', readings: 1, reading: 0, isUnsure: false } as const;
  return { bounds: rect, pixels, tiles, outlines, ...rest };
}

function loop(more: Partial<SelectionMark> = {}): SelectionMark {
  const points = [LEFT, { x: 60, y: 20 }, { x: 60, y: 60 }].map(({ x, y }) => ({ x, y }));
  const kind = { tool: 'object', isLoop: true, isMore: false, isLess: false } as const;
  return { ...kind, points, width: 5, subtract: false, ...more };
}

/** A studio with the object tool in hand. */
async function withTool(
  object: (request: ObjectRequest) => Promise<SelectedObject>,
  afterLoop: Settings['selecting']['afterLoop'] = 'propose',
  script: Script = {},
) {
  const fixture = createStudioFixture({ selection: { object }, ...script });
  const { settings } = fixture;
  fixture.settings = { ...settings, selecting: { ...settings.selecting, afterLoop } };
  await fixture.open();
  fixture.session.plan.chooseTool('object');
  const { canvas, store } = fixture;
  const state = () => store.getState().selecting;
  const whenIdle = () =>
    vi.waitFor(() => {
      expect(state().isBusy).toBe(false);
      expect(state().proposal ?? state().note ?? store.getState().error).toBeDefined();
    });
  return { ...fixture, canvas, state, whenIdle };
}

test('Escape drops a proposal, and another loop or another tool accepts it', async () => {
  const { canvas, session, whenIdle } = await withTool(async ({ gesture }) =>
    selected(gesture.points.length > 3 ? RIGHT : LEFT),
  );
  canvas.select(loop());
  await whenIdle();
  expect(canvas.key('Escape')).toBe(true);
  expect(canvas.found('selection')).toBeUndefined();
  expect(canvas.key('Escape'), 'left to others').toBe(false);

  canvas.select(loop());
  await whenIdle();
  const points = [...loop().points, { x: 1, y: 1 }];
  canvas.select(loop({ points }));
  expect(canvas.paintedPixels()).toBe(areaOf(LEFT));
  await whenIdle();
  session.plan.chooseTool('brush');
  const both = areaOf(LEFT) + areaOf(RIGHT);
  await vi.waitFor(() => expect(canvas.paintedPixels()).toBe(both));
});

test('Enter before the edge is exact says so, and adds the selection to the mask once it is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { canvas, state } = await withTool(async () => {
    await promise;
    return selected(LEFT);
  });
  canvas.select(loop());
  await vi.waitFor(() => expect(state().isBusy).toBe(true));
  expect(canvas.key('Enter')).toBe(true);
  expect(state().isBeingAdded).toBe(true);
  resolve();
  await vi.waitFor(() => expect(canvas.paintedPixels()).toBe(areaOf(LEFT)));
  expect(state().isBeingAdded).toBe(false);
});

test('runs nothing when another photo is opened while the selection is still being found', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { canvas, session, state, inputsOf, store } = await withTool(async () => {
    await promise;
    return selected(LEFT);
  });
  canvas.select(loop());
  await vi.waitFor(() => expect(state().isBusy).toBe(true));
  const run = session.runs.run('use');
  const next = session.photos.open('next');
  resolve();
  await Promise.all([run, next]);
  await vi.waitFor(() => expect(store.getState().status).toBe('ready'));
  expect([...inputsOf('cleanup.run'), ...inputsOf('media.saveMask')]).toEqual([]);
  expect(store.getState().error, 'not asked to paint the next one').toBeUndefined();
});

test('runs once when a run is ordered before a loop that runs by itself is found', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const { canvas, session, state, store } = await withTool(
    async () => {
      await promise;
      return selected(LEFT);
    },
    'run',
    {
      cleanup: {
        run: () => {
          runs += 1;
          return started(['a'], [tilesOf(LEFT)]);
        },
      },
    },
  );
  canvas.select(loop());
  await vi.waitFor(() => expect(state().isBusy).toBe(true));
  const run = session.runs.run('use');
  resolve();
  await run;
  expect([runs, store.getState().error]).toEqual([1, undefined]);
  expect(session.core.history.done.map(({ label }) => label)).toEqual(['object', 'clean-up']);
});

test.each([
  ['is found to be nothing', undefined, undefined],
  ['cannot be found', 'tool-unavailable', undefined],
  ['is dropped', 'cancelled', 'Escape'],
] as const)('runs nothing when the selection to run %s', async (_how, error, key) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { canvas, session, state, inputsOf, store } = await withTool(async () => {
    await promise;
    if (error !== undefined) throw new AppError(error, 'No selection.');
    return selected(NOTHING);
  });
  canvas.paint(RIGHT);
  canvas.select(loop());
  await vi.waitFor(() => expect(inputsOf('selection.object')).toHaveLength(1));
  const run = session.runs.run('use');
  if (key !== undefined) canvas.key(key);
  resolve();
  await run;
  expect(inputsOf('cleanup.run'), 'the rest of the mask was not meant alone').toEqual([]);
  expect(state().isBusy).toBe(false);
  expect(store.getState().error?.kind).toBe(key === undefined ? error : undefined);
});

test('reports a loop around nothing, and a tool that cannot start leaves the mask alone', async () => {
  const answers = [
    async () => selected(NOTHING),
    async () => {
      throw new AppError('tool-unavailable', 'The object tool has ended.');
    },
  ];
  const { canvas, state, store, whenIdle } = await withTool(async () => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('No more answers.');
    return await answer();
  });
  canvas.paint(RIGHT);
  canvas.select(loop());
  await whenIdle();
  expect(state().note).toMatch(/No object found/u);
  expect(canvas.found('selection')).toBeUndefined();

  canvas.select(loop());
  await vi.waitFor(() => expect(store.getState().error?.kind).toBe('tool-unavailable'));
  expect(state().isBusy).toBe(false);
  expect(canvas.found('selection')).toBeUndefined();
  expect(canvas.paintedPixels()).toBe(areaOf(RIGHT));
});

test('Q cycles through the candidates by size, from the largest back to the smallest', async () => {
  const asked: (number | undefined)[] = [];
  const { canvas, session, state, whenIdle } = await withTool(async (request) => {
    asked.push(request.reading);
    return { ...selected(LEFT), readings: 3, reading: request.reading ?? 1 };
  });
  canvas.select(loop({ isLoop: false, points: [{ x: 20, y: 20 }] }));
  await whenIdle();
  expect(state().proposal).toMatchObject({ readings: 3, reading: 1 });
  for (const [direction, reading] of [
    [1, 2],
    [1, 0],
    [-1, 2],
  ] as const) {
    session.selecting.resize(direction);
    await vi.waitFor(() => expect(state().proposal?.reading).toBe(reading));
    await whenIdle();
  }
  expect(asked).toEqual([undefined, undefined, 2, 2, 0, 0, 2, 2]);
});

test('reports an outline that is unsure, found by colours, or only the loop', async () => {
  const { canvas, state, whenIdle } = await withTool(async ({ gesture }) => {
    const by = gesture.points.length > 3 ? 'drawn' : 'model';
    return { ...selected(LEFT), by, isUnsure: true };
  });
  canvas.select(loop());
  await whenIdle();
  expect(state().proposal?.remark).toMatch(/Not sure about this outline/u);
  canvas.key('Escape');
  canvas.select(loop({ points: [...loop().points, { x: 20, y: 60 }] }));
  await whenIdle();
  expect(state().proposal?.remark).toMatch(/the loop as you drew it/u);
});

test('offers a run next to an accepted object; Enter runs it, and a held key does not', async () => {
  const { canvas, session, state, whenIdle, inputsOf } = await withTool(async () => selected(LEFT));
  canvas.pointAt({ x: 50, y: 40 });
  canvas.select(loop());
  await whenIdle();
  expect(state().taken).toBeUndefined();
  canvas.key('Enter');
  expect(state().taken).toEqual({ bounds: LEFT, pointer: { x: 50, y: 40 } });
  expect(canvas.key('Enter', true), 'used, for nothing').toBe(true);
  expect(inputsOf('cleanup.run')).toHaveLength(0);
  expect(canvas.key('Enter')).toBe(true);
  expect(state().taken).toBeUndefined();
  await vi.waitFor(() => expect(inputsOf('cleanup.run')).toHaveLength(1));
  session.destroy();
});

test('hides the offer after Escape, the next selection, another tool, a stroke, an undo and a run', async () => {
  const { canvas, session, state, whenIdle } = await withTool(async () => selected(LEFT));
  const takeIn = async (): Promise<void> => {
    session.plan.chooseTool('object');
    canvas.select(loop());
    await whenIdle();
    canvas.key('Enter');
    expect(state().taken).toBeDefined();
  };
  await takeIn();
  expect(canvas.key('Escape')).toBe(true);
  expect(state().taken).toBeUndefined();
  expect(canvas.key('Escape'), 'left to others').toBe(false);

  const ends: readonly (() => unknown)[] = [
    () => canvas.select(loop()),
    () => session.plan.chooseTool('brush'),
    () => canvas.setPainting(true),
    () => session.undo().then(() => canvas.setPainting(false)),
    () => session.runs.run('use'),
  ];
  for (const end of ends) {
    await takeIn();
    end();
    await vi.waitFor(() => expect(state().taken).toBeUndefined());
    canvas.setPainting(false);
    canvas.key('Escape');
  }
});

test('offers nothing for a selection accepted in passing or subtracted from the mask', async () => {
  const { canvas, session, state, whenIdle } = await withTool(async () => selected(LEFT));
  canvas.select(loop());
  await whenIdle();
  session.plan.chooseTool('brush');
  await vi.waitFor(() => expect(canvas.paintedPixels()).toBeGreaterThan(0));
  expect(state().taken).toBeUndefined();
  session.plan.chooseTool('object');
  canvas.select(loop({ subtract: true }));
  await whenIdle();
  canvas.key('Enter');
  expect(canvas.paintedPixels()).toBe(0);
  expect(state().taken).toBeUndefined();
});

test('offers a run at once with “Add” on release', async () => {
  const { canvas, state } = await withTool(async () => selected(LEFT), 'accept');
  canvas.select(loop());
  await vi.waitFor(() => expect(state().taken?.bounds).toEqual(LEFT));
});
