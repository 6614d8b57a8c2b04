/** Keeps the library's photos. The user's own files are only read. */
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { os } from '../service/common/procedures.ts';
import type { Photo, PhotoPurpose, PhotoSummary } from '../../../shared/contract/photos.ts';
import { toAppError, notFound } from '../../../shared/errors/app-error.ts';
import { makeThumbnail } from '../vision/imaging/reading/import-picture.ts';
import type { PhotoSource } from '../vision/imaging/reading/photo-pixels.ts';
import { transaction, unflushed } from './database.ts';
import type { DecodedPhotos } from './decoded-photos.ts';
import type { FileStore } from './file-store.ts';
import { damagedPhoto } from './damage-report.ts';
import { once } from '../service/common/once.ts';
import { createPhotoIntake, sourceOf } from './photo-intake.ts';
import type { PatchStore } from './patch-store.ts';
import { isStoppedReading, stoppedFile, type CrashGuard } from './crash-guard.ts';
import {
  PHOTO_COLUMNS,
  toPatch,
  toPhoto,
  toPhotoRow,
  toSummary,
  type PhotoRow,
} from './photo-rows.ts';
import { createSql, toBoolean } from './row-values.ts';

const RECENT_PHOTOS = 500;

export type PhotoStore = ReturnType<typeof createPhotoStore>;

