/** POST /v3/async/img2video as it is on the wire (specification, "POST /v3/async/img2video"). */

/** The path below the base URL. */
export const VIDEO_PATH = '/v3/async/img2video';

export const VIDEO_MODELS = ['SVD-XT', 'SVD'] as const;
export type VideoModel = (typeof VIDEO_MODELS)[number];

/**
 * `ORIGINAL_RESOLUTION` keeps the size and ensures less than 576 x 1024; `CROP_TO_ASPECT_RATIO`
 * keeps the proportions and crops to 576 x 1024.
 */
export const VIDEO_RESIZE_MODES = ['ORIGINAL_RESOLUTION', 'CROP_TO_ASPECT_RATIO'] as const;

/** `extra.response_video_type`; the specification leaves the values open. */
export const RESPONSE_VIDEO_TYPES = ['mp4', 'gif'] as const;

/** What `webhook.test_mode.return_task_status` may be; the specification leaves the values open. */
export const WEBHOOK_TEST_STATUSES = ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'] as const;

/** What the user chooses for a video. Frames and frames per second follow from the model. */
export interface VideoParameters {
  readonly model: VideoModel;
  readonly resizeMode: (typeof VIDEO_RESIZE_MODES)[number];
  /** Denoising steps, 1 to 50. */
  readonly steps: number;
  /** -1 (the service chooses) or more. */
  readonly seed?: number | undefined;
  /** 1 to 255; more is more motion. */
  readonly motionBucketId?: number | undefined;
  /** Noise added to the picture, 0 to 1: more is less resemblance and more motion. */
  readonly condAug?: number | undefined;
  /** True: the video is brought to 24 frames per second. */
  readonly frameInterpolation?: boolean | undefined;
  readonly responseVideoType?: (typeof RESPONSE_VIDEO_TYPES)[number] | undefined;
  /** `extra.enterprise_plan.enabled` */
  readonly enterprisePlan?: boolean | undefined;
  readonly webhook?: VideoWebhook | undefined;
}

/** An address that the service calls when the video is ready. */
export interface VideoWebhook {
  /** https, at most 2048 characters. */
  readonly url: string;
  readonly testMode?:
    | {
        readonly enabled: boolean;
        readonly returnTaskStatus: (typeof WEBHOOK_TEST_STATUSES)[number];
      }
    | undefined;
}
