/** Files that are made of frames: PNG at full size, from the store and never from the screen. */
import { FRAME_NOTE, frameNoteSchema, type FrameNote } from '../../shared/contract/clips.ts';
import type { Size } from '../../shared/geometry/rect.ts';
import { readPngText, withPngText } from './png-text.ts';

/**
 * A frame as PNG: 8 bits, sRGB, with its settings as text.
 *
 * @param size pixels of the clip
 */
export async function framePng(
  picture: CanvasImageSource,
  size: Size,
  note: FrameNote,
): Promise<Blob> {
  const plain = await pngOf(size, (context) =>
    context.drawImage(picture, 0, 0, size.width, size.height),
  );
  const bytes = new Uint8Array(await plain.arrayBuffer());
  return new Blob([withPngText(bytes, FRAME_NOTE, JSON.stringify(note))], { type: 'image/png' });
}

/** A picture that is drawn here, as PNG. */
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

/** The note in a file that Gesso has saved; `undefined` in every other file. */
export async function readFrameNote(file: Blob): Promise<FrameNote | undefined> {
  const text = readPngText(new Uint8Array(await file.arrayBuffer()), FRAME_NOTE);
  if (text === undefined) return undefined;
  try {
    return frameNoteSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // a text of another program under the same name
  }
}
