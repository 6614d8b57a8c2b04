import { invalidInput } from '../../../../shared/errors/app-error.ts';
import type { HostPorts } from './ports.ts';

/** @returns absolute paths @throws AppError `invalid-input` where the host has no dialog */
export async function chosenFiles(
  { chooseTrainingFiles }: Pick<HostPorts, 'chooseTrainingFiles'>,
  what: 'files' | 'folder',
): Promise<readonly string[]> {
  if (chooseTrainingFiles !== undefined) return await chooseTrainingFiles(what);
  throw invalidInput('This window has a file dialog of its own. Select the files there.');
}
