/** Saving many photos at once: which, how far it is, and what failed. */
import { create } from 'zustand';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { readError } from '../../../backend/client.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useStudio } from '../session/studio-store.ts';

/** A photo to be saved with others. */
export interface PhotoToSave {
  readonly id: string;
  readonly name: string;
}

/** A photo that could not be saved. */
export interface UnsavedPhoto extends PhotoToSave {
  readonly error: AppError;
}

interface SavingState {
  /** In place of the open photo. */
  readonly many: readonly PhotoToSave[] | undefined;
  /** How many of them are through; `undefined` while nothing is being saved. */
  readonly through: number | undefined;
  readonly unsaved: readonly UnsavedPhoto[];
}

const NOTHING: SavingState = { many: undefined, through: undefined, unsaved: [] };

export const useSaving = create<SavingState>(() => NOTHING);

/** Opens the dialog for the chosen photos of the strip, or for all when none is chosen. */
export function prepareSavingMany(): void {
  const { entries, choice } = useStrip.getState();
  const ids = photoIdsOf(entries);
  const chosen = ids.filter((id) => choice.chosen.has(id));
  const wanted = new Set(chosen.length > 0 ? chosen : ids);
  const many = entries.flatMap((entry) =>
    entry.kind === 'photo' && wanted.has(entry.id)
      ? [{ id: entry.id, name: entry.photo.name }]
      : [],
  );
  useSaving.setState({ ...NOTHING, many });
  useStudio.setState({ isSaveShown: true });
}

/** Forgets which photos were to be saved. */
export function forgetSavingMany(): void {
  useSaving.setState(NOTHING);
}

/**
 * Saves one photo after another. One that fails does not hold up the others; what was saved is saved.
 *
 * @param save saves one; resolves to false when the user gave it up
 * @returns photos that were saved
 */
export async function saveMany(
  photos: readonly PhotoToSave[],
  save: (photoId: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<number> {
  let saved = 0;
  useSaving.setState({ through: 0, unsaved: [] });
  for (const [index, photo] of photos.entries()) {
    if (signal.aborted) break;
    try {
      if (await save(photo.id)) saved += 1;
    } catch (thrown) {
      const error = readError(thrown);
      useSaving.setState(({ unsaved }) => ({ unsaved: [...unsaved, { ...photo, error }] }));
    }
    useSaving.setState({ through: index + 1 });
  }
  useSaving.setState({ through: undefined });
  return saved;
}
