/** Names the broken photo or result, so that the user can work with the others. */
import { RESULT_WORDS } from '../../../shared/activity/words.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { FileStore } from './file-store.ts';
import type { PatchStore } from './patch-store.ts';
import type { PhotoRow } from './photo-rows.ts';

export interface DamageDeps {
  readonly files: Pick<FileStore, 'isWhole'>;
  readonly photos: {
    exists(photoId: string): boolean;
    row(photoId: string): PhotoRow;
  };
  readonly patches: Pick<PatchStore, 'list'>;
}

/** Kinds of errors that a broken file causes, besides others. */
const DOUBTFUL: ReadonlySet<string> = new Set(['unexpected', 'storage', 'damaged-file']);

/** @throws an error of `work`, or one that names the damaged file */
export async function withDamageReport<T>(
  deps: DamageDeps,
  photoId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isDoubtful = DOUBTFUL.has(toAppError(thrown).kind) && deps.photos.exists(photoId);
    throw (isDoubtful ? await damageOf(deps, photoId, thrown) : undefined) ?? thrown;
  }
}

/** Reads whole files, and so only after an error. */
async function damageOf(
  { files, photos, patches }: DamageDeps,
  photoId: string,
  cause: unknown,
): Promise<AppError | undefined> {
  const { name, originalFileId } = photos.row(photoId);
  if (!(await files.isWhole(originalFileId))) return damagedPhoto(name, cause);
  for (const patch of patches.list(photoId)) {
    const { overlayFileId, unblendedFileId = overlayFileId, operation, position } = patch;
    if ((await files.isWhole(overlayFileId)) && (await files.isWhole(unblendedFileId))) continue;
    const result = `${RESULT_WORDS[operation]} ${position}`;
    return new AppError(
      'storage',
      `The result “${result}” of “${name}” is missing or damaged in the data folder. Delete it or run it again; the photo and its other results are whole.`,
      { cause },
    );
  }
  return undefined;
}

/** For Gesso's copy of a photo, not the user's file. */
export function damagedPhoto(name: string, cause?: unknown): AppError {
  return new AppError(
    'storage',
    `Gesso’s copy of “${name}” is missing or damaged. Open your own file again. Its results are still here.`,
    { action: 'choose-other-file', cause },
  );
}
