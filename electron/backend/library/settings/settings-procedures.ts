import { writeFile } from 'node:fs/promises';
import { os } from '../../service/common/procedures.ts';
import type { KeyFile } from '../../../../shared/contract/keys.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { SettingsStore } from './settings-store.ts';

export function settingsProcedures(settings: SettingsStore, ports: Pick<HostPorts, 'saveFile'>) {
  return {
    get: os.settings.get.handler(() => settings.get()),
    update: os.settings.update.handler(({ input }) => settings.update(input)),
    saveKeys: os.settings.saveKeys.handler(() => {
      const { keyBindings, keyMatch } = settings.get();
      const file: KeyFile = { gessoKeys: 1, match: keyMatch, bindings: keyBindings };
      return saveByHost(ports, {
        suggestedName: 'gesso-keys.json',
        mediaType: 'application/json',
        write: (path) => writeFile(path, `${JSON.stringify(file, undefined, 2)}\n`),
      });
    }),
  };
}
