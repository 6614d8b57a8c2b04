/** Decodes pictures and makes their levels off the main thread. */
import type { Size } from '../../../../shared/geometry/rect.ts';
import { chooseLevels, levelCount, levelSize } from './levels.ts';
import { JPEG_HEADER_BYTES, readJpegSize } from './jpeg-size.ts';
import type { DecodeAnswer, DecodeRequest, OpenRequest } from './decode-protocol.ts';

/** Allowed error of a quick version's aspect ratio, because its size is rounded. */
const SHAPE_TOLERANCE = 0.02;

const wanted = new Map<number, AbortController>();

self.addEventListener('message', (event: MessageEvent<DecodeRequest>) => {
  const request = event.data;
  if (request.type === 'cancel') {
    wanted.get(request.id)?.abort();
    wanted.delete(request.id);
  } else {
    void open(request);
  }
});

function answer(message: DecodeAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

async function open(request: OpenRequest): Promise<void> {
  const { id } = request;
  const controller = new AbortController();
  wanted.set(id, controller);
  const stillWanted = (): boolean => wanted.has(id);
  let stage: 'fetch' | 'decode' = 'fetch';
  try {
    const blob = await bytesOf(request.source, controller.signal);
    stage = 'decode';
    const size = isJpeg(blob) ? await sendQuickly(request, blob, stillWanted) : request.size;
    if (!stillWanted()) return;
    const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'premultiply' });
    if (size !== undefined && (bitmap.width !== size.width || bitmap.height !== size.height)) {
      throw new Error(`It has ${bitmap.width} × ${bitmap.height} pixels.`);
    }
    sendLevels(request, bitmap, isJpeg(blob), stillWanted);
    if (stillWanted()) answer({ type: 'done', id });
  } catch (error) {
    if (!controller.signal.aborted) {
      answer({ type: 'failed', id, stage, reason: error instanceof Error ? error.message : '' });
    }
  } finally {
    wanted.delete(id);
  }
}

function isJpeg(blob: Blob): boolean {
  return blob.type === 'image/jpeg';
}

async function bytesOf(source: string | Blob, signal: AbortSignal): Promise<Blob> {
  if (typeof source !== 'string') return source;
  const response = await fetch(source, { signal });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.blob();
}

function firstLevel(size: Size, stagePixels: Size): number {
  const zoom = Math.min(1, stagePixels.width / size.width, stagePixels.height / size.height);
  return chooseLevels(zoom, levelCount(size)).fine;
}

/**
 * Sends a reduced JPEG in half the time. Leaves errors to the full decoding.
 * @returns the expected size, or the one in the header
 */
async function sendQuickly(
  request: OpenRequest,
  blob: Blob,
  stillWanted: () => boolean,
): Promise<Size | undefined> {
  const data = await blob.arrayBuffer();
  const header = new Uint8Array(data, 0, Math.min(data.byteLength, JPEG_HEADER_BYTES));
  const size = request.size ?? readJpegSize(header);
  if (size === undefined || !stillWanted()) return size;
  const level = firstLevel(size, request.stagePixels);
  if (level === 0 || !('ImageDecoder' in self)) return size;
  const { width, height } = size;
  const small = levelSize(size, level);
  const decoder = new ImageDecoder({
    data,
    type: blob.type,
    desiredWidth: small.width,
    desiredHeight: small.height,
  });
  try {
    const { image } = await decoder.decode();
    const bitmap = await createImageBitmap(image);
    image.close();
    const shapeFits = Math.abs(bitmap.width / bitmap.height - width / height) < SHAPE_TOLERANCE;
    if (!shapeFits || !stillWanted()) bitmap.close();
    else {
      answer({ type: 'level', id: request.id, level, bitmap, width, height, opaque: true }, [
        bitmap,
      ]);
    }
  } catch {
    // the full decoding will fail too and report the error
  } finally {
    decoder.close();
  }
  return size;
}

function sendLevels(
  request: OpenRequest,
  full: ImageBitmap,
  opaque: boolean,
  stillWanted: () => boolean,
): void {
  const { width, height } = full;
  // a transferred bitmap has no size
  const size = { width, height };
  const send = (level: number, bitmap: ImageBitmap): void => {
    if (!stillWanted()) bitmap.close();
    else answer({ type: 'level', id: request.id, level, bitmap, width, height, opaque }, [bitmap]);
  };
  const count = levelCount(size);
  const first = firstLevel(size, request.stagePixels);
  const finer: { readonly level: number; readonly bitmap: ImageBitmap }[] = [];
  let bitmap = full;
  for (let level = 0; level < count; level++) {
    const next = level + 1 < count ? half(bitmap, levelSize(size, level + 1), opaque) : undefined;
    if (level < first) finer.push({ level, bitmap });
    else send(level, bitmap);
    if (next === undefined) break;
    bitmap = next;
  }
  for (const item of finer.reverse()) send(item.level, item.bitmap);
}

/** Halves a picture. Bilinear at exactly 1 : 2 is the mean of 2 × 2 pixels. */
function half(bitmap: ImageBitmap, size: Size, opaque: boolean): ImageBitmap {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: !opaque });
  if (context === null) throw new Error('No 2D context.');
  context.imageSmoothingQuality = 'low';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  return canvas.transferToImageBitmap();
}
