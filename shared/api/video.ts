import { z } from 'zod';
import { enterprisePlanField } from './images.ts';
import { isRecord, lenientString } from './lenient.ts';
import {
  checkedRequest,
  numberWithin,
  oneOf,
  textUpTo,
  webAddress,
  wholeNumberText,
} from './request-check.ts';

export const VIDEO_PATH = '/v3/async/img2video';

export const VIDEO_MODELS = ['SVD-XT', 'SVD'] as const;
export type VideoModel = (typeof VIDEO_MODELS)[number];

/** `ORIGINAL_RESOLUTION` ensures less than 576 x 1024; `CROP_TO_ASPECT_RATIO` crops to it. */
export const VIDEO_RESIZE_MODES = ['ORIGINAL_RESOLUTION', 'CROP_TO_ASPECT_RATIO'] as const;

/** `extra.response_video_type`; the specification states no values except the default, `mp4`. */
export const RESPONSE_VIDEO_TYPES = ['mp4', 'gif', 'webp'] as const;

/** Known values of `webhook.test_mode.return_task_status`; the specification states none. */
export const WEBHOOK_TEST_STATUSES = ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'] as const;

/** From the specification ("Limits") unless another source is named. */
export const VIDEO_LIMITS = {
  /** Fixed for each model. */
  frames: { 'SVD-XT': 25, SVD: 14 },
  framesPerSecond: 6,
  interpolatedFramesPerSecond: 24,
  /** Size of the video in pixels, in either orientation. */
  workingResolution: { short: 576, long: 1024 },
  steps: { min: 1, max: 50 },
  /**
   * -1 lets the service choose. Only the minimum is published; the maximum is what 64 bits hold.
   */
  seed: { min: -1n, max: 2n ** 63n - 1n },
  motionBucketId: { min: 1, max: 255 },
  condAug: { min: 0, max: 1 },
  /** Our own limit, which every server accepts. */
  webhookUrlCharacters: 2048,
} as const;

/** Values for unset fields without a published default; other clients send the same. */
export const VIDEO_DEFAULTS = {
  motionBucketId: 127,
  condAug: 0.02,
  frameInterpolation: false,
  seed: -1,
} as const;

/** Frames and frame rate follow from the model. */
export const videoParametersSchema = z
  .strictObject({
    model: oneOf('The model', VIDEO_MODELS),
    resizeMode: oneOf('The way to fit the picture', VIDEO_RESIZE_MODES),
    steps: numberWithin('Steps', { ...VIDEO_LIMITS.steps, isWhole: true }),
    /** -1 (the service chooses) or more. */
    seed: wholeNumberText('The seed', VIDEO_LIMITS.seed).optional(),
    /** 1 to 255; more means more motion. */
    motionBucketId: numberWithin('Motion', {
      ...VIDEO_LIMITS.motionBucketId,
      isWhole: true,
    }).optional(),
    /** Noise added to the picture, 0 to 1; more means less resemblance and more motion. */
    condAug: numberWithin('Added noise', VIDEO_LIMITS.condAug).optional(),
    /** 24 frames per second. */
    frameInterpolation: z.boolean().optional(),
    responseVideoType: oneOf('The type of the video', RESPONSE_VIDEO_TYPES).optional(),
    enterprisePlan: z.boolean().optional(),
    webhook: z
      .strictObject({
        url: webAddress('The webhook', VIDEO_LIMITS.webhookUrlCharacters),
        testMode: z
          .strictObject({
            enabled: z.boolean(),
            returnTaskStatus: textUpTo("The webhook's test status", 200),
          })
          .readonly()
          .optional(),
      })
      .readonly()
      .optional(),
  })
  .readonly();
export type VideoParameters = z.output<typeof videoParametersSchema>;

/** Leaves `image_file` out. @throws AppError `invalid-input`, naming the limit and the value */
export function videoFields(parameters: VideoParameters): Readonly<Record<string, unknown>> {
  const checked = checkedRequest(videoParametersSchema, parameters);
  const extra = videoExtra(checked);
  const fields = {
    extra: Object.keys(extra).length === 0 ? undefined : extra,
    model_name: checked.model,
    frames_num: VIDEO_LIMITS.frames[checked.model],
    frames_per_second: VIDEO_LIMITS.framesPerSecond,
    image_file_resize_mode: checked.resizeMode,
    steps: checked.steps,
    seed: seedOnTheWire(checked.seed),
    motion_bucket_id: checked.motionBucketId,
    cond_aug: checked.condAug,
    enable_frame_interpolation: checked.frameInterpolation,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
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
  const isRandom = asked === undefined || String(asked) === String(VIDEO_DEFAULTS.seed);
  const seed = usedSeed ?? (isRandom ? undefined : String(asked));
  return [
    ...(motionBucketId === undefined ? [] : [['motion', String(motionBucketId)] as const]),
    ...(condAug === undefined ? [] : [['noise', String(condAug)] as const]),
    ...(seed === undefined ? [] : [['seed', seed] as const]),
  ];
}

/** Sends a seed beyond a double's precision digit by digit. */
function seedOnTheWire(seed: string | number | undefined): unknown {
  if (seed === undefined) return undefined;
  const number = Number(seed);
  return Number.isSafeInteger(number) ? number : rawJson(String(seed));
}

/** TypeScript does not know `JSON.rawJSON` yet. */
function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

function videoExtra(parameters: VideoParameters): Readonly<Record<string, unknown>> {
  const { responseVideoType, enterprisePlan, webhook } = parameters;
  const test = webhook?.testMode;
  return {
    ...(responseVideoType === undefined ? {} : { response_video_type: responseVideoType }),
    ...enterprisePlanField(enterprisePlan),
    ...(webhook === undefined
      ? {}
      : {
          webhook: {
            url: webhook.url,
            ...(test === undefined
              ? {}
              : {
                  test_mode: { enabled: test.enabled, return_task_status: test.returnTaskStatus },
                }),
          },
        }),
  };
}

/** Returns seconds; interpolation adds frames, not time. */
export function videoSeconds(model: VideoModel): number {
  return VIDEO_LIMITS.frames[model] / VIDEO_LIMITS.framesPerSecond;
}

/** An honest identifier has some forty. */
const MAX_TASK_ID = 1000;

/** Returns `undefined` if there is no usable identifier. */
export function taskIdOfAnswer(json: unknown): string | undefined {
  const taskId = isRecord(json) ? lenientString.parse(json['task_id'])?.trim() : undefined;
  const isTaskId = taskId !== undefined && taskId !== '' && taskId.length <= MAX_TASK_ID;
  return isTaskId ? taskId : undefined;
}
