/** Facts for the Video screen: what earlier clips have shown about the service. */
import { z } from 'zod';
import { RESPONSE_VIDEO_TYPES, VIDEO_MODELS, VIDEO_RESIZE_MODES } from '../api/video.ts';
import { idSchema, procedure } from './common.ts';
import { outputReferenceSchema } from './jobs.ts';

const sizeSchema = z.strictObject({
  width: z.int().positive(),
  height: z.int().positive(),
});

/** One measured clip: what was sent, and what came. */
export const videoMeasureSchema = z.strictObject({
  resizeMode: z.enum(VIDEO_RESIZE_MODES),
  responseType: z.enum(RESPONSE_VIDEO_TYPES),
  model: z.enum(VIDEO_MODELS),
  isInterpolated: z.boolean(),
  /** Pixels of the sent picture. */
  sent: sizeSchema,
  /** Pixels of the clip. */
  output: sizeSchema,
  /** Where the file could be measured. */
  frameCount: z.int().positive().optional(),
  milliseconds: z.number().positive().optional(),
});
export type VideoMeasure = z.infer<typeof videoMeasureSchema>;

/** SHA-256 in hexadecimal digits. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/u);

export const videoContract = {
  /** The latest measured clip of each kind on a connection; empty until there is one. */
  measures: procedure
    .input(z.strictObject({ connectionId: idSchema }))
    .output(z.array(videoMeasureSchema).readonly()),
  /** The clip that a file is a copy of, by its content; `null` for a file that no job has brought. */
  findClip: procedure
    .input(z.strictObject({ hash: hashSchema }))
    .output(outputReferenceSchema.nullable()),
};
