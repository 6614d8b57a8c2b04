/** Noise of the conditioning picture, so that `cond_aug` and `steps` can be seen. */
import { createRandom } from '../pictures/random.ts';
import { mixed } from './camera.ts';

const NOISE = {
  /** Deviation at `cond_aug` 1, in levels of 0 to 255. */
  condAug: 48,
  /** Deviation that a single step leaves; n steps leave an n-th of it. */
  oneStep: 10,
} as const;

/**
 * Adds the noise of the conditioning picture, in place: the more for a higher `cond_aug`, and some
 * that too few steps leave behind. Equal arguments have equal noise.
 *
 * @param samples 3 bytes a pixel; the noise is grey
 */
export function addNoise(samples: Uint8Array, condAug: number, steps: number, seed: number): void {
  const deviation = NOISE.condAug * condAug + NOISE.oneStep / steps;
  const random = createRandom(mixed(seed) ^ 0x5bd1_e995);
  for (let at = 0; at < samples.length; at += 3) {
    // The sum of three even numbers is close enough to the normal distribution.
    const even = (random(512) + random(512) + random(512) - 766.5) / 256;
    const change = Math.round(even * deviation);
    for (let channel = at; channel < at + 3; channel += 1) {
      const value = (samples[channel] as number) + change;
      samples[channel] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}
