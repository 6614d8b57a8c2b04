/** Switches to processes if threads without memory are unsafe on this computer. */
import { readInProcesses } from '../../../workers/start-reader.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';

export type ThreadFinding = ReturnType<typeof createThreadFinding>;

/** Settings key that exists where threads are unsafe. */
const NAME = 'reads-in-processes';

export function createThreadFinding(
  settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>,
  startReader: HostPorts['startReader'],
) {
  const apply = (): void =>
    readInProcesses(settings.getInternal(NAME) === undefined ? undefined : startReader);
  apply();
  return {
    /**
     * @param isSafe such a thread ends without the process @returns what is done instead, as a
     * sentence
     */
    note(isSafe: boolean): string | undefined {
      settings.setInternal(NAME, isSafe ? undefined : 'yes');
      apply();
      if (isSafe || startReader === undefined) return undefined;
      return 'Gesso reads such files in a process of its own instead.';
    },
  };
}
