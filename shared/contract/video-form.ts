/** Stored form of the Video screen; `null` is unset and is not sent. */
import { z } from 'zod';
import { RESPONSE_VIDEO_TYPES, VIDEO_MODELS, VIDEO_RESIZE_MODES } from '../api/video.ts';
import { paddingSchema } from './job-requests.ts';

/** Ranges are checked where the request is built (`shared/api/video.ts`). */
export const videoFormSchema = z.strictObject({
  model: z.enum(VIDEO_MODELS),
  resizeMode: z.enum(VIDEO_RESIZE_MODES),
  padding: paddingSchema.nullable(),
  steps: z.number(),
  /** Decimal text, because a seed may exceed a double. */
  seed: z.string().max(40).nullable(),
  /** True: each clip gets the same seed. False: a new seed after each clip. */
  isSeedLocked: z.boolean(),
  motion: z.number().nullable(),
  noise: z.number().nullable(),
  interpolation: z.boolean().nullable(),
  responseType: z.enum(RESPONSE_VIDEO_TYPES).nullable(),
  webhookUrl: z.string().max(4000),
  isWebhookTest: z.boolean(),
  webhookTestStatus: z.string().max(200),
});
export type VideoForm = z.infer<typeof videoFormSchema>;
