/** Encodes a GIF with libvips, which makes a palette per scene and stores only changes. */
import sharp from 'sharp';
import type { PackedFrame } from '../../../../../shared/clips/frame-pack.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';

const GIF = { side: 1024, pixels: 400_000_000, effort: 2, dither: 0.8 } as const;

/** @param frames PNGs of equal size @throws AppError `unsupported-file`, `too-large` */
export async function encodeGif(frames: readonly PackedFrame[]): Promise<Uint8Array> {
  try {
    const [first] = frames;
    if (first === undefined) throw new Error('no frames');
    const { width, height, format } = await sharp(first.png).metadata();
    if (format !== 'png') throw new Error(format);
    // SECURITY: S37 the size is checked in the header before decoding
    if (Math.max(width, height) > GIF.side || width * height * frames.length > GIF.pixels) {
      throw new AppError(
        'too-large',
        'This range is too long for a GIF. Save fewer frames, or save it as MP4.',
      );
    }
    const pages = await Promise.all(
      frames.map(({ png }) =>
        sharp(png, { limitInputPixels: width * height })
          .removeAlpha()
          .raw()
          .toBuffer(),
      ),
    );
    if (pages.some(({ byteLength }) => byteLength !== width * height * 3)) {
      throw new Error('frames of different sizes');
    }
    return await sharp(Buffer.concat(pages), {
      raw: { width, height: height * frames.length, channels: 3, pageHeight: height },
      limitInputPixels: false,
    })
      .gif({
        delay: frames.map(({ delay }) => delay),
        loop: 0,
        effort: GIF.effort,
        dither: GIF.dither,
      })
      .toBuffer();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unsupported-file', 'The frames of the GIF are not valid.', { cause });
  }
}
