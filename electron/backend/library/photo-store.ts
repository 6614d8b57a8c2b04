/** Photos in the library: taking them in, finding them, taking them out. The user's own files are only ever read. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type {
  Patch,
  Photo,
  PhotoPurpose,
  PhotoSummary,
  StripPhoto,
} from '../../../shared/contract/photos.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { requireFileSize } from '../../../shared/files/file-size.ts';
import { convertedFormat, convertPicture } from '../imaging/convert/convert-picture.ts';
import type { ConvertedFormat } from '../imaging/convert/messages.ts';
import {
  makeThumbnail,
  notesFor,
  renderDisplayPicture,
} from '../imaging/reading/import-picture.ts';
import type { PhotoSource } from '../imaging/reading/photo-pixels.ts';
import { damagedFile, probePicture, type PictureInfo } from '../imaging/reading/probe.ts';
import { transaction } from './database.ts';
import type { DecodedPhotos } from './decoded-photos.ts';
import type { FileStore, StagedFile, StoredFile } from './file-store.ts';
import { damagedPhoto } from './name-damage.ts';
import { linkOrCopy } from './link-or-copy.ts';
import type { PatchStore } from './patch-store.ts';
import { isStoppedReading, stoppedFile, type ReadingNotes } from './reading-notes.ts';
import {
  PHOTO_COLUMNS,
  toPatch,
  toPhoto,
  toPhotoRow,
  toSummary,
  type PhotoRow,
} from './photo-rows.ts';

/** Most photos in a list of recent ones. */
const RECENT_PHOTOS = 500;

/** See the file comment. */
export interface PhotoStore {
  /**
   * Takes a picture in. The same bytes again open the photo that is there, with its results.
   *
   * @param name the user's name for the file
   * @param purpose its purpose: the studio unless given
   * @throws AppError `unsupported-file`, `too-large`, `disk-full`
   */
  import(bytes: AsyncIterable<Uint8Array>, name: string, purpose?: PhotoPurpose): Promise<Photo>;
  /**
   * Makes a photo of a file that lies in the file store without a row.
   *
   * @param hash that its content has to have
   * @throws AppError `unsupported-file`, `damaged-file`
   */
  adopt(path: string, hash: string, name: string): Promise<Photo>;
  /** @throws AppError `damaged-file` (the photo is taken out again then), `storage` when Gesso's copy is not whole */
  verify(photoId: string): Promise<PhotoSummary>;
  /** Makes its small picture unless it has one. @throws AppError `damaged-file` */
  ensureThumbnail(photoId: string): Promise<void>;
  /** Those used last for one of these purposes (missing: for the studio), newest first. */
  recent(purposes?: readonly PhotoPurpose[]): readonly PhotoSummary[];
  /** Those that exist, in this order. */
  list(photoIds: readonly string[]): readonly StripPhoto[];
  /** @throws AppError `not-found` */
  get(photoId: string): Photo;
  /** The result of a job, its place in the photo's list, and the number of hidden results. */
  resultOf(
    photoId: string,
    jobId: string,
  ): { readonly patch: Patch | undefined; readonly hiddenCount: number };
  /** Like `get`, and remembers that it was opened in the studio now. */
  open(photoId: string): Photo;
  /** Marks a photo as used now for this purpose. @throws AppError `not-found` */
  use(photoId: string, purpose: PhotoPurpose): Photo;
  remove(photoId: string): void;
  exists(photoId: string): boolean;
  /** @throws AppError `not-found` */
  row(photoId: string): PhotoRow;
  /** The facts for reading the original's pixels. */
  source(photoId: string): PhotoSource;
  /** The photo is about to be sent in parts: what makes reading them faster begins. @throws AppError `not-found` */
  expectReading(photoId: string): void;
}

