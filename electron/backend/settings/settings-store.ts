/** The settings' one home on disk: a row per setting; an unreadable one falls back to its default. */
import type { DatabaseSync } from 'node:sqlite';
import { settingsSchema, type Settings } from '../../../shared/contract/settings.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { transaction } from '../library/database.ts';

/** See the file comment. */
export interface SettingsStore {
  get(): Settings;
  /** Changes the given settings, tells the listeners, and returns all of them. */
  update(changes: Partial<Settings>): Settings;
  /** Calls back with the settings that the user has changed. */
  onChange(listener: (changes: Partial<Settings>) => void): void;
  /** A value of the program's own that is not a setting of the user's, e.g. which connection is active. */
  getInternal(name: string): string | undefined;
  setInternal(name: string, value: string | undefined): void;
}

/** Internal values share the table under names that no setting can have. */
const INTERNAL_PREFIX = 'internal:';

export function createSettingsStore(database: DatabaseSync): SettingsStore {
  const all = database.prepare('SELECT name, value FROM settings');
  const one = database.prepare('SELECT value FROM settings WHERE name = ?');
  const put = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM settings WHERE name = ?');

  const listeners = new Set<(changes: Partial<Settings>) => void>();

  /** Asked for at every step of every job: read and checked once. */
  let known: Settings | undefined;

  function get(): Settings {
    return (known ??= read());
  }

  function read(): Settings {
    const stored = new Map(all.all().map((row) => [String(row['name']), String(row['value'])]));
    const entries = Object.entries(settingsSchema.shape).map(([name, schema]) => {
      const parsed = schema.safeParse(parseJson(stored.get(name)));
      return [name, parsed.success ? parsed.data : DEFAULT_SETTINGS[name as keyof Settings]];
    });
    return settingsSchema.parse(Object.fromEntries(entries));
  }

  return {
    get,
    update(changes) {
      known = undefined;
      transaction(database, () => {
        for (const [name, value] of Object.entries(changes)) {
          if (value !== undefined) put.run(name, JSON.stringify(value));
        }
      });
      const changed = get();
      for (const listener of listeners) listener(changes);
      return changed;
    },
    onChange(listener) {
      listeners.add(listener);
    },
    getInternal(name) {
      const row = one.get(INTERNAL_PREFIX + name);
      return row === undefined ? undefined : String(row['value']);
    },
    setInternal(name, value) {
      if (value === undefined) remove.run(INTERNAL_PREFIX + name);
      else put.run(INTERNAL_PREFIX + name, value);
    },
  };
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then refuses it and the default is used
  }
}
