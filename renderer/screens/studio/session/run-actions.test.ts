import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { jobMaskUrl, photoMaskUrl } from '../../../../shared/media.ts';
import {
  areaOf,
  createStudioFixture,
  openStudio,
  job,
  later,
  noCalls,
  LEFT,
  patch,
  RIGHT,
  started,
  subject,
  tilesOf,
  type StudioFixture,
} from '../testing/studio-fixture.ts';
import type { Script } from '../testing/scripted-backend.ts';
import type { StudioSession } from './studio-session.ts';

const A_STARTED = () => started(['a'], [tilesOf(LEFT)]);

/** A studio in which the clean-up `a` of what was painted at the left has begun. */
async function afterRun(): Promise<StudioFixture> {
  const studio = await openStudio({ cleanup: { run: A_STARTED } });
  studio.canvas.paint(LEFT);
  await studio.session.runs.run('use');
  return studio;
}

/** Orders a run, which starts when `begin` is called. */
async function whileStarting(script: Script = {}) {
  const answer = later<ReturnType<typeof started>>();
  const studio = await openStudio({ cleanup: { run: () => answer.promise }, ...script });
  studio.canvas.paint(LEFT);
  const run = studio.session.runs.run('use');
  await vi.waitFor(() => expect(studio.inputsOf('cleanup.run')).toHaveLength(1));
  const begin = () => {
    answer.resolve(A_STARTED());
    return run;
  };
  return { studio, begin };
}

