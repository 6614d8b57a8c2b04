import { describe, expect, it, vi } from 'vitest';
import { jobMaskUrl } from '../../../../shared/media.ts';
import type { Script } from '../testing/scripted-backend.ts';
import {
  areaOf,
  createStudioFixture,
  job,
  LEFT,
  patch,
  tilesOf,
  type StudioFixture,
} from '../testing/studio-fixture.ts';

/** Closes the photo while the run `a` of the left stroke is in progress. */
function closedInRun(script: Script = {}): StudioFixture {
  const studio = createStudioFixture(script);
  const steps = [{ sequence: 1, label: 'clean-up', jobId: 'a', tiles: [] }];
  studio.histories.set('photo', { keepUntil: 1, doneUntil: 1, steps });
  studio.masks.set(jobMaskUrl('a'), tilesOf(LEFT));
  return studio;
}

describe('a photo that is opened again', () => {
  it('completes the step of a run that has ended meanwhile', async () => {
    const studio = closedInRun({ photos: { setPatchState: () => undefined } });
    const opening = studio.open();
    await vi.waitFor(() => expect(studio.inputsOf('photos.open')).toHaveLength(1));
    await opening;
    expect(studio.labels()).toEqual(['clean-up']);
    studio.patches = [patch('a')];
    studio.tell(job('a', { state: 'done' }));
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual(['result of a']));
    await studio.session.undo();
    expect(studio.store.getState().error).toBeUndefined();
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
  });

  it('drops the step of a run that failed before it was closed', async () => {
    const studio = closedInRun();
    studio.tell(job('a', { state: 'failed', endedAt: 1 }));
    await studio.open();
    await vi.waitFor(() => expect(studio.labels()).toEqual([]));
    // its mask is already part of the painted one
    expect(studio.inputsOf('media.loadMask')).not.toContain(jobMaskUrl('a'));
  });

  it('gets the mask of a run back that failed after its mask was requested', async () => {
    const studio = closedInRun({
      // unknown to the window
      jobs: { list: () => [job('a', { state: 'failed', endedAt: Date.now() + 60_000 })] },
    });
    await studio.open();
    await vi.waitFor(() => expect(studio.labels()).toEqual([]));
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
  });

  it('leaves the step of an unfinished run as it is', async () => {
    const studio = closedInRun();
    studio.tell(job('a'));
    await studio.open();
    await vi.waitFor(() => expect(studio.inputsOf('jobs.list')).toHaveLength(1));
    expect(studio.labels()).toEqual(['clean-up']);
    await studio.session.undo();
    expect(studio.store.getState().error?.message).toContain('still running');
  });

  it('keeps the position of a run that ended after the photo was read, below later painting', async () => {
    const studio = closedInRun({ photos: { setPatchState: () => undefined } });
    studio.tell(job('a', { state: 'done' }));
    studio.patches = []; // the photo was read before the job ended
    let isPainted = false;
    const unsubscribe = studio.store.subscribe(({ status }) => {
      if (status !== 'ready' || isPainted) return;
      isPainted = true;
      studio.patches = [patch('a')];
      studio.canvas.paint(LEFT);
    });
    await studio.open();
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual(['result of a']));
    unsubscribe();
    expect(studio.labels()).toHaveLength(2);
    expect(studio.labels()[0]).toBe('clean-up');
    await studio.session.undo(); // the stroke, which came later
    expect(studio.canvas.paintedPixels()).toBe(0);
    expect(studio.canvas.shownPatches()).toEqual(['result of a']);
  });

  it('adds a step for a result that arrived while it was opening', async () => {
    const studio = createStudioFixture();
    let asked = 0;
    studio.patches = [];
    const unsubscribe = studio.store.subscribe(({ status }) => {
      if (status === 'ready' && asked === 0) {
        asked += 1;
        studio.patches = [patch('a')];
      }
    });
    await studio.open();
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual(['result of a']));
    expect(studio.labels()).toEqual(['clean-up']);
    unsubscribe();
  });
});
