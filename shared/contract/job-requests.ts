/**
 * The request of a job, in the user's terms. Ranges are not checked here but where the wire
 * request is built (`shared/api`), so that a wrong value is named in a sentence.
 */
import { z } from 'zod';
import { RESPONSE_IMAGE_TYPES } from '../api/images.ts';
import { RESPONSE_VIDEO_TYPES, VIDEO_MODELS, VIDEO_RESIZE_MODES } from '../api/video.ts';
import { PADDING_FILLS } from '../geometry/working-frame.ts';
import { idSchema, rectSchema } from './common.ts';

/** A photo of the library as it looks when the job is planned, or a part of it. */
export const pictureReferenceSchema = z.strictObject({
  photoId: idSchema,
  /** Photo space; the whole photo unless given. */
  rect: rectSchema.optional(),
  /** Without the results that lie on it: as a well shows it. */
  isOriginal: z.boolean().optional(),
});

/** A local padding around the whole picture, see `shared/geometry/working-frame.ts`. */
export const paddingSchema = z.strictObject({
  fill: z.enum(PADDING_FILLS),
  /** For `color`. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/u)
    .optional(),
});

/** Changes to a picture before it is sent. The photo stays as it is. */
const preparationSchema = z.strictObject({
  /** The longer side at most, pixels. */
  maxSide: z.int().min(16).max(16_384).optional(),
  padding: paddingSchema.optional(),
});

/** Type of the returned picture. */
const responseTypeSchema = z.enum(RESPONSE_IMAGE_TYPES);

/** Upscalers are free text: the service may know more than Gesso. */
const nameSchema = z.string().max(200);

/** Removes text from a picture of at most 1024 × 1024 pixels. */
export const removeTextRequestSchema = z.strictObject({
  kind: z.literal('remove-text'),
  picture: pictureReferenceSchema,
  responseType: responseTypeSchema,
  /**
   * The use of the answer: a `file` of its own (the default), or a `patch` on the photo that
   * holds the pixels that really changed.
   */
  result: z.enum(['file', 'patch']).optional(),
  /** For a `patch`: the area whose answer is used, photo space; where it ends inside the part, it fades out. */
  core: rectSchema.optional(),
  /** For a `patch`: the boxes that were drawn for it, photo space. The job takes them, and they come back as a mask does. */
  boxes: z.array(rectSchema).optional(),
  /** For a `patch`: the part is made smaller until it fits; changed pixels are enlarged again. */
  isReduced: z.boolean().optional(),
});

/** A clean-up of a painted region. */
export const cleanupRequestSchema = z.strictObject({
  kind: z.literal('cleanup'),
  /** Photo pixels by which the sent mask was grown and over which the result fades out; 0 = none. */
  margin: z.int().min(0).max(64).optional(),
  /** A shift of the colours outside the mask is taken back. */
  matchColors: z.boolean().optional(),
  /** The mask is the job's own (of a recipe): it was not taken from the painted one, and is not restored to it. */
  isOwnMask: z.boolean().optional(),
  /** PNG unless given. */
  responseType: responseTypeSchema.optional(),
});

/** Changes to a part of a picture before it is sent, see `shared/geometry/prepared-part.ts`. */
const partPreparationSchema = z.strictObject({
  maxSide: z.int().min(16).max(16_384).optional(),
  border: z.number().min(0).max(1).optional(),
});

/** Puts the face of one picture into another; both at most 2048 × 2048 pixels. */
export const mergeFaceRequestSchema = z.strictObject({
  kind: z.literal('merge-face'),
  /** The picture that receives the face. */
  picture: pictureReferenceSchema,
  picturePreparation: partPreparationSchema.optional(),
  /** The picture with the face. */
  face: pictureReferenceSchema,
  facePreparation: partPreparationSchema.optional(),
  responseType: responseTypeSchema,
});

/** Enlarges a picture; the parameters are `UpscaleParameters` of `shared/api/upscale.ts`. */
export const upscaleRequestSchema = z.strictObject({
  kind: z.literal('upscale'),
  picture: pictureReferenceSchema,
  parameters: z.strictObject({
    upscaler: nameSchema,
    size: z.discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('factor'), factor: z.number() }),
      z.strictObject({
        mode: z.literal('size'),
        width: z.number(),
        height: z.number(),
        crop: z.boolean(),
      }),
    ]),
    secondUpscaler: z.strictObject({ name: nameSchema, visibility: z.number() }).optional(),
    gfpganVisibility: z.number().optional(),
    codeformerVisibility: z.number().optional(),
    codeformerWeight: z.number().optional(),
    resultTtlSeconds: z.number().optional(),
  }),
});

