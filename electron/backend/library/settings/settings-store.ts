import { writeFile } from 'node:fs/promises';
import type { KeyFile } from '../../../../shared/contract/keys.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { DatabaseSync } from 'node:sqlite';
import {
  settingsSchema,
  type Settings,
  DEFAULT_SETTINGS,
} from '../../../../shared/contract/settings.ts';
import { createNamedValues } from './named-values.ts';
import { createSql } from '../row-values.ts';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Internal values share the table under names that no setting can have. */
const INTERNAL_PREFIX = 'internal:';

export function createSettingsStore(database: DatabaseSync) {
  const values = createNamedValues(database, 'settings', settingsSchema, DEFAULT_SETTINGS);
  const sql = createSql(database);
  const listeners = new Set<(changes: Partial<Settings>) => void>();

  return {
    get: values.get,
    update(changes: Partial<Settings>): Settings {
      const changed = values.update(changes);
      for (const listener of listeners) listener(changes);
      return changed;
    },
    onChange(listener: (changes: Partial<Settings>) => void): void {
      listeners.add(listener);
    },
    /** A value of the program that is no setting, such as the active connection. */
    getInternal(name: string): string | undefined {
      const row = sql.get`SELECT value FROM settings WHERE name = ${INTERNAL_PREFIX + name}`;
      return row === undefined ? undefined : String(row['value']);
    },
    setInternal(name: string, value: string | undefined): void {
      if (value === undefined) sql.run`DELETE FROM settings WHERE name = ${INTERNAL_PREFIX + name}`;
      else sql.upsert('settings', { name: INTERNAL_PREFIX + name }, { value });
    },
  };
}

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
