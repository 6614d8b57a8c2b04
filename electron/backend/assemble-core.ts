import { createActivity } from './accounts/activity/activity.ts';
import { createCleanError } from './service/common/clean-error.ts';
import type { HostPorts, HostPaths } from './service/common/ports.ts';
import { createConnectionRows } from './accounts/connections/connection-rows.ts';
import { createConnections } from './accounts/connections/connections.ts';
import { openFirstOrigins } from './accounts/connections/key-origins.ts';
import { createPriceStore } from './accounts/connections/price-store.ts';
import { createDesktop } from './api/desktop/desktop.ts';
import { createJobStore } from './work/jobs/log/job-store.ts';
import { createLibraryBackups } from './library/backups.ts';
import type { OpenedDatabase } from './library/database.ts';
import { hearOfLeftOut } from './library/unreadable.ts';
import { createResultOrders } from './library/result-orders.ts';
import { createUsage } from './library/usage.ts';
import { limitsOf } from './limits-of-settings.ts';
import { createRedactor, type CallTimeouts } from './service/client/index.ts';
import { diskSpace, watchSpace } from './library/storage/space.ts';
import { createSettingsStore } from './library/settings/settings-store.ts';
import { createSpend } from './accounts/spend/spend.ts';
import { openUploads } from './library/uploads.ts';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createClipMeter } from './vision/imaging/clips/clip-facts.ts';
import { openDecodedPhotos } from './library/decoded-photos.ts';
import { openFileNames } from './library/file-names.ts';
import { hasBytes, openFileStore } from './library/file-store.ts';
import { createMaskStore } from './library/mask-store.ts';
import { createPatchStore } from './library/patch-store.ts';
import { createPhotoEdges } from './library/photo-edges.ts';
import { createPhotoOrigins } from './library/photo-origins.ts';
import { createPhotoStore } from './library/photo-store.ts';
import { openCrashGuard } from './library/crash-guard.ts';
import { noteRestoration, type Restoration } from './library/restore.ts';
import { createSamplePhotos } from './library/sample-photos.ts';
import { settleRestored } from './library/settle-restored.ts';

export type Core = Awaited<ReturnType<typeof assembleCore>>;

/**
 * @param home default data folder, which may not contain the library
 * @param timeouts overrides for tests
 */
export async function assembleCore(
  ports: HostPorts,
  home: string,
  { database, restoration, isBackedUp }: OpenedDatabase,
  timeouts: Partial<CallTimeouts> | undefined,
) {
  const folder = ports.paths.data;
  const redactor = createRedactor();
  // SECURITY: S22 one sink: every line is redacted here, wherever it comes from.
  const log = (line: string) => ports.writeLogLine(redactor.redact(line));
  const cleanError = createCleanError(redactor, [
    { path: folder, name: 'data folder' },
    { path: ports.paths.samples, name: 'sample photos' },
  ]);
  const backups = createLibraryBackups({ database, folder, wasBackedUp: isBackedUp, log });
  const library = await assembleLibrary({ database, restoration, paths: ports.paths, log });
  const { patches, photos } = library;
  const settings = createSettingsStore(database);
  const prices = createPriceStore(database);
  const activity = createActivity({
    database,
    settings,
    prices,
    ports,
    now: Date.now,
    onTrouble(error) {
      log(`activity: ${error.message}`);
      desktop.tell(error);
    },
  });
  const connections = createConnections({
    database,
    settings,
    ports,
    firstOrigins: openFirstOrigins(
      home,
      () => createConnectionRows(database).all(),
      restoration !== undefined,
    ),
    clientOptions: {
      timeouts,
      limits: () => limitsOf(settings.get()),
      log,
      redactor,
      onCall(call) {
        activity.take(call);
        void space.check();
      },
    },
  });
  const usage = createUsage({
    database,
    patches,
    limitBytes: () => settings.get().resultsMegabytes * 1_000_000,
    now: Date.now,
  });
  const desktop = createDesktop({ photos, cleanError, log });
  const leftOut = hearOfLeftOut(database, {
    log,
    note: (error) => activity.noteInner(error),
    tell: (error) => desktop.tell(error),
  });
  const space = watchSpace(() => diskSpace(folder), desktop.tell, log);
  const uploads = await openUploads(folder);
  const spend = createSpend({
    database,
    connections,
    settings,
    ports,
    uploads,
    cleanError,
    log,
    openSpend: () => desktop.runCommand('go.spend', false),
  });
  return {
    database,
    folder,
    ports,
    log,
    cleanError,
    backups,
    ...library,
    settings,
    connections,
    prices,
    activity,
    usage,
    results: createResultOrders({ patches, usage, log }),
    desktop,
    leftOut,
    space,
    jobStore: createJobStore(database),
    uploads,
    spend,
    budgetGuard: spend.budgetGuard,
  };
}

async function assembleLibrary(deps: {
  readonly database: DatabaseSync;
  /** Set if the database was lost and replaced. */
  readonly restoration: Restoration | undefined;
  readonly paths: Pick<HostPaths, 'data' | 'samples'>;
  readonly log: (line: string) => void;
}) {
  const { database, restoration, log } = deps;
  const folder = deps.paths.data;
  if (restoration !== undefined && !restoration.isSettled) {
    settleRestored(database, (hash) => hasBytes(folder, hash));
    noteRestoration(folder, { ...restoration, isSettled: true });
  }
  const names = openFileNames(folder, log);
  const files = await openFileStore(database, folder, Date.now, names);
  const crashGuard = openCrashGuard(folder, log);
  const masks = createMaskStore(database);
  const patches = createPatchStore({ database, files, masks });
  const decoded = await openDecodedPhotos(join(folder, 'cache', 'decoded'), log);
  const photos = createPhotoStore({ database, files, patches, decoded, crashGuard });
  const samples = createSamplePhotos(deps.paths.samples, join(folder, 'cache'), photos);
  const origins = createPhotoOrigins(database);
  return {
    files,
    names,
    crashGuard,
    clips: createClipMeter(),
    masks,
    patches,
    decoded,
    photos,
    origins,
    edges: createPhotoEdges(database),
    samples,
  };
}
