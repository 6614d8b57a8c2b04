/** Loads a photo with its results off the main thread: scaling 24 MP takes up to 180 ms. */
import { scaledSize, type Rect, type Size } from '../../../../shared/geometry/rect.ts';

export interface AppearanceRequest {
  readonly url: string;
  readonly size: Size;
  /** The visible results. */
  readonly patches: readonly { readonly rect: Rect; readonly url: string }[];
  /** At most 1. */
  readonly scale: number;
}

export type AppearanceAnswer = { readonly picture: ImageBitmap } | { readonly reason: string };

self.addEventListener('message', ({ data }: MessageEvent<AppearanceRequest>) => void answer(data));

async function answer(request: AppearanceRequest): Promise<void> {
  let message: AppearanceAnswer;
  try {
    message = { picture: await render(request) };
  } catch (error) {
    message = { reason: error instanceof Error ? error.message : '' };
  }
  self.postMessage(message, { transfer: 'picture' in message ? [message.picture] : [] });
}

async function render({ url, size, patches, scale }: AppearanceRequest): Promise<ImageBitmap> {
  const base = await load(url, scaledSize(size, scale));
  if (patches.length === 0) return base;
  const canvas = new OffscreenCanvas(base.width, base.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.drawImage(base, 0, 0);
  base.close();
  for (const { rect, url: patchUrl } of patches) {
    const patch = await load(patchUrl, scaledSize(rect, scale));
    const { x, y, width, height } = rect;
    context.drawImage(patch, x * scale, y * scale, width * scale, height * scale);
    patch.close();
  }
  return canvas.transferToImageBitmap();
}

async function load(url: string, { width, height }: Size): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture could not be loaded: ${response.status}`);
  return createImageBitmap(await response.blob(), {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });
}