export function createPhotoStore(parts: {
  readonly database: DatabaseSync;
  readonly files: FileStore;
  readonly patches: PatchStore;
  readonly decoded: DecodedPhotos;
  readonly reading: Pick<ReadingNotes, 'guard' | 'forgive'>;
}): PhotoStore {
  const { database, files, patches, decoded, reading } = parts;
  const byId = database.prepare(`SELECT ${PHOTO_COLUMNS} FROM photos WHERE id = ?`);
  const byFile = database.prepare(`SELECT ${PHOTO_COLUMNS} FROM photos WHERE original_file_id = ?`);
  const usedLast = database.prepare(
    'SELECT photo_id, used_at FROM photo_purposes WHERE purpose = ? ORDER BY used_at DESC LIMIT ?',
  );
  const use = database.prepare(
    `INSERT INTO photo_purposes (photo_id, purpose, used_at) VALUES (?, ?, ?)
     ON CONFLICT (photo_id, purpose) DO UPDATE SET used_at = excluded.used_at`,
  );
  const strip = database.prepare(
    `SELECT ${PHOTO_COLUMNS},
       (SELECT count(*) FROM patches WHERE photo_id = photos.id AND state = 'applied') AS results,
       EXISTS (SELECT 1 FROM mask_tiles WHERE photo_id = photos.id) AS has_mask
     FROM photos WHERE id = ?`,
  );
  const touch = database.prepare('UPDATE photos SET opened_at = ?, name = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM photos WHERE id = ?');
  const setThumbnail = database.prepare('UPDATE photos SET thumbnail_file_id = ? WHERE id = ?');
  const insert = database.prepare(
    `INSERT INTO photos (id, name, original_file_id, display_file_id, width, height, format, depth,
       has_alpha, is_cmyk, byte_length, notes, created_at, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  /** Now, and later than any use before: of two uses in one millisecond the second one counts as newer. */
  let latestUse = 0;
  function timeOfUse(): number {
    latestUse = Math.max(Date.now(), latestUse + 1);
    return latestUse;
  }

  function row(photoId: string): PhotoRow {
    const found = byId.get(photoId);
    if (found === undefined) {
      throw new AppError({
        kind: 'not-found',
        message: 'This photo is no longer in the library.',
      });
    }
    return toPhotoRow(found);
  }

  function get(photoId: string): Photo {
    return toPhoto(row(photoId), patches.list(photoId));
  }

  function resultOf(photoId: string, jobId: string) {
    const all = patches.list(photoId);
    const index = all.findIndex((patch) => patch.jobId === jobId);
    const found = all[index];
    return {
      patch: found && toPatch(found, all.slice(0, index)),
      hiddenCount: all.filter(({ state }) => state === 'hidden').length,
    };
  }

  function source(photoId: string): PhotoSource {
    const photo = row(photoId);
    const pixelsPath = decoded.pathOf(photoId);
    return { ...sourceOf(files.get(photo.originalFileId), photo), pixelsPath };
  }

  /** Thumbnails that are being made: a list asks for one more than once. */
  const making = new Map<string, Promise<void>>();

  function ensureThumbnail(photoId: string): Promise<void> {
    const { name, thumbnailFileId } = row(photoId);
    if (thumbnailFileId !== undefined) return Promise.resolve();
    const underWay = making.get(photoId);
    if (underWay !== undefined) return underWay;
    const made = (async () => {
      const from = source(photoId);
      const thumbnail = await reading.guard(
        basename(from.path),
        () => stoppedFile(name),
        () => makeThumbnail(from, name),
      );
      const stored = await files.commit(await files.stage(once(thumbnail)), 'image/webp');
      setThumbnail.run(stored.id, photoId);
    })().finally(() => making.delete(photoId));
    making.set(photoId, made);
    return made;
  }

  async function storeBytes(content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const staged = await files.stage(content);
    return files.commit(staged, 'image/png');
  }

  /**
   * The photo that is here already of the same bytes, with its results, used now. Only the studio
   * opens it, under this name; elsewhere it keeps the name that it has there.
   */
  function useKnown(
    originalFileId: string,
    name: string,
    purpose: PhotoPurpose,
  ): Photo | undefined {
    const found = byFile.get(originalFileId);
    if (found === undefined) return undefined;
    const { id } = toPhotoRow(found);
    const now = timeOfUse();
    transaction(database, () => {
      if (purpose === 'studio') touch.run(now, name, id);
      use.run(id, purpose, now);
    });
    return get(id);
  }

  async function record(
    staged: StagedFile,
    info: PictureInfo,
    name: string,
    purpose: PhotoPurpose,
    convertedFrom?: ConvertedFormat,
  ): Promise<Photo> {
    const original = await files.commit(staged, info.mediaType);
    const known = useKnown(original.id, name, purpose);
    if (known !== undefined) return known;
    const display = info.isDisplayable
      ? original
      : await storeBytes(once(await renderDisplayPicture(sourceOf(original, info), name)));
    // Rendering takes a while: the same file may have been dropped a second time meanwhile.
    const other = useKnown(original.id, name, purpose);
    if (other !== undefined) return other;
    const id = randomUUID();
    const now = timeOfUse();
    transaction(database, () => {
      insert.run(
        id,
        name,
        original.id,
        display.id,
        info.width,
        info.height,
        info.format,
        info.depth,
        info.hasAlpha ? 1 : 0,
        info.isCmyk ? 1 : 0,
        original.byteLength,
        JSON.stringify(notesFor(info, convertedFrom)),
        now,
        now,
      );
      use.run(id, purpose, now);
    });
    return get(id);
  }

  /** The library keeps the picture that is made of the file; the same file gives the same picture. */
  async function importConverted(
    source: StagedFile,
    format: ConvertedFormat,
    name: string,
    purpose: PhotoPurpose,
  ): Promise<Photo> {
    const staged = await files.stage(once(await convertPicture(source.path, format, name)));
    try {
      const info = await probePicture(staged.path, name);
      const photo = await record(staged, info, name, purpose, format);
      await files.discard(source);
      return photo;
    } catch (error) {
      await files.discard(staged);
      throw error;
    }
  }

  return {
    use(photoId, purpose) {
      const photo = get(photoId);
      use.run(photoId, purpose, timeOfUse());
      return photo;
    },
    exists: (photoId) => byId.get(photoId) !== undefined,
    row,
    get,
    resultOf,
    source,
    expectReading: (photoId) => decoded.prepare(row(photoId), source(photoId)),
    async import(bytes, name, purpose = 'studio') {
      const staged = await files.stage(limited(bytes, name));
      try {
        if (staged.byteLength === 0) throw emptyFile(name);
        const format = await convertedFormat(staged.path);
        if (format !== undefined) return await importConverted(staged, format, name, purpose);
        const info = await probePicture(staged.path, name);
        const photo = await record(staged, info, name, purpose);
        await reading.forgive(basename(source(photo.id).path)); // the user has opened it again
        return photo;
      } catch (error) {
        await files.discard(staged);
        throw error;
      }
    },
    async adopt(path, hash, name) {
      const second = files.partPath();
      await linkOrCopy(path, second);
      const staged = await files.stageExisting(second);
      try {
        if (staged.hash !== hash) throw damagedFile(name, 'other bytes than its name says');
        const info = await probePicture(second, name);
        const extension = info.format === 'heif' ? 'avif' : info.format;
        return await record(staged, info, `${name}.${extension}`, 'studio');
      } catch (error) {
        await files.discard(staged);
        throw error;
      }
    },
    async verify(photoId) {
      const photo = row(photoId);
      if (photo.thumbnailFileId !== undefined) return toSummary(photo);
      try {
        await ensureThumbnail(photoId);
      } catch (error) {
        // what was not read now is not known to be damaged: the photo stays
        if (toAppError(error).kind !== 'damaged-file' || isStoppedReading(error)) throw error;
        if (!(await files.isWhole(photo.originalFileId))) throw damagedPhoto(photo.name, error);
        // A photo with work on it could be decoded once; it is not thrown away.
        if (patches.list(photoId).length === 0) remove.run(photoId);
        throw error;
      }
      return toSummary(row(photoId));
    },
    ensureThumbnail,
    recent(purposes = ['studio']) {
      // by the index of each purpose: the time must not grow with the library
      const times = new Map<string, number>();
      for (const purpose of purposes) {
        for (const used of usedLast.all(purpose, RECENT_PHOTOS)) {
          const photoId = String(used['photo_id']);
          times.set(photoId, Math.max(times.get(photoId) ?? 0, Number(used['used_at'])));
        }
      }
      return [...times]
        .sort(([, a], [, b]) => b - a)
        .slice(0, RECENT_PHOTOS)
        .map(([photoId, openedAt]) => ({ ...toSummary(row(photoId)), openedAt }));
    },
    list: (photoIds) =>
      photoIds.flatMap((photoId) => {
        const found = strip.get(photoId);
        if (found === undefined) return [];
        const resultCount = Number(found['results']);
        return [{ ...toSummary(toPhotoRow(found)), resultCount, hasMask: found['has_mask'] === 1 }];
      }),
    open(photoId) {
      const { name } = row(photoId);
      const now = timeOfUse();
      transaction(database, () => {
        touch.run(now, name, photoId);
        use.run(photoId, 'studio', now);
      });
      return get(photoId);
    },
    remove: (photoId) => void remove.run(photoId),
  };
}

function sourceOf(
  file: StoredFile,
  info: { readonly depth: 8 | 16; readonly hasAlpha: boolean; readonly isCmyk: boolean },
): PhotoSource {
  return { path: file.path, depth: info.depth, hasAlpha: info.hasAlpha, isCmyk: info.isCmyk };
}

async function* limited(bytes: AsyncIterable<Uint8Array>, name: string) {
  let byteLength = 0;
  for await (const chunk of bytes) {
    byteLength += chunk.byteLength;
    requireFileSize(name, byteLength);
    yield chunk;
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

function emptyFile(name: string): AppError {
  return new AppError({
    kind: 'unsupported-file',
    message: `“${name}” is empty (0 bytes). Copy or download it again.`,
    action: 'choose-other-file',
  });
}
