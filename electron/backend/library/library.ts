import { join, basename } from 'node:path';
import type { HostPorts } from '../service/common/ports.ts';
import { createClipMeter } from '../vision/imaging/clips/clip-facts.ts';
import { createLibraryBackups } from './backups.ts';
import { openCrashGuard, stoppedResult, stoppedFile, type CrashGuard } from './crash-guard.ts';
import type { OpenedDatabase } from './database.ts';
import { openDecodedPhotos } from './decoded-photos.ts';
import { openFileNames } from './file-names.ts';
import { hasBytes, openFileStore, type FileStore } from './file-store.ts';
import { createMaskStore } from './mask-store.ts';
import { createPatchBlends } from './patch-blends.ts';
import { createPatchStore, type PatchStore } from './patch-store.ts';
import { createPhotoStore, type PhotoStore } from './photo-store.ts';
import { noteRestoration } from './restore.ts';
import { createSamplePhotos } from './sample-photos.ts';
import { createScreenStateStore, screenStateProcedures } from './settings/screen-state-store.ts';
import { createSettingsStore, settingsProcedures } from './settings/settings-store.ts';
import { reconcileRestored } from './reconcile-restored.ts';
import { createTextBoxStore } from './text-box-store.ts';
import { openUploads } from './uploads.ts';
import { createUsage, type Usage } from './usage.ts';
import { thumbnailWithPatches } from '../vision/imaging/writing/photo-thumbnail.ts';
import { hashOfKeys } from './photo-rows.ts';
import { createKeptPictures } from './kept-pictures.ts';
import { patchThumbnail } from '../vision/imaging/writing/patch-thumbnail.ts';
import { AppError, toAppError, invalidInput } from '../../../shared/errors/app-error.ts';
import { smallPicture } from '../vision/imaging/reading/small-picture.ts';
import { containsRect, isEmptyRect, rectOfSize, type Rect } from '../../../shared/geometry/rect.ts';
import { openShown } from '../vision/imaging/reading/open-picture.ts';
import type { PhotoSource } from '../vision/imaging/reading/photo-pixels.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { CleanupEdge } from '../../../shared/contract/cleanup.ts';
import { os } from '../service/common/procedures.ts';
import { createSql, toBoolean, storedJson } from './row-values.ts';
import { z } from 'zod';

function createPhotoThumbnails(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
}) {
  const { photos, patches, files } = deps;
  const kept = createKeptPictures('This photo or one of its results');

  return {
    /** With its results, and the hash in its address. @throws AppError `not-found`, `storage` */
    async get(photoId: string): Promise<{ readonly bytes: Uint8Array; readonly hash: string }> {
      // A picture of a form is never opened, which would make it.
      await photos.ensureThumbnail(photoId);
      const { thumbnailFileId = '', renderKeys = '', width, height } = photos.row(photoId);
      const base = files.get(thumbnailFileId).path;
      const source = photos.source(photoId);
      const applied = patches.applied(photoId);
      const bytes = await kept.get(`${photoId} ${renderKeys}`, () =>
        thumbnailWithPatches(base, { width, height, source }, applied),
      );
      return { bytes, hash: hashOfKeys(renderKeys) };
    },
  };
}

function createPatchThumbnails(patches: PatchStore, crashGuard: Pick<CrashGuard, 'guard'>) {
  const kept = createKeptPictures('This result');
  return {
    /** A WebP. @throws AppError `not-found`, `storage` */
    get: (patchId: string): Promise<Uint8Array> =>
      kept.get(patchId, async () => {
        const origin = patches.origin(patchId);
        const key = basename(origin.answerPath);
        return await crashGuard.guard(key, stoppedResult, () => patchThumbnail(origin));
      }),
  };
}

/** Longest side in pixels: sharp in a 64 px list at twice the screen's resolution. */
const THUMBNAIL = { side: 160, webpQuality: 80 } as const;

/** Makes thumbnails of stored files on demand; the most recent ones are cached in memory. */
function createFileThumbnails(
  files: Pick<FileStore, 'get'>,
  crashGuard: Pick<CrashGuard, 'guard'>,
) {
  const kept = createKeptPictures('This result');
  return {
    /** The first frame of an animation. @throws AppError `not-found`, `unsupported-file` */
    async get(fileId: string): Promise<Uint8Array> {
      const { path, mediaType } = files.get(fileId);
      if (!mediaType.startsWith('image/')) {
        throw new AppError('unsupported-file', 'Only pictures have thumbnails.');
      }
      const make = () => smallPicture(path, THUMBNAIL);
      return await kept.get(fileId, () => crashGuard.guard(basename(path), stoppedResult, make));
    },
  };
}

/** Sharp in a 96 px list at twice the screen's resolution. */
const PART_THUMBNAIL = { side: 192, webpQuality: 80 } as const;

