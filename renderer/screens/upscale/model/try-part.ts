import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { factorOf } from '../../../../shared/geometry/upscale-size.ts';
import { wantedSize } from './form.ts';
import { clamp } from '../../../../shared/numbers.ts';

/** Side of the part, pixels of the picture. */
export const TRY_SIDE = 512;

/** Rounds factors to three decimals: a service may refuse more. */
const PRECISION = 1000;

export function tryPartAround(photo: Size, at: { readonly x: number; readonly y: number }): Rect {
  const width = Math.min(TRY_SIDE, photo.width);
  const height = Math.min(TRY_SIDE, photo.height);
  return {
    x: clamp(Math.round(at.x - width / 2), 0, photo.width - width),
    y: clamp(Math.round(at.y - height / 2), 0, photo.height - height),
    width,
    height,
  };
}

/** Enlarges the part as much as the whole picture would be. */
export function formForPart(form: UpscaleForm, photo: Size, upscaler: string): UpscaleForm {
  const factor = Math.round(factorOf(photo, wantedSize(form)) * PRECISION) / PRECISION;
  return { ...form, sizeMode: 'factor', factor, upscaler };
}
