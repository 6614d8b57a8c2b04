/** A picture slot for tests, over a library that has every photo. */
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { createPictureSlot, type PictureSlot, type PictureSlotBackend } from '../picture-slot.ts';
import { aPhoto } from './a-photo.ts';

/** Creates a real slot. A photo named "gone" is not in the library; a file named "bad" is no picture. */
export function aSlot(
  changed: Parameters<typeof createPictureSlot>[1] = () => undefined,
  script: Partial<PictureSlotBackend> = {},
): PictureSlot {
  return createPictureSlot({ ...SLOT_LIBRARY, ...script }, changed);
}

const get = async (photoId: string) => {
  if (photoId !== 'gone') return aPhoto(photoId);
  throw new AppError('not-found', 'Gone.');
};

export const SLOT_LIBRARY: PictureSlotBackend = {
  importFile: async ({ name }) => {
    if (name === 'bad') throw new AppError('unsupported-file', 'No picture.');
    return aPhoto(name);
  },
  takePhoto: get,
  getPhoto: get,
  openSample: get,
  verify: async () => undefined,
  readError: toAppError,
  say: () => undefined,
};
