/** Saves frames as PNG at full size, from the store and never from the screen. */
import type { Job } from '../../../shared/contract/jobs.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { FRAME_SETTINGS_KEY, withPngText } from './png-text.ts';

/** Text in a saved frame: the settings of the clip, and where the frame is from. */
export interface FrameNote {
  readonly request: Job['brief'];
  /** Decimal text. */
  readonly seed: string | undefined;
  readonly jobId: string;
  readonly output: number;
  /** Counts from 1, as on the screen. */
  readonly frame: number;
}

/** Returns 8-bit sRGB with the settings as text. @param size pixels of the clip */
export async function framePng(
  picture: CanvasImageSource,
  size: Size,
  note: FrameNote,
): Promise<Blob> {
  const plain = await pngOf(size, (context) =>
    context.drawImage(picture, 0, 0, size.width, size.height),
  );
  const bytes = new Uint8Array(await plain.arrayBuffer());
  return new Blob([withPngText(bytes, FRAME_SETTINGS_KEY, JSON.stringify(note))], {
    type: 'image/png',
  });
}

export async function pngOf(
  { width, height }: Size,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D context.');
  draw(context);
  return await canvas.convertToBlob({ type: 'image/png' });
}
