/** Ranges are checked in `shared/api`, so that errors name the value. */
import { z } from 'zod';
import { upscaleSchema } from '../api/upscale.ts';
import { videoSchema } from '../api/video.ts';
import { PADDING_FILLS } from '../geometry/working-frame.ts';
import { IMAGE_PARAMETERS } from '../parameters/image-parameters.ts';
import { looseShape } from '../parameters/parameter-schemas.ts';
import { idSchema, rectSchema } from './common.ts';
import { MOST_MARGIN } from './cleanup.ts';

/** A photo of the library with its results when the job is planned, or a part of it. */
const pictureReferenceSchema = z.strictObject({
  photoId: idSchema,
  /** Photo space; missing: the whole photo. */
  rect: rectSchema.optional(),
  /** Without results, as a picture slot shows it. */
  isOriginal: z.boolean().optional(),
});

/** Local padding around the whole picture, see `shared/geometry/working-frame.ts`. */
export const paddingSchema = z.strictObject({
  fill: z.enum(PADDING_FILLS),
  /** For `color`. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/u)
    .optional(),
});

const preparationSchema = z.strictObject({
  /** Limit of the longer side, pixels. */
  maxSide: z.int().min(16).max(16_384).optional(),
  padding: paddingSchema.optional(),
});

/** Limited to 1024 × 1024 pixels. */
export const removeTextRequestSchema = z.strictObject({
  kind: z.literal('remove-text'),
  picture: pictureReferenceSchema,
  ...looseShape(IMAGE_PARAMETERS),
  /** A `file` by default, or a `patch` of changed pixels on the photo. */
  result: z.enum(['file', 'patch']).optional(),
  /** For a `patch`, photo space. It fades out where it ends inside the crop. */
  core: rectSchema.optional(),
  /** For a `patch`, photo space. The job takes them and restores them like a mask. */
  boxes: z.array(rectSchema).optional(),
  /** For a `patch`: the crop is scaled down to fit, and changed pixels are scaled up again. */
  isReduced: z.boolean().optional(),
});

export const cleanupRequestSchema = z.strictObject({
  kind: z.literal('cleanup'),
  /** Photo pixels by which the mask was grown and over which the result fades out. */
  margin: z.int().min(0).max(MOST_MARGIN).optional(),
  /** Reverses a colour shift outside the mask. */
  matchColors: z.boolean().optional(),
  /** The mask belongs to a recipe and is not restored to the painted one. */
  isOwnMask: z.boolean().optional(),
  responseType: looseShape(IMAGE_PARAMETERS).responseType.optional(),
});

const partPreparationSchema = z.strictObject({
  maxSide: z.int().min(16).max(16_384).optional(),
  border: z.number().min(0).max(1).optional(),
});

/** Limited to 2048 × 2048 pixels for both pictures. */
export const mergeFaceRequestSchema = z.strictObject({
  kind: z.literal('merge-face'),
  picture: pictureReferenceSchema,
  picturePreparation: partPreparationSchema.optional(),
  face: pictureReferenceSchema,
  facePreparation: partPreparationSchema.optional(),
  ...looseShape(IMAGE_PARAMETERS),
});

export const upscaleRequestSchema = z.strictObject({
  kind: z.literal('upscale'),
  picture: pictureReferenceSchema,
  parameters: upscaleSchema(looseShape),
});

/** Limited to 2048 × 2048 pixels. */
export const videoRequestSchema = z.strictObject({
  kind: z.literal('video'),
  picture: pictureReferenceSchema,
  preparation: preparationSchema.optional(),
  parameters: videoSchema(looseShape),
});

export const trainingUploadRequestSchema = z.strictObject({
  kind: z.literal('training-upload'),
  picture: pictureReferenceSchema,
});

/** `task-result` is GET /v3/async/task-result, `progress` is GET /v2/progress. */
export const taskFamilySchema = z.enum(['task-result', 'progress']);

export const watchRequestSchema = z.strictObject({
  kind: z.literal('watch'),
  taskId: z.string(),
  family: taskFamilySchema,
});

/** `cleanup.run` starts clean-ups, because it takes the painted mask. */
export const startableRequestSchema = z.discriminatedUnion('kind', [
  removeTextRequestSchema,
  mergeFaceRequestSchema,
  upscaleRequestSchema,
  videoRequestSchema,
  trainingUploadRequestSchema,
]);

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
