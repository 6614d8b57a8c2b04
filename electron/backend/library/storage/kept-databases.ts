import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LibraryBackup } from '../../../../shared/contract/storage.ts';
import { listBackups } from '../backups.ts';

const BEFORE_RESTORE = /^before-restore-(\d+)\.db$/u;
/** Next to the database: from before a migration, and after damage. */
const SET_ASIDE = /^library\.(?:db\.before-version-\d+$|damaged-|missing-)/u;

/** Newest first. */
export function restorableBackups(folder: string): readonly LibraryBackup[] {
  const automatic = listBackups(folder).map(({ path, at }) => ({
    name: path.slice(join(folder, 'backups').length + 1),
    at,
    bytes: statSync(path).size,
    kind: 'automatic' as const,
  }));
  const before = namesIn(join(folder, 'backups')).flatMap((name) => {
    const at = BEFORE_RESTORE.exec(name)?.[1];
    if (at === undefined) return [];
    const { size } = statSync(join(folder, 'backups', name));
    return [{ name, at: Number(at), bytes: size, kind: 'before-restore' as const }];
  });
  return [...automatic, ...before].sort((a, b) => b.at - a.at);
}

export function sparableBackups(folder: string): {
  readonly automatic: readonly string[];
  readonly setAside: readonly string[];
} {
  const all = listBackups(folder);
  const checked = all.find(({ isChecked }) => isChecked);
  return {
    automatic: all.slice(1).flatMap((each) => (each === checked ? [] : [each.path])),
    setAside: setAside(folder),
  };
}

function setAside(folder: string): readonly string[] {
  const backups = join(folder, 'backups');
  return [
    ...namesIn(backups)
      .filter((name) => BEFORE_RESTORE.test(name))
      .map((name) => join(backups, name)),
    ...namesIn(folder)
      .filter((name) => SET_ASIDE.test(name))
      .map((name) => join(folder, name)),
  ];
}

export function backupBytes(folder: string): number {
  const paths = [...listBackups(folder).map(({ path }) => path), ...setAside(folder)];
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

/** Empty without such a folder. */
export function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
}
