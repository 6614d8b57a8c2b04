/** Sends the photo's own file if the region is all of it and unmodified, which saves encoding. */
import { readFile } from 'node:fs/promises';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { PhotoSource } from './photo-pixels.ts';
import { bareFile } from '../sent/bare-file.ts';
import { readPictureHeader } from './open-picture.ts';

/** @param region photo space @returns `undefined` if the region must be encoded */
export async function readWholeFile(
  source: PhotoSource,
  region: Rect,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (source.depth !== 8 || source.hasAlpha || source.isCmyk) return undefined;
  const found = await readPictureHeader(source.path);
  const { width, height, format, channels, space, orientation = 1 } = found;
  const isWhole = region.width === width && region.height === height;
  if (!isWhole || orientation !== 1 || channels !== 3 || space !== 'srgb') return undefined;
  if ((found.size ?? 0) > 2 * maxBytes) return undefined;
  if (format !== 'jpeg' && format !== 'png') return undefined;
  const file = await readFile(source.path);
  const bare = await bareFile(file, 'pixels');
  if (bare === undefined || bare.byteLength > maxBytes) return undefined;
  return Buffer.concat(
    bare.parts.map((part) =>
      part instanceof Uint8Array ? part : file.subarray(part.start, part.end),
    ),
  );
}