/**
 * Makes a short video of a picture of at most 2048 × 2048 pixels; the parameters are
 * `VideoParameters` of `shared/api/video.ts`.
 */
export const videoRequestSchema = z.strictObject({
  kind: z.literal('video'),
  picture: pictureReferenceSchema,
  preparation: preparationSchema.optional(),
  parameters: z.strictObject({
    model: z.enum(VIDEO_MODELS),
    resizeMode: z.enum(VIDEO_RESIZE_MODES),
    steps: z.number(),
    /** Decimal text: a seed may be larger than a number can hold. A number is taken as its text. */
    seed: z
      .union([z.string().max(40), z.number()])
      .transform((seed) => String(seed))
      .optional(),
    motionBucketId: z.number().optional(),
    condAug: z.number().optional(),
    frameInterpolation: z.boolean().optional(),
    responseVideoType: z.enum(RESPONSE_VIDEO_TYPES).optional(),
    enterprisePlan: z.boolean().optional(),
    webhook: z
      .strictObject({
        url: z.string().max(4000),
        testMode: z
          .strictObject({ enabled: z.boolean(), returnTaskStatus: z.string().max(200) })
          .optional(),
      })
      .optional(),
  }),
});

/** Uploads a picture to the training data. */
export const trainingUploadRequestSchema = z.strictObject({
  kind: z.literal('training-upload'),
  picture: pictureReferenceSchema,
});

/** The endpoint of a task: `task-result` GET /v3/async/task-result · `progress` GET /v2/progress. */
export const taskFamilySchema = z.enum(['task-result', 'progress']);

/** A task that was started elsewhere and is followed here; `jobs.watch` begins it, nothing is sent. */
export const watchRequestSchema = z.strictObject({
  kind: z.literal('watch'),
  taskId: z.string(),
  family: taskFamilySchema,
});

/** Everything that `jobs.start` takes. A clean-up is started by `cleanup.run`: it takes the painted mask. */
export const startableRequestSchema = z.discriminatedUnion('kind', [
  removeTextRequestSchema,
  mergeFaceRequestSchema,
  upscaleRequestSchema,
  videoRequestSchema,
  trainingUploadRequestSchema,
]);

/** The request in a job's row. */
export const jobRequestSchema = z.discriminatedUnion('kind', [
  cleanupRequestSchema,
  watchRequestSchema,
  ...startableRequestSchema.options,
]);

export type PictureReference = z.infer<typeof pictureReferenceSchema>;
export type RemoveTextJobRequest = z.infer<typeof removeTextRequestSchema>;
export type MergeFaceJobRequest = z.infer<typeof mergeFaceRequestSchema>;
export type UpscaleJobRequest = z.infer<typeof upscaleRequestSchema>;
export type VideoJobRequest = z.infer<typeof videoRequestSchema>;
export type TrainingUploadJobRequest = z.infer<typeof trainingUploadRequestSchema>;
export type TaskFamily = z.infer<typeof taskFamilySchema>;
export type WatchJobRequest = z.infer<typeof watchRequestSchema>;
export type StartableRequest = z.infer<typeof startableRequestSchema>;
export type JobRequest = z.infer<typeof jobRequestSchema>;
export type JobKindName = JobRequest['kind'];
