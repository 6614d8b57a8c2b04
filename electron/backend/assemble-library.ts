import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createClipMeter } from './imaging/clips/clip-facts.ts';
import { openDecodedPhotos } from './library/decoded-photos.ts';
import { openFileNames } from './library/file-names.ts';
import { hasBytes, openFileStore } from './library/file-store.ts';
import { createMaskStore } from './library/mask-store.ts';
import { createPatchStore } from './library/patch-store.ts';
import { createPhotoEdges } from './library/photo-edges.ts';
import { createPhotoOrigins } from './library/photo-origins.ts';
import { createPhotoStore } from './library/photo-store.ts';
import { openReadingNotes } from './library/reading-notes.ts';
import { noteRestoration, type Restoration } from './library/restore.ts';
import { createSamplePhotos } from './library/sample-photos.ts';
import type { HostPaths } from './common/ports.ts';
import { settleRestored } from './library/settle-restored.ts';

export async function assembleLibrary(parts: {
  readonly database: DatabaseSync;
  /** Set if the database was lost and replaced. */
  readonly restoration: Restoration | undefined;
  readonly paths: Pick<HostPaths, 'data' | 'samples'>;
  readonly log: (line: string) => void;
}) {
  const { database, restoration, log } = parts;
  const folder = parts.paths.data;
  if (restoration !== undefined && !restoration.isSettled) {
    settleRestored(database, (hash) => hasBytes(folder, hash));
    noteRestoration(folder, { ...restoration, isSettled: true });
  }
  const names = openFileNames(folder, log);
  const files = await openFileStore(database, folder, Date.now, names);
  const reading = openReadingNotes(folder, log);
  const masks = createMaskStore(database);
  const patches = createPatchStore({ database, files, masks });
  const decoded = await openDecodedPhotos(join(folder, 'cache', 'decoded'), log);
  const photos = createPhotoStore({ database, files, patches, decoded, reading });
  const samples = createSamplePhotos(parts.paths.samples, join(folder, 'cache'), photos);
  const origins = createPhotoOrigins(database);
  return {
    files,
    names,
    reading,
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
