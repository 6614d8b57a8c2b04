import { z } from 'zod';
import { checkedShape, type ToShape } from '../parameters/parameter-schemas.ts';
import { wireFields } from '../parameters/parameter-table.ts';
import {
  SECOND_UPSCALER,
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
} from '../parameters/upscale-parameters.ts';
import { isRecord, lenientString } from './lenient.ts';
import { checkedRequest } from './request-check.ts';
import { taskIdOfAnswer } from './video.ts';

export const UPSCALE_PATH = '/v2/upscale';

export function upscaleSchema(shape: ToShape) {
  return z.strictObject({
    ...shape(UPSCALE_PARAMETERS),
    size: z.discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('factor'), ...shape(UPSCALE_BY_FACTOR) }),
      z.strictObject({ mode: z.literal('size'), ...shape(UPSCALE_TO_SIZE) }),
    ]),
    secondUpscaler: z.strictObject(shape(SECOND_UPSCALER)).optional(),
  });
}

export const checkedUpscaleSchema = upscaleSchema(checkedShape);
export type UpscaleParameters = z.output<typeof checkedUpscaleSchema>;

/** Leaves `image` out. @throws AppError `invalid-input`, naming the limit and the value */
export function upscaleFields(parameters: UpscaleParameters): Readonly<Record<string, unknown>> {
  const checked = checkedRequest(checkedUpscaleSchema, parameters);
  const { size, secondUpscaler } = checked;
  return {
    ...wireFields(UPSCALE_PARAMETERS, checked),
    ...(size.mode === 'factor'
      ? { resize_mode: 0, ...wireFields(UPSCALE_BY_FACTOR, size) }
      : { resize_mode: 1, ...wireFields(UPSCALE_TO_SIZE, size) }),
    ...(secondUpscaler && wireFields(SECOND_UPSCALER, secondUpscaler)),
  };
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
