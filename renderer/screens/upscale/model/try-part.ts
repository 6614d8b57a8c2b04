import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { factorOf } from '../../../../shared/geometry/upscale-size.ts';
import { UNSHOWN_OBSTACLE } from '../../../viewer/stage/unshown.ts';
import { problemsOf, wantedSize } from './form.ts';
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

/** Returns a short sentence; `undefined` if the part can be sent to each upscaler. */
export function triesObstacle(
  form: UpscaleForm,
  photo: Size & { readonly id: string },
  unshown: ReadonlySet<string>,
): string | undefined {
  if (unshown.has(photo.id)) return UNSHOWN_OBSTACLE;
  if (form.triedUpscalers.length === 0) return 'Add an upscaler to try.';
  const forms = form.triedUpscalers.flatMap((upscaler) => [
    { ...form, upscaler },
    formForPart(form, photo, upscaler),
  ]);
  return forms.flatMap((each) => Object.values(problemsOf(each)))[0];
}
