import { AppError } from '../../../../shared/errors/app-error.ts';
import type { EditCommand, EditHistory } from '../canvas/index.ts';

/**
 * Undoes or redoes a step; drops it if its result is no longer stored.
 * @throws AppError `not-found` with a sentence, or the step's own error
 */
export async function stepThrough(
  history: EditHistory,
  direction: 'undo' | 'redo',
  readError: (thrown: unknown) => AppError,
): Promise<void> {
  const command = (direction === 'undo' ? history.done : history.undone).at(-1);
  try {
    await history[direction]();
  } catch (thrown) {
    if (command === undefined || readError(thrown).kind !== 'not-found') throw thrown;
    forget(history, command, direction);
    throw new AppError(
      {
        kind: 'not-found',
        message:
          'This hidden result was removed to save space (see Settings, Storage). Run it again to get a new one.',
        action: 'open-settings',
      },
      { cause: thrown },
    );
  }
}

/** Also drops steps that were made on the same mask, because they would flip other pixels. */
function forget(history: EditHistory, command: EditCommand, direction: 'undo' | 'redo'): void {
  const { done, undone } = history;
  if (command.kept === undefined) history.remove(command);
  else if (direction === 'redo') history.restore(done, []);
  else history.restore([], undone);
}
