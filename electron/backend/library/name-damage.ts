/**
 * An error while a photo's pixels were read: when a file of the library is missing or broken, the
 * error says of which photo or result, so that the others can be worked with.
 */
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { FileStore } from './file-store.ts';
import type { PatchStore } from './patch-store.ts';
import type { PhotoRow } from './photo-rows.ts';

/** The stores that know the files. */
export interface DamageParts {
  readonly files: Pick<FileStore, 'isWhole'>;
  readonly photos: {
    exists(photoId: string): boolean;
    row(photoId: string): PhotoRow;
  };
  readonly patches: Pick<PatchStore, 'list'>;
}

/** Kinds of errors that a broken file ends in, beside those of other causes. */
const DOUBTFUL: ReadonlySet<string> = new Set(['unexpected', 'storage', 'damaged-file']);

/** Runs `work`, which reads the photo with its results. @throws as `work` does, or with the damaged file's name */
export async function namingDamage<T>(
  parts: DamageParts,
  photoId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isDoubtful = DOUBTFUL.has(toAppError(thrown).kind) && parts.photos.exists(photoId);
    throw (isDoubtful ? await damageOf(parts, photoId, thrown) : undefined) ?? thrown;
  }
}

/** Whole files are read here: only after something went wrong. */
async function damageOf(
  { files, photos, patches }: DamageParts,
  photoId: string,
  cause: unknown,
): Promise<AppError | undefined> {
  const { name, originalFileId } = photos.row(photoId);
  if (!(await files.isWhole(originalFileId))) return damagedPhoto(name, cause);
  for (const patch of patches.list(photoId)) {
    const { overlayFileId, unmixedFileId = overlayFileId, operation, position } = patch;
    if ((await files.isWhole(overlayFileId)) && (await files.isWhole(unmixedFileId))) continue;
    const result = `${operation === 'remove-text' ? 'Text removal' : 'Clean-up'} ${position}`;
    return new AppError(
      {
        kind: 'storage',
        message: `The result “${result}” of “${name}” is missing or damaged in the data folder. Delete it or run it again; the photo and its other results are whole.`,
      },
      { cause },
    );
  }
  return undefined;
}

/** Gesso's own copy of a photo, not the user's file. */
export function damagedPhoto(name: string, cause?: unknown): AppError {
  return new AppError(
    {
      kind: 'storage',
      message: `Gesso’s copy of “${name}” is missing or damaged. Open your own file again. Its results are still here.`,
      action: 'choose-other-file',
    },
    { cause },
  );
}
