/** Language models: requests, and answers as a stream. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, timestampSchema } from './common.ts';

/** A model that the active connection offers; prices in 1/10000 USD per million tokens. */
export const modelSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  created: z.number().optional(),
  contextTokens: z.number().optional(),
  inputPricePerMillion: z.number().optional(),
  outputPricePerMillion: z.number().optional(),
});

/** Ranges are checked where the request is built (`shared/api/sampling.ts`), in sentences. */
const samplingShape = {
  model: z.string().max(300),
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
  stop: z.array(z.string()).optional(),
  logitBias: z.record(z.string(), z.number()).optional(),
};

/** A request to a model. */
export const languageRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('completion'),
    ...samplingShape,
    prompt: z.union([
      z.string(),
      z.array(z.string()),
      z.array(z.number()),
      z.array(z.array(z.number())),
    ]),
    /** Comes at once: it cannot be streamed. */
    bestOf: z.number().optional(),
  }),
  z.strictObject({
    kind: z.literal('chat'),
    ...samplingShape,
    messages: z.array(
      z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
    ),
  }),
]);

const tokenLogprobSchema = z.strictObject({
  token: z.string(),
  /** Natural logarithm. */
  logprob: z.number().optional(),
  /** Most likely first. */
  alternatives: z.array(z.strictObject({ token: z.string(), logprob: z.number() })).readonly(),
});

export const tokenUsageSchema = z.strictObject({
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
});

/** An event of an answer; see `LanguageEvent` of the service client. */
export const languageEventSchema = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('text'),
    choice: z.int().nonnegative(),
    text: z.string(),
    /** The number of pieces in which it arrived, for measuring speed. */
    pieces: z.int().nonnegative(),
    logprobs: z.array(tokenLogprobSchema).readonly(),
  }),
  z.strictObject({
    is: z.literal('finish'),
    choice: z.int().nonnegative(),
    reason: z.string(),
  }),
  z.strictObject({ is: z.literal('usage'), usage: tokenUsageSchema }),
  z.strictObject({
    is: z.literal('origin'),
    id: z.string().optional(),
    model: z.string().optional(),
    created: z.number().optional(),
  }),
  z.strictObject({ is: z.literal('unreadable'), excerpt: z.string() }),
]);

/**
 * `running` · `done` · `stopped` by the user · `interrupted`: it ended too early, its text is kept ·
 * `failed`: nothing came.
 */
export const languageRunStateSchema = z.enum([
  'running',
  'done',
  'stopped',
  'interrupted',
  'failed',
]);

/** An answer without its text. */
export const languageRunSchema = z.strictObject({
  id: idSchema,
  state: languageRunStateSchema,
  request: languageRequestSchema,
  connectionName: z.string(),
  createdAt: timestampSchema,
  /** When the first piece of text arrived. */
  firstTextAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
  /** Pieces of text that have arrived. */
  pieces: z.int().nonnegative(),
  usage: tokenUsageSchema.optional(),
  error: appErrorSchema.optional(),
});

/**
 * One message of a running answer. `sequence` grows by one with each; a reader that remembers the
 * last one can break off and come back without loss or repetition.
 */
export const languageMessageSchema = z.strictObject({
  sequence: z.int().nonnegative(),
  events: z.array(languageEventSchema).readonly(),
  /** Only with the last message. */
  end: languageRunSchema.optional(),
});

export type LanguageRequest = z.infer<typeof languageRequestSchema>;
export type LanguageRun = z.infer<typeof languageRunSchema>;
export type LanguageMessage = z.infer<typeof languageMessageSchema>;

export const languageContract = {
  /** The models of the active connection. */
  models: procedure.output(z.array(modelSchema).readonly()),
  /**
   * Begins an answer on the active connection and returns at once. It is written whether somebody
   * follows it or not, until it ends or is stopped.
   */
  start: procedure.input(languageRequestSchema).output(z.strictObject({ runId: idSchema })),
  /** The messages after `afterSequence` (-1: all), then new ones, up to the end. */
  follow: procedure
    .input(z.strictObject({ runId: idSchema, afterSequence: z.int().min(-1) }))
    .output(eventIterator(languageMessageSchema)),
  /** Ends an answer; its text so far is kept. */
  stop: procedure.input(z.strictObject({ runId: idSchema })).output(z.void()),
  /** Newest first, without their texts. */
  list: procedure
    .input(z.strictObject({ limit: z.int().min(1).max(500) }))
    .output(z.array(languageRunSchema).readonly()),
};
