/** Enlarges the visible part of a picture off the main thread. */
import {
  resample,
  sourceSpan,
  type ResampleAxis,
  type ResampleKernel,
} from '../../../../shared/geometry/resample.ts';

export type ResampleRequest =
  | { readonly type: 'open'; readonly url: string }
  | {
      readonly type: 'render';
      readonly id: number;
      readonly kernel: ResampleKernel;
      readonly across: ResampleAxis;
      readonly down: ResampleAxis;
    };

/** Without a bitmap, the part could not be made. */
export interface ResampleAnswer {
  readonly id: number;
  readonly bitmap: ImageBitmap | undefined;
}

let picture: Promise<ImageBitmap> | undefined;
/** Only the latest request is answered. */
let latest = 0;

self.addEventListener('message', ({ data }: MessageEvent<ResampleRequest>) => {
  if (data.type === 'open') picture = load(data.url);
  else void render(data);
});

async function load(url: string): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return createImageBitmap(await response.blob());
}

async function render(order: Extract<ResampleRequest, { type: 'render' }>): Promise<void> {
  latest = order.id;
  let bitmap: ImageBitmap | undefined;
  try {
    const whole = await picture;
    if (whole === undefined || latest !== order.id) return;
    bitmap = await enlarge(whole, order);
  } catch {
    bitmap = undefined; // keep the smooth version; the viewer's own decoding reports the error
  }
  const answer: ResampleAnswer = { id: order.id, bitmap };
  self.postMessage(answer, { transfer: bitmap === undefined ? [] : [bitmap] });
}

function enlarge(
  whole: ImageBitmap,
  { kernel, across, down }: Extract<ResampleRequest, { type: 'render' }>,
): Promise<ImageBitmap> {
  const columns = sourceSpan(across, kernel);
  const rows = sourceSpan(down, kernel);
  const rect = { x: columns.start, y: rows.start, width: columns.count, height: rows.count };
  const canvas = new OffscreenCanvas(rect.width, rect.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D context.');
  context.drawImage(whole, -rect.x, -rect.y);
  const { data } = context.getImageData(0, 0, rect.width, rect.height);
  const pixels = resample({ data, rect }, across, down, kernel);
  return createImageBitmap(new ImageData(pixels, across.count, down.count));
}
