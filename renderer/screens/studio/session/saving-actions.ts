/** The dialog for saving: opened for one photo or for many, which are saved one after another. */
import type { SaveAgainOutcome } from '../../../../shared/contract/export.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { finishSave } from '../../../work/saving/finish-save.ts';
import {
  NOTHING_TO_SAVE,
  photosToSave,
  type LayeredFormat,
  type PhotoToSave,
} from '../model/saving-store.ts';
import { saveMany, type SavingWatch } from './save-many.ts';
import type { SessionContext } from './session-context.ts';

export interface SavingActions {
  /** Saves the open photo as the last time, in the same place; opens the dialog where that cannot be. */
  save(): Promise<void>;
  /** Opens the dialog for the open photo. */
  show(): void;
  /** Opens it for these, else for the chosen photos of the strip, or for all when none is chosen. */
  showMany(photos?: readonly PhotoToSave[]): void;
  /** A format with layers, for as long as the dialog is open; `undefined` = the usual format. */
  setLayered(layered: LayeredFormat | undefined): void;
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
  backend,
  stores: { studio, strip, saving },
  say,
  attempt,
  settle,
}: Pick<SessionContext, 'backend' | 'stores' | 'say' | 'attempt' | 'settle'>): SavingActions {
  let isSaving = false;

  function ask(outcome: Extract<SaveAgainOutcome, { kind: 'ask' }>): void {
    saving.setState({ ...NOTHING_TO_SAVE, notice: noticeOf(outcome) });
    studio.setState({ isSaveShown: true });
  }

  return {
    async save() {
      const { photo } = studio.getState();
      if (photo === undefined || isSaving) return;
      isSaving = true; // a key that is held saves once
      await attempt(async () => {
        await settle();
        const outcome = await backend.export.saveAgain({ photoId: photo.id });
        if (outcome.kind === 'ask') ask(outcome);
        else finishSave(outcome, say);
      });
      isSaving = false;
    },
    show() {
      saving.setState(NOTHING_TO_SAVE);
      studio.setState({ isSaveShown: true });
    },
    showMany(photos = photosToSave(strip.getState())) {
      saving.setState({ ...NOTHING_TO_SAVE, many: photos });
      studio.setState({ isSaveShown: true });
    },
    setLayered: (layered) => saving.setState({ layered }),
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

function noticeOf({
  reason,
  name = 'The file',
}: Extract<SaveAgainOutcome, { kind: 'ask' }>): string | undefined {
  switch (reason) {
    case 'unsaved':
      return undefined;
    case 'changed':
      return `Another program changed “${name}” since you saved it. Save again to replace it, or use another name.`;
    case 'gone':
      return `The folder of “${name}” no longer exists. Select another one.`;
  }
}
