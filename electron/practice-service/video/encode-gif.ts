/** Frames as an animated GIF. */
import sharp from 'sharp';
import { frameToRgb } from './frames.ts';
import type { Size } from './working-size.ts';

/** Effort of the palette, 1 to 10, and how much is dithered, 0 to 1: quick and not too large. */
const PALETTE = { effort: 1, dither: 0.4 } as const;

/**
 * Encodes frames as an animated GIF that repeats for ever.
 *
 * @param frames I420 frames
 * @param rate frames per second; a GIF counts in 1/100 s, and the whole length is kept
 * @param count number of frames
 */
export async function encodeGif(
  frames: Iterable<Uint8Array>,
  { width, height }: Size,
  rate: number,
  count: number,
): Promise<Uint8Array> {
  const page = 3 * width * height;
  const samples = new Uint8Array(page * count);
  const delay: number[] = [];
  for (const frame of frames) {
    const index = delay.length;
    samples.set(frameToRgb(frame, { width, height }), page * index);
    delay.push(10 * (hundredths(index + 1, rate) - hundredths(index, rate)));
  }
  return sharp(samples, {
    raw: { width, height: height * count, channels: 3, pageHeight: height },
    limitInputPixels: false,
  })
    .gif({ delay, loop: 0, ...PALETTE })
    .toBuffer();
}

/** The end of the first frames, in 1/100 s. @param frames their number */
function hundredths(frames: number, rate: number): number {
  return Math.round((100 * frames) / rate);
}
