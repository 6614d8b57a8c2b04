/** Stored form of the Upscale screen; `null` is unset and is not sent. */
import { z } from 'zod';

export const MAX_TRIED_UPSCALERS = 4;

const nameSchema = z.string().max(200);

/** Ranges are checked where the request is built (`shared/api/upscale.ts`). */
export const upscaleFormSchema = z.strictObject({
  sizeMode: z.enum(['factor', 'size']),
  factor: z.number(),
  width: z.number(),
  height: z.number(),
  crop: z.boolean(),
  upscaler: nameSchema,
  /** Empty for none. */
  secondUpscaler: nameSchema,
  secondVisibility: z.number(),
  gfpganVisibility: z.number().nullable(),
  codeformerVisibility: z.number().nullable(),
  codeformerWeight: z.number().nullable(),
  resultTtlSeconds: z.number().nullable(),
  triedUpscalers: z.array(nameSchema).max(MAX_TRIED_UPSCALERS).readonly(),
});
export type UpscaleForm = z.infer<typeof upscaleFormSchema>;
