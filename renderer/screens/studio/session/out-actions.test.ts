import { expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { openStudio } from '../testing/studio-fixture.ts';

it('saves the photo of its order, also when that is tried again on the next photo', async () => {
  const first = Promise.withResolvers<never>();
  const save = vi.fn().mockReturnValueOnce(first.promise);
  save.mockReturnValue({ kind: 'saved', name: 'photo_cleanup.png' });
  const { session, store, inputsOf, said } = await openStudio({ export: { save } });
  const options = { format: 'png', quality: 90, lossless: true, exif: 'none' } as const;
  const saving = session.out.save({ ...options, name: 'photo_cleanup' });
  await vi.waitFor(() => expect(inputsOf('export.save')).toHaveLength(1));
  await session.photos.openNext('next');
  first.reject(new AppError('disk-full', 'The disk is full.', { action: 'retry' }));
  await saving;
  const { error } = store.getState();
  if (error !== undefined) session.retryOf(error)?.();
  await vi.waitFor(() => expect(said).toEqual(['Saved as “photo_cleanup.png”.']));
  const saved = { ...options, photoId: 'photo', name: 'photo_cleanup' };
  expect(inputsOf('export.save')).toEqual([saved, saved]);
});
