import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, takes, timestampSchema, rowsOf } from './common.ts';
import {
  CHAT_PARAMETERS,
  COMPLETION_PARAMETERS,
  type RangedField,
} from '../parameters/chat-parameters.ts';
import { looseShape } from '../parameters/parameter-schemas.ts';

const RANGED_FIELDS = [...Object.keys(COMPLETION_PARAMETERS), 'stop', 'logitBias'] as RangedField[];

/** Besides the numbers of `shared/parameters/chat-parameters.ts`. */
const parameterShape = {
  stop: z.array(z.string().max(10_000)).max(100).optional(),
  logitBias: z.record(z.string().max(20), z.number()).optional(),
  /** Unset is true unless `bestOf` is set. */
  stream: z.boolean().optional(),
  /** False: a streamed answer is requested without usage. Unset is true. */
  usageInStream: z.boolean().optional(),
  /** Fields that are sent although they are out of range. */
  anyway: z.array(z.enum(RANGED_FIELDS)).max(RANGED_FIELDS.length).readonly().optional(),
};

export const languageParametersSchema = z.strictObject({
  ...looseShape(COMPLETION_PARAMETERS),
  ...parameterShape,
});

/** Prices in 1/10000 USD per million tokens. */
export const modelSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  created: z.number().optional(),
  contextTokens: z.number().optional(),
  inputPricePerMillion: z.number().optional(),
  outputPricePerMillion: z.number().optional(),
  arePricesRough: z.literal(true).optional(),
  isWithdrawn: z.literal(true).optional(),
});

export const modelIdSchema = z.string().max(300);

export const MOST_PICTURES = 10;

export const messagePictureSchema = z.strictObject({
  photoId: idSchema,
  /** Limit of the longer side in pixels; a larger picture is scaled down. */
  longestSide: z.int().min(64).max(4096),
});

/** Far above what any model takes. */
const PROMPT = { characters: 10_000_000, most: 100_000 } as const;
const promptSchema = z.string().max(PROMPT.characters);

export const languageRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('completion'),
    model: modelIdSchema,
    ...looseShape(COMPLETION_PARAMETERS),
    ...parameterShape,
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
    ...looseShape(CHAT_PARAMETERS),
    ...parameterShape,
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['system', 'user', 'assistant']),
          content: promptSchema,
          /** `user` only. */
          pictures: z.array(messagePictureSchema).max(MOST_PICTURES).readonly().optional(),
        }),
      )
      .max(PROMPT.most),
  }),
]);

const tokenLogprobSchema = z.strictObject({
  token: z.string(),
  logprob: z.number().optional(),
  alternatives: rowsOf({ token: z.string(), logprob: z.number() }),
});

export const tokenUsageSchema = z.strictObject({
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  reasoningTokens: z.number().optional(),
  isRough: z.literal(true).optional(),
});

/** See `LanguageEvent` of the service client. */
export const languageEventSchema = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('text'),
    choice: z.int().nonnegative(),
    text: z.string(),
    /** Chunks in which it arrived, for measuring speed. */
    pieces: z.int().nonnegative(),
    logprobs: z.array(tokenLogprobSchema).readonly(),
  }),
  z.strictObject({
    is: z.literal('thoughts'),
    choice: z.int().nonnegative(),
    text: z.string(),
    pieces: z.int().nonnegative(),
  }),
  /** The request is repeated at this time. */
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

/** `stopped`: by the user. `interrupted`: ended early, its text is kept. `failed`: nothing came. */
export const languageRunStateSchema = z.enum([
  'running',
  'done',
  'stopped',
  'interrupted',
  'failed',
]);

export const answerRunSchema = z.strictObject({
  id: idSchema,
  state: languageRunStateSchema,
  model: modelIdSchema,
  connectionName: z.string(),
  isPractice: z.boolean(),
  createdAt: timestampSchema,
  firstTextAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
  pieces: z.int().nonnegative(),
  /** Exact, from the service. */
  usage: tokenUsageSchema.optional(),
  /** Prices at the start, 1/10000 USD per million tokens. */
  priceIn: z.number().optional(),
  priceOut: z.number().optional(),
  /** 1/10000 USD, with fractions; missing while usage or prices are unknown. */
  cost: z.number().nonnegative().optional(),
  /** Estimate without usage (stopped or interrupted), 1/10000 USD. */
  estimatedCost: z.number().nonnegative().optional(),
  /** By index of the choice: `stop`, `length` or another word of the service. */
  finishReasons: z.array(z.string().nullable()).readonly(),
  serviceId: z.string().optional(),
  serviceModel: z.string().optional(),
  /** The service's own time, Unix seconds. */
  serviceCreated: z.number().optional(),
  error: appErrorSchema.optional(),
});

const languageRunSchema = answerRunSchema.extend({
  /** Without the messages of a conversation, which `language.request` returns. */
  request: languageRequestSchema,
  conversationId: idSchema.optional(),
  messageId: idSchema.optional(),
});

/** Cost of answers by the ledger, from which nothing is deleted. */
export const spentSchema = z.strictObject({
  answers: z.int().nonnegative(),
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
  /** 1/10000 USD with fractions, of answers with a known cost. */
  cost: z.number().nonnegative(),
  /** 1/10000 USD, estimated, of answers with an unknown cost. */
  estimated: z.number().nonnegative(),
  /** Answers with an unknown cost: no usage came, or the model has no price. */
  unknown: z.int().nonnegative(),
});

const listedAnswerSchema = answerRunSchema.extend({
  kind: z.enum(['completion', 'chat']),
  title: z.string(),
  conversationId: idSchema.optional(),
  messageId: idSchema.optional(),
});

/** `sequence` grows by one, so that a subscriber can reconnect without loss or repetition. */
const languageMessageSchema = z.strictObject({
  sequence: z.int().nonnegative(),
  events: z.array(languageEventSchema).readonly(),
  /** With the last message only. */
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
  models: procedure.output(z.array(modelSchema).readonly()),
  /** Returns immediately. The answer is written, followed or not, until it ends or is stopped. */
  start: procedure.input(languageRequestSchema).output(z.strictObject({ runId: idSchema })),
  /** Emits messages after `afterSequence` (-1: all), then new ones until the end. */
  follow: takes({ runId: idSchema, afterSequence: z.int().min(-1) }).output(
    eventIterator(languageMessageSchema),
  ),
  stop: takes({ runId: idSchema }).output(z.void()),
  /** Includes the conversation's messages as they were sent. */
  request: takes({ runId: idSchema }).output(languageRequestSchema),
  list: takes({ limit: z.int().min(1).max(500) }).output(z.array(languageRunSchema).readonly()),
  answers: takes({
    show: z.enum(['all', 'running', 'failed']),
    /** Part of the question, conversation title, prompt or model name. */
    text: z.string().max(200).optional(),
    after: z.string().max(200).optional(),
    limit: z.int().min(1).max(500),
  }).output(
    z.strictObject({
      answers: z.array(listedAnswerSchema).readonly(),
      running: z.int().nonnegative(),
      after: z.string().optional(),
    }),
  ),
  spent: takes({ connectionId: idSchema, day: z.int().nonnegative() }).output(spentSchema),
};
