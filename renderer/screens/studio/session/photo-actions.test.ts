import { expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { MaskStep } from '../../../../shared/mask/mask-history.ts';
import { createStudioFixture, LEFT, openStudio, patch } from '../testing/studio-fixture.ts';

function step(sequence: number, jobId?: string): MaskStep {
  return { sequence, label: jobId === undefined ? 'brush stroke' : 'clean-up', jobId, tiles: [] };
}

it('the steps of a reopened photo are those that its results still match', async () => {
  const studio = createStudioFixture();
  studio.patches = [
    patch('before the steps', 1),
    patch('done', 2),
    patch('hidden since', 3, { state: 'hidden' }),
    patch('undone', 4, { state: 'hidden' }),
    patch('shown again', 5),
  ];
  studio.histories.set('photo', {
    keepUntil: 0,
    doneUntil: 3,
    steps: [
      step(1),
      step(2, 'done'),
      step(3, 'hidden since'),
      step(4, 'undone'),
      step(5, 'shown again'),
      step(6, 'gone'),
      step(7),
    ],
  });
  await studio.open();
  const { done, undone } = studio.session.core.history;
  const named = (list: typeof done) =>
    list.map(({ label, kept }) => (kept && 'jobId' in kept && kept.jobId) || label);
  // a result without a step of its own comes first
  expect(named(done)).toEqual(['clean-up', 'brush stroke', 'done', 'hidden since']);
  expect(named(undone)).toEqual(['brush stroke', 'undone']);
});

it('a mask that could not be saved is saved when the line is back, and its notice goes', async () => {
  const studio = await openStudio();
  const { saveMask } = studio.media;
  studio.media.saveMask = async () => {
    throw new AppError('unreachable', 'The line is lost.');
  };
  studio.canvas.paint(LEFT);
  await expect(studio.session.strip.saved()).rejects.toThrow('The line is lost.');
  expect(studio.store.getState().error?.kind).toBe('unreachable');
  studio.media.saveMask = saveMask;
  studio.reconnect();
  await vi.waitFor(() => expect(studio.store.getState().error).toBeUndefined());
  expect(studio.inputsOf('media.saveMask')).toHaveLength(1);
});
