import { showScreen } from '../../../core/screen/navigation.ts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SCREEN_STATE } from '../../../../shared/contract/screen-state.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import { aPhoto } from '../../../viewer/slots/testing/a-photo.ts';
import { aSlot } from '../../../viewer/slots/testing/a-slot.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { runBench, type ScriptedBackend } from '../../../features/runs/testing/run-bench.ts';
import { type FaceSlot, requestOf, WHOLE } from '../model/part.ts';
import { MATRIX } from '../../../../shared/contract/faces-form.ts';
import { createFacesSession } from './faces-session.ts';
import { createFacesStore } from './faces-store.ts';

function screen(answers: ScriptedBackend = {}) {
  const bench = runBench({ faces: { find: () => Promise.resolve({ faces: [] }) }, ...answers });
  const store = createFacesStore();
  const forget = (place: FaceSlot) => (): void =>
    store.setState(({ crops }) => ({ crops: { ...crops, [place]: WHOLE } }));
  const slots = { face: aSlot(forget('face')), picture: aSlot(forget('picture')) };
  const shownInStudio: string[] = [];
  const flushed: string[] = [];
  const blending = {
    flush: async () => void flushed.push('flushed'),
    peek: () => undefined,
  } as Pick<BlendSession, 'flush' | 'peek'> as BlendSession;
  const session = createFacesSession({
    ...bench,
    store,
    slots,
    blending,
    showInStudio: (photoId) => void shownInStudio.push(photoId),
  });
  const fill = (): void => {
    slots.face.set(aPhoto('f'));
    slots.picture.set(aPhoto('p'));
  };
  return { ...bench, session, slots, fill, shownInStudio, flushed, state: store.getState };
}

const part = (photoId: string) => ({ photoId, ...WHOLE });

it('sending a merge shows one merge, and stores its face', async () => {
  const { session, fill, state, sent } = screen();
  fill();
  await session.send();
  expect(sent).toEqual([requestOf(part('f'), part('p'), state().responseType)]);
  expect([state().jobId, state().groupId]).toEqual(['job 1', undefined]);
  expect(state().usedFaces).toEqual([part('f')]);
});

it('stays at a result that is opened while a merge is being sent', async () => {
  const { session, fill, state } = screen();
  fill();
  const sending = session.send();
  session.show('other');
  await sending;
  expect(state().jobId).toBe('other');
});

it('sending a merge sends each face into each picture, and shows the table', async () => {
  const { session, fill, state, sent } = screen();
  fill();
  session.slotActions.addToMatrix('face');
  fill();
  expect(session.counts()).toEqual({ face: 1, picture: 1 }); // the same face counts once
  session.slotActions.addToMatrix('picture');
  fill();
  session.slotActions.setCrop('picture', { border: 20 });
  await session.send();
  expect(sent).toHaveLength(2);
  expect([state().jobId, state().groupId]).toEqual([undefined, 'run 1']);
});

it('the pictures of a matrix are stored with their crop, the latest first, and free the slot for the next', () => {
  const { session, slots, state } = screen();
  session.slotActions.addToMatrix('face');
  expect(state().more.face).toEqual([]);
  slots.face.set(aPhoto('f'));
  session.slotActions.setCrop('face', { border: 20 });
  const kept = session.slotActions.part('face');
  session.slotActions.addToMatrix('face');
  expect(slots.face.state.getState().photo).toBeUndefined();
  expect(state().crops.face).toEqual(WHOLE);
  slots.face.set(aPhoto('g'));
  session.slotActions.addToMatrix('face');
  expect(kept).toMatchObject({ photoId: 'f', border: 20 });
  expect(state().more).toEqual({ face: [part('g'), kept], picture: [] });
  session.slotActions.removeFromMatrix('face', part('g'));
  expect(state().more.face).toEqual([kept]);
});

it('restores the last form, and reports a picture that is gone', async () => {
  const { session, slots, state, said } = screen();
  session.restore({
    ...DEFAULT_SCREEN_STATE,
    facesForm: {
      ...DEFAULT_SCREEN_STATE.facesForm,
      face: part('f'),
      picture: part('gone'),
      jobId: 'last',
    },
  });
  await expect.poll(() => state().isRestored).toBe(true);
  expect([slots.face.state.getState().photo?.id, state().jobId]).toEqual(['f', 'last']);
  expect(said).toEqual(['This picture is no longer in the library.']);
});

