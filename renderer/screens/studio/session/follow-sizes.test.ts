import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_SCREEN_STATE } from '../../../../shared/contract/screen-state.ts';
import type { CanvasSnapshot } from '../canvas/index.ts';
import { createCanvasWithoutScreen } from '../testing/canvas-without-screen.ts';
import { followSizes } from './follow-sizes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fixture() {
  let brushSize = 10;
  let listener: () => void = () => undefined;
  const failures: unknown[] = [];
  const settings = {
    get: vi.fn(async () => DEFAULT_SCREEN_STATE),
    update: vi.fn(async () => DEFAULT_SCREEN_STATE),
  };
  const { tools } = createCanvasWithoutScreen().core;
  const core = {
    tools: { ...tools, setSize: vi.fn<typeof tools.setSize>() },
    getSnapshot: () => ({ brushSize, eraserSize: 20 }) as CanvasSnapshot,
    subscribe(called: () => void) {
      listener = called;
      return () => undefined;
    },
  };
  return {
    core,
    settings,
    failures,
    start: () => followSizes(core, settings, (thrown) => failures.push(thrown)),
    async paintWith(size: number) {
      brushSize = size;
      listener();
      await vi.advanceTimersByTimeAsync(1000);
    },
  };
}

it('reports sizes that cannot be read, and still saves their changes', async () => {
  const { core, settings, failures, start, paintWith } = fixture();
  settings.get.mockRejectedValueOnce(new Error('unreadable'));
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual([new Error('unreadable')]);
  expect(core.tools.setSize).not.toHaveBeenCalled();
  await paintWith(33);
  expect(settings.update).toHaveBeenCalledWith({ brushSize: 33, eraserSize: 20 });
});

it('reports sizes that cannot be saved, and saves them with the next change', async () => {
  const { settings, failures, start, paintWith } = fixture();
  start();
  await vi.advanceTimersByTimeAsync(0);
  settings.update.mockRejectedValueOnce(new Error('disk full'));
  await paintWith(33);
  expect(failures).toEqual([new Error('disk full')]);
  await paintWith(33);
  expect(settings.update).toHaveBeenCalledTimes(2);
  await paintWith(33);
  expect(settings.update, 'nothing is new').toHaveBeenCalledTimes(2);
});
