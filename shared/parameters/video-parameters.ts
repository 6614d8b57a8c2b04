/** From the specification ("Limits") unless another source is named. */
import type { ParameterTable, ValueOf } from './parameter-table.ts';

export const VIDEO_LIMITS = {
  /** Fixed for each model. */
  frames: { 'SVD-XT': 25, SVD: 14 },
  framesPerSecond: 6,
  interpolatedFramesPerSecond: 24,
  /** Size of the video in pixels, in either orientation. */
  workingResolution: { short: 576, long: 1024 },
} as const;

/** Steps that the models' authors use. */
export const REFERENCE_STEPS = { 'SVD-XT': 30, SVD: 25 } as const;

/** The service chooses a seed. */
export const RANDOM_SEED = -1n;

/** Frames and frame rate follow from the model. */
export const VIDEO_PARAMETERS = {
  model: {
    kind: 'choice',
    wire: 'model_name',
    noun: 'The model',
    values: ['SVD-XT', 'SVD'],
    labels: { 'SVD-XT': 'SVD-XT', SVD: 'SVD' },
    initial: 'SVD-XT',
    label: 'Model',
    hint: `SVD-XT makes ${VIDEO_LIMITS.frames['SVD-XT']} frames, SVD ${VIDEO_LIMITS.frames.SVD}.`,
  },
  resizeMode: {
    kind: 'choice',
    wire: 'image_file_resize_mode',
    noun: 'The way to fit the picture',
    // `ORIGINAL_RESOLUTION` ensures less than 576 x 1024; `CROP_TO_ASPECT_RATIO` crops to it.
    values: ['ORIGINAL_RESOLUTION', 'CROP_TO_ASPECT_RATIO'],
    labels: { CROP_TO_ASPECT_RATIO: 'Crop', ORIGINAL_RESOLUTION: 'Keep shape' },
    initial: 'CROP_TO_ASPECT_RATIO',
    label: 'Fit',
    hint: 'Crop fills the frame and cuts off the rest.',
  },
  steps: {
    kind: 'number',
    wire: 'steps',
    range: { min: 1, max: 50, isWhole: true },
    initial: REFERENCE_STEPS['SVD-XT'],
    label: 'Steps',
    hint: 'More steps look cleaner and take longer.',
  },
  seed: {
    kind: 'seed',
    wire: 'seed',
    noun: 'The seed',
    // Only the minimum is published; the maximum is what 64 bits hold.
    range: { min: RANDOM_SEED, max: 2n ** 63n - 1n },
    label: 'Seed',
    hint: 'The same seed with the same settings gives the same clip. −1 or more; Auto is another one each time.',
  },
  // Usual values are what other clients send; none is published.
  motionBucketId: {
    kind: 'number',
    wire: 'motion_bucket_id',
    field: 'motion',
    range: { min: 1, max: 255, isWhole: true },
    usual: 127,
    label: 'Motion',
    hint: 'Higher values move more.',
  },
  condAug: {
    kind: 'number',
    wire: 'cond_aug',
    noun: 'Added noise',
    field: 'noise',
    range: { min: 0, max: 1 },
    step: 0.01,
    usual: 0.02,
    label: 'Noise',
    hint: 'More noise means less likeness and more motion.',
  },
  frameInterpolation: {
    kind: 'flag',
    wire: 'enable_frame_interpolation',
    field: 'interpolation',
    label: 'Interpolation',
    hint: `On brings the clip to ${VIDEO_LIMITS.interpolatedFramesPerSecond} frames a second: smoother, about the same length.`,
  },
  responseVideoType: {
    kind: 'choice',
    wire: 'response_video_type',
    noun: 'The type of the video',
    field: 'responseType',
    // The specification states no values except the default, `mp4`.
    values: ['mp4', 'gif', 'webp'],
    labels: { mp4: 'MP4', gif: 'GIF' },
    usual: 'mp4',
    label: 'File type',
    hint: 'MP4 is small and keeps all colours. GIF has 256 colours and plays anywhere.',
  },
} as const satisfies ParameterTable;

export type VideoModel = ValueOf<typeof VIDEO_PARAMETERS.model>;

/** In the request, the webhook is an object with its test mode in it. */
export const WEBHOOK = {
  url: {
    kind: 'address',
    wire: 'url',
    noun: 'The webhook',
    field: 'webhookUrl',
    initial: '',
    // Our own limit, which every server accepts.
    maxCharacters: 2048,
    placeholder: 'None',
    label: 'Webhook',
    hint: 'The service calls this address when the clip is ready. Gesso saves the clip either way.',
  },
} as const satisfies ParameterTable;

export const WEBHOOK_TEST = {
  enabled: {
    kind: 'flag',
    wire: 'enabled',
    field: 'isWebhookTest',
    initial: false,
    label: 'Test mode',
    hint: 'The service calls the address at once with the status below. No real clip is made.',
  },
  returnTaskStatus: {
    kind: 'text',
    wire: 'return_task_status',
    noun: "The webhook's test status",
    field: 'webhookTestStatus',
    initial: 'TASK_STATUS_SUCCEED',
    maxCharacters: 200,
    // The specification states none.
    suggestions: ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'],
    label: 'Test status',
    hint: 'A known status, or any other text.',
  },
} as const satisfies ParameterTable;
