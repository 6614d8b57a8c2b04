/** Draws small frames side by side, and a line of how much moves. */
import type { Clip } from '../../../viewer/clips/clips.ts';
import { frameAt } from '../../../viewer/clips/sequence.ts';

/** Pixels for comparing frames: enough to see motion, few enough to be quick. */
const SAMPLE = { width: 48, height: 27 } as const;

export interface Motion {
  /** Mean difference of each frame to the previous one, 0 to 1; the first is 0. */
  readonly changes: readonly number[];
  /** Difference of the first frame to the last: how well the clip loops. */
  readonly loop: number;
}

/**
 * Compares one frame at a time, so that the window stays quick. Rejects with the signal's reason.
 * @param count frames
 */
export async function measureMotion(
  clip: Clip,
  count: number,
  signal: AbortSignal,
): Promise<Motion> {
  const canvas = new OffscreenCanvas(SAMPLE.width, SAMPLE.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return { changes: [], loop: 0 };
  const changes: number[] = [];
  let first: Uint8ClampedArray | undefined;
  let before: Uint8ClampedArray | undefined;
  for (let frame = 0; frame < count; frame++) {
    await turn();
    signal.throwIfAborted();
    const picture = clip.picture(frame);
    if (picture === undefined) break;
    context.drawImage(picture, 0, 0, SAMPLE.width, SAMPLE.height);
    const { data } = context.getImageData(0, 0, SAMPLE.width, SAMPLE.height);
    changes.push(before === undefined ? 0 : differenceOf(before, data));
    before = data;
    first ??= data;
  }
  const loop = first === undefined || before === undefined ? 0 : differenceOf(first, before);
  return { changes, loop };
}

/** Returns the mean absolute difference of two pictures of equal size, 0 to 1, without alpha. */
export function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 4) {
    sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    sum += Math.abs((a[at + 1] ?? 0) - (b[at + 1] ?? 0));
    sum += Math.abs((a[at + 2] ?? 0) - (b[at + 2] ?? 0));
  }
  return a.length === 0 ? 0 : sum / ((a.length / 4) * 3 * 255);
}

/** Pictures from left to right. */
export type DrawnStrip = readonly (CanvasImageSource | undefined)[];

/**
 * Draws as many frames as fit, each at its time, except those that the canvas shows already.
 * @param ratio width of a frame by its height
 * @param drawn pictures that the canvas shows
 * @returns pictures that it shows now
 */
export function paintStrip(
  context: Pick<CanvasRenderingContext2D, 'canvas' | 'drawImage' | 'imageSmoothingQuality'>,
  clip: Pick<Clip, 'picture'>,
  times: readonly number[],
  ratio: number,
  drawn: DrawnStrip,
): DrawnStrip {
  const { width, height } = context.canvas;
  const length = times.at(-1) ?? 0;
  const pictures: (CanvasImageSource | undefined)[] = [];
  if (length <= 0) return pictures;
  const each = Math.max(1, height * ratio);
  context.imageSmoothingQuality = 'medium';
  for (let x = 0; x < width; x += each) {
    const middle = Math.min(width, x + each / 2);
    const picture = clip.picture(frameAt(times, (middle / width) * length));
    if (picture !== undefined && picture !== drawn[pictures.length]) {
      context.drawImage(picture, x, 0, each, height);
    }
    pictures.push(picture);
  }
  return pictures;
}

/**
 * For an SVG whose sides are 1; the largest change reaches the top.
 * @returns points of a polyline; empty if nothing moves
 */
export function motionLine({ changes }: Motion, times: readonly number[]): string {
  const most = Math.max(...changes, 0);
  const length = times.at(-1) ?? 0;
  if (most === 0 || length <= 0) return '';
  return changes
    .map((change, frame) => {
      const middle = ((times[frame] ?? 0) + (times[frame + 1] ?? 0)) / 2;
      return `${(middle / length).toFixed(4)},${(1 - change / most).toFixed(4)}`;
    })
    .join(' ');
}

/** Lets all other tasks run first. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
