/**
 * Parameters of requests to language models as the screens keep them. A missing one is unset: it is not
 * sent, and the service decides. Ranges are checked where the request is built (`shared/api/sampling.ts`).
 */
import { z } from 'zod';
import { idSchema } from './common.ts';

/** Most named presets, and the length of a name. */
export const LANGUAGE_PRESETS = { most: 100, nameCharacters: 60 } as const;

export const languageParametersSchema = z.strictObject({
  maxTokens: z.number().optional(),
  n: z.number().optional(),
  seed: z.number().optional(),
  /** True: each request has the same seed. Else a new one follows each request that had one. */
  isSeedLocked: z.boolean().optional(),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  repetitionPenalty: z.number().optional(),
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  minP: z.number().optional(),
  logprobs: z.number().optional(),
  /** Completions only. */
  bestOf: z.number().optional(),
  stop: z.array(z.string()).readonly().optional(),
  /** By token id. */
  logitBias: z.record(z.string(), z.number()).optional(),
  /** The answer comes in pieces. */
  stream: z.boolean().optional(),
  /** The last piece has the usage. */
  usageInStream: z.boolean().optional(),
  /** Parameters outside their published range that are sent all the same. */
  anyway: z.array(z.string().max(40)).readonly().optional(),
});
export type LanguageParameters = z.infer<typeof languageParametersSchema>;

/** Parameters under a name. */
export const languagePresetSchema = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(LANGUAGE_PRESETS.nameCharacters),
  parameters: languageParametersSchema,
});
export type LanguagePreset = z.infer<typeof languagePresetSchema>;
