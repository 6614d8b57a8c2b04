/** The specification states only names and types; ranges are those of services of this kind. */
import { z } from 'zod';
import { isRecord, lenientString } from './lenient.ts';
import { checkedRequest, numberWithin, textUpTo } from './request-check.ts';
import { taskIdOfAnswer } from './video.ts';

export const UPSCALE_PATH = '/v2/upscale';

export const UPSCALE_LIMITS = {
  /** `upscaling_resize`: greater than 0, without a published maximum. */
  factor: { min: 0.01, max: Infinity },
  /** `upscaling_resize_w` and `upscaling_resize_h`, pixels. */
  side: { min: 1, max: Number.MAX_SAFE_INTEGER },
  /** Every visibility and `codeformer_weight`. */
  share: { min: 0, max: 1 },
  /** `img_expire_ttl`, seconds: a week. */
  resultTtlSeconds: { min: 0, max: 604_800 },
  /** Our own limit. */
  nameCharacters: 200,
} as const;

const RESIZE_MODE = { factor: 0, size: 1 } as const;

const share = (name: string) => numberWithin(name, UPSCALE_LIMITS.share, 'any');

export const upscaleParametersSchema = z
  .strictObject({
    upscaler: textUpTo('The upscaler', UPSCALE_LIMITS.nameCharacters),
    size: z.discriminatedUnion('mode', [
      /** `resize_mode` 0: multiplies both sides. */
      z.strictObject({
        mode: z.literal('factor'),
        factor: numberWithin('The factor', UPSCALE_LIMITS.factor, 'any'),
      }),
      /** `resize_mode` 1: resizes to whole pixels, cropped or not. */
      z.strictObject({
        mode: z.literal('size'),
        width: numberWithin('The width', UPSCALE_LIMITS.side, 'whole'),
        height: numberWithin('The height', UPSCALE_LIMITS.side, 'whole'),
        crop: z.boolean(),
      }),
    ]),
    /** A second upscaler that is blended in, with its share from 0 to 1. */
    secondUpscaler: z
      .strictObject({
        name: textUpTo('The second upscaler', UPSCALE_LIMITS.nameCharacters),
        visibility: share('The share of the second upscaler'),
      })
      .optional(),
    gfpganVisibility: share('The share of GFPGAN').optional(),
    codeformerVisibility: share('The share of CodeFormer').optional(),
    /** 0 (strongest) to 1 (weakest). */
    codeformerWeight: share('The weight of CodeFormer').optional(),
    /** Whole seconds. */
    resultTtlSeconds: numberWithin(
      'The time to keep the result',
      UPSCALE_LIMITS.resultTtlSeconds,
      'whole',
    ).optional(),
  })
  .readonly();
export type UpscaleParameters = z.output<typeof upscaleParametersSchema>;

/** Leaves `image` out. @throws AppError `invalid-input`, naming the limit and the value */
export function upscaleFields(parameters: UpscaleParameters): Readonly<Record<string, unknown>> {
  const checked = checkedRequest(upscaleParametersSchema, parameters);
  const { size, secondUpscaler } = checked;
  const fields = {
    upscaler_1: checked.upscaler,
    resize_mode: RESIZE_MODE[size.mode],
    upscaling_resize: size.mode === 'factor' ? size.factor : undefined,
    upscaling_resize_w: size.mode === 'size' ? size.width : undefined,
    upscaling_resize_h: size.mode === 'size' ? size.height : undefined,
    upscaling_crop: size.mode === 'size' ? size.crop : undefined,
    upscaler_2: secondUpscaler?.name,
    extras_upscaler_2_visibility: secondUpscaler?.visibility,
    gfpgan_visibility: checked.gfpganVisibility,
    codeformer_visibility: checked.codeformerVisibility,
    codeformer_weight: checked.codeformerWeight,
    img_expire_ttl: checked.resultTtlSeconds,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export interface SubmittedUpscale {
  readonly taskId: string;
  /** `warn`, which the specification doesn't explain; never empty. */
  readonly warning: string | undefined;
}

export function submittedUpscale(data: unknown): SubmittedUpscale | undefined {
  const taskId = taskIdOfAnswer(data);
  if (taskId === undefined || !isRecord(data)) return undefined;
  const warning = lenientString.parse(data['warn'])?.trim();
  return { taskId, warning: warning === '' ? undefined : warning };
}
