import type { PhotoToSave } from '../model/saving-state.ts';

export interface SavingWatch {
  /** @param count finished photos, saved or not */
  through(count: number): void;
  failed(photo: PhotoToSave, thrown: unknown): void;
}

/**
 * Continues after failures.
 * @param save resolves with false if the user cancelled
 * @param signal stops between two photos
 * @returns the saved photos
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
