/** A well for tests, over a library that has every photo. */
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { createPictureSlot, type PictureSlot, type PictureSlotBackend } from '../picture-slot.ts';
import { aPhoto } from './a-photo.ts';

/** The real well. A photo called "gone" is not in the library, a file called "bad" is no picture. */
export function aSlot(
  changed: Parameters<typeof createPictureSlot>[1] = () => undefined,
): PictureSlot {
  return createPictureSlot(WELL_LIBRARY, changed);
}

const get = async (photoId: string) => {
  if (photoId !== 'gone') return aPhoto(photoId);
  throw new AppError({ kind: 'not-found', message: 'Gone.' });
};

/** See {@link aSlot}. */
export const WELL_LIBRARY: PictureSlotBackend = {
  importFile: async ({ name }) => {
    if (name === 'bad') throw new AppError({ kind: 'unsupported-file', message: 'No picture.' });
    return aPhoto(name);
  },
  takePhoto: get,
  getPhoto: get,
  openSample: get,
  verify: async () => undefined,
  readError: toAppError,
};
