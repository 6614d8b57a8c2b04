/** Stored form of the Video screen; `null` is unset and is not sent. */
import { z } from 'zod';
import { formShape } from '../parameters/parameter-schemas.ts';
import { VIDEO_PARAMETERS, WEBHOOK, WEBHOOK_TEST } from '../parameters/video-parameters.ts';
import { paddingSchema } from './job-requests.ts';
import { initialForm } from '../parameters/parameter-table.ts';

export const videoFormSchema = z.strictObject({
  ...formShape(VIDEO_PARAMETERS),
  padding: paddingSchema.nullable(),
  /** True: each clip gets the same seed. False: a new seed after each clip. */
  isSeedLocked: z.boolean(),
  ...formShape(WEBHOOK),
  ...formShape(WEBHOOK_TEST),
});
export type VideoForm = z.infer<typeof videoFormSchema>;

export const DEFAULT_VIDEO_FORM: VideoForm = {
  ...initialForm(VIDEO_PARAMETERS),
  padding: null,
  isSeedLocked: false,
  ...initialForm(WEBHOOK),
  ...initialForm(WEBHOOK_TEST),
};
