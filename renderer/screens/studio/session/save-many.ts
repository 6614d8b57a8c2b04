/** Saving one photo after another. */
import type { PhotoToSave } from '../model/saving-store.ts';

/** Follows the saving. */
export interface SavingWatch {
  /** @param count photos that are finished, saved or not */
  through(count: number): void;
  failed(photo: PhotoToSave, thrown: unknown): void;
}

/**
 * Saves one after another. One that fails does not hold up the others.
 *
 * @param save saves one; resolves to false when the user gave it up
 * @param signal ends it between two photos
 * @returns photos that were saved
 */
export async function saveMany(
  photos: readonly PhotoToSave[],
  save: (photoId: string) => Promise<boolean>,
  watch: SavingWatch,
  signal: AbortSignal,
): Promise<number> {
  let saved = 0;
  for (const [index, photo] of photos.entries()) {
    if (signal.aborted) break;
    watch.through(index);
    try {
      if (await save(photo.id)) saved += 1;
    } catch (thrown) {
      watch.failed(photo, thrown);
    }
  }
  return saved;
}
