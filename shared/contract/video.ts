/** Facts about the service that earlier clips reveal. */
import { z } from 'zod';
import { RESPONSE_VIDEO_TYPES, VIDEO_MODELS, VIDEO_RESIZE_MODES } from '../api/video.ts';
import { idSchema, procedure } from './common.ts';
import { outputReferenceSchema } from './jobs.ts';

const sizeSchema = z.strictObject({
  width: z.int().positive(),
  height: z.int().positive(),
});

/** Sent and received sizes of one clip. */
export const videoMeasureSchema = z.strictObject({
  resizeMode: z.enum(VIDEO_RESIZE_MODES),
  responseType: z.enum(RESPONSE_VIDEO_TYPES),
  model: z.enum(VIDEO_MODELS),
  isInterpolated: z.boolean(),
  /** Sent pixels. */
  sent: sizeSchema,
  /** Pixels of the clip. */
  output: sizeSchema,
  /** Missing if the file could not be measured. */
  frameCount: z.int().positive().optional(),
  milliseconds: z.number().positive().optional(),
});
export type VideoMeasure = z.infer<typeof videoMeasureSchema>;

/** SHA-256 in hexadecimal digits. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/u);

export const videoContract = {
  /** Latest measured clip of each kind on a connection. */
  measures: procedure
    .input(z.strictObject({ connectionId: idSchema }))
    .output(z.array(videoMeasureSchema).readonly()),
  /** Finds the job of a clip by its content; `null` if there is none. */
  findClip: procedure
    .input(z.strictObject({ hash: hashSchema }))
    .output(outputReferenceSchema.nullable()),
};
