/** The dialog for saving: opened for one photo or for many, which are saved one after another. */
import { readError } from '../../../backend/read-error.ts';
import { NOTHING_TO_SAVE, photosToSave } from '../model/saving-store.ts';
import { saveMany, type SavingWatch } from './save-many.ts';
import type { SessionContext } from './session-context.ts';

export interface SavingActions {
  /** Opens the dialog for the open photo. */
  show(): void;
  /** Opens it for the chosen photos of the strip, or for all when none is chosen. */
  showMany(): void;
  close(): void;
  /**
   * Saves those that the dialog is about; the dialog follows.
   *
   * @param save saves one; resolves to false when the user gave it up
   * @returns photos that were saved
   */
  saveMany(save: (photoId: string) => Promise<boolean>, signal: AbortSignal): Promise<number>;
}

export function createSavingActions({
  stores: { studio, strip, saving },
}: Pick<SessionContext, 'stores'>): SavingActions {
  return {
    show: () => studio.setState({ isSaveShown: true }),
    showMany() {
      saving.setState({ ...NOTHING_TO_SAVE, many: photosToSave(strip.getState()) });
      studio.setState({ isSaveShown: true });
    },
    close() {
      studio.setState({ isSaveShown: false });
      saving.setState(NOTHING_TO_SAVE);
    },
    async saveMany(save, signal) {
      const { many = [] } = saving.getState();
      saving.setState({ through: 0, unsaved: [] });
      const watch: SavingWatch = {
        through: (count) => saving.setState({ through: count }),
        failed: (photo, thrown) =>
          saving.setState(({ unsaved }) => ({
            unsaved: [...unsaved, { ...photo, error: readError(thrown) }],
          })),
      };
      const saved = await saveMany(many, save, watch, signal);
      saving.setState({ through: undefined });
      return saved;
    },
  };
}
