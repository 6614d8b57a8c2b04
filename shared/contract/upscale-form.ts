/** Stored form of the Upscale screen; `null` is unset and is not sent. */
import { z } from 'zod';
import { formShape } from '../parameters/parameter-schemas.ts';
import {
  SECOND_UPSCALER,
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
  UPSCALERS,
} from '../parameters/upscale-parameters.ts';
import { initialForm } from '../parameters/parameter-table.ts';

export const MAX_TRIED_UPSCALERS = 4;

export const upscaleFormSchema = z.strictObject({
  sizeMode: z.enum(['factor', 'size']),
  ...formShape(UPSCALE_BY_FACTOR),
  ...formShape(UPSCALE_TO_SIZE),
  ...formShape(UPSCALE_PARAMETERS),
  ...formShape(SECOND_UPSCALER),
  triedUpscalers: z.array(z.string().max(200)).max(MAX_TRIED_UPSCALERS).readonly(),
});
export type UpscaleForm = z.infer<typeof upscaleFormSchema>;

export const DEFAULT_UPSCALE_FORM: UpscaleForm = {
  sizeMode: 'factor',
  ...initialForm(UPSCALE_BY_FACTOR),
  ...initialForm(UPSCALE_TO_SIZE),
  ...initialForm(UPSCALE_PARAMETERS),
  ...initialForm(SECOND_UPSCALER),
  triedUpscalers: [UPSCALERS[0], UPSCALERS[2]],
};
