import sharp from 'sharp';
import { MASK_VALUE } from '../../../../../shared/api/cleanup.ts';
import { maskBounds } from '../../../../../shared/geometry/mask-bounds.ts';
import {
  intersectRects,
  rectOfSize,
  type Rect,
  type Size,
} from '../../../../../shared/geometry/rect.ts';
import {
  reducedSize,
  tileShare,
  type TextTile,
} from '../../../../../shared/geometry/text-tiles.ts';
import type { PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import type { PatchPicture } from './apply-patches.ts';
import { changedPixels } from './changed-pixels.ts';
import type { Overlay } from './cleanup-overlay.ts';
import { tilesOfPixels } from '../sent/mask-picture.ts';
import { featherAlpha } from '../sent/mask-ring.ts';
import { readProfile, type PhotoSource } from '../reading/photo-pixels.ts';
import { decodeAnswer, encodeOverlay, readSent } from '../sent/region-picture.ts';

/** Photo pixels over which the result fades out. */
const FEATHER = 3;

interface TextOverlay extends Overlay {
  readonly tiles: readonly PackedMaskTile[];
}

/** @returns `undefined` if nothing changed @throws AppError `bad-answer` */
export async function textOverlay(
  answerPath: string,
  tile: TextTile,
  source: PhotoSource,
  below: readonly PatchPicture[],
  isReduced: boolean,
): Promise<TextOverlay | undefined> {
  const { region } = tile;
  const size = isReduced ? reducedSize(region) : region;
  const answer = await decodeAnswer(answerPath, size);
  const sent = await readSent(source, region, below, size);
  const changed = changedPixels(sent, answer, size);
  if (changed === undefined) return undefined;
  const box = around(changed, size);
  const inPhoto = scaledRect(box, size, region);
  const cut = (pixels: Uint8Array, channels: 1 | 3) =>
    cutAndScale(pixels, size, channels, box, inPhoto);
  const pixels = (await cut(changed, 1)).map((value) =>
    value >= 128 ? MASK_VALUE.remove : MASK_VALUE.keep,
  );
  const rect = { ...inPhoto, x: inPhoto.x + region.x, y: inPhoto.y + region.y };
  const alpha = featherAlpha({ pixels, width: rect.width, height: rect.height }, FEATHER);
  let isAnySeen = false;
  for (let index = 0; index < alpha.length; index++) {
    const x = rect.x + (index % rect.width);
    const y = rect.y + Math.floor(index / rect.width);
    alpha[index] = Math.round((alpha[index] ?? 0) * tileShare(tile, x, y));
    if (alpha[index] === 0) pixels[index] = MASK_VALUE.keep;
    else isAnySeen = true;
  }
  const tiles = tilesOfPixels(pixels, rect);
  if (!isAnySeen || tiles.length === 0) return undefined;
  const profile = await readProfile(source);
  const png = await encodeOverlay(await cut(answer, 3), rect, rect, alpha, profile);
  return { rect, png, tiles };
}

function around(pixels: Uint8Array, size: Size): Rect {
  const { x, y, width, height } = maskBounds(tilesOfPixels(pixels, rectOfSize(size)));
  const room = FEATHER + 1;
  const larger = {
    x: x - room,
    y: y - room,
    width: width + 2 * room,
    height: height + 2 * room,
  };
  return intersectRects(larger, rectOfSize(size));
}

function scaledRect(box: Rect, from: Size, to: Size): Rect {
  const x = Math.round((box.x * to.width) / from.width);
  const y = Math.round((box.y * to.height) / from.height);
  const right = Math.round(((box.x + box.width) * to.width) / from.width);
  const bottom = Math.round(((box.y + box.height) * to.height) / from.height);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

async function cutAndScale(
  pixels: Uint8Array,
  size: Size,
  channels: 1 | 3,
  box: Rect,
  target: Size,
): Promise<Uint8Array> {
  const { width, height } = size;
  const picture = sharp(pixels, { raw: { width, height, channels } })
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .resize(target.width, target.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb');
  return new Uint8Array(await picture.raw().toBuffer());
}
