import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BlendedOutput } from '../../../shared/contract/blend.ts';
import type { OutputReference } from '../../../shared/contract/jobs.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { createBlendSession, type BlendBackend } from './blend-session.ts';

beforeEach(() => {
  // the weights are drawn by the browser's own canvas: tested end to end
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        return null;
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const BLEND = { strength: 1, softEdge: 0, strokes: [] };

function output(jobId: string): OutputReference {
  return { jobId, output: 0 };
}

const DESCRIBED = {
  blend: BLEND,
  initial: BLEND,
  rect: { x: 0, y: 0, width: 40, height: 30 },
  softSides: { left: true, top: true, right: true, bottom: true },
} as unknown as BlendedOutput;

/** A session with the result `a` open; later results are read when the test says so. */
async function withOpen(save: BlendBackend['save'] = () => Promise.resolve()) {
  const reading = Promise.withResolvers<BlendedOutput>();
  const session = createBlendSession({
    read: ({ jobId }) => (jobId === 'a' ? Promise.resolve(DESCRIBED) : reading.promise),
    save,
    readError: toAppError,
  });
  await session.open(output('a'));
  return { session, reading, openId: () => session.state.getState().open?.output.jobId };
}

it('a blend stays open when the user goes back to it while another is being read', async () => {
  const { session, reading, openId } = await withOpen();
  const opening = session.open(output('b'));
  await expect.poll(() => session.state.getState().isOpening).toBe(true);
  await session.open(output('a'));
  reading.resolve(DESCRIBED);
  await opening;
  expect([openId(), session.state.getState().isOpening]).toEqual(['a', false]);
});

it('a blend stays open when it is chosen again while it is being saved and closed', async () => {
  const saving = Promise.withResolvers<void>();
  const { session, openId } = await withOpen(() => saving.promise);
  session.setStrength(0.5);
  const closing = session.open(undefined);
  await session.open(output('a'));
  saving.resolve();
  await closing;
  expect(openId()).toBe('a');
});

it('a change of a blend that could not be saved is saved after one of the next blend', async () => {
  const saved: (readonly [string, number])[] = [];
  let isAway = true;
  const { session, reading } = await withOpen(async ({ jobId }, { strength }) => {
    if (isAway) throw new Error('The library is away.');
    saved.push([jobId, strength]);
  });
  reading.resolve(DESCRIBED);
  session.setStrength(0.5);
  await session.open(output('b'));
  isAway = false;
  session.setStrength(0.25);
  await session.flush();
  expect(saved).toEqual([
    ['a', 0.5],
    ['b', 0.25],
  ]);
});
