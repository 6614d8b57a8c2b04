import { z } from 'zod';
import { RANGED_FIELDS } from '../api/sampling-fields.ts';

/** Ranges are checked where the request is built (`shared/api/sampling.ts`), in sentences. */
export const parameterShape = {
  maxTokens: z.number().optional(),
  n: z.number().optional(),
  seed: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  repetitionPenalty: z.number().optional(),
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  minP: z.number().optional(),
  logprobs: z.number().optional(),
  stop: z.array(z.string().max(10_000)).max(100).optional(),
  logitBias: z.record(z.string().max(20), z.number()).optional(),
  /** Unset is true unless `bestOf` is set. */
  stream: z.boolean().optional(),
  /** False: a streamed answer is requested without usage. Unset is true. */
  usageInStream: z.boolean().optional(),
  /** Fields that are sent although they are out of range. */
  anyway: z.array(z.enum(RANGED_FIELDS)).max(RANGED_FIELDS.length).readonly().optional(),
};

/** For completions only; cannot be streamed. */
export const bestOfShape = { bestOf: z.number().optional() };

export const languageParametersSchema = z.strictObject({ ...parameterShape, ...bestOfShape });
