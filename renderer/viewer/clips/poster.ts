import type { ByteLimits } from './clip-protocol.ts';
import { ClipError, type ClipBytes, type ClipReader, type FrameSink } from './clip-reader.ts';
import type { CopiedFrame } from './frame-copy.ts';

/** Only one frame is kept at a time, so films of any length have a still. */
const NO_LIMITS: ByteLimits = { asPixels: Infinity, most: Infinity };

/**
 * Takes the middle frame, since the first is the sent picture. Lossless WebP keeps the colours of
 * the player.
 * @throws ClipError; the signal's reason
 */
export async function createPoster(
  read: ClipReader,
  file: ClipBytes,
  longerSide: number,
  signal: AbortSignal,
): Promise<Blob> {
  try {
    return await stillOf('middle', read, file, longerSide, signal);
  } catch (error) {
    // a film that is cut before its middle has at least a beginning
    if (!(error instanceof ClipError) || error.failure !== 'damaged') throw error;
    return await stillOf('first', read, file, longerSide, signal);
  }
}

async function stillOf(
  place: 'first' | 'middle',
  read: ClipReader,
  file: ClipBytes,
  longerSide: number,
  signal: AbortSignal,
): Promise<Blob> {
  let wanted = 0;
  let taken: CopiedFrame | undefined;
  const sink: FrameSink = {
    head({ frameCount }) {
      wanted = place === 'first' ? 0 : Math.floor(frameCount / 2);
    },
    frame(_index, frame) {
      taken = frame;
    },
    isEnough: (index) => index !== wanted,
    isComplete: () => taken !== undefined,
  };
  try {
    await read(file, NO_LIMITS, sink, signal);
    if (taken === undefined) throw new ClipError('damaged', 'No frame could be decoded.');
    return await toWebp(taken, longerSide);
  } finally {
    taken?.picture.close();
  }
}

async function toWebp({ picture }: CopiedFrame, longerSide: number): Promise<Blob> {
  const { width, height } = sizeOf(picture);
  const scale = Math.min(1, longerSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D context.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // 1 is lossless in Chromium
  return await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
}

function sizeOf(picture: ImageBitmap | VideoFrame): { width: number; height: number } {
  return 'width' in picture
    ? { width: picture.width, height: picture.height }
    : { width: picture.displayWidth, height: picture.displayHeight };
}
