import { z } from 'zod';
import { RESPONSE_VIDEO_TYPES, VIDEO_MODELS, VIDEO_RESIZE_MODES } from '../api/video.ts';
import { idSchema, procedure } from './common.ts';
import { outputReferenceSchema } from './jobs.ts';

const sizeSchema = z.strictObject({
  width: z.int().positive(),
  height: z.int().positive(),
});

export const videoMeasureSchema = z.strictObject({
  resizeMode: z.enum(VIDEO_RESIZE_MODES),
  responseType: z.enum(RESPONSE_VIDEO_TYPES),
  model: z.enum(VIDEO_MODELS),
  isInterpolated: z.boolean(),
  sent: sizeSchema,
  output: sizeSchema,
  /** Missing if the file could not be measured. */
  frameCount: z.int().positive().optional(),
  milliseconds: z.number().positive().optional(),
});
export type VideoMeasure = z.infer<typeof videoMeasureSchema>;

/** SHA-256 in hexadecimal digits. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/u);

export const videoContract = {
  measures: procedure
    .input(z.strictObject({ connectionId: idSchema }))
    .output(z.array(videoMeasureSchema).readonly()),
  findClip: procedure
    .input(z.strictObject({ hash: hashSchema }))
    .output(outputReferenceSchema.nullable()),
};
