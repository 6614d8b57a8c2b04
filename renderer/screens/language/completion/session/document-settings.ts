/** The settings of a document, kept with it as JSON; and the answer that is being written into it. */
import { z } from 'zod';
import { languageParametersSchema } from '../../../../../shared/contract/language-parameters.ts';
import { parseJson } from '../../../../../shared/parse-json.ts';

/** Where the model continues. A selection at the cursor is replaced. */
export const PLACES = ['end', 'cursor'] as const;
export type Place = (typeof PLACES)[number];

const runningSchema = z.object({
  runId: z.string(),
  slotId: z.string(),
  /** A new place, or another version of one. */
  is: z.enum(['slot', 'version']),
  /** The text that it takes the place of. */
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  /** The token that the answer goes on from. */
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
  /** Characters of the answer that the saved text has already. */
  applied: z.int().nonnegative(),
});

const settingsSchema = z.object({
  model: z.string().optional(),
  parameters: languageParametersSchema.catch({}),
  place: z.enum(PLACES).catch('end'),
  areProbabilitiesShown: z.boolean().catch(false),
  running: runningSchema.optional().catch(undefined),
});

/** An answer on its way into a document, with everything that is needed to take it up after a reload. */
export type RunningAnswer = z.infer<typeof runningSchema>;
export type DocumentSettings = z.infer<typeof settingsSchema>;

/** Of a new document: a paragraph. The service's own default, 16 tokens, breaks off in its first line. */
const FIRST_LENGTH = 160;

export const DEFAULT_DOCUMENT_SETTINGS: DocumentSettings = {
  parameters: { maxTokens: FIRST_LENGTH },
  place: 'end',
  areProbabilitiesShown: false,
};

/** Reads the settings of a document; those that cannot be read are the defaults. */
export function readDocumentSettings(stored: string): DocumentSettings {
  return settingsSchema.safeParse(parseJson(stored)).data ?? DEFAULT_DOCUMENT_SETTINGS;
}