describe('a run in the Studio', () => {
  it('takes the mask with its answer and is a step for each call', async () => {
    const studio = await openStudio({
      cleanup: { run: () => started(['a', 'b'], [tilesOf(LEFT), tilesOf(RIGHT)]) },
    });
    studio.canvas.paint(LEFT);
    studio.canvas.paint(RIGHT);
    await studio.session.runs.run('use');
    expect(studio.inputsOf('cleanup.run')).toEqual([{ photoId: 'photo', stored: 'use' }]);
    expect(studio.canvas.paintedPixels()).toBe(0);
    expect(studio.labels()).toEqual(['brush stroke', 'brush stroke', 'clean-up', 'clean-up']);
    expect(studio.store.getState()).toMatchObject({ isStarting: false, error: undefined });
    // what the window has uploaded it does not fetch, neither now nor for the hint on the photo
    await studio.session.runs.maskOf('a', new AbortController().signal);
    expect(studio.inputsOf('media.loadMask')).not.toContain(jobMaskUrl('a'));
  });

  it('saves the painting first, and nothing while it starts', async () => {
    const { studio, begin } = await whileStarting();
    const saves = studio.inputsOf('media.saveMask').length;
    expect(saves).toBeGreaterThan(0);
    studio.canvas.paint(RIGHT);
    await begin();
    expect(studio.canvas.paintedPixels()).toBe(areaOf(RIGHT));
    await vi.waitFor(() => expect(studio.inputsOf('media.saveMask').length).toBeGreaterThan(saves));
    const order = studio.calls.map(({ path }) => path);
    expect(order.slice(0, order.indexOf('cleanup.run'))).toContain('media.saveMask');
  });

  it('sends the adjusted boxes although the next photo is opened while the mask is saved', async () => {
    const studio = await openStudio({ cleanup: { run: A_STARTED } });
    const saved = later<undefined>();
    const { saveMask } = studio.media;
    studio.media.saveMask = async (...call) => {
      await saved.promise;
      await saveMask(...call);
    };
    studio.canvas.paint(LEFT);
    const box = { x: 0, y: 0, width: 300, height: 200 };
    studio.session.plan.setCleanupBoxes([box], 'move box');
    const run = studio.session.runs.run('use');
    await vi.waitFor(() => expect(studio.store.getState().isStarting).toBe(true));
    const next = studio.session.photos.openNext('next');
    saved.resolve(undefined);
    await Promise.all([run, next]);
    const input = { photoId: 'photo', regions: [box], stored: 'use' };
    expect(studio.inputsOf('cleanup.run')).toEqual([input]);
  });

  it('stays marked as starting when the run of the photo before has started', async () => {
    const [first, second] = [later<ReturnType<typeof started>>(), later<never>()];
    const studio = await openStudio({
      cleanup: { run: ({ photoId }) => (photoId === 'photo' ? first.promise : second.promise) },
    });
    studio.canvas.paint(LEFT);
    const before = studio.session.runs.run('use');
    await vi.waitFor(() => expect(studio.inputsOf('cleanup.run')).toHaveLength(1));
    await studio.session.photos.openNext('next');
    studio.canvas.paint(RIGHT);
    void studio.session.runs.run('use');
    await vi.waitFor(() => expect(studio.inputsOf('cleanup.run')).toHaveLength(2));
    first.resolve(started(['a'], [tilesOf(LEFT)]));
    await before;
    expect(studio.store.getState().isStarting).toBe(true);
    await studio.session.runs.run('use');
    expect(studio.inputsOf('cleanup.run'), 'sent once').toHaveLength(2);
  });

  it('can be retried after its own failure, and after no other error', async () => {
    let isRefused = true;
    const studio = await openStudio({
      cleanup: {
        run: () => {
          if (!isRefused) return A_STARTED();
          throw new AppError('unreachable', 'No answer.', { action: 'retry' });
        },
      },
    });
    studio.canvas.paint(LEFT);
    await studio.session.runs.run('use');
    expect(studio.canvas.paintedPixels(), 'the mask stays').toBe(areaOf(LEFT));
    expect(studio.labels()).toEqual(['brush stroke']);
    const { error, isStarting } = studio.store.getState();
    expect(isStarting).toBe(false);
    const retry = error && studio.session.retryOf(error);
    isRefused = false;
    retry?.();
    await vi.waitFor(() => expect(studio.canvas.paintedPixels()).toBe(0));
    expect(studio.store.getState().error).toBeUndefined();
    const other = new AppError('unexpected', 'Something else.');
    studio.session.showError(other);
    expect(studio.session.retryOf(other)).toBeUndefined();
  });

  it.each([
    ['cleanup.run', ({ runs }: StudioSession) => runs.run('use')],
    ['jobs.runAgain', ({ runs }: StudioSession) => runs.runAgain('old')],
  ])(
    'cannot be tried again on another photo that was opened before %s failed',
    async (path, run) => {
      const answer = later<never>();
      const refuse = () => answer.promise;
      const studio = await openStudio({ cleanup: { run: refuse }, jobs: { runAgain: refuse } });
      studio.tell(job('old', { state: 'failed' }));
      studio.canvas.paint(LEFT);
      const running = run(studio.session);
      await vi.waitFor(() => expect(studio.inputsOf(path)).toHaveLength(1));
      const dismissed = studio.inputsOf('jobs.acknowledge');
      await studio.session.photos.openNext('next');
      answer.reject(new AppError('unreachable', 'No answer.', { action: 'retry' }));
      await running;
      const { error } = studio.store.getState();
      expect(error?.message).toBe('No answer.');
      expect(error && studio.session.retryOf(error), 'it would send the other photo').toBe(
        undefined,
      );
      expect(studio.inputsOf('jobs.acknowledge')).toEqual(dismissed);
    },
  );

  it('restores its mask without fetching it when it fails, and is no longer a step', async () => {
    const studio = await afterRun();
    studio.tell(job('a', { state: 'failed' }));
    await vi.waitFor(() => expect(studio.labels()).toEqual(['brush stroke']));
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
    expect(studio.inputsOf('media.loadMask')).not.toContain(jobMaskUrl('a'));
  });

  it('is completed when it ends while it is still starting', async () => {
    const { studio, begin } = await whileStarting({ photos: { setPatchState: () => undefined } });
    studio.patches = [patch('a')];
    studio.tell(job('a', { state: 'done' }));
    expect(studio.inputsOf('photos.resultOf')).toEqual([]);
    await begin();
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual(['result of a']));
    expect(studio.labels()).toEqual(['brush stroke', 'clean-up']);
    await studio.session.undo();
    expect(studio.store.getState().error).toBeUndefined();
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
  });

  it('takes the mask of a running one that it joins, and adds no second clean-up', async () => {
    const studio = await openStudio({
      cleanup: { run: () => ({ ...started(['a'], [tilesOf(LEFT)]), joined: true }) },
    });
    studio.canvas.paint(LEFT);
    await studio.session.runs.run('use');
    studio.canvas.paint(LEFT);
    await studio.session.runs.run('use');
    expect(studio.canvas.paintedPixels()).toBe(0);
    expect(studio.labels().filter((label) => label === 'clean-up')).toHaveLength(1);
    expect(studio.labels()).toHaveLength(4);
  });

  it('cannot be undone before its end, and stays', async () => {
    const studio = await afterRun();
    await studio.session.undo();
    expect(studio.store.getState().error?.message).toContain('still running');
    expect(studio.labels()).toEqual(['brush stroke', 'clean-up']);
    expect(studio.canvas.paintedPixels()).toBe(0);
  });

  it('takes the mask of its photo although that is opened again before it has started', async () => {
    const { studio, begin } = await whileStarting();
    studio.masks.set(photoMaskUrl('photo'), tilesOf(LEFT));
    const { openNext } = studio.session.photos;
    await openNext('next');
    const back = openNext('photo');
    await openNext('next');
    await back; // a photo that waits for its run holds up no other
    const again = openNext('photo');
    await vi.waitFor(() => expect(studio.inputsOf('photos.open')).toHaveLength(5));
    await new Promise((resolve) => setTimeout(resolve));
    studio.masks.set(photoMaskUrl('photo'), []); // as the backend does
    await Promise.all([begin(), again]);
    expect(studio.store.getState()).toMatchObject({ status: 'ready', photo: { id: 'photo' } });
    expect(studio.canvas.paintedPixels(), 'not to be sent twice').toBe(0);
    studio.canvas.paint(LEFT);
    expect(studio.labels(), 'the stroke is later').toEqual(['clean-up', 'brush stroke']);
  });

  it('changes nothing on another photo that is opened while it starts', async () => {
    const { studio, begin } = await whileStarting();
    const next = studio.open('another');
    await Promise.all([begin(), next]);
    studio.canvas.paint(LEFT);
    studio.tell(job('a', { state: 'failed' }));
    studio.tell(job('a', { state: 'done' }));
    expect(studio.labels()).toEqual(['brush stroke']);
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
    expect(studio.inputsOf('photos.resultOf')).toEqual([]);
  });

  it('in parts requests only each part’s result, never the photo again', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const studio = await openStudio({
      cleanup: { run: () => started(ids, [tilesOf(LEFT), [], [], []]) },
    });
    studio.canvas.paint(LEFT);
    await studio.session.runs.run('use');
    await vi.waitFor(() => expect(studio.inputsOf('photos.get')).toHaveLength(1)); // catching up
    for (const [index, id] of ids.entries()) {
      studio.patches = [...studio.patches, patch(id, index + 1)];
      studio.tell(job(id, { state: 'done' }));
    }
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toHaveLength(ids.length));
    expect(studio.store.getState().patches.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(studio.inputsOf('photos.resultOf')).toEqual(
      ids.map((jobId) => ({ photoId: 'photo', jobId })),
    );
    expect(studio.inputsOf('photos.get')).toHaveLength(1);
    expect(studio.inputsOf('media.loadMask')).toHaveLength(1); // the photo's own, when it was opened
  });

  it('drops a hidden result from the list when a new one evicts it', async () => {
    const studio = createStudioFixture({ cleanup: { run: () => started(['b'], [tilesOf(LEFT)]) } });
    studio.patches = [patch('a', 1, { state: 'hidden' })];
    await studio.open();
    studio.canvas.paint(LEFT);
    await studio.session.runs.run('use');
    studio.patches = [patch('b', 2)];
    studio.tell(job('b', { state: 'done' }));
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual(['result of b']));
    await vi.waitFor(() =>
      expect(studio.store.getState().patches.map(({ id }) => id)).toEqual(['result of b']),
    );
  });

  it('without a change has no step and no result', async () => {
    const studio = await openStudio({ removeText: { run: () => started(['a']), plan: noCalls } });
    studio.session.plan.chooseOperation('remove-text');
    await studio.session.runs.run('use');
    expect(studio.labels()).toEqual(['text removal']);
    studio.tell(job('a', { kind: 'remove-text', state: 'done', warning: 'Nothing was found.' }));
    await vi.waitFor(() => expect(studio.labels()).toEqual([]));
  });

  it('names what was used in place of calls', async () => {
    const studio = await openStudio({
      cleanup: {
        useStored: () => ({
          ...started(['a'], [tilesOf(LEFT)]),
          stored: [{ jobId: 'a', fromJobId: 'old' }],
        }),
      },
    });
    studio.canvas.paint(LEFT);
    await studio.session.runs.run('only');
    expect(studio.said).toHaveLength(1);
    expect(studio.inputsOf('cleanup.useStored')).toEqual([{ photoId: 'photo' }]);
  });

  it('sends the boxes drawn by hand, for the mask at that moment', async () => {
    const studio = await openStudio({ cleanup: { run: A_STARTED } });
    studio.canvas.paint(LEFT);
    const box = { x: 0, y: 0, width: 150, height: 150 };
    studio.session.plan.setCleanupBoxes([box], 'resize box');
    await studio.session.runs.run('use');
    expect(studio.inputsOf('cleanup.run')).toEqual([
      { photoId: 'photo', stored: 'use', regions: [box] },
    ]);
    expect(studio.store.getState().run.byHand).toBeUndefined();
  });
});

