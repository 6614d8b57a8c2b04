import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';

export const REFERENCE_NAMES: Readonly<Record<ResampleKernel, string>> = {
  nearest: 'Original, nearest',
  bicubic: 'Original, bicubic',
  lanczos: 'Original, Lanczos',
};
