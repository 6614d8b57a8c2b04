/** The upscalers by name, and the resampling that stands in for each. */
import type { KernelEnum } from 'sharp';

/** How one upscaler resamples. */
export interface Resampling {
  readonly kernel: keyof KernelEnum;
  /** Sharpening afterwards, in parts of a source pixel (sigma), or null for none. */
  readonly sharpen: number | null;
  /** Speckles of the original are taken out before: good for drawings. */
  readonly isCleaned: boolean;
}

/**
 * Upscalers by the names that services know. Resampling and sharpening stand in
 * for a network; they differ enough to be distinguished.
 */
const UPSCALERS = {
  'R-ESRGAN 4x+': { kernel: 'lanczos3', sharpen: 0.5, isCleaned: false },
  'R-ESRGAN 4x+ Anime6B': { kernel: 'mitchell', sharpen: 0.8, isCleaned: true },
  ESRGAN_4x: { kernel: 'lanczos3', sharpen: 0.9, isCleaned: false },
  Lanczos: { kernel: 'lanczos3', sharpen: null, isCleaned: false },
  Nearest: { kernel: 'nearest', sharpen: null, isCleaned: false },
} as const satisfies Readonly<Record<string, Resampling>>;

/** A name that is known. */
export type Upscaler = keyof typeof UPSCALERS;

/** Whether a name is known. */
export function isUpscaler(name: string): name is Upscaler {
  return Object.hasOwn(UPSCALERS, name);
}

/** The resampling that stands in for an upscaler. */
export function resamplingOf(upscaler: Upscaler): Resampling {
  return UPSCALERS[upscaler];
}
