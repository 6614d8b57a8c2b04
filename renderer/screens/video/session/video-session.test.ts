import { describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { aPhoto } from '../../../viewer/slots/testing/a-photo.ts';
import { aSlot } from '../../../viewer/slots/testing/a-slot.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { runBench, type ScriptedBackend } from '../../../features/runs/testing/run-bench.ts';
import { requestOf } from '../model/form.ts';
import { createVideoSession } from './video-session.ts';
import { createVideoStore, focusedClip } from './video-store.ts';

/** @param watched ids of clips that can be watched */
function screen(watched: readonly string[] = [], answers: ScriptedBackend = {}) {
  const bench = runBench(answers);
  const store = createVideoStore();
  const slot = aSlot(() => store.setState({ maxSide: undefined }));
  const hasClip = (id: string): boolean => watched.includes(id);
  const session = createVideoSession({ ...bench, store, slot, hasClip });
  return { ...bench, session, clips: session.clips, slot, store, state: store.getState };
}

/** A clip of the list that can be played. */
function clip(id: string, changes: Partial<Job> = {}): Job {
  const output = { id: 0, url: '', mediaType: 'video/mp4', byteLength: 1 };
  return aJob({ id, kind: 'video', state: 'done', outputs: [output], ...changes });
}

const FORM = createVideoStore().getState().form;

describe('the crop of the picture', () => {
  const face = { bounds: { x: 80, y: 2, width: 20, height: 20 }, problems: [] };
  const tall = { ...aPhoto('tall'), width: 300, height: 200 };

  it('moves to keep a face in, and only Crop sends that part', async () => {
    const { session, slot, sent, state } = screen([], {
      faces: { find: () => Promise.resolve({ faces: [face] }) },
    });
    slot.set(tall);
    await vi.waitFor(() => expect(state().part).toEqual({ x: 0, y: 0, width: 300, height: 169 }));
    session.change({ resizeMode: 'CROP_TO_ASPECT_RATIO' });
    await session.send();
    session.change({ resizeMode: 'ORIGINAL_RESOLUTION' });
    await session.send();
    session.change({ resizeMode: 'CROP_TO_ASPECT_RATIO' });
    session.centreFrame();
    await session.send();
    expect(sent.map((each) => each.kind === 'video' && each.picture.rect)).toEqual([
      { x: 0, y: 0, width: 300, height: 169 },
      undefined,
      undefined,
    ]);
  });

  it('stays where it was sent when a face is found later', async () => {
    const search = Promise.withResolvers<{ faces: (typeof face)[] }>();
    const { session, slot, state } = screen([], { faces: { find: () => search.promise } });
    slot.set(tall);
    await session.send();
    search.resolve({ faces: [face] });
    await new Promise(setImmediate); // as long as the found part takes
    expect(state().part).toBeUndefined();
  });

  it('stays in the middle when nothing is found, and drops the previous picture', async () => {
    let faces = [face];
    const { slot, state, asked } = screen([], {
      faces: { find: () => Promise.resolve({ faces }) },
    });
    slot.set(tall);
    await vi.waitFor(() => expect(state().part).toBeDefined());
    faces = [];
    slot.set({ ...tall, id: 'other' });
    expect(state().part).toBeUndefined();
    // the model of objects does not run here
    await vi.waitFor(() => expect(asked.at(-1)).toContain('selection.objects'));
    expect(state().part).toBeUndefined();
  });
});

it('sending in Video picks a new seed for the next clip, unless the seed is locked', async () => {
  const { session, slot, sent, state } = screen();
  slot.set(aPhoto('a'));
  session.change({ seed: '7', isSeedLocked: false });
  await session.send();
  expect(sent).toMatchObject([{ picture: { photoId: 'a' }, parameters: { seed: '7' } }]);
  expect(state().form.seed).not.toBe('7');
  session.change({ seed: '8', isSeedLocked: true });
  await session.send();
  expect([sent.length, state().form.seed]).toEqual([2, '8']);
});

it('sending in Video sends a sweep as one group, which the list then shows', async () => {
  const { session, slot, sent, state } = screen();
  slot.set(aPhoto('a'));
  session.store.setState({ sweep: { axis: 'motion', values: ['40', '80', '120'] } });
  await session.send();
  expect(sent.map((each) => each.kind === 'video' && each.parameters.motionBucketId)).toEqual([
    40, 80, 120,
  ]);
  expect([state().groupId, state().sweep]).toEqual(['run 1', undefined]);
});

it('a sweep that was sent ends the selection of clips that its list does not show', async () => {
  const { session, slot, state } = screen();
  slot.set(aPhoto('a'));
  session.runs.select(['old', 'older']);
  session.store.setState({ sweep: { axis: 'motion', values: ['40', '80', '120'] } });
  await session.send();
  expect([state().groupId, state().selected]).toEqual(['run 1', []]);
});

describe('a clip that was sent', () => {
  it('is shown while it is made, unless another one is being watched', () => {
    const { clips, state } = screen(['old']);
    clips.sent('new');
    expect(state().clipId).toBe('new');
    clips.sent('newer'); // the one that is shown has nothing to watch yet
    expect(state().clipId).toBe('newer');
    clips.open('old');
    clips.sent('newest');
    expect(state().clipId).toBe('old');
  });

  it('does not replace a comparison, nor a picture that the user asked for', () => {
    const { clips, state, store } = screen();
    clips.compare(['a', 'b']);
    clips.sent('new');
    expect(state().clipId).toBeUndefined();
    store.setState({ compared: undefined, isPictureLarge: true });
    clips.sent('new');
    expect(state().clipId).toBeUndefined();
  });
});

it('compares a finished group, unless something else is being viewed', () => {
  const members = [clip('a'), clip('b'), aJob({ id: 'c', kind: 'video' })];
  const free = screen();
  free.clips.openGroup('g');
  free.clips.groupReady('g', members);
  expect(free.state().compared).toEqual(['a', 'b']);
  const watching = screen(['x']);
  watching.clips.openGroup('g');
  watching.clips.open('x');
  watching.clips.groupReady('g', members);
  expect(watching.state().compared).toBeUndefined();
});

it('stars in Compare are for the clip in focus, never for one of an earlier comparison', () => {
  const { clips, state, store } = screen();
  clips.compare(['a', 'b']);
  store.setState({ focusedId: 'b' });
  expect(focusedClip(state())).toBe('b');
  store.setState({ compared: undefined });
  clips.compare(['c', 'd']); // one of them may be damaged, so that none gets the focus
  expect(focusedClip(state())).toBeUndefined();
});

it('a plain click opens one clip of an answer, and restarts the selection', () => {
  const { clips, session, state } = screen();
  clips.open('a', 1);
  session.runs.add('c');
  expect([state().clipOutput, state().selected]).toEqual([1, ['a', 'c']]);
  clips.open('b');
  expect([state().clipOutput, state().selected]).toEqual([undefined, []]);
});

it('saves every clip of an answer, and nothing else of it', async () => {
  const saveOutput = () => Promise.resolve({ kind: 'saved', name: 'a.mp4' });
  const { session, asked } = screen([], { jobs: { saveOutput } });
  const file = (id: number, mediaType: string) => ({ id, url: '', mediaType, byteLength: 1 });
  const outputs = [file(0, 'video/mp4'), file(1, 'image/png'), file(2, 'video/mp4')];
  await session.runs.save([clip('a', { outputs })]);
  expect(asked.slice(1)).toEqual([
    'jobs.saveOutput {"jobId":"a","output":0,"into":"folder"}',
    'jobs.saveOutput {"jobId":"a","output":2,"into":"folder"}',
  ]);
});

it('a removed clip leaves the player and Compare', async () => {
  const { clips, session, state } = screen();
  clips.open('a');
  await session.runs.remove(['a']);
  expect(state().clipId).toBeUndefined();
  clips.compare(['a', 'b']);
  await session.runs.remove(['b']);
  expect(state().compared).toBeUndefined();
});

it('keeps a picture that is being opened when the last one is restored', async () => {
  const { session, slot } = screen();
  const opening = slot.takeFiles([new File([], 'new')]);
  session.restore({ videoForm: FORM, videoPhotoId: 'old' });
  await opening;
  await vi.waitFor(() => expect(slot.state.getState().isOpening).toBe(false));
  expect(slot.state.getState().photo?.id).toBe('new');
});

describe('a clip that is made again', () => {
  const request = requestOf({ ...FORM, seed: null, steps: 30 }, 'old', undefined);
  const again = () => screen([], { jobs: { details: () => Promise.resolve({ request }) } });

  it('fills the form with its settings, its picture and the seed that was used', async () => {
    const { session, slot, state, sent } = again();
    await session.prepare(clip('a', { seed: '42' }), 'same');
    expect(state().form).toMatchObject({ steps: 30, seed: '42', isSeedLocked: true });
    expect(slot.state.getState().photo?.id).toBe('old');
    const opening = slot.takeFiles([new File([], 'late')]);
    await session.fill(request, undefined);
    await opening;
    expect(slot.state.getState()).toMatchObject({ photo: { id: 'old' }, isOpening: false });
    await session.prepare(clip('a', { seed: '42' }), 'new');
    expect(state().form.seed).not.toBe('42');
    expect(sent).toEqual([]);
  });

  it('crops no other picture like its own, which is gone or was replaced meanwhile', async () => {
    const { session, slot, state } = screen();
    const part = { x: 50, y: 0, width: 100, height: 56 };
    slot.set(aPhoto('mine'));
    await session.fill(requestOf(FORM, 'gone', undefined, part), undefined);
    expect([slot.state.getState().photo?.id, state().part]).toEqual(['mine', undefined]);
    const filling = session.fill(requestOf(FORM, 'old', undefined, part), undefined);
    slot.set(aPhoto('dropped'));
    await filling;
    expect([slot.state.getState().photo?.id, state().part]).toEqual(['dropped', undefined]);
    await session.fill(requestOf(FORM, 'old', undefined, part), undefined);
    expect([slot.state.getState().photo?.id, state().part]).toEqual(['old', part]);
  });

  it('is varied less than in its sweep, also while the list shows it alone', async () => {
    const members = ['65', '128', '192'].map((value) =>
      clip(value, { runId: 'run', sweep: { axis: 'motion', value } }),
    );
    const details = () => Promise.resolve({ request });
    const list = () => Promise.resolve(members);
    const { session, state, asked } = screen([], { jobs: { details, list } });
    const [, middle] = members;
    if (middle !== undefined) await session.moreLikeThis(middle);
    expect(state().sweep?.values).toEqual(['96', '128', '160']);
    expect(asked[0]).toContain('"groupId":"run"');
  });

  it('is sent without the form', async () => {
    const { session, sent, state } = again();
    await session.sendAgain(clip('a', { seed: '42' }), 'same');
    expect(sent).toEqual([{ ...request, parameters: { ...request.parameters, seed: '42' } }]);
    expect(state().form).toEqual(FORM);
  });
});

it('moves a waiting clip before the previous one, or behind the next', async () => {
  const { clips, asked } = screen([], { jobs: { reorder: () => Promise.resolve() } });
  const waiting = ['a', 'b', 'c', 'd'].map((id) => aJob({ id }));
  await clips.move('b', 'earlier', waiting);
  await clips.move('b', 'later', waiting);
  await clips.move('c', 'later', waiting);
  await clips.move('a', 'earlier', waiting); // it is the first one
  expect(asked).toEqual([
    'jobs.reorder {"jobId":"b","beforeJobId":"a"}',
    'jobs.reorder {"jobId":"b","beforeJobId":"d"}',
    'jobs.reorder {"jobId":"c"}',
  ]);
});