describe('a picture that is being opened', () => {
  const file = new File([], 'new');
  const { facesForm } = DEFAULT_SCREEN_STATE;
  const last = { ...DEFAULT_SCREEN_STATE, facesForm: { ...facesForm, picture: part('old') } };

  it('stays when the last form is restored meanwhile', async () => {
    const { session, slots, state, said } = screen();
    const opening = slots.picture.takeFiles([file]);
    session.restore(last);
    await opening;
    await expect.poll(() => state().isRestored).toBe(true);
    expect([slots.picture.state.getState().photo?.id, said]).toEqual(['new', []]);
  });

  it('replaces one that is being restored, which is not called gone', async () => {
    const { session, slots, state, said } = screen();
    session.restore(last);
    await slots.picture.takeFiles([file]);
    await expect.poll(() => state().isRestored).toBe(true);
    expect([slots.picture.state.getState().photo?.id, said]).toEqual(['new', []]);
  });

  it('does not replace the picture of settings that were filled in since', async () => {
    const { session, slots, fill, state } = screen();
    fill();
    const opening = slots.picture.takeFiles([file]);
    const brief = requestOf(part('f'), { ...part('p'), border: 12 }, 'jpeg');
    await session.prepare(aJob({ kind: 'merge-face', brief }));
    await opening;
    const { photo, isOpening } = slots.picture.state.getState();
    expect([photo?.id, isOpening, state().crops.picture.border]).toEqual(['p', false, 12]);
  });
});

describe('a picture with several faces', () => {
  const face = (x: number) => ({ bounds: { x, y: 10, width: 20, height: 20 }, problems: [] });
  const find = () => Promise.resolve({ faces: [face(10), face(60)] });
  const rectOf = ({ crops }: ReturnType<ReturnType<typeof screen>['state']>) => crops.face.rect;

  it('is cropped to the largest each time that it is added', async () => {
    const { session, slots, state } = screen({ faces: { find } });
    session.restore(DEFAULT_SCREEN_STATE);
    await expect.poll(() => state().isRestored).toBe(true);
    slots.face.set(aPhoto('f'));
    await expect.poll(() => rectOf(state())).not.toBeNull();
    const first = rectOf(state());
    slots.face.set(undefined);
    expect(rectOf(state())).toBeNull();
    slots.face.set(aPhoto('f'));
    await expect.poll(() => rectOf(state())).toEqual(first);
  });

  it('stays whole where its crop was removed before', async () => {
    const search = Promise.withResolvers<object>();
    const { session, state } = screen({ faces: { find: () => search.promise } });
    const { facesForm } = DEFAULT_SCREEN_STATE;
    session.restore({ ...DEFAULT_SCREEN_STATE, facesForm: { ...facesForm, face: part('f') } });
    await expect.poll(() => state().isRestored).toBe(true);
    search.resolve(await find());
    await expect.poll(() => state().found['f']).toHaveLength(2);
    expect(rectOf(state())).toBeNull();
  });
});

it('turns the crop that was drawn while its picture was being turned', async () => {
  const turned = Promise.withResolvers<object>();
  const turn = () => turned.promise;
  const { session, fill, state } = screen({ faces: { turn, find: async () => ({ faces: [] }) } });
  fill();
  const { width } = aPhoto('f');
  session.slotActions.setCrop('face', { rect: { x: 0, y: 0, width: 10, height: 10 } });
  const turning = session.slotActions.turn('face', 'mirror');
  session.slotActions.setCrop('face', { rect: { x: 0, y: 0, width: 30, height: 20 }, border: 12 });
  turned.resolve(aPhoto('turned'));
  await turning;
  expect(state().crops.face).toMatchObject({
    rect: { x: width - 30, y: 0, width: 30, height: 20 },
    border: 12,
  });
});

it('shows the new result after rerunning one, and keeps the shown one after several', async () => {
  const { session, state } = screen();
  session.show('a');
  await session.runAgain(['a', 'b']);
  expect(state().jobId).toBe('a');
  await session.runAgain(['b']);
  expect(state().jobId).toBe('a');
  await session.runAgain(['a']);
  expect(state().jobId).toBe('a again');
});

