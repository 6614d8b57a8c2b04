/** Undo and redo, also where the result that a step is about is no longer stored. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { EditCommand, EditHistory } from '../canvas/index.ts';

/**
 * One step back or forth. A step whose result is gone is forgotten, so that the history goes on behind
 * it.
 *
 * @param readError turns an error of a step into an `AppError`
 * @throws AppError `not-found` with a sentence about that, or the step's own error
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

/**
 * A step that leaves the mask alone goes by itself. One that changes the mask takes the steps with it
 * that were made on that mask: they would flip other pixels now.
 */
function forget(history: EditHistory, command: EditCommand, direction: 'undo' | 'redo'): void {
  const { done, undone } = history;
  if (command.kept === undefined) history.remove(command);
  else if (direction === 'redo') history.restore(done, []);
  else history.restore([], undone);
}