describe('running again in the Studio', () => {
  it('takes the mask again and dismisses the previous end', async () => {
    const studio = await openStudio({
      jobs: { runAgain: () => ({ jobId: 'b', masks: started(['b'], [tilesOf(LEFT)]).masks }) },
    });
    studio.tell(job('a', { state: 'failed' }));
    studio.canvas.paint(LEFT);
    await studio.session.runs.runAgain('a');
    expect(studio.canvas.paintedPixels()).toBe(0);
    expect(studio.labels()).toContain('clean-up');
    expect(studio.inputsOf('jobs.acknowledge')).toEqual([{ jobId: 'a' }]);
  });

  it('takes nothing of the painted mask for a batch’s job', async () => {
    const studio = await openStudio({ jobs: { runAgain: () => ({ jobId: 'b', masks: [] }) } });
    studio.tell(job('a', { state: 'failed', brief: { kind: 'cleanup', isOwnMask: true } }));
    studio.canvas.paint(LEFT);
    await studio.session.runs.runAgain('a');
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
  });

  it('reruns the rest of the newest run with failed parts', async () => {
    const studio = await openStudio({
      jobs: { runRest: () => ({ jobIds: ['c'], masks: started(['c'], [tilesOf(RIGHT)]).masks }) },
    });
    studio.canvas.paint(RIGHT);
    const region = { x: 300, y: 200, width: 200, height: 200 };
    studio.tell(job('old', { state: 'done', runId: 'first', createdAt: 1 }));
    studio.tell(job('a', { state: 'processing', runId: 'second', createdAt: 2 }));
    studio.tell(
      job('b', {
        state: 'failed',
        runId: 'second',
        createdAt: 3,
        subject: subject('photo', region),
      }),
    );
    await vi.waitFor(() => expect(studio.canvas.paintedPixels()).toBe(areaOf(RIGHT)));
    await studio.session.runs.runRest();
    expect(studio.inputsOf('jobs.runRest')).toEqual([{ runId: 'second' }]);
    expect(studio.inputsOf('jobs.acknowledge')).toEqual([{ jobId: 'b' }]);
    expect(studio.canvas.paintedPixels()).toBe(0);
  });

  it('stops all running ones, the last first', async () => {
    const studio = await openStudio();
    studio.tell(job('a', { createdAt: 1 }));
    studio.tell(job('b', { createdAt: 2 }));
    studio.tell(job('c', { state: 'failed', createdAt: 3 }));
    await studio.session.runs.cancelAll();
    expect(studio.inputsOf('jobs.cancel')).toEqual([{ jobId: 'b' }, { jobId: 'a' }]);
  });
});
