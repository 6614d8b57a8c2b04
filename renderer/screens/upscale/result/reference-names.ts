/** The original's enlargements by name. */
import type { ResampleKernel } from '../../../pictures/viewer/index.ts';

export const REFERENCE_NAMES: Readonly<Record<ResampleKernel, string>> = {
  nearest: 'Original, nearest',
  bicubic: 'Original, bicubic',
  lanczos: 'Original, Lanczos',
};
