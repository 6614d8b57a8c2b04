/** Sizes on the way to the larger picture, by the rules of this service or, on demand, of others. */
import type { UpscaleTarget } from './body.ts';

/** How sides are rounded: to the nearest pixel, or down to multiples of 8 as other services do. */
export const SIDE_ROUNDINGS = ['exact', 'multiples-of-8'] as const;
export type SideRounding = (typeof SIDE_ROUNDINGS)[number];

/** Sizes in pixels. */
export interface UpscalePlan {
  /** The whole picture, scaled. */
  readonly width: number;
  readonly height: number;
  /** The canvas that it is centred on: smaller cuts it, larger leaves a black rim. */
  readonly cropWidth: number;
  readonly cropHeight: number;
  /** Where the canvas begins in the scaled picture; negative where a rim is left. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

const STEP = 8;

/** @param width of the picture that was sent */
export function planOf(
  width: number,
  height: number,
  target: UpscaleTarget,
  rounding: SideRounding,
): UpscalePlan {
  const scale =
    target.mode === 'factor'
      ? target.factor
      : Math.max(target.width / width, target.height / height);
  const whole = {
    width: roundedSide(width * scale, rounding),
    height: roundedSide(height * scale, rounding),
  };
  const isCut = target.mode === 'size' && target.crop;
  const cropWidth = isCut ? target.width : whole.width;
  const cropHeight = isCut ? target.height : whole.height;
  return {
    ...whole,
    cropWidth,
    cropHeight,
    left: startOf(cropWidth, whole.width, rounding),
    top: startOf(cropHeight, whole.height, rounding),
    scale,
  };
}

function roundedSide(length: number, rounding: SideRounding): number {
  if (rounding === 'exact') return Math.max(1, Math.round(length));
  return Math.max(STEP, Math.floor(length / STEP) * STEP);
}

function startOf(canvas: number, picture: number, rounding: SideRounding): number {
  if (rounding === 'exact') return Math.floor((picture - canvas) / 2);
  return Math.floor(picture / 2) - Math.floor(canvas / 2);
}
