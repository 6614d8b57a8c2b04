import type { Core } from './assemble-core.ts';
import type { JobHistory } from './jobs/log/job-history.ts';
import type { Conversations } from './language/conversations/conversations.ts';
import type { ScreenStateStore } from './settings/screen-state-store.ts';
import { createRemovables } from './storage/removables.ts';
import { createStorage, type LibraryStorage } from './storage/storage.ts';

/** @param parts.home default data folder, which may not contain the library */
export function assembleStorage(
  core: Core,
  parts: {
    readonly home: string;
    readonly version: string;
    readonly history: JobHistory;
    readonly conversations: Conversations;
    readonly screenState: ScreenStateStore;
  },
): LibraryStorage {
  const { database, folder } = core;
  const removables = createRemovables({
    ...core,
    ...parts,
    openText: () => JSON.stringify(parts.screenState.get()),
    now: () => Date.now(),
  });
  return createStorage({ ...core, ...parts, database, folder, removables, now: () => Date.now() });
}
