/**
 * Pictures on their way to the clipboard or into another program: made as files in a folder of their
 * own, which is emptied at each start, and given out under an opaque id.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { DragFile, SaveOptions } from '../../../shared/contract/export.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { outgoingUrl } from '../../../shared/media.ts';
import { encodePhoto, exportPhoto, type ExportOptions } from '../imaging/export-photo.ts';
import { PICTURE_LIMITS } from '../imaging/limits.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { HostPorts } from '../ports.ts';
import { SAVED_FORMATS, savedName } from './saved-name.ts';

const OUT = {
  /** Files that are kept at the same time: the last ones asked for. */
  kept: 4,
  /** Longest side of the picture at the pointer, pixels. */
  iconSide: 96,
} as const;

/** A file that is ready. */
export interface OutgoingFile {
  readonly path: string;
  readonly byteLength: number;
  readonly mediaType: string;
}

/** See the file comment. */
export interface PictureOut {
  /** @throws AppError `not-found`, `disk-full`, `storage` */
  prepareCopy(photoId: string): Promise<{ readonly url: string }>;
  /** @throws AppError `not-found`, `too-large`, `disk-full`, `storage` */
  prepareDrag(options: SaveOptions): Promise<DragFile>;
  /** @throws AppError `not-found` */
  startDrag(id: string): Promise<void>;
  /** @throws AppError `not-found` */
  file(id: string): Promise<OutgoingFile>;
}

interface Made {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
}

/**
 * @param folder absolute path of a folder of its own; files of earlier runs are removed
 */
export async function openPictureOut(
  folder: string,
  parts: {
    readonly photos: PhotoStore;
    readonly patches: PatchStore;
    readonly ports: Pick<HostPorts, 'startDrag'>;
  },
): Promise<PictureOut> {
  const { photos, patches, ports } = parts;
  await rm(folder, { recursive: true, force: true });
  /** By picture and format: the same is not made twice. The last used stands last. */
  const made = new Map<string, Promise<Made>>();

  function make(
    key: readonly unknown[],
    photoId: string,
    name: string,
    mediaType: string,
    write: (path: string) => Promise<unknown>,
  ): Promise<Made> {
    const shown = patches.list(photoId).filter(({ state }) => state === 'applied');
    const wanted = JSON.stringify([...key, photoId, shown.map(({ id }) => id)]);
    const file = made.get(wanted) ?? writeNew(name, mediaType, write);
    made.delete(wanted);
    made.set(wanted, file);
    file.catch(() => made.delete(wanted));
    for (const oldest of made.keys()) {
      if (made.size <= OUT.kept) break;
      const gone = made.get(oldest);
      made.delete(oldest);
      gone
        ?.then(({ path }) => rm(dirname(path), { recursive: true, force: true }))
        .catch(() => undefined); // the next start empties the folder
    }
    return file;
  }

  async function writeNew(
    name: string,
    mediaType: string,
    write: (path: string) => Promise<unknown>,
  ): Promise<Made> {
    const id = randomUUID();
    // a folder each: the file itself has the name that the other program shows
    const path = join(folder, id, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await write(path);
    return { id, path, name, mediaType };
  }

  async function find(id: string): Promise<Made> {
    const all = await Promise.allSettled(made.values());
    const found = all.find((each) => each.status === 'fulfilled' && each.value.id === id);
    if (found?.status === 'fulfilled') return found.value;
    throw new AppError({
      kind: 'not-found',
      message: 'This picture is no longer available. Try again.',
    });
  }

  return {
    async prepareCopy(photoId) {
      const source = photos.source(photoId);
      const { id } = await make(['copy'], photoId, 'copy.png', 'image/png', async (path) => {
        const lossless: ExportOptions = { format: 'png', quality: 100, lossless: true };
        const png = await encodePhoto(source, patches.applied(photoId), lossless);
        // The clipboard keeps no profile: the numbers have to mean sRGB.
        await sharp(png, { limitInputPixels: PICTURE_LIMITS.maxPixels })
          .toColourspace('srgb')
          .png({ compressionLevel: 1 })
          .toFile(path);
      });
      return { url: outgoingUrl(id) };
    },
    async prepareDrag({ photoId, namePattern, ...options }) {
      const { extension, mediaType } = SAVED_FORMATS[options.format];
      const name = savedName(photos.row(photoId), extension, namePattern);
      const source = photos.source(photoId);
      const { id } = await make(['drag', options, name], photoId, name, mediaType, (path) =>
        exportPhoto(source, patches.applied(photoId), options, path),
      );
      return { id, name, mediaType, url: outgoingUrl(id), byHost: ports.startDrag !== undefined };
    },
    async startDrag(id) {
      const { path } = await find(id);
      const icon = await sharp(path, { limitInputPixels: PICTURE_LIMITS.maxPixels })
        .resize(OUT.iconSide, OUT.iconSide, { fit: 'inside' })
        .png()
        .toBuffer();
      ports.startDrag?.({ path, icon });
    },
    async file(id) {
      const { path, mediaType } = await find(id);
      return { path, mediaType, byteLength: (await stat(path)).size };
    },
  };
}
