/**
 * Enlarges by a classical method for comparison. At rest the visible part is resampled exactly, so
 * the full size is never in memory.
 */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { createDecoder } from '../decoding/decoder.ts';
import { LEVELS } from '../decoding/levels.ts';
import type { DeviceTransform } from '../geometry/device-transform.ts';
import type { PictureSource } from '../decoding/picture.ts';
import type { ResampleAxis, ResampleKernel } from '../../../../shared/geometry/resample.ts';
import type { ResampleAnswer, ResampleRequest } from '../decoding/resample.worker.ts';

interface ReferenceOptions {
  readonly url: string;
  readonly size: Size;
  readonly hasAlpha: boolean;
  readonly rect: Rect;
  /** Pixels of the enlargement. */
  readonly target: Size;
  /** The part's place in the enlargement, in its pixels; may reach beyond. */
  readonly placement: Rect;
  readonly kernel: ResampleKernel;
}

export type Reference = Awaited<ReturnType<typeof createReference>>;

interface Patch {
  readonly bitmap: ImageBitmap;
  readonly rect: Rect;
  readonly scale: number;
}

/** @throws AppError as `Decoder.decode` */
export async function createReference(options: ReferenceOptions, signal: AbortSignal) {
  const { url, size, target, placement, rect, kernel } = options;
  const callbacks = createCallbacks();
  const decoder = createDecoder();
  const worker = new Worker(new URL('../decoding/resample.worker.ts', import.meta.url), {
    type: 'module',
  });
  let patch: Patch | undefined;
  let wanted: { readonly id: number; readonly rect: Rect; readonly scale: number } | undefined;
  let lastId = 0;

  function destroy(): void {
    callbacks.clear();
    worker.terminate();
    decoder.destroy();
    patch?.bitmap.close();
    patch = undefined;
  }

  function send(request: ResampleRequest): void {
    worker.postMessage(request, []);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<ResampleAnswer>) => {
    if (data.id !== wanted?.id || data.bitmap === undefined) return data.bitmap?.close();
    patch?.bitmap.close();
    patch = { bitmap: data.bitmap, rect: wanted.rect, scale: wanted.scale };
    callbacks.call();
  });

  let base: PictureSource;
  try {
    send({ type: 'open', url: new URL(url, document.baseURI).href });
    // no level fills the enlargement, so the full size comes first
    base = await decoder.decode({ url, size }, target, callbacks.call, signal).picture;
  } catch (error) {
    destroy();
    throw error;
  }

  const across = placement.width / rect.width;
  const down = placement.height / rect.height;
  const whole = {
    x: placement.x - rect.x * across,
    y: placement.y - rect.y * down,
    width: size.width * across,
    height: size.height * down,
  };
  const shown = intersectRects(placement, { x: 0, y: 0, ...target });

  function axisOf(length: number, start: number, times: number, scale: number) {
    return (first: number, count: number): ResampleAxis => ({
      scale: 1 / (times * scale),
      offset: -start / times,
      first,
      count,
      length,
    });
  }

  /** Requests the exact pixels of a part unless they are there or pending. */
  function want(part: Rect, zoom: number): void {
    const scale = Math.min(1, zoom);
    // below the original's size its own levels are as exact
    if (scale * Math.min(across, down) <= 1) return;
    const left = Math.floor(part.x * scale);
    const top = Math.floor(part.y * scale);
    const width = Math.ceil((part.x + part.width) * scale) - left;
    const height = Math.ceil((part.y + part.height) * scale) - top;
    const exact = {
      x: left / scale,
      y: top / scale,
      width: width / scale,
      height: height / scale,
    };
    const isHere = (held: { readonly rect: Rect; readonly scale: number } | undefined): boolean =>
      held !== undefined && held.scale === scale && containsRect(held.rect, exact);
    if (isHere(patch) || isHere(wanted)) return;
    lastId += 1;
    wanted = { id: lastId, rect: exact, scale };
    send({
      type: 'render',
      id: lastId,
      kernel,
      across: axisOf(size.width, whole.x, across, scale)(left, width),
      down: axisOf(size.height, whole.y, down, scale)(top, height),
    });
  }

  function drawPatch(context: CanvasRenderingContext2D, transform: DeviceTransform): void {
    if (patch === undefined || patch.scale < Math.min(1, transform.zoom)) return;
    const { bitmap, rect: place, scale } = patch;
    const { zoom, x, y } = transform;
    const own = zoom / scale;
    context.imageSmoothingEnabled = own < LEVELS.crispFrom && own !== 1;
    context.imageSmoothingQuality = 'low';
    context.drawImage(
      bitmap,
      place.x * zoom + x,
      place.y * zoom + y,
      place.width * zoom,
      place.height * zoom,
    );
  }

  const source: PictureSource = {
    size: target,
    opaque: !options.hasAlpha,
    draw(context, _placement, visible, transform, draft) {
      const part = intersectRects(shown, visible);
      if (isEmptyRect(part)) return;
      const { zoom, x, y } = transform;
      context.save();
      context.beginPath();
      context.rect(part.x * zoom + x, part.y * zoom + y, part.width * zoom, part.height * zoom);
      context.clip();
      base.draw(context, whole, part, transform, draft);
      drawPatch(context, transform);
      context.restore();
      if (!draft) want(part, zoom);
    },
    dispose: () => undefined,
  };
  return {
    source,
    /** Calls back when it must be redrawn. @returns an unsubscribe function */
    onChanged: callbacks.on,
    destroy,
  };
}
