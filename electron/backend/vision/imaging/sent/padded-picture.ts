import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { coverRect } from '../../../../../shared/geometry/padding-tiles.ts';
import type { Rect, Size } from '../../../../../shared/geometry/rect.ts';
import {
  PADDING,
  sentPicture,
  type Preparation,
  type SentPicture,
} from '../../../../../shared/geometry/working-frame.ts';
import type { PatchPicture } from '../results/apply-patches.ts';
import type { PhotoSource } from '../reading/photo-pixels.ts';
import { readSent } from './region-picture.ts';

type Padding = NonNullable<Preparation['padding']>;

/** The picture is small, so speed counts more than size. */
const PNG = { compressionLevel: 4, adaptiveFiltering: true } as const;

const BLACK = '#000000';

/** 8-bit RGB of the size of `sentPicture`. @param path must not exist @param region photo space */
export async function writePaddedPicture(
  path: string,
  source: PhotoSource,
  region: Rect,
  patches: readonly PatchPicture[],
  padding: Padding,
): Promise<void> {
  const sent = sentPicture(region, { padding });
  const { width, height } = sent.placed;
  const pixels = await readSent(source, region, patches, { width, height });
  const raw = { raw: { width, height, channels: 3 as const } };
  const picture = (): Sharp => sharp(pixels, raw);
  const padded =
    padding.fill === 'blur'
      ? await onItsBlur(picture, region, sent)
      : around(picture, sent, padding);
  // SECURITY: S35 readable by the user only.
  await writeFile(path, await padded.png(PNG).toBuffer(), { mode: 0o600 });
}

function around(picture: () => Sharp, { size, placed }: SentPicture, padding: Padding): Sharp {
  const edges = {
    left: placed.x,
    top: placed.y,
    right: size.width - placed.width - placed.x,
    bottom: size.height - placed.height - placed.y,
  };
  return padding.fill === 'mirror'
    ? picture().extend({ ...edges, extendWith: 'mirror' })
    : picture().extend({ ...edges, background: padding.color ?? BLACK });
}

async function onItsBlur(
  picture: () => Sharp,
  photo: Size,
  { size, placed }: SentPicture,
): Promise<Sharp> {
  const cover = coverRect(photo, size);
  const width = Math.max(size.width, Math.round(cover.width));
  const height = Math.max(size.height, Math.round(cover.height));
  const large = await picture().resize(width, height, { fit: 'fill' }).png(PNG).toBuffer();
  const ground = await sharp(large)
    .extract({
      left: Math.floor((width - size.width) / 2),
      top: Math.floor((height - size.height) / 2),
      width: size.width,
      height: size.height,
    })
    .blur(PADDING.blur)
    .png(PNG)
    .toBuffer();
  const front = await picture().png(PNG).toBuffer();
  return sharp(ground)
    .composite([{ input: front, left: placed.x, top: placed.y }])
    .removeAlpha();
}
