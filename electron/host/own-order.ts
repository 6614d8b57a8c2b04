import { toAppError } from '../../shared/errors/app-error.ts';
import { readStartOrder, type StartOrder } from '../terminal/start-order.ts';
import { EXIT } from '../terminal/terminal-run.ts';
import { endWithSentence, isUnattended, type FailedStartDeps } from './failed-start.ts';

/** An invalid one ends the program with a sentence on stderr, or in a dialog. */
export async function readOwnOrder(
  electron: FailedStartDeps,
  given: readonly string[],
  folder: string,
): Promise<StartOrder | undefined> {
  const { isPackaged } = electron.app;
  // In development the program's folder comes first.
  const program = isPackaged ? -1 : given.findIndex((argument) => !argument.startsWith('-'));
  const own = given.filter((_argument, index) => index !== program);
  try {
    return readStartOrder(own, { folder, isProgram: true });
  } catch (error) {
    await endWithSentence(electron, toAppError(error).message, {
      hasDialog: isPackaged && !isUnattended(own) && !process.stderr.isTTY,
      code: EXIT.wrongOrder,
    });
    return undefined;
  }
}
