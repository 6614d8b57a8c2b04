import type { SaveAgainOutcome } from '../../../../shared/contract/export.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { NOTHING_TO_SAVE, photosToSave, type PhotoToSave } from '../model/studio-store.ts';
import type { SessionContext } from './session-context.ts';

export type SavingActions = ReturnType<typeof createSavingActions>;

export function createSavingActions({ backend, store, say, attempt, flush }: SessionContext) {
  let isSaving = false;

  function ask(outcome: Extract<SaveAgainOutcome, { kind: 'ask' }>): void {
    store.setSlice('saving', { ...NOTHING_TO_SAVE, isShown: true, notice: noticeOf(outcome) });
  }

  return {
    /** Repeats the last save to the same place; opens the dialog if that is not possible. */
    async save(): Promise<void> {
      const { photo } = store.getState();
      if (photo === undefined || isSaving) return;
      isSaving = true; // ignores key repeats
      await attempt(async () => {
        await flush();
        const outcome = await backend.export.saveAgain({ photoId: photo.id });
        if (outcome.kind === 'ask') ask(outcome);
        else finishSave(outcome, say);
      });
      isSaving = false;
    },
    /** Default: the selected photos, or all if none is selected. */
    showMany(photos: readonly PhotoToSave[] = photosToSave(store.getState().strip)): void {
      store.setSlice('saving', { ...NOTHING_TO_SAVE, isShown: true, many: photos });
    },
    /**
     * Continues after failures; closes the dialog unless some could not be saved.
     * @param save resolves with false if the user cancelled
     * @param signal aborted when the dialog is closed; stops between two photos
     * @returns the saved photos
     */
    async saveMany(
      save: (photoId: string) => Promise<boolean>,
      signal: AbortSignal,
    ): Promise<number> {
      const { many = [] } = store.getState().saving;
      store.setSlice('saving', { through: 0, unsaved: [] });
      let saved = 0;
      for (const [index, photo] of many.entries()) {
        if (signal.aborted) break;
        store.setSlice('saving', { through: index });
        try {
          if (await save(photo.id)) saved += 1;
        } catch (thrown) {
          if (signal.aborted) break;
          const error = readError(thrown);
          store.setSlice('saving', ({ unsaved }) => ({
            unsaved: [...unsaved, { ...photo, error }],
          }));
        }
      }
      if (signal.aborted) return saved; // another dialog may be open by now
      const isDone = store.getState().saving.unsaved.length === 0;
      store.setSlice('saving', isDone ? NOTHING_TO_SAVE : { through: undefined });
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
