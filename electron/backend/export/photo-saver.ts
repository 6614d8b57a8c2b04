/** Saving: the file's name and how it is written; the host decides where it goes. */
import { copyFile, writeFile } from 'node:fs/promises';
import type { SaveOptions, SaveOutcome } from '../../../shared/contract/export.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { encodePhoto, exportPhoto, type ExportOptions } from '../imaging/export-photo.ts';
import { encodeMaskPng, maskPixels } from '../imaging/mask-picture.ts';
import { titleOf } from '../jobs/job-rows.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { FileStore } from '../library/file-store.ts';
import type { MaskStore } from '../library/mask-store.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { HostPorts } from '../ports.ts';
import { safeStem } from './file-names.ts';
import { saveByHost } from './save-by-host.ts';
import { SAVED_FORMATS, savedName } from './saved-name.ts';
import { writeLayeredFile } from './layered-file.ts';

/** See the file comment. */
export interface PhotoSaver {
  /** @throws AppError `not-found`, `disk-full`, `storage` */
  save(options: SaveOptions): Promise<SaveOutcome>;
  /** The photo and every result as layers, OpenRaster. @throws AppError `not-found`, `disk-full`, `storage` */
  saveLayers(photoId: string, namePattern?: string): Promise<SaveOutcome>;
  /** The painted mask as PNG. @throws AppError `not-found`, `disk-full`, `storage` */
  saveMask(photoId: string): Promise<SaveOutcome>;
  /** @throws AppError `not-found` when the job has no such answer */
  saveKeptAnswer(jobId: string): Promise<SaveOutcome>;
}

/** Layers are stored without loss. */
const LAYER: ExportOptions = { format: 'png', quality: 100, lossless: true };

export function createPhotoSaver(parts: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly masks: MaskStore;
  readonly jobs: JobStore;
  readonly files: FileStore;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  /** The folder for files; `undefined` when the user is asked each time. */
  readonly folder: () => string | undefined;
}): PhotoSaver {
  const { photos, patches, masks, jobs, files, ports, folder } = parts;
  return {
    save({ photoId, namePattern, ...options }) {
      const { extension, mediaType } = SAVED_FORMATS[options.format];
      return saveByHost(ports, {
        suggestedName: savedName(photos.row(photoId), extension, namePattern),
        mediaType,
        folder: folder(),
        write: (path) =>
          exportPhoto(photos.source(photoId), patches.applied(photoId), options, path),
      });
    },
    saveLayers(photoId, namePattern = '{name}_layers') {
      const { name, width, height } = photos.row(photoId);
      return saveByHost(ports, {
        suggestedName: savedName(photos.row(photoId), 'ora', namePattern),
        mediaType: 'image/openraster',
        folder: folder(),
        async write(path) {
          const source = photos.source(photoId);
          const applied = patches.applied(photoId);
          const results = patches.list(photoId).map((patch, index) => ({
            name: `Result ${index + 1}`,
            rect: patch.rect,
            isVisible: patch.state === 'applied',
            path: files.get(patch.overlayFileId).path,
          }));
          const photo = await encodePhoto(source, [], LAYER);
          const merged = applied.length === 0 ? photo : await encodePhoto(source, applied, LAYER);
          await writeLayeredFile({ name, size: { width, height }, photo, merged, results }, path);
        },
      });
    },
    saveMask(photoId) {
      const { name, width, height } = photos.row(photoId);
      return saveByHost(ports, {
        suggestedName: `${safeStem(name)}_mask.png`,
        mediaType: 'image/png',
        folder: folder(),
        async write(path) {
          const pixels = maskPixels(masks.read(photoId), { x: 0, y: 0, width, height });
          await writeFile(path, await encodeMaskPng(pixels, width, height));
        },
      });
    },
    saveKeptAnswer(jobId) {
      const job = jobs.get(jobId);
      if (job?.answerFileId === undefined) {
        throw new AppError({ kind: 'not-found', message: 'This run has no saved answer.' });
      }
      const file = files.get(job.answerFileId);
      const known = Object.values(SAVED_FORMATS).find(
        ({ mediaType }) => mediaType === file.mediaType,
      );
      return saveByHost(ports, {
        suggestedName: `${safeStem(titleOf(job))}_answer.${known?.extension ?? 'bin'}`,
        mediaType: file.mediaType,
        write: (path) => copyFile(file.path, path),
      });
    },
  };
}
