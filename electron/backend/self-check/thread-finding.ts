/** What self-checks have found about threads without memory on this computer, and where files are read for it. */
import { readInProcesses } from '../../workers/start-reader.ts';
import type { HostPorts } from '../common/ports.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

export interface ThreadFinding {
  /**
   * Remembers the newest finding, which holds from then on.
   *
   * @param isSafe such a thread ends alone
   * @returns what is done in its place, as a sentence
   */
  note(isSafe: boolean): string | undefined;
}

/** Name of the value that is there where threads are not safe. */
const NAME = 'reads-in-processes';

export function createThreadFinding(
  settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>,
  startReader: HostPorts['startReader'],
): ThreadFinding {
  const apply = (): void =>
    readInProcesses(settings.getInternal(NAME) === undefined ? undefined : startReader);
  apply();
  return {
    note(isSafe) {
      settings.setInternal(NAME, isSafe ? undefined : 'yes');
      apply();
      if (isSafe || startReader === undefined) return undefined;
      return 'Gesso reads such files in a process of its own instead.';
    },
  };
}
