/** Adds a border, because some services find a face only with room around it. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { PreparedCrop } from '../../../../../shared/geometry/prepared-crop.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { PatchPicture } from '../results/apply-patches.ts';
import type { PhotoSource } from '../reading/photo-pixels.ts';
import { readSent } from './region-picture.ts';

/** Middle grey contains no face, unlike a mirrored border. */
const BORDER = '#808080';

const PNG = { compressionLevel: 2, adaptiveFiltering: true } as const;

/** 8-bit RGB. @param path must not exist @param region photo space @param patches lowest first */
export async function writeBorderedPicture(
  path: string,
  source: PhotoSource,
  region: Rect,
  patches: readonly PatchPicture[],
  { size, placed }: PreparedCrop,
): Promise<void> {
  const { width, height } = placed;
  const pixels = await readSent(source, region, patches, { width, height });
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .extend({
      left: placed.x,
      top: placed.y,
      right: size.width - width - placed.x,
      bottom: size.height - height - placed.y,
      background: BORDER,
    })
    .png(PNG)
    .toBuffer();
  // SECURITY: S35 readable by the user only.
  await writeFile(path, png, { mode: 0o600 });
}
