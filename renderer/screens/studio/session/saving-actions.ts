import type { SaveAgainOutcome } from '../../../../shared/contract/export.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import {
  NOTHING_TO_SAVE,
  photosToSave,
  type LayeredFormat,
  type PhotoToSave,
} from '../model/saving-store.ts';
import { saveMany, type SavingWatch } from './save-many.ts';
import type { SessionContext } from './session-context.ts';

export type SavingActions = ReturnType<typeof createSavingActions>;

export function createSavingActions({
  backend,
  stores: { studio, strip, saving },
  say,
  attempt,
  settle,
}: Pick<SessionContext, 'backend' | 'stores' | 'say' | 'attempt' | 'settle'>) {
  let isSaving = false;

  function ask(outcome: Extract<SaveAgainOutcome, { kind: 'ask' }>): void {
    saving.setState({ ...NOTHING_TO_SAVE, notice: noticeOf(outcome) });
    studio.setState({ isSaveShown: true });
  }

  return {
    /** Repeats the last save to the same place; opens the dialog if that is not possible. */
    async save(): Promise<void> {
      const { photo } = studio.getState();
      if (photo === undefined || isSaving) return;
      isSaving = true; // ignores key repeats
      await attempt(async () => {
        await settle();
        const outcome = await backend.export.saveAgain({ photoId: photo.id });
        if (outcome.kind === 'ask') ask(outcome);
        else finishSave(outcome, say);
      });
      isSaving = false;
    },
    show(): void {
      saving.setState(NOTHING_TO_SAVE);
      studio.setState({ isSaveShown: true });
    },
    /** Default: the selected photos, or all if none is selected. */
    showMany(photos: readonly PhotoToSave[] = photosToSave(strip.getState())): void {
      saving.setState({ ...NOTHING_TO_SAVE, many: photos });
      studio.setState({ isSaveShown: true });
    },
    /** For this dialog only; `undefined` for the usual format. */
    setLayered: (layered: LayeredFormat | undefined): void => saving.setState({ layered }),
    close(): void {
      studio.setState({ isSaveShown: false });
      saving.setState(NOTHING_TO_SAVE);
    },
    /** @param save resolves with false if the user cancelled @returns the saved photos */
    async saveMany(
      save: (photoId: string) => Promise<boolean>,
      signal: AbortSignal,
    ): Promise<number> {
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
