/** Saving many photos at once: which, how far it is, and what failed. */
import { create } from 'zustand';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { readError } from '../../../backend/client.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useStudio } from '../session/studio-store.ts';
import { saveMany, type PhotoToSave, type SavingWatch } from './save-many.ts';

/** A photo that could not be saved. */
interface UnsavedPhoto extends PhotoToSave {
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

/** Saves those that the dialog is about; the dialog follows. @returns photos that were saved */
export async function saveChosen(
  save: (photoId: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<number> {
  const { many = [] } = useSaving.getState();
  useSaving.setState({ through: 0, unsaved: [] });
  const watch: SavingWatch = {
    through: (count) => useSaving.setState({ through: count }),
    failed: (photo, thrown) =>
      useSaving.setState(({ unsaved }) => ({
        unsaved: [...unsaved, { ...photo, error: readError(thrown) }],
      })),
  };
  const saved = await saveMany(many, save, watch, signal);
  useSaving.setState({ through: undefined });
  return saved;
}
