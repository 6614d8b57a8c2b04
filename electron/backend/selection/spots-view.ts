import { boxMean } from './box-mean.ts';
import type { HeldPicture, SelectionWork } from './messages.ts';
import { greyOf } from './spot-scales.ts';

const VIEW = {
  /** Half sides of the compared boxes, pixels. */
  near: 1,
  far: 12,
  /** Noise floor, levels. */
  noise: 0.6,
  /** Levels shown as half white, at sensitivity 0 and 100. */
  strict: 14,
  lenient: 4,
} as const;

/** @param sensitivity 0 to 100 */
export function spotsView(
  picture: HeldPicture,
  sensitivity: number,
): SelectionWork['spotsView']['answer'] {
  const { width, height } = picture;
  const grey = greyOf(picture);
  const near = boxMean(grey, width, height, VIEW.near);
  const far = boxMean(grey, width, height, VIEW.far);
  const half = VIEW.strict * (VIEW.lenient / VIEW.strict) ** (sensitivity / 100);
  const gain = 255 / (half * 2);
  const view = new Uint8Array(new ArrayBuffer(grey.length));
  for (let index = 0; index < grey.length; index++) {
    const difference = Math.abs((near[index] ?? 0) - (far[index] ?? 0)) - VIEW.noise;
    view[index] = Math.max(0, Math.min(255, difference * gain));
  }
  return { width, height, grey: view };
}
