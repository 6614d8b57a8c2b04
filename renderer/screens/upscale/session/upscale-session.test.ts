import { describe, expect, it } from 'vitest';
import { DEFAULT_SCREEN_STATE } from '../../../../shared/contract/screen-state.ts';
import { aPhoto } from '../../../viewer/slots/testing/a-photo.ts';
import { aSlot } from '../../../viewer/slots/testing/a-slot.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { runBench, type ScriptedBackend } from '../../../features/runs/testing/run-bench.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import { requestOf } from '../model/form.ts';
import { createUpscaleSession, createUpscaleStore } from './upscale-session.ts';

const PART = { x: 10, y: 20, width: 100, height: 100 };

function screen(answers: ScriptedBackend = {}) {
  const bench = runBench({
    photos: {
      get: ({ photoId }: { readonly photoId: string }) => Promise.resolve(aPhoto(photoId)),
    },
    ...answers,
  });
  const store = createUpscaleStore();
  const slot = aSlot();
  const session = createUpscaleSession({
    ...bench,
    store,
    slot,
    blending: {} as BlendSession, // nothing here blends
    importFile: ({ name }) => Promise.resolve(aPhoto(name)),
  });
  return { ...bench, session, slot, state: store.getState };
}

describe('sending an enlargement', () => {
  it('opens a single picture, and reports the sending of several', async () => {
    const { session, state, sent, said } = screen();
    session.setTryPart(PART);
    await session.send(['a']);
    expect([state().openId, state().tryPart, said]).toEqual(['job 1', undefined, []]);
    await session.send(['a', 'b']);
    expect([state().openId, said]).toEqual(['job 1', ['Sent 2 pictures.']]);
    expect(sent.map((each) => 'picture' in each && each.picture)).toEqual([
      { photoId: 'a' },
      { photoId: 'a' },
      { photoId: 'b' },
    ]);
  });

  it('tries each upscaler on the crop, and shows them side by side', async () => {
    const { session, state, sent, slot } = screen();
    await session.tryUpscalers();
    expect(state().error?.message).toBe('Add a picture first.');
    slot.set(aPhoto('a'));
    session.change({ triedUpscalers: ['Lanczos', 'Nearest'] });
    session.setTryPart(PART);
    await session.tryUpscalers();
    expect([state().tryIds, state().error]).toEqual([['job 1', 'job 2'], undefined]);
    expect(sent).toMatchObject([
      { picture: { photoId: 'a', rect: PART }, parameters: { upscaler: 'Lanczos' } },
      { picture: { photoId: 'a', rect: PART }, parameters: { upscaler: 'Nearest' } },
    ]);
  });
});

it.each([
  ['an empty size', { factor: 0 }, 'factor must be'],
  ['an empty width', { sizeMode: 'size', width: 0 }, 'width must be'],
  ['a size that is next to nothing', { sizeMode: 'size', width: 1, height: 1 }, 'factor must be'],
  ['a restoration out of range', { gfpganVisibility: 2 }, 'GFPGAN'],
  ['no upscaler', { triedUpscalers: [] }, 'Add an upscaler to try'],
] as const)('says why upscalers cannot be tried with %s', async (_what, changes, reason) => {
  const { session, slot, sent, said } = screen();
  slot.set({ ...aPhoto('a'), width: 9000, height: 9000 });
  session.change(changes);
  session.setTryPart(PART);
  await session.tryUpscalers();
  expect(sent).toEqual([]);
  expect(said).toEqual([expect.stringContaining(reason)]);
});

it('restores the last form and its existing pictures, once', async () => {
  const { session, state } = screen();
  const upscaleForm = { ...state().form, factor: 3 };
  session.restore({ ...DEFAULT_SCREEN_STATE, upscaleForm, upscalePhotoIds: ['a', 'b'] });
  await expect.poll(() => state().isRestored).toBe(true);
  expect(state().form.factor).toBe(3);
  expect(state().photos.map(({ id }) => id)).toEqual(['a', 'b']);
  session.restore(DEFAULT_SCREEN_STATE);
  expect(state().form.factor).toBe(3);
});

it('fills the form with the settings and the picture of a result', async () => {
  const request = requestOf({ ...createUpscaleStore().getState().form, factor: 4 }, 'old');
  const { session, state, slot, said } = screen({
    jobs: { details: () => Promise.resolve({ request }) },
  });
  await session.prepare(aJob({ id: 'a', kind: 'upscale' }));
  expect(state().form.factor).toBe(4);
  expect(slot.state.getState().photo?.id).toBe('old');
  expect(said).toEqual(['The form has these settings.']);
});

it('closes every view of a removed result', async () => {
  const { session, state } = screen();
  session.open('a');
  await session.runs.remove(['b']);
  expect(state().openId).toBe('a');
  await session.runs.remove(['a']);
  expect(state().openId).toBeUndefined();
  session.openTries(['c', 'd']);
  await session.runs.remove(['d']);
  expect(state().tryIds).toBeUndefined();
});
