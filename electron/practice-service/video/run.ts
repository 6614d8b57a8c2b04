/** Videos in a worker: checking the call, then making the file. */
import { PICTURE_LIMITS } from '../pictures/picture-limits.ts';
import { checkImageHeader, decodeRgb, inspectImage } from '../pictures/raster.ts';
import type { ReadVideoCall, Report } from '../work/messages.ts';
import { ownBytes } from '../work/transfer.ts';
import { FRAME_RATES, readVideoBody } from './body.ts';
import { cameraPath } from './camera.ts';
import { addNoise } from './conditioning.ts';
import { encodeGif } from './encode-gif.ts';
import { encodeMp4 } from './encode-mp4.ts';
import { renderFrame, toPlanes } from './frames.ts';
import type { VideoOrder } from './order.ts';
import { gifSize, type Size, workingSize } from './working-size.ts';

/** Share by which the picture may be larger than a frame, so that going in stays sharp. */
const RESERVE = 1.3;

/** Of a seed that are used: as many as a number holds exactly. */
const SEED_BITS = 53;

/**
 * Checks a video call and makes its picture ready: decoded, cropped and scaled.
 *
 * @throws ServiceError when the call is refused
 */
export async function readVideo(
  { body, inspectOnly, seedOtherwise }: ReadVideoCall,
  report: Report,
): Promise<VideoOrder> {
  const { parameters, image, fields } = readVideoBody(body);
  const inspection = await inspectImage(image);
  const summary = { ...fields, image: inspection };
  let order: VideoOrder;
  try {
    checkImageHeader(inspection, 'image_file', PICTURE_LIMITS.video);
    const { width, height } = inspection;
    const full = workingSize({ width: width ?? 1, height: height ?? 1 }, parameters.resizeMode);
    const frame = parameters.type === 'gif' ? gifSize(full) : full;
    const size = pictureSize(inspection, frame);
    order = {
      parameters,
      seed: parameters.seed === '-1' ? String(seedOtherwise) : parameters.seed,
      frame,
      picture: size,
      samples: inspectOnly
        ? new Uint8Array(0)
        : await decodeRgb(image, 'image_file', PICTURE_LIMITS.video, size),
    };
  } finally {
    report({ summary, files: { image } });
  }
  return order;
}

/** Makes the video. */
export async function makeVideo(order: VideoOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { parameters, seed, frame, picture, samples } = order;
  const { frames, motion, condAug, steps, isInterpolated, type } = parameters;
  const number = Number(BigInt.asUintN(SEED_BITS, BigInt(seed)));
  addNoise(samples, condAug, steps, number);
  const planes = toPlanes(samples, picture);
  const rate = isInterpolated ? FRAME_RATES.interpolated : FRAME_RATES.asked;
  const count = (frames * rate) / FRAME_RATES.asked;
  const path = cameraPath(motion, condAug, number);
  function* rendered(): Generator<Uint8Array> {
    for (let index = 0; index < count; index += 1) {
      yield renderFrame(planes, path(index / (count - 1)), frame);
    }
  }
  const encode = type === 'gif' ? encodeGif : encodeMp4;
  return ownBytes(await encode(rendered(), frame, rate, count));
}

/** As large as the original allows, up to the reserve. */
function pictureSize(original: { width: number | null; height: number | null }, frame: Size): Size {
  const scale = Math.max(
    1,
    Math.min(RESERVE, (original.width ?? 1) / frame.width, (original.height ?? 1) / frame.height),
  );
  return {
    width: Math.round(frame.width * scale),
    height: Math.round(frame.height * scale),
  };
}
