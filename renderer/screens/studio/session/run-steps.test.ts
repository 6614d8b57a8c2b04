import { describe, expect, it, vi } from 'vitest';
import type { MaskHistory } from '../../../../shared/mask/mask-history.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import {
  areaOf,
  createStudioFixture,
  job,
  LEFT,
  patch,
  tilesOf,
  type StudioFixture,
} from '../testing/studio-fixture.ts';

/** A history whose last step is a run. */
function historyWithRun(jobId: string): MaskHistory {
  return {
    keepUntil: 1,
    doneUntil: 1,
    steps: [{ sequence: 1, label: 'clean-up', jobId, tiles: [] }],
  };
}

function labelsOf({ session }: StudioFixture): readonly string[] {
  return session.core.history.done.map(({ label }) => label);
}

describe('a photo that is opened again', () => {
  it('completes the step of a run that has ended meanwhile', async () => {
    const studio = createStudioFixture({ photos: { setPatchState: () => undefined } });
    studio.histories.set('photo', historyWithRun('a'));
    studio.masks.set(jobMaskUrl('a'), tilesOf(LEFT));
    const opening = studio.open();
    await vi.waitFor(() => expect(studio.inputsOf('photos.open')).toHaveLength(1));
    await opening;
    expect(labelsOf(studio)).toEqual(['clean-up']);
    studio.patches = [patch('a')];
    studio.tell(job('a', { state: 'done' }));
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual(['result of a']));
    await studio.session.undo();
    expect(studio.store.getState().error).toBeUndefined();
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
  });

  it('drops the step of a run that failed before it was closed', async () => {
    const studio = createStudioFixture();
    studio.histories.set('photo', historyWithRun('a'));
    studio.masks.set(jobMaskUrl('a'), tilesOf(LEFT));
    studio.tell(job('a', { state: 'failed', endedAt: 1 }));
    await studio.open();
    await vi.waitFor(() => expect(labelsOf(studio)).toEqual([]));
    // its mask is already part of the painted one
    expect(studio.inputsOf('media.loadMask')).not.toContain(jobMaskUrl('a'));
  });

  it('gets the mask of a run back that failed after its mask was requested', async () => {
    const studio = createStudioFixture({
      // unknown to the window
      jobs: { list: () => [job('a', { state: 'failed', endedAt: Date.now() + 60_000 })] },
    });
    studio.histories.set('photo', historyWithRun('a'));
    studio.masks.set(jobMaskUrl('a'), tilesOf(LEFT));
    await studio.open();
    await vi.waitFor(() => expect(labelsOf(studio)).toEqual([]));
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
  });

  it('leaves the step of an unfinished run as it is', async () => {
    const studio = createStudioFixture();
    studio.histories.set('photo', historyWithRun('a'));
    studio.tell(job('a'));
    await studio.open();
    await vi.waitFor(() => expect(studio.inputsOf('jobs.list')).toHaveLength(1));
    expect(labelsOf(studio)).toEqual(['clean-up']);
    await studio.session.undo();
    expect(studio.store.getState().error?.message).toContain('still running');
  });

  it('keeps the position of a run that ended after the photo was read, below later painting', async () => {
    const studio = createStudioFixture({ photos: { setPatchState: () => undefined } });
    studio.histories.set('photo', historyWithRun('a'));
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
    expect(labelsOf(studio)).toHaveLength(2);
    expect(labelsOf(studio)[0]).toBe('clean-up');
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
    expect(labelsOf(studio)).toEqual(['clean-up']);
    unsubscribe();
  });
});
