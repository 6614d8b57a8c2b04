/**
 * Draws the picture as the service gets and uses it, on a canvas as large as the clip, so that
 * scaling and padding show.
 */
import type { PicturePatch, ShownPicture } from '../../../viewer/stage/viewer-types.ts';
import { coverRect, mirrorTiles } from '../../../../shared/geometry/padding-tiles.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { PADDING } from '../../../../shared/geometry/working-frame.ts';
import type { FramePlan } from '../model/frame-plan.ts';
import type { AppearanceAnswer, AppearanceRequest } from './appearance.worker.ts';

/** Pixels around a blurred ground: as far as the blur reaches. */
const BLUR_ROOM = PADDING.blur * 3;

/** Loads a photo with its results. @param scale at most 1 */
export async function loadAppearance(
  { url, size }: Pick<ShownPicture, 'url' | 'size'>,
  patches: readonly Pick<PicturePatch, 'rect' | 'url'>[],
  scale: number,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<ImageBitmap>();
  const worker = new Worker(new URL('./appearance.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => reject(signal.reason));
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  worker.addEventListener('message', ({ data }: MessageEvent<AppearanceAnswer>) =>
    'picture' in data ? resolve(data.picture) : reject(new Error(data.reason)),
  );
  const request: AppearanceRequest = {
    url,
    size,
    patches: patches.map((patch) => ({ rect: patch.rect, url: patch.url })),
    scale,
  };
  worker.postMessage(request, []);
  return promise.finally(() => worker.terminate());
}

/** Sets the canvas to the size of the clip. */
export function drawFrame(
  canvas: HTMLCanvasElement,
  appearance: ImageBitmap,
  plan: FramePlan,
): void {
  const { sent, expected, preparation, photo } = plan;
  const { padding } = preparation;
  const { used, output } = expected;
  canvas.width = output.width;
  canvas.height = output.height;
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  // sent space from here on
  context.scale(output.width / used.width, output.height / used.height);
  context.translate(-used.x, -used.y);
  const { x, y, width, height } = sent.placed;
  if (padding?.fill === 'color') {
    context.fillStyle = padding.color ?? '#000000';
    context.fillRect(0, 0, sent.size.width, sent.size.height);
  } else if (padding?.fill === 'blur') {
    context.filter = `blur(${(PADDING.blur * output.width) / used.width}px)`;
    context.drawImage(groundToBlur(appearance, photo, sent.size), -BLUR_ROOM, -BLUR_ROOM);
    context.filter = 'none';
  } else if (padding?.fill === 'mirror') {
    for (const tile of mirrorTiles(sent.placed, sent.size)) {
      context.save();
      context.translate(tile.x + width / 2, tile.y + height / 2);
      context.scale(tile.isFlippedAcross ? -1 : 1, tile.isFlippedDown ? -1 : 1);
      context.drawImage(appearance, -width / 2, -height / 2, width, height);
      context.restore();
    }
  }
  context.drawImage(appearance, x, y, width, height);
}

/** Repeats the outermost pixels beyond the frame, for the blur of the edges. */
function groundToBlur(
  appearance: ImageBitmap,
  photo: Size,
  { width, height }: Size,
): OffscreenCanvas {
  const room = BLUR_ROOM;
  const canvas = new OffscreenCanvas(width + 2 * room, height + 2 * room);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.save();
  context.beginPath();
  context.rect(room, room, width, height);
  context.clip();
  const cover = coverRect(photo, { width, height });
  context.drawImage(appearance, room + cover.x, room + cover.y, cover.width, cover.height);
  context.restore();
  context.drawImage(canvas, room, room, 1, height, 0, room, room, height);
  context.drawImage(canvas, room + width - 1, room, 1, height, room + width, room, room, height);
  const across = canvas.width;
  context.drawImage(canvas, 0, room, across, 1, 0, 0, across, room);
  context.drawImage(canvas, 0, room + height - 1, across, 1, 0, room + height, across, room);
  return canvas;
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D;
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D;
function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas) {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  return context;
}
