import { z } from 'zod';
import { languageParametersSchema } from '../../../../../shared/contract/language.ts';
import { parseJson } from '../../../../../shared/parse-json.ts';

/** Where the model continues. Inserting at the cursor replaces a selection. */
const PLACES = ['end', 'cursor'] as const;
export type AnswerPosition = (typeof PLACES)[number];

const runningSchema = z.object({
  runId: z.string(),
  slotId: z.string(),
  is: z.enum(['slot', 'version']),
  /** The range to replace. */
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  /** The token to continue from. */
  first: z
    .object({
      token: z.string(),
      logprob: z.number().optional(),
      alternatives: z
        .array(z.object({ token: z.string(), logprob: z.number() }))
        .default([])
        .catch([]),
    })
    .optional(),
  /** Answers side by side. */
  count: z.int().positive(),
  stop: z.array(z.string()),
  /** Characters of the answer in the saved text. */
  applied: z.int().nonnegative(),
});

const settingsSchema = z.object({
  model: z.string().optional(),
  parameters: languageParametersSchema.catch({}),
  place: z.enum(PLACES).catch('end'),
  areProbabilitiesShown: z.boolean().catch(false),
  running: runningSchema.optional().catch(undefined),
});

/** Everything needed to resume an answer after a reload. */
export type RunningAnswer = z.infer<typeof runningSchema>;
export type DocumentSettings = z.infer<typeof settingsSchema>;

/** Tokens for a paragraph. The default of services, 16, ends in the first line. */
const FIRST_LENGTH = 160;

export const DEFAULT_DOCUMENT_SETTINGS: DocumentSettings = {
  parameters: { maxTokens: FIRST_LENGTH },
  place: 'end',
  areProbabilitiesShown: false,
};

/** Uses defaults for unreadable settings. */
export function readDocumentSettings(stored: string): DocumentSettings {
  return settingsSchema.safeParse(parseJson(stored)).data ?? DEFAULT_DOCUMENT_SETTINGS;
}