export function createPhotoStore(deps: {
  readonly database: DatabaseSync;
  readonly files: FileStore;
  readonly patches: PatchStore;
  readonly decoded: DecodedPhotos;
  readonly crashGuard: Pick<CrashGuard, 'guard' | 'forgive'>;
}) {
  const { database, files, patches, decoded, crashGuard } = deps;
  const sql = createSql(database);

  /** Later than any earlier use, so that uses within a millisecond stay ordered. */
  let latestUse = 0;
  function timeOfUse(): number {
    latestUse = Math.max(Date.now(), latestUse + 1);
    return latestUse;
  }

  function noteUse(photoId: string, purpose: PhotoPurpose, at: number): void {
    sql.upsert('photo_purposes', { photoId, purpose }, { usedAt: at });
  }

  /** @throws AppError `not-found` */
  function row(photoId: string): PhotoRow {
    const found = sql.get`SELECT ${PHOTO_COLUMNS} FROM photos WHERE id = ${photoId}`;
    if (found === undefined) {
      throw notFound('This photo is no longer in the library.');
    }
    return toPhotoRow(found);
  }

  /** @throws AppError `not-found` */
  function get(photoId: string): Photo {
    return toPhoto(row(photoId), patches.list(photoId));
  }

  function source(photoId: string): PhotoSource {
    const photo = row(photoId);
    const pixelsPath = decoded.pathOf(photoId);
    return { ...sourceOf(files.get(photo.originalFileId), photo), pixelsPath };
  }

  /** Thumbnails in progress, because a list asks more than once. */
  const making = new Map<string, Promise<void>>();

  /** @throws AppError `damaged-file` */
  function ensureThumbnail(photoId: string): Promise<void> {
    const { name, thumbnailFileId } = row(photoId);
    if (thumbnailFileId !== undefined) return Promise.resolve();
    const underWay = making.get(photoId);
    if (underWay !== undefined) return underWay;
    const made = (async () => {
      const { path } = source(photoId);
      const thumbnail = await crashGuard.guard(
        basename(path),
        () => stoppedFile(name),
        () => makeThumbnail(path, name),
      );
      const stored = await files.commit(await files.stage(once(thumbnail)), 'image/webp');
      unflushed(
        database,
        () => sql.run`UPDATE photos SET thumbnail_file_id = ${stored.id} WHERE id = ${photoId}`,
      ); // Can be remade.
    })().finally(() => making.delete(photoId));
    making.set(photoId, made);
    return made;
  }

  const intake = createPhotoIntake({ ...deps, noteUse, get, source, timeOfUse });

  /** @throws AppError `damaged-file` (the photo goes), `storage` if Gesso's copy is damaged */
  async function verify(photoId: string): Promise<PhotoSummary> {
    const photo = row(photoId);
    if (photo.thumbnailFileId !== undefined) return toSummary(photo);
    try {
      await ensureThumbnail(photoId);
    } catch (error) {
      // Not reading a file now doesn't prove damage: the photo stays.
      if (toAppError(error).kind !== 'damaged-file' || isStoppedReading(error)) throw error;
      if (!(await files.isWhole(photo.originalFileId))) throw damagedPhoto(photo.name, error);
      // A photo with results could be decoded once and is kept.
      if (patches.list(photoId).length === 0) sql.run`DELETE FROM photos WHERE id = ${photoId}`;
      throw error;
    }
    return toSummary(row(photoId));
  }

  const remove = (photoId: string): void => void sql.run`DELETE FROM photos WHERE id = ${photoId}`;

  const procedures = {
    /** For one of these purposes (default: studio), newest first. */
    recent: os.photos.recent.handler(({ input }) => {
      // Uses the index of each purpose: the time must not grow with the library.
      const times = new Map<string, number>();
      for (const purpose of input?.purposes ?? ['studio']) {
        for (const used of sql.all`SELECT photo_id, used_at FROM photo_purposes
          WHERE purpose = ${purpose} ORDER BY used_at DESC LIMIT ${RECENT_PHOTOS}`) {
          const photoId = String(used['photo_id']);
          times.set(photoId, Math.max(times.get(photoId) ?? 0, Number(used['used_at'])));
        }
      }
      return [...times]
        .sort(([, a], [, b]) => b - a)
        .slice(0, RECENT_PHOTOS)
        .map(([photoId, openedAt]) => ({ ...toSummary(row(photoId)), openedAt }));
    }),
    list: os.photos.list.handler(({ input }) =>
      input.photoIds.flatMap((photoId) => {
        const found = sql.get`SELECT ${PHOTO_COLUMNS},
          (SELECT count(*) FROM patches WHERE photo_id = photos.id
              AND state = 'applied') AS results,
          EXISTS (SELECT 1 FROM mask_tiles WHERE photo_id = photos.id) AS has_mask
          FROM photos WHERE id = ${photoId}`;
        if (found === undefined) return [];
        const resultCount = Number(found['results']);
        return [
          { ...toSummary(toPhotoRow(found)), resultCount, hasMask: toBoolean(found['has_mask']) },
        ];
      }),
    ),
    open: os.photos.open.handler(({ input: { photoId } }) => {
      const { name } = row(photoId);
      const now = timeOfUse();
      transaction(database, () => {
        sql.run`UPDATE photos SET opened_at = ${now}, name = ${name} WHERE id = ${photoId}`;
        noteUse(photoId, 'studio', now);
      });
      return get(photoId);
    }),
    get: os.photos.get.handler(({ input }) => get(input.photoId)),
    resultOf: os.photos.resultOf.handler(({ input: { photoId, jobId } }) => {
      const all = patches.list(photoId);
      const index = all.findIndex((patch) => patch.jobId === jobId);
      const found = all[index];
      return {
        patch: found && toPatch(found, all.slice(0, index)),
        hiddenCount: all.filter(({ state }) => state === 'hidden').length,
      };
    }),
    verify: os.photos.verify.handler(({ input }) => verify(input.photoId)),
    remove: os.photos.remove.handler(({ input }) => remove(input.photoId)),
  };

  return {
    procedures,
    /** @throws AppError `not-found` */
    use(photoId: string, purpose: PhotoPurpose): Photo {
      const photo = get(photoId);
      noteUse(photoId, purpose, timeOfUse());
      return photo;
    },
    exists: (photoId: string): boolean =>
      sql.get`SELECT 1 FROM photos WHERE id = ${photoId}` !== undefined,
    row,
    get,
    source,
    /** Call before reading in parts: prepares faster reads. @throws AppError `not-found` */
    expectReading: (photoId: string): void => decoded.prepare(row(photoId), source(photoId)),
    import: intake.import,
    importOwn: intake.importOwn,
    adopt: intake.adopt,
    verify,
    ensureThumbnail,
    remove,
    /** Deletes a recipe's picture with results and files, unless it has become the user's photo. */
    free(photoId: string): void {
      const found = sql.get`SELECT ${PHOTO_COLUMNS} FROM photos WHERE id = ${photoId}`;
      if (
        found === undefined ||
        sql.get`SELECT 1 FROM photo_purposes WHERE photo_id = ${photoId}
            AND purpose = 'recipe' AND NOT EXISTS (
            SELECT 1 FROM photo_purposes WHERE photo_id = ${photoId}
              AND purpose <> 'recipe')` === undefined
      )
        return;
      const { originalFileId, displayFileId, thumbnailFileId } = toPhotoRow(found);
      const results = patches.list(photoId);
      if (results.some(({ id }) => patches.isNeeded(id))) return;
      for (const { id } of results) patches.remove(photoId, id, 'keep');
      sql.run`DELETE FROM photos WHERE id = ${photoId}`;
      files.release([originalFileId, displayFileId, thumbnailFileId ?? displayFileId]);
    },
  };
}
