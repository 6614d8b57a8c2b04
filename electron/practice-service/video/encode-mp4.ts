/** Frames as an mp4 file that players can jump in. */
import { addKeyFrames } from './mp4-key-frames.ts';
import { removeMp4Times } from './mp4-times.ts';
import type { Size } from './working-size.ts';

const ENCODER = {
  /** 10 (finest) to 51. */
  quantization: 24,
  /** 0 (smallest file) to 10 (fastest). */
  speed: 8,
  /** Seconds between key frames, so that a player can jump. */
  keyFrameSeconds: 2,
} as const;

/**
 * Encodes frames as H.264 in an mp4 file.
 *
 * @param frames I420 frames, made one by one
 * @param rate frames per second; every frame has the same duration
 */
export async function encodeMp4(
  frames: Iterable<Uint8Array>,
  { width, height }: Size,
  rate: number,
): Promise<Uint8Array> {
  // One megabyte of WebAssembly: only workers that make videos load it.
  const loaded = await import('h264-mp4-encoder');
  // Node hands over a CommonJS module as `default`, a bundle as it is typed.
  const { createH264MP4Encoder } = 'default' in loaded ? (loaded.default as typeof loaded) : loaded;
  const work = await createH264MP4Encoder();
  try {
    work.width = width;
    work.height = height;
    work.frameRate = rate;
    work.quantizationParameter = ENCODER.quantization;
    work.speed = ENCODER.speed;
    work.groupOfPictures = ENCODER.keyFrameSeconds * rate;
    work.initialize();
    for (const frame of frames) work.addFrameYuv(frame);
    work.finalize();
    const file = addKeyFrames(work.FS.readFile(work.outputFilename));
    removeMp4Times(file);
    return file;
  } finally {
    work.FS.unlink(work.outputFilename);
    work.delete();
  }
}
