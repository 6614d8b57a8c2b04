/** Decoders read WebP and AVIF only completely, in several times their size of memory. */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPhoto, type PhotoSource } from '../vision/imaging/reading/photo-pixels.ts';
import type { PhotoRow } from './photo-rows.ts';

export const DECODED_PHOTOS = {
  /** Formats whose decoders hold the whole picture. */
  formats: ['webp', 'heif'] as readonly string[],
  /** Smaller photos decode quickly. */
  minPixels: 4_000_000,
  maxBytes: 1_000_000_000 as number,
  /** A file requested within this time may be in use, ms. */
  busyFor: 600_000,
} as const;

export type DecodedPhotos = Awaited<ReturnType<typeof openDecodedPhotos>>;

interface DecodedFile {
  readonly path: string;
  readonly byteLength: number;
  usedAt: number;
}

/** @param folder private; emptied first */
export async function openDecodedPhotos(
  folder: string,
  log: (line: string) => void,
  { now = Date.now, maxBytes = DECODED_PHOTOS.maxBytes } = {},
) {
  await rm(folder, { recursive: true, force: true });
  const kept = new Map<string, DecodedFile>();
  const begun = new Set<string>();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();

  async function decode(photoId: string, source: PhotoSource): Promise<void> {
    if (isClosed) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${photoId}.tif`);
    const part = `${path}.part`;
    try {
      // SECURITY: S35 created with private permissions before sharp writes to it
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
    count: (): number => idle().length,
    /** They can be recreated. @returns their number */
    async clear(): Promise<number> {
      const all = idle();
      for (const [photoId, file] of all) {
        kept.delete(photoId);
        begun.delete(photoId);
        await rm(file.path, { force: true });
      }
      return all.length;
    },
    pathOf(photoId: string): string | undefined {
      const file = kept.get(photoId);
      if (file !== undefined) file.usedAt = now();
      return file?.path;
    },
    /** Starts decoding a photo if that helps. If it fails, the photo's own file is read. */
    prepare(photo: PhotoRow, source: PhotoSource): void {
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
    whenIdle: (): Promise<void> => last,
    async close(): Promise<void> {
      isClosed = true;
      await last;
    },
  };
}
