import { animationTimes, MOST_CLIP_FRAMES } from '../../../shared/clips/frame-times.ts';
import { ClipError, type ClipReader } from './clip-reader.ts';
import { BYTES_PER_PIXEL } from './frame-copy.ts';

export const readAnimation: ClipReader = async (file, limits, sink, signal) => {
  if (!(await ImageDecoder.isTypeSupported(file.mediaType))) {
    throw new ClipError('unsupported', file.mediaType);
  }
  const decoder = new ImageDecoder({ data: file.data, type: file.mediaType });
  try {
    await decoder.tracks.ready.catch((error: unknown) => {
      throw new ClipError('damaged', String(error));
    });
    // the number of frames is right only after the whole file was read
    await decoder.completed.catch(() => undefined);
    const frameCount = decoder.tracks.selectedTrack?.frameCount ?? 0;
    if (frameCount === 0) throw new ClipError('damaged', 'This picture has no frames.');
    if (frameCount > MOST_CLIP_FRAMES) throw new ClipError('too-large', 'Too many frames.');
    const delays: number[] = [];
    let isCut = false;
    for (let index = 0; index < frameCount && !sink.isComplete(); index++) {
      signal.throwIfAborted();
      const image = await decode(decoder, index);
      if (image === undefined) {
        isCut = true;
        break;
      }
      try {
        const size = { width: image.displayWidth, height: image.displayHeight };
        const byteLength = size.width * size.height * BYTES_PER_PIXEL.pixels;
        if (index === 0) {
          if (byteLength * frameCount > limits.most) {
            throw new ClipError('too-large', `${frameCount} frames`);
          }
          sink.head({ size, frameCount, times: undefined, hasAudio: false, start: 0 });
        }
        // µs; a frame's time may be 0, its length is right
        delays.push((image.duration ?? 0) / 1000);
        if (!sink.isEnough(index)) {
          sink.frame(index, { picture: await createImageBitmap(image), byteLength });
        }
      } finally {
        image.close();
      }
    }
    if (delays.length === 0) throw new ClipError('damaged', 'No frame could be decoded.');
    return { times: animationTimes(delays), isCut };
  } finally {
    decoder.close();
  }
};

/** Returns `undefined` for a truncated frame. */
async function decode(decoder: ImageDecoder, frameIndex: number): Promise<VideoFrame | undefined> {
  try {
    return (await decoder.decode({ frameIndex })).image;
  } catch {
    return undefined;
  }
}
