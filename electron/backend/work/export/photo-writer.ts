import type { ExportFormat, SaveOptions } from '../../../../shared/contract/export.ts';
import { exportFormatOf } from '../../../../shared/export/source-format.ts';
import { exportPhoto } from '../../vision/imaging/writing/export-photo.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { PatchBlends } from '../../library/patch-blends.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { writeLayered } from './layered-file.ts';
import type { ResultLayer } from './openraster-file.ts';
import type { PhotoWithResults } from './psd-file.ts';

type Encoding = Pick<SaveOptions, 'format' | 'quality' | 'lossless' | 'exif'>;

export type PhotoWriter = ReturnType<typeof createPhotoWriter>;

export function createPhotoWriter(deps: {
  readonly photos: Pick<PhotoStore, 'row' | 'source'>;
  readonly patches: Pick<PatchStore, 'applied' | 'list'>;
  readonly patchBlends: Pick<PatchBlends, 'layer'>;
  readonly files: Pick<FileStore, 'get'>;
}) {
  const { photos, patches, patchBlends, files } = deps;

  function formatOf(photoId: string, format: Encoding['format']): ExportFormat {
    return exportFormatOf(format, photos.row(photoId));
  }

  async function withResults(photoId: string): Promise<PhotoWithResults> {
    const { name, width, height } = photos.row(photoId);
    const results: ResultLayer[] = [];
    for (const [index, patch] of patches.list(photoId).entries()) {
      results.push({
        name: `Result ${index + 1}`,
        rect: patch.rect,
        isVisible: patch.state === 'applied',
        path: files.get(patch.overlayFileId).path,
        ...(patch.blend === undefined ? {} : { unblended: await patchBlends.layer(patch) }),
      });
    }
    return {
      name,
      size: { width, height },
      source: photos.source(photoId),
      applied: patches.applied(photoId),
      results,
    };
  }

  return {
    formatOf,
    /** @param path must not exist @param cameraId whose camera data is written @throws AppError */
    async write(photoId: string, encoding: Encoding, path: string, cameraId = photoId) {
      const format = formatOf(photoId, encoding.format);
      if (format === 'psd' || format === 'ora') {
        await writeLayered(await withResults(photoId), format, path);
      } else {
        const options = { ...encoding, format, camera: photos.source(cameraId) };
        await exportPhoto(photos.source(photoId), patches.applied(photoId), options, path);
      }
    },
    /** Equal keys mean equal bytes. */
    key(photoId: string, { format, quality, lossless, exif = 'none' }: Encoding): string {
      const states = patches.list(photoId).map(({ renderKey, state }) => [renderKey, state]);
      return JSON.stringify([photoId, formatOf(photoId, format), quality, lossless, exif, states]);
    },
  };
}
