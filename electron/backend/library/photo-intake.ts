/** Imports pictures as photos. The same bytes again return the existing photo. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Photo, PhotoPurpose } from '../../../shared/contract/photos.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { requireFileSize } from '../../../shared/files/file-size.ts';
import {
  standardPicture,
  type StandardPicture,
} from '../vision/imaging/convert/standard-picture.ts';
import { notesFor, renderDisplayPicture } from '../vision/imaging/reading/import-picture.ts';
import { notesOfLostParts } from '../vision/imaging/reading/lost-parts.ts';
import type { PhotoSource } from '../vision/imaging/reading/photo-pixels.ts';
import { damagedFile, probePicture, type PictureInfo } from '../vision/imaging/reading/probe.ts';
import { once } from '../service/common/once.ts';
import { transaction } from './database.ts';
import type { FileStore, StagedFile, StoredFile } from './file-store.ts';
import { linkOrCopy } from './link-or-copy.ts';
import { PHOTO_COLUMNS, toPhotoRow } from './photo-rows.ts';
import { createSql } from './row-values.ts';
import type { CrashGuard } from './crash-guard.ts';

/** Matches picture extensions, but not a time such as “14.05.09”. */
const HAS_EXTENSION = /\.(?=[^.]*[a-z])[a-z0-9]{2,5}$/iu;

/** With `own` the photo is separate, see `importOwn`. */
interface Intent {
  readonly purpose: PhotoPurpose;
  readonly own?: ((photoId: string) => void) | undefined;
  readonly notes?: readonly string[] | undefined;
}

export function createPhotoIntake(deps: {
  readonly database: DatabaseSync;
  readonly files: FileStore;
  readonly crashGuard: Pick<CrashGuard, 'forgive'>;
  readonly get: (photoId: string) => Photo;
  readonly source: (photoId: string) => PhotoSource;
  readonly noteUse: (photoId: string, purpose: PhotoPurpose, at: number) => void;
  /** Current time, but later than any earlier use, ms since 1970. */
  readonly timeOfUse: () => number;
}) {
  const { database, files, crashGuard, get, source, noteUse, timeOfUse } = deps;
  const sql = createSql(database);

  async function storeBytes(content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const staged = await files.stage(content);
    return files.commit(staged, 'image/png');
  }

  function useKnown(
    originalFileId: string,
    name: string,
    purpose: PhotoPurpose,
  ): Photo | undefined {
    const found = sql.get`SELECT ${PHOTO_COLUMNS} FROM photos
      WHERE original_file_id = ${originalFileId} AND NOT EXISTS (
        SELECT 1 FROM photo_purposes WHERE photo_id = photos.id AND purpose = 'recipe')`;
    if (found === undefined) return undefined;
    const { id } = toPhotoRow(found);
    const now = timeOfUse();
    transaction(database, () => {
      if (purpose === 'studio')
        sql.run`UPDATE photos SET opened_at = ${now}, name = ${name} WHERE id = ${id}`;
      noteUse(id, purpose, now);
    });
    return get(id);
  }

  async function record(
    staged: StagedFile,
    info: PictureInfo,
    name: string,
    { purpose, own, notes = [] }: Intent,
    made?: StandardPicture,
  ): Promise<Photo> {
    const original = await files.commit(staged, info.mediaType, name);
    const findKnown = () => (own === undefined ? useKnown(original.id, name, purpose) : undefined);
    const known = findKnown();
    if (known !== undefined) return known;
    const display = info.isDisplayable
      ? original
      : await storeBytes(once(await renderDisplayPicture(sourceOf(original, info), name)));
    // Rendering takes a while, in which the same file may have been dropped again.
    const other = findKnown();
    if (other !== undefined) return other;
    const id = randomUUID();
    const now = timeOfUse();
    transaction(database, () => {
      sql.insert('photos', {
        id,
        name,
        originalFileId: original.id,
        displayFileId: display.id,
        width: info.width,
        height: info.height,
        format: info.format,
        depth: info.depth,
        hasAlpha: info.hasAlpha,
        isCmyk: info.isCmyk,
        byteLength: original.byteLength,
        notes: [...notesFor(info, made), ...notes],
        createdAt: now,
        openedAt: now,
      });
      noteUse(id, purpose, now);
      own?.(id);
    });
    return get(id);
  }

  /** Deterministic. */
  async function importMade(
    source: StagedFile,
    made: StandardPicture,
    name: string,
    intent: Intent,
  ): Promise<Photo> {
    const staged = await files.stage(once(made.bytes));
    try {
      const found = await probePicture(staged.path, name);
      // Saving uses the file's own format.
      const info = { ...found, format: made.format ?? found.format, pages: made.pages };
      const photo = await record(staged, info, name, intent, made);
      await files.discard(source);
      return photo;
    } catch (error) {
      await files.discard(staged);
      throw error;
    }
  }

  async function importBytes(
    bytes: AsyncIterable<Uint8Array>,
    name: string,
    wanted: Intent,
  ): Promise<Photo> {
    const staged = await files.stage(limited(bytes, name));
    try {
      if (staged.byteLength === 0)
        throw new AppError(
          'unsupported-file',
          `“${name}” is empty (0 bytes). Copy or download it again.`,
          { action: 'choose-other-file' },
        );
      const intent = { ...wanted, notes: await notesOfLostParts(staged.path) };
      const made = await standardPicture(staged.path, name);
      if (made !== undefined) return await importMade(staged, made, name, intent);
      const info = await probePicture(staged.path, name);
      const photo = await record(staged, info, name, intent);
      await crashGuard.forgive(basename(source(photo.id).path)); // The user has opened it again.
      return photo;
    } catch (error) {
      await files.discard(staged);
      throw error;
    }
  }
  /** For a file in the store without a row. @throws AppError `unsupported-file`, `damaged-file` */
  async function adopt(path: string, hash: string, name: string): Promise<Photo> {
    const second = files.partPath();
    await linkOrCopy(path, second);
    const staged = await files.stageExisting(second);
    try {
      if (staged.hash !== hash) throw damagedFile(name, 'other bytes than its name says');
      const info = await probePicture(second, name);
      const extension = info.format === 'heif' ? 'avif' : info.format;
      const full = HAS_EXTENSION.test(name) ? name : `${name}.${extension}`;
      return await record(staged, info, full, { purpose: 'studio' });
    } catch (error) {
      await files.discard(staged);
      throw error;
    }
  }

  return {
    /**
     * The same bytes open the existing photo with its results.
     * @param purpose default: studio
     * @throws AppError `unsupported-file`, `too-large`, `disk-full`
     */
    import: (
      bytes: AsyncIterable<Uint8Array>,
      name: string,
      purpose: PhotoPurpose = 'studio',
    ): Promise<Photo> => importBytes(bytes, name, { purpose }),
    /** Separate even for known bytes. @param own called in the transaction that adds the photo */
    importOwn: (
      bytes: AsyncIterable<Uint8Array>,
      name: string,
      own: (photoId: string) => void,
    ): Promise<Photo> => importBytes(bytes, name, { purpose: 'recipe', own }),
    adopt,
  };
}

export function sourceOf(
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
