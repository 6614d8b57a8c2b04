/**
 * Fetches and decodes pictures and makes their levels of detail, away from the thread that paints.
 * The level that fills the stage goes out first.
 */
import { chooseLevels, levelCount, levelSize } from './levels.ts';
import type { DecodeAnswer, DecodeRequest, OpenRequest } from './decode-protocol.ts';

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
  let stage: 'fetch' | 'decode' = 'fetch';
  try {
    const response = await fetch(request.url, { signal: controller.signal });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const blob = await response.blob();
    stage = 'decode';
    const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'premultiply' });
    sendLevels(request, bitmap, blob.type === 'image/jpeg', () => wanted.has(id));
    if (wanted.has(id)) answer({ type: 'done', id });
  } catch (error) {
    if (!controller.signal.aborted) {
      answer({ type: 'failed', id, stage, reason: error instanceof Error ? error.message : '' });
    }
  } finally {
    wanted.delete(id);
  }
}

/** Makes and sends all levels: first the one that fits the stage, then the others. */
function sendLevels(
  request: OpenRequest,
  full: ImageBitmap,
  opaque: boolean,
  stillWanted: () => boolean,
): void {
  const { width, height } = full;
  const send = (level: number, bitmap: ImageBitmap): void => {
    if (!stillWanted()) bitmap.close();
    else answer({ type: 'level', id: request.id, level, bitmap, width, height, opaque }, [bitmap]);
  };
  const count = levelCount({ width, height });
  const zoom = Math.min(1, request.stagePixels.width / width, request.stagePixels.height / height);
  const first = chooseLevels(zoom, count).fine;
  const finer: { readonly level: number; readonly bitmap: ImageBitmap }[] = [];
  let bitmap = full;
  for (let level = 0; level < count; level++) {
    const next =
      level + 1 < count ? half(bitmap, levelSize({ width, height }, level + 1), opaque) : undefined;
    if (level < first) finer.push({ level, bitmap });
    else send(level, bitmap);
    if (next === undefined) break;
    bitmap = next;
  }
  for (const item of finer.reverse()) send(item.level, item.bitmap);
}

/** The picture at half its size: bilinear at exactly 1 : 2 is the mean of 2 × 2 pixels. */
function half(bitmap: ImageBitmap, size: { width: number; height: number }, opaque: boolean) {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: !opaque });
  if (context === null) throw new Error('No 2D context.');
  context.imageSmoothingQuality = 'low';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  return canvas.transferToImageBitmap();
}
