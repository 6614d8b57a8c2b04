import { writeFile } from 'node:fs/promises';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { KeyFile } from '../../../../shared/contract/keys.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { SettingsStore } from './settings-store.ts';

export function createSaveKeys(
  ports: Pick<HostPorts, 'saveFile'>,
  settings: Pick<SettingsStore, 'get'>,
): () => Promise<SaveOutcome> {
  return async () => {
    const { keyBindings, keyMatch } = settings.get();
    const file: KeyFile = { gessoKeys: 1, match: keyMatch, bindings: keyBindings };
    return await saveByHost(ports, {
      suggestedName: 'gesso-keys.json',
      mediaType: 'application/json',
      write: (path) => writeFile(path, `${JSON.stringify(file, undefined, 2)}\n`),
    });
  };
}
