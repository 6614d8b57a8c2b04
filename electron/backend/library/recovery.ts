import type { DatabaseSync } from 'node:sqlite';
import type { Recovery } from '../../../shared/contract/app.ts';
import { adoptFiles, type Adoption } from './adopt-files.ts';
import type { FileNames } from './file-names.ts';
import type { PhotoStore } from './photo-store.ts';
import type { CrashGuard } from './crash-guard.ts';
import { noteRestoration, type Restoration } from './restore.ts';

export function createRecovery(deps: {
  readonly folder: string;
  readonly database: DatabaseSync;
  readonly photos: Pick<PhotoStore, 'adopt'>;
  readonly crashGuard: Pick<CrashGuard, 'guard'>;
  readonly names: FileNames;
  readonly restoration: Restoration | undefined;
  readonly log: (line: string) => void;
}) {
  const { restoration, log, names, database } = deps;
  let isUnderWay = restoration !== undefined;
  let areNamesTidy = false;
  async function tidyNames(): Promise<void> {
    // During the search, names exist only in the log.
    if (isUnderWay || areNamesTidy) return;
    areNamesTidy = true;
    try {
      await names.tidy(database);
    } catch (error) {
      log(`names of files stay as they are: ${String(error)}`);
    }
  }
  if (restoration === undefined) {
    return { state: () => undefined, tidyNames, close: () => Promise.resolve() };
  }
  const { reason, from } = restoration;
  const stopping = new AbortController();
  let found: Adoption = { adopted: 0, left: 0 };
  const onProgress = (soFar: Adoption): void => {
    found = soFar;
  };
  log(`library: ${reason}, ${from === undefined ? 'no backup' : `restored from ${from}`}`);
  async function search(): Promise<void> {
    try {
      await adoptFiles({ ...deps, onProgress, signal: stopping.signal });
      if (!stopping.signal.aborted) noteRestoration(deps.folder, undefined);
    } catch (error) {
      log(`library: its files could not be read: ${String(error)}`); // The next start tries again.
    }
    isUnderWay = false;
  }
  const searched = search();
  return {
    /** `undefined` if nothing was lost. */
    state(): Recovery | undefined {
      // A crash alone loses nothing, unless unknown pictures turn up.
      if (reason === 'unclosed' && found.adopted === 0 && !isUnderWay) return undefined;
      return { reason, ...(from === undefined ? {} : { backupFrom: from }), isUnderWay, ...found };
    },
    /** Drops names of missing files, once per session. Never rejects. */
    tidyNames,
    /** The next start continues. */
    close(): Promise<void> {
      stopping.abort();
      return searched;
    },
  };
}
