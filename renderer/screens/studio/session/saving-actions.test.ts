import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { openStudio } from '../testing/studio-fixture.ts';

describe('saving in the Studio', () => {
  it('opens the dialog for a photo that was never saved, without a reason', async () => {
    const studio = await openStudio({
      export: { saveAgain: () => ({ kind: 'ask', reason: 'unsaved' }) },
    });
    await studio.session.saving.save();
    expect(studio.store.getState().saving.isShown).toBe(true);
    expect(studio.store.getState().saving.notice).toBeUndefined();
  });

  it.each([
    ['changed', /Another program changed “a.jpg”/u],
    ['gone', /folder of “a.jpg” no longer exists/u],
  ] as const)('gives the reason for asking again: %s', async (reason, sentence) => {
    const studio = await openStudio({
      export: { saveAgain: () => ({ kind: 'ask', reason, name: 'a.jpg' }) },
    });
    await studio.session.saving.save();
    expect(studio.store.getState().saving.notice).toMatch(sentence);
  });

  it('saves once while a save is running, and again afterwards, even after a failure', async () => {
    const first = Promise.withResolvers<never>();
    const saveAgain = vi
      .fn()
      .mockReturnValueOnce(first.promise)
      .mockReturnValue({ kind: 'saved', name: 'a.jpg' });
    const studio = await openStudio({ export: { saveAgain } });
    const running = studio.session.saving.save();
    await studio.session.saving.save();
    await vi.waitFor(() => expect(studio.inputsOf('export.saveAgain')).toHaveLength(1));
    first.reject(new AppError('disk-full', 'The disk is full.'));
    await running;
    expect(studio.store.getState().error?.message).toBe('The disk is full.');
    await studio.session.saving.save();
    expect(studio.said).toEqual(['Saved as “a.jpg”.']);
  });
});
