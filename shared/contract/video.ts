import { z } from 'zod';
import { VIDEO_PARAMETERS } from '../parameters/video-parameters.ts';
import { idSchema, takes } from './common.ts';
import { outputReferenceSchema } from './jobs.ts';

const sizeSchema = z.strictObject({
  width: z.int().positive(),
  height: z.int().positive(),
});

export const videoMeasureSchema = z.strictObject({
  resizeMode: z.enum(VIDEO_PARAMETERS.resizeMode.values),
  responseType: z.enum(VIDEO_PARAMETERS.responseVideoType.values),
  model: z.enum(VIDEO_PARAMETERS.model.values),
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
  measures: takes({ connectionId: idSchema }).output(z.array(videoMeasureSchema).readonly()),
  findClip: takes({ hash: hashSchema }).output(outputReferenceSchema.nullable()),
};
