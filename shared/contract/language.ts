/** Language models: requests, and answers as a stream. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, timestampSchema } from './common.ts';
import {
  bestOfShape,
  parameterShape,
  type languageParametersSchema,
} from './language-parameters.ts';

/** A model that the active connection offers; prices in 1/10000 USD per million tokens. */
export const modelSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  created: z.number().optional(),
  contextTokens: z.number().optional(),
  inputPricePerMillion: z.number().optional(),
  outputPricePerMillion: z.number().optional(),
  /** The price depends on more than the number of tokens. */
  arePricesRough: z.literal(true).optional(),
  /** The service withdraws it, or has done so. */
  isWithdrawn: z.literal(true).optional(),
});

/** A model's name in requests. */
export const modelIdSchema = z.string().max(300);

/** Most pictures in one message. */
export const MOST_PICTURES = 10;

/** A picture of the library that goes with a message, as a JPEG. */
export const messagePictureSchema = z.strictObject({
  photoId: idSchema,
  /** Most pixels of its longer side; a larger picture is reduced. */
  longestSide: z.int().min(64).max(4096),
});

/** A request to a model. */
/** Far above what any model takes. */
const PROMPT = { characters: 10_000_000, most: 100_000 } as const;
const promptSchema = z.string().max(PROMPT.characters);

export const languageRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('completion'),
    model: modelIdSchema,
    ...parameterShape,
    ...bestOfShape,
    prompt: z.union([
      promptSchema,
      z.array(promptSchema).max(PROMPT.most),
      z.array(z.number()).max(PROMPT.characters),
      z.array(z.array(z.number()).max(PROMPT.characters)).max(PROMPT.most),
    ]),
  }),
  z.strictObject({
    kind: z.literal('chat'),
    model: modelIdSchema,
    ...parameterShape,
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['system', 'user', 'assistant']),
          content: promptSchema,
          /** Only with `user`. */
          pictures: z.array(messagePictureSchema).max(MOST_PICTURES).readonly().optional(),
        }),
      )
      .max(PROMPT.most),
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
  reasoningTokens: z.number().optional(),
  isRough: z.literal(true).optional(),
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
  /** What the model thinks before it answers. */
  z.strictObject({
    is: z.literal('thoughts'),
    choice: z.int().nonnegative(),
    text: z.string(),
    pieces: z.int().nonnegative(),
  }),
  /** The service is asked again at this time: it was too busy, or could not be reached. */
  z.strictObject({
    is: z.literal('waiting'),
    until: timestampSchema,
    why: z.enum(['busy', 'unreachable']),
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

/** An answer without its text and its request. */
export const answerRunSchema = z.strictObject({
  /** For `language.follow` and `language.stop`. */
  id: idSchema,
  state: languageRunStateSchema,
  model: modelIdSchema,
  connectionName: z.string(),
  /** Free: by the practice service. */
  isPractice: z.boolean(),
  createdAt: timestampSchema,
  /** When the first piece of text arrived. */
  firstTextAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
  /** Pieces of text that have arrived. */
  pieces: z.int().nonnegative(),
  /** Exact, by the service. */
  usage: tokenUsageSchema.optional(),
  /** Prices when it began, 1/10000 USD per million tokens. */
  priceIn: z.number().optional(),
  priceOut: z.number().optional(),
  /** 1/10000 USD, with fractions; missing while usage or prices are unknown. */
  cost: z.number().nonnegative().optional(),
  /** Where no usage came (stopped, broken off): about so much, 1/10000 USD. */
  estimatedCost: z.number().nonnegative().optional(),
  /** Why each choice ended, by its index: `stop`, `length` or a word of the service. */
  finishReasons: z.array(z.string().nullable()).readonly(),
  /** As the service names the answer. */
  serviceId: z.string().optional(),
  serviceModel: z.string().optional(),
  /** The service's own time of the answer, Unix seconds. */
  serviceCreated: z.number().optional(),
  error: appErrorSchema.optional(),
});

/** An answer without its text. */
export const languageRunSchema = answerRunSchema.extend({
  /** For an answer in a conversation without its messages; `language.request` has them. */
  request: languageRequestSchema,
  /** The conversation and the message that it belongs to. */
  conversationId: idSchema.optional(),
  messageId: idSchema.optional(),
});

/** Money of answers, by the ledger, which forgets nothing. */
export const spentSchema = z.strictObject({
  answers: z.int().nonnegative(),
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
  /** 1/10000 USD with fractions, of the answers with a known cost. */
  cost: z.number().nonnegative(),
  /** 1/10000 USD, about: of answers whose cost is unknown, as far as it can be estimated. */
  estimated: z.number().nonnegative(),
  /** Answers whose cost is unknown: no usage arrived, or the model has no price. */
  unknown: z.int().nonnegative(),
});

/** An answer as lists show it: the beginning of its question or prompt. */
const listedAnswerSchema = answerRunSchema.extend({
  kind: z.enum(['completion', 'chat']),
  title: z.string(),
  conversationId: idSchema.optional(),
  messageId: idSchema.optional(),
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

export type LanguageParameters = z.infer<typeof languageParametersSchema>;
export type MessagePicture = z.infer<typeof messagePictureSchema>;
export type AnswerRun = z.infer<typeof answerRunSchema>;
export type LanguageRequest = z.infer<typeof languageRequestSchema>;
export type Spent = z.infer<typeof spentSchema>;
export type ListedAnswer = z.infer<typeof listedAnswerSchema>;
export type LanguageRun = z.infer<typeof languageRunSchema>;
export type LanguageMessage = z.infer<typeof languageMessageSchema>;

export const languageContract = {
  /** The models of the active connection, asked for now. Screens use `models.list`. */
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
  /** The whole request of an answer, with the messages of its conversation as they were. */
  request: procedure.input(z.strictObject({ runId: idSchema })).output(languageRequestSchema),
  /** Newest first, without their texts. */
  list: procedure
    .input(z.strictObject({ limit: z.int().min(1).max(500) }))
    .output(z.array(languageRunSchema).readonly()),
  /** For Tasks: newest first, in pages, without requests. */
  answers: procedure
    .input(
      z.strictObject({
        show: z.enum(['all', 'running', 'failed']),
        /** Part of the question, the conversation's title, the prompt or the model's name. */
        text: z.string().max(200).optional(),
        after: z.string().max(200).optional(),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(
      z.strictObject({
        answers: z.array(listedAnswerSchema).readonly(),
        /** Of all that are being written. */
        running: z.int().nonnegative(),
        after: z.string().optional(),
      }),
    ),
  /** Answers that have begun or ended. The first value comes at once and is empty. */
  changes: procedure.output(
    eventIterator(z.strictObject({ runIds: z.array(idSchema).readonly() })),
  ),
  /** Sums of a day (since 1970, UTC) on a connection. */
  spent: procedure
    .input(z.strictObject({ connectionId: idSchema, day: z.int().nonnegative() }))
    .output(spentSchema),
};
