/** The motion of a video: a camera that goes into the picture. */
import { createRandom } from '../pictures/random.ts';

/** The part of the picture that a frame shows, as shares of its sides. */
export interface CameraWindow {
  /** Centre, 0 to 1. */
  readonly x: number;
  readonly y: number;
  /** 1 shows the whole picture, 2 the half of each side. */
  readonly zoom: number;
}

/** The window at a moment; 0 is the first frame, 1 the last. */
export type CameraPath = (moment: number) => CameraWindow;

const CAMERA = {
  /** Zoom that is added at the end, for `motion_bucket_id` 1 and 255. */
  leastZoom: 0.04,
  mostZoom: 0.45,
  /** Factor on it at `cond_aug` 1: more motion. */
  condAugZoom: 0.8,
  /** Part of the room beside the window that the pan uses up. */
  pan: 0.85,
  /** Part of the room in which the hand trembles, for the strongest motion. */
  tremor: 0.12,
} as const;

/**
 * The path of a camera over the picture: it goes in and drifts to a side that the seed chooses,
 * faster for a higher motion. The first frame is the whole picture, and no frame leaves it.
 *
 * @param motion 1 to 255 (`motion_bucket_id`)
 * @param condAug 0 to 1
 * @param seed whole number, 0 or more
 */
export function cameraPath(motion: number, condAug: number, seed: number): CameraPath {
  const random = createRandom(mixed(seed));
  const share = (): number => random(1 << 20) / (1 << 20);
  const strength = (motion - 1) / 254;
  const zoom =
    (CAMERA.leastZoom + (CAMERA.mostZoom - CAMERA.leastZoom) * strength) *
    (1 + CAMERA.condAugZoom * condAug);
  const angle = 2 * Math.PI * share();
  const curve = 0.6 + 0.8 * share();
  const [phaseX, phaseY] = [2 * Math.PI * share(), 2 * Math.PI * share()];
  const tremor = CAMERA.tremor * strength * (0.3 + 0.7 * condAug);
  return (moment) => {
    const eased = ease(moment ** curve);
    const now = 1 + zoom * eased;
    const room = (1 - 1 / now) / 2;
    const offset = (direction: number, phase: number): number => {
      const pan = CAMERA.pan * direction * eased;
      const shake = tremor * Math.sin(phase + 9 * moment);
      return room * Math.max(-1, Math.min(1, pan + shake));
    };
    return {
      x: 0.5 + offset(Math.cos(angle), phaseX),
      y: 0.5 + offset(Math.sin(angle), phaseY),
      zoom: now,
    };
  };
}

/** A seed for the small generator: never 0, and neighbours are far apart (Knuth's multiplier). */
export function mixed(seed: number): number {
  const low = seed % 2 ** 32;
  const high = Math.floor(seed / 2 ** 32);
  return (Math.imul(low ^ high, 2_654_435_761) ^ 0x9e37_79b9) | 1;
}

/** Starts and ends slowly (smoothstep). */
function ease(moment: number): number {
  return moment * moment * (3 - 2 * moment);
}