function createPartThumbnails(
  photos: Pick<PhotoStore, 'row' | 'source'>,
  crashGuard: Pick<CrashGuard, 'guard'>,
) {
  const kept = createKeptPictures('This photo');
  return {
    /** Without results. @throws AppError `not-found`, `invalid-input`, `storage` */
    async get(photoId: string, wanted: Rect | undefined): Promise<Uint8Array> {
      const whole = rectOfSize(photos.row(photoId));
      const rect = wanted ?? whole;
      if (isEmptyRect(rect) || !containsRect(whole, rect)) {
        throw invalidInput('This part is not in the photo.');
      }
      const { x, y, width, height } = rect;
      const make = async ({ path }: PhotoSource): Promise<Uint8Array> =>
        await (
          await openShown(path, { failOn: 'truncated' })
        )
          .extract({ left: x, top: y, width, height })
          .resize(PART_THUMBNAIL.side, PART_THUMBNAIL.side, {
            fit: 'inside',
            withoutEnlargement: true,
          })
          .webp({ quality: PART_THUMBNAIL.webpQuality })
          .toBuffer();
      return await kept.get(`${photoId} ${x} ${y} ${width} ${height}`, async () => {
        const source = photos.source(photoId);
        const refusal = () => stoppedFile(photos.row(photoId).name);
        return await crashGuard.guard(basename(source.path), refusal, () => make(source));
      });
    },
  };
}

export type PhotoEdges = ReturnType<typeof createPhotoEdges>;

function createPhotoEdges(database: DatabaseSync) {
  const sql = createSql(database);

  function of(photoId: string): CleanupEdge | undefined {
    const row = sql.get`SELECT margin, match_colors FROM photo_edges WHERE photo_id = ${photoId}`;
    if (row === undefined) return undefined;
    return { margin: Number(row['margin']), matchColors: toBoolean(row['match_colors']) };
  }

  /** `undefined` returns to the settings. Ignores a missing photo. */
  function put(photoId: string, edge: CleanupEdge | undefined): void {
    if (edge === undefined) sql.run`DELETE FROM photo_edges WHERE photo_id = ${photoId}`;
    else
      sql.run`INSERT INTO photo_edges (photo_id, margin, match_colors)
        SELECT id, ${edge.margin}, ${edge.matchColors} FROM photos WHERE id = ${photoId}
        ON CONFLICT (photo_id) DO UPDATE
        SET margin = excluded.margin, match_colors = excluded.match_colors`;
  }

  return {
    procedures: {
      edge: os.cleanup.edge.handler(({ input }) => of(input.photoId) ?? null),
      putEdge: os.cleanup.putEdge.handler(({ input }) =>
        put(input.photoId, input.edge ?? undefined),
      ),
    },
    /** `undefined`: as in the settings. */
    of,
    put,
  };
}

function createResultOrders(deps: {
  readonly patches: PatchStore;
  readonly usage: Pick<Usage, 'keepWithinLimit'>;
  readonly log: (line: string) => void;
}) {
  const { patches, usage, log } = deps;

  /** Logs errors: the next result tries again. @param sparedId is kept whatever its size */
  function keepWithinLimit(sparedId?: string): void {
    try {
      usage.keepWithinLimit(sparedId);
    } catch (error) {
      log(`hidden results stay: ${toAppError(error).message}`);
    }
  }

  return {
    keepWithinLimit,
    procedures: {
      setPatchState: os.photos.setPatchState.handler(({ input }) => {
        const { photoId, patchId, state, mask } = input;
        patches.setState(photoId, patchId, state, mask);
        if (state !== 'applied') keepWithinLimit(patchId);
      }),
      setPatchStates: os.photos.setPatchStates.handler(({ input }) => {
        const { photoId, patchIds, state } = input;
        patches.setStates(photoId, patchIds, state);
        if (state !== 'applied') keepWithinLimit(patchIds.at(-1));
      }),
      deletePatch: os.photos.deletePatch.handler(({ input }) =>
        patches.remove(input.photoId, input.patchId, input.mask),
      ),
      repaintPatch: os.photos.repaintPatch.handler(({ input: { photoId, patchId, grow } }) => {
        patches.repaint(photoId, patchId, grow);
        keepWithinLimit(patchId);
      }),
    },
  };
}

type PhotoOrigin =
  | { readonly is: 'result'; readonly jobId: string }
  /** `patchIds`: its results at that time, lowest first. */
  | { readonly is: 'look'; readonly photoId: string; readonly patchIds: readonly string[] };

export type PhotoOrigins = ReturnType<typeof createPhotoOrigins>;

const patchIdsSchema = z.array(z.string());

function createPhotoOrigins(database: DatabaseSync) {
  const sql = createSql(database);
  const put = (
    photoId: string,
    jobId: string | null,
    fromPhotoId: string | null,
    patchIds: readonly string[],
  ) => void sql.upsert('photo_origins', { photoId }, { jobId, fromPhotoId, patchIds });
  return {
    /** Replaces an earlier origin: the same pixels may be made twice. */
    note(photoId: string, origin: PhotoOrigin): void {
      if (origin.is === 'result') put(photoId, origin.jobId, null, []);
      // A photo is not its own origin.
      else if (origin.photoId !== photoId) {
        put(photoId, null, origin.photoId, origin.patchIds);
      }
    },
    /** `undefined` for an imported file. */
    of(photoId: string): PhotoOrigin | undefined {
      const row = sql.get`SELECT * FROM photo_origins WHERE photo_id = ${photoId}`;
      if (row === undefined) return undefined;
      if (row['job_id'] !== null) return { is: 'result', jobId: String(row['job_id']) };
      const patchIds = storedJson(patchIdsSchema, row['patch_ids']) ?? [];
      return { is: 'look', photoId: String(row['from_photo_id']), patchIds };
    },
  };
}

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