it('stops showing and comparing a removed result', async () => {
  const { session, state } = screen();
  session.show('a');
  session.compare(true);
  await session.runs.remove(['a']);
  expect([state().jobId, state().isComparing]).toEqual([undefined, false]);
});

it('fills both slots with the pictures of a merge', async () => {
  const { session, slots, state } = screen();
  const brief = requestOf({ ...part('f'), border: 12 }, part('p'), 'jpeg');
  await session.prepare(aJob({ kind: 'merge-face', brief }));
  expect(slots.picture.state.getState().photo?.id).toBe('p');
  expect([state().crops.face.border, state().responseType]).toEqual([12, 'jpeg']);
});

it('saves several as blended, into one folder', async () => {
  const saveFile = () => Promise.resolve({ kind: 'saved', name: 'a.png' });
  const { session, asked, said, flushed } = screen({ blend: { saveFile } });
  const output = { id: 0, url: '', mediaType: 'image/png', byteLength: 1 };
  await session.runs.save([aJob({ id: 'a', outputs: [output] }), aJob({ id: 'running' })]);
  expect(flushed).toEqual(['flushed']);
  expect(asked.at(-1)).toBe(
    'blend.saveFile {"jobId":"a","output":0,"format":"png","quality":100,"lossless":true,"exif":"without-place","into":"folder"}',
  );
  expect(said).toEqual(['Saved 1 result.']);
});

it('opens as blended in the Studio, and keeps an error visible', async () => {
  const output = { jobId: 'a', output: 0 };
  const works = screen({ blend: { toStudio: () => Promise.resolve({ photoId: 'p' }) } });
  await works.session.openInStudio(output);
  expect([works.flushed, works.shownInStudio]).toEqual([['flushed'], ['p']]);
  const error = new AppError('disk-full', 'No space.');
  const fails = screen({ blend: { toStudio: () => Promise.reject(error) } });
  await fails.session.openInStudio(output);
  expect([fails.state().error?.message, fails.shownInStudio]).toEqual(['No space.', []]);
});

it.each([
  ['stays where the user has gone', 'settings', []],
  ['opens it for a user who waits in the Studio', 'studio', ['p']],
])('while the Studio’s picture is made, %s', async (_what, screenId, shown) => {
  const made = Promise.withResolvers<{ photoId: string }>();
  const { session, shownInStudio } = screen({ blend: { toStudio: () => made.promise } });
  showScreen('faces');
  const opening = session.openInStudio({ jobId: 'a', output: 0 });
  showScreen(screenId);
  made.resolve({ photoId: 'p' });
  await opening;
  expect(shownInStudio).toEqual(shown);
});

it('keeps as many further faces as can be stored with the form, and says when there are more', () => {
  const { session, slots, said, state } = screen();
  const group = { ...aPhoto('group'), width: 4000, height: 3000 };
  slots.face.set(group);
  for (let index = 0; index <= MATRIX.side; index++) {
    const bounds = { x: 100 * index, y: 0, width: 50, height: 50 };
    session.finder.tick('face', { bounds, problems: [] }, true);
  }
  expect(state().more.face).toHaveLength(MATRIX.side);
  expect(said).toEqual([`Up to ${MATRIX.side + 1} faces can be sent together.`]);
  session.slotActions.addToMatrix('face');
  expect([state().more.face.length, said.length]).toEqual([MATRIX.side, 2]);
  expect(slots.face.state.getState().photo?.id, 'not taken out of its slot').toBe('group');
});

it('says that faces cannot be marked here only while that is so', async () => {
  const answers = [
    () => Promise.reject(new AppError('damaged-file', 'Damaged.')),
    () => Promise.reject(new AppError('tool-unavailable', 'No model.')),
    () => Promise.resolve({ faces: [] }),
  ];
  let asked = 0;
  const find = async () => {
    asked += 1;
    return await answers[asked - 1]?.();
  };
  const { slots, state } = screen({ faces: { find } });
  const cannotFind: boolean[] = [];
  for (const id of ['damaged', 'a', 'b']) {
    slots.face.set(aPhoto(id));
    await new Promise((resolve) => setTimeout(resolve));
    cannotFind.push(state().cannotFind);
  }
  expect([asked, ...cannotFind]).toEqual([3, false, true, false]);
});
