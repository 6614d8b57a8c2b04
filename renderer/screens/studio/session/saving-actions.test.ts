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

  it.each([
    ['closes the dialog when all are saved', undefined],
    ['keeps it open for what could not be saved', new AppError('disk-full', 'The disk is full.')],
  ] as const)('several photos %s', async (_what, error) => {
    const { store, session } = await openStudio();
    session.saving.showMany([{ id: 'a', name: 'a.jpg' }]);
    const save = () => (error === undefined ? Promise.resolve(true) : Promise.reject(error));
    await session.saving.saveMany(save, new AbortController().signal);
    expect(store.getState().saving).toMatchObject({
      isShown: error !== undefined,
      unsaved: error === undefined ? [] : [{ name: 'a.jpg', error }],
    });
  });

  it('saves no further photos when it is stopped between two of them', async () => {
    const { session } = await openStudio();
    session.saving.showMany(['one', 'two', 'three'].map((id) => ({ id, name: `${id}.jpg` })));
    const stop = new AbortController();
    const save = vi.fn(async (id: string) => {
      if (id === 'two') stop.abort();
      return true;
    });
    expect(await session.saving.saveMany(save, stop.signal)).toBe(2);
    expect(save.mock.calls).toEqual([['one'], ['two']]);
  });

  it('leaves a dialog alone that was opened after saving several photos was stopped', async () => {
    const { store, session } = await openStudio();
    session.saving.showMany([{ id: 'a', name: 'a.jpg' }]);
    const answer = Promise.withResolvers<boolean>();
    const stop = new AbortController();
    const saving = session.saving.saveMany(() => answer.promise, stop.signal);
    stop.abort(); // the dialog is closed
    session.saving.showMany([{ id: 'b', name: 'b.jpg' }]);
    const shown = store.getState().saving;
    answer.reject(new AppError('disk-full', 'The disk is full.'));
    await saving;
    expect(store.getState().saving).toEqual(shown);
  });
});
