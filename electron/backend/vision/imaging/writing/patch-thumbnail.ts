import sharp from 'sharp';
import { intersectRects, type Rect, type Size } from '../../../../../shared/geometry/rect.ts';
import { openPicture, readPictureHeader } from '../reading/open-picture.ts';

const THUMBNAIL = {
  /** Longest side in pixels: sharp in a 56 px list at twice the screen's resolution. */
  side: 112,
  webpQuality: 80,
  /** Side of the shown area, as a multiple of the changed area's longer side. */
  reach: 1.35,
  /** Least side of the shown area, photo pixels. */
  leastReach: 64,
  /** Brightness of the unchanged part. */
  brightness: 0.4,
  saturation: 0.4,
} as const;

interface ThumbnailSource {
  /** RGBA, fills `rect`. */
  readonly overlayPath: string;
  readonly rect: Rect;
  /** Fills `region` at any size. */
  readonly answerPath: string;
  readonly region: Rect;
}

/** @throws sharp's error for a missing or damaged picture */
export async function patchThumbnail(source: ThumbnailSource): Promise<Uint8Array> {
  const { rect, region } = source;
  const shown = shownPart(rect, region);
  const scale = THUMBNAIL.side / Math.max(shown.width, shown.height);
  const size = (length: number): number => Math.max(1, Math.round(length * scale));
  const part = intersectRects(rect, shown);
  const { width, height } = await readPictureHeader(source.answerPath);
  const around = await openPicture(source.answerPath)
    .extract(scaledInside(shown, region, { width, height }))
    .resize(size(shown.width), size(shown.height), { fit: 'fill' })
    .flatten()
    .toColourspace('srgb')
    .modulate({ brightness: THUMBNAIL.brightness, saturation: THUMBNAIL.saturation })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const changed = await sharp(source.overlayPath)
    .extract({
      left: part.x - rect.x,
      top: part.y - rect.y,
      width: part.width,
      height: part.height,
    })
    .resize(
      Math.min(size(part.width), size(shown.width)),
      Math.min(size(part.height), size(shown.height)),
      { fit: 'fill' },
    )
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const place = (from: number, most: number): number =>
    Math.min(Math.max(0, Math.round(from * scale)), Math.max(0, most));
  return sharp(around)
    .composite([
      {
        input: changed.data,
        left: place(part.x - shown.x, size(shown.width) - changed.info.width),
        top: place(part.y - shown.y, size(shown.height) - changed.info.height),
      },
    ])
    .webp({ quality: THUMBNAIL.webpQuality })
    .toBuffer();
}

function shownPart(rect: Rect, region: Rect): Rect {
  const { reach, leastReach } = THUMBNAIL;
  const side = Math.round(Math.max(leastReach, Math.max(rect.width, rect.height) * reach));
  const square = {
    x: Math.round(rect.x + rect.width / 2 - side / 2),
    y: Math.round(rect.y + rect.height / 2 - side / 2),
    width: side,
    height: side,
  };
  return intersectRects(square, region);
}

function scaledInside(
  part: Rect,
  region: Rect,
  picture: Size,
): { left: number; top: number; width: number; height: number } {
  const across = picture.width / region.width;
  const down = picture.height / region.height;
  const left = Math.min(picture.width - 1, Math.floor((part.x - region.x) * across));
  const top = Math.min(picture.height - 1, Math.floor((part.y - region.y) * down));
  return {
    left,
    top,
    width: Math.min(picture.width - left, Math.max(1, Math.round(part.width * across))),
    height: Math.min(picture.height - top, Math.max(1, Math.round(part.height * down))),
  };
}
