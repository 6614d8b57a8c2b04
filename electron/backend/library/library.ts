import { join } from 'node:path';
import type { HostPorts } from '../service/common/ports.ts';
import { createClipMeter } from '../vision/imaging/clips/clip-facts.ts';
import { createLibraryBackups } from './backups.ts';
import { openCrashGuard } from './crash-guard.ts';
import type { OpenedDatabase } from './database.ts';
import { openDecodedPhotos } from './decoded-photos.ts';
import { openFileNames } from './file-names.ts';
import { hasBytes, openFileStore } from './file-store.ts';
import {
  createFileThumbnails,
  createPatchThumbnails,
  createPhotoThumbnails,
} from './thumbnails.ts';
import { createMaskStore } from './mask-store.ts';
import { createPartThumbnails } from './part-thumbnails.ts';
import { createPatchBlends } from './patch-blends.ts';
import { createPatchStore } from './patch-store.ts';
import { createPhotoEdges } from './photo-edges.ts';
import { createPhotoOrigins } from './photo-origins.ts';
import { createPhotoStore } from './photo-store.ts';
import { noteRestoration } from './restore.ts';
import { createSamplePhotos } from './sample-photos.ts';
import { createScreenStateStore, screenStateProcedures } from './settings/screen-state-store.ts';
import { createSettingsStore, settingsProcedures } from './settings/settings-store.ts';
import { reconcileRestored } from './reconcile-restored.ts';
import { createResultOrders } from './result-orders.ts';
import { createTextBoxStore } from './text-box-store.ts';
import { openUploads } from './uploads.ts';
import { createUsage } from './usage.ts';

export type Library = Awaited<ReturnType<typeof openLibrary>>;

export async function openLibrary(
  { database, restoration, isBackedUp }: OpenedDatabase,
  { ports, log }: { readonly ports: HostPorts; readonly log: (line: string) => void },
) {
  const folder = ports.paths.data;
  const backups = createLibraryBackups({ database, folder, wasBackedUp: isBackedUp, log });
  if (restoration !== undefined && !restoration.isSettled) {
    reconcileRestored(database, (hash) => hasBytes(folder, hash));
    noteRestoration(folder, { ...restoration, isSettled: true });
  }
  const names = openFileNames(folder, log);
  const files = await openFileStore(database, folder, Date.now, names);
  const crashGuard = openCrashGuard(folder, log);
  const masks = createMaskStore(database);
  const patches = createPatchStore({ database, files, masks });
  const decoded = await openDecodedPhotos(join(folder, 'cache', 'decoded'), log);
  const photos = createPhotoStore({ database, files, patches, decoded, crashGuard });
  const samples = createSamplePhotos(ports.paths.samples, join(folder, 'cache'), photos);
  const patchBlends = createPatchBlends({ database, photos, patches, files });
  const settings = createSettingsStore(database);
  const screenState = createScreenStateStore(database);
  const usage = createUsage({
    database,
    patches,
    limitBytes: () => settings.get().resultsMegabytes * 1_000_000,
    now: Date.now,
  });
  const results = createResultOrders({ patches, usage, log });
  const edges = createPhotoEdges(database);
  return {
    database,
    restoration,
    folder,
    backups,
    names,
    files,
    crashGuard,
    masks,
    patches,
    decoded,
    photos,
    samples,
    patchBlends,
    settings,
    screenState,
    usage,
    results,
    edges,
    uploads: await openUploads(folder),
    origins: createPhotoOrigins(database),
    clips: createClipMeter(),
    fileThumbnails: createFileThumbnails(files, crashGuard),
    photoThumbnails: createPhotoThumbnails({ photos, patches, files }),
    partThumbnails: createPartThumbnails(photos, crashGuard),
    patchThumbnails: createPatchThumbnails(patches, crashGuard),
    procedures: {
      photos: { ...photos.procedures, ...results.procedures, ...samples.procedures },
      cleanup: edges.procedures,
      removeText: createTextBoxStore(database).procedures,
      patchBlend: patchBlends.procedures,
      library: usage.procedures,
      settings: settingsProcedures(settings, ports),
      screenState: screenStateProcedures(screenState),
    },
  };
}
