/** Reads a picture as a mask: its alpha if it has transparency, else its brightness. */
import { type Size, hasSameShape } from '../../../../shared/geometry/rect.ts';
import { createMaskWriter, eachRun } from '../../../../shared/mask/mask-rows.ts';

import type { MaskPicture } from './mask-worker-protocol.ts';

const READING = {
  /** Rows per pass: bounds memory for photos of 100 megapixels. */
  bandRows: 256,
  /** Threshold, 0 … 255. */
  paintedFrom: 128,
} as const;

export class UnreadableError extends Error {}

export class OtherShapeError extends Error {
  readonly size: Size;

  constructor(size: Size) {
    super(`${size.width} × ${size.height}`);
    this.size = size;
  }
}

/**
 * @param photo pictures of the same aspect ratio are scaled to it
 * @throws UnreadableError, OtherShapeError
 */
export async function readMaskPicture(blob: Blob, photo: Size): Promise<MaskPicture> {
  const bitmap = await decode(blob);
  const size = { width: bitmap.width, height: bitmap.height };
  try {
    if (!hasSameShape(size, photo)) throw new OtherShapeError(size);
    return { ...readBands(bitmap, photo), size };
  } finally {
    bitmap.close();
  }
}

async function decode(blob: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob, {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
  } catch (error) {
    throw new UnreadableError(error instanceof Error ? error.message : '', { cause: error });
  }
}

function readBands(bitmap: ImageBitmap, photo: Size): Pick<MaskPicture, 'tiles' | 'isTwoTone'> {
  const { width, height } = photo;
  const { bandRows, paintedFrom } = READING;
  const canvas = new OffscreenCanvas(width, Math.min(bandRows, height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D context.');
  context.imageSmoothingEnabled = bitmap.width !== width || bitmap.height !== height;
  const byOpacity = createMaskWriter();
  const byBrightness = createMaskWriter();
  const opaque = new Uint8Array(width);
  const bright = new Uint8Array(width);
  let isTransparent = false;
  let isTwoTone = true;
  for (let top = 0; top < height; top += bandRows) {
    context.clearRect(0, 0, width, bandRows);
    context.drawImage(bitmap, 0, -top, width, height);
    const rows = Math.min(bandRows, height - top);
    const { data } = context.getImageData(0, 0, width, rows);
    for (let row = 0, index = 0; row < rows; row++) {
      for (let x = 0; x < width; x++, index += 4) {
        const red = data[index] ?? 0;
        const green = data[index + 1] ?? 0;
        const blue = data[index + 2] ?? 0;
        const alpha = data[index + 3] ?? 0;
        // Weights of ITU-R BT.601, in thousandths.
        const grey = (red * 299 + green * 587 + blue * 114) / 1000;
        opaque[x] = alpha >= paintedFrom ? 1 : 0;
        bright[x] = grey >= paintedFrom ? 1 : 0;
        if (alpha !== 255) isTransparent = true;
        const isPure = red === green && green === blue && (red === 0 || red === 255);
        if (!isPure && alpha !== 0) isTwoTone = false;
      }
      eachRun(opaque, 1, (from, to) => byOpacity.span(top + row, from, to));
      eachRun(bright, 1, (from, to) => byBrightness.span(top + row, from, to));
    }
  }
  return { tiles: (isTransparent ? byOpacity : byBrightness).tiles(), isTwoTone };
}
