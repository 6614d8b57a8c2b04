/**
 * The pixels of open photos whose format can only be decoded as a whole (WebP, AVIF), in files that are
 * read line by line: a call needs a part of the photo, and a second decoding of all of it would hold
 * several times its size in memory. They last until the next start, within a limit.
 */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPhoto, type PhotoSource } from '../imaging/reading/photo-pixels.ts';
import type { PhotoRow } from './photo-rows.ts';

export const DECODED_PHOTOS = {
  /** Formats whose decoders hold the whole picture. */
  formats: ['webp', 'heif'] as readonly string[],
  /** Smaller photos are decoded in no time. */
  minPixels: 4_000_000,
  /** Of all files together. */
  maxBytes: 1_000_000_000 as number,
  /** A file that was asked for within this time may be about to be read, milliseconds. */
  busyFor: 600_000,
} as const;

export interface DecodedPhotos {
  /** @returns the file of a photo's pixels, oriented; `undefined` when there is none */
  pathOf(photoId: string): string | undefined;
  /** Begins to decode a photo that gains by it. Where that fails, the photo's own file is read. */
  prepare(photo: PhotoRow, source: PhotoSource): void;
  /** The number of files that {@link DecodedPhotos.clear} would remove now. */
  count(): number;
  /** Removes the files of photos that nothing reads at the moment; they are made anew. @returns their number */
  clear(): Promise<number>;
  /** Settles when what was begun is there, or has failed. */
  settled(): Promise<void>;
  /** Settles when the last write has ended. */
  close(): Promise<void>;
}

interface DecodedFile {
  readonly path: string;
  readonly byteLength: number;
  usedAt: number;
}

/** @param folder of this module alone; emptied now */
export async function openDecodedPhotos(
  folder: string,
  log: (line: string) => void,
  { now = Date.now, maxBytes = DECODED_PHOTOS.maxBytes } = {},
): Promise<DecodedPhotos> {
  await rm(folder, { recursive: true, force: true });
  const kept = new Map<string, DecodedFile>();
  const begun = new Set<string>();
  let isClosed = false;
  /** One after another: each may hold a whole photo. */
  let last: Promise<void> = Promise.resolve();

  async function decode(photoId: string, source: PhotoSource): Promise<void> {
    if (isClosed) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${photoId}.tif`);
    const part = `${path}.part`;
    try {
      // SECURITY: S35 made for its user alone before sharp writes into it
      await writeFile(part, '', { mode: 0o600 });
      const picture = readPhoto(source);
      await (source.depth === 16 ? picture.toColourspace('rgb16') : picture)
        .tiff({ compression: 'none' })
        .toFile(part);
      const { size } = await stat(part);
      if (!(await makeRoom(size))) return;
      await rename(part, path);
      kept.set(photoId, { path, byteLength: size, usedAt: now() });
    } finally {
      await rm(part, { force: true });
    }
  }

  /** @returns whether that many bytes fit within the limit now */
  async function makeRoom(byteLength: number): Promise<boolean> {
    const byAge = [...kept].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    let total = byteLength + byAge.reduce((sum, [, file]) => sum + file.byteLength, 0);
    for (const [photoId, file] of byAge) {
      if (total <= maxBytes) break;
      if (now() - file.usedAt < DECODED_PHOTOS.busyFor) break;
      kept.delete(photoId);
      begun.delete(photoId);
      await rm(file.path, { force: true });
      total -= file.byteLength;
    }
    return total <= maxBytes;
  }

  const idle = () => [...kept].filter(([, file]) => now() - file.usedAt >= DECODED_PHOTOS.busyFor);

  return {
    count: () => idle().length,
    async clear() {
      const all = idle();
      for (const [photoId, file] of all) {
        kept.delete(photoId);
        begun.delete(photoId);
        await rm(file.path, { force: true });
      }
      return all.length;
    },
    pathOf(photoId) {
      const file = kept.get(photoId);
      if (file !== undefined) file.usedAt = now();
      return file?.path;
    },
    prepare(photo, source) {
      const { id, format, width, height } = photo;
      if (!DECODED_PHOTOS.formats.includes(format) || begun.has(id)) return;
      if (width * height < DECODED_PHOTOS.minPixels) return;
      begun.add(id);
      last = last
        .then(() => decode(id, source))
        .catch((error: unknown) => {
          begun.delete(id);
          log(`a photo is decoded again for each call: ${String(error)}`);
        });
    },
    settled: () => last,
    async close() {
      isClosed = true;
      await last;
    },
  };
}
