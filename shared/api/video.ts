import { z } from 'zod';
import { checkedShape, type ToShape } from '../parameters/parameter-schemas.ts';
import { wireFields } from '../parameters/parameter-table.ts';
import {
  RANDOM_SEED,
  VIDEO_LIMITS,
  VIDEO_PARAMETERS,
  WEBHOOK,
  WEBHOOK_TEST,
} from '../parameters/video-parameters.ts';
import { enterprisePlanField } from './images.ts';
import { isRecord, lenientString } from './lenient.ts';
import { checkedRequest } from './request-check.ts';

export const VIDEO_PATH = '/v3/async/img2video';

export function videoSchema(shape: ToShape) {
  return z.strictObject({
    ...shape(VIDEO_PARAMETERS),
    enterprisePlan: z.boolean().optional(),
    webhook: z
      .strictObject({
        ...shape(WEBHOOK),
        testMode: z.strictObject(shape(WEBHOOK_TEST)).optional(),
      })
      .optional(),
  });
}

export const checkedVideoSchema = videoSchema(checkedShape);
export type VideoParameters = z.input<typeof checkedVideoSchema>;

/** Leaves `image_file` out. @throws AppError `invalid-input`, naming the limit and the value */
export function videoFields(parameters: VideoParameters): Readonly<Record<string, unknown>> {
  const checked = checkedRequest(checkedVideoSchema, parameters);
  const { response_video_type, ...fields } = wireFields(VIDEO_PARAMETERS, checked);
  const extra = {
    ...(response_video_type !== undefined && { response_video_type }),
    ...enterprisePlanField(checked.enterprisePlan),
    ...(checked.webhook && { webhook: webhookFields(checked.webhook) }),
  };
  return {
    ...(Object.keys(extra).length > 0 && { extra }),
    ...fields,
    frames_num: VIDEO_LIMITS.frames[checked.model],
    frames_per_second: VIDEO_LIMITS.framesPerSecond,
  };
}

function webhookFields(webhook: NonNullable<z.output<typeof checkedVideoSchema>['webhook']>) {
  const { testMode } = webhook;
  return {
    ...wireFields(WEBHOOK, webhook),
    ...(testMode && { test_mode: wireFields(WEBHOOK_TEST, testMode) }),
  };
}

/** Returns names and values. @param usedSeed the seed that the service reports */
export function tellingSettings(
  parameters: {
    readonly motionBucketId?: number | undefined;
    readonly condAug?: number | undefined;
    readonly seed?: string | number | undefined;
  },
  usedSeed: string | undefined,
): readonly (readonly [name: 'motion' | 'noise' | 'seed', value: string])[] {
  const { motionBucketId, condAug, seed: asked } = parameters;
  const isRandom = asked === undefined || String(asked) === String(RANDOM_SEED);
  const seed = usedSeed ?? (isRandom ? undefined : String(asked));
  return [
    ...(motionBucketId === undefined ? [] : [['motion', String(motionBucketId)] as const]),
    ...(condAug === undefined ? [] : [['noise', String(condAug)] as const]),
    ...(seed === undefined ? [] : [['seed', seed] as const]),
  ];
}

/** An honest identifier has some forty. */
const MAX_TASK_ID = 1000;

/** Returns `undefined` if there is no usable identifier. */
export function taskIdOfAnswer(json: unknown): string | undefined {
  const taskId = isRecord(json) ? lenientString.parse(json['task_id'])?.trim() : undefined;
  const isTaskId = taskId !== undefined && taskId !== '' && taskId.length <= MAX_TASK_ID;
  return isTaskId ? taskId : undefined;
}
