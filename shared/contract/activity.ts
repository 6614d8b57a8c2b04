/** The account of all calls: what Gesso has sent, and to whom. Nothing of a picture, a text or a key is in it. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { APP_ERROR_KINDS } from '../errors/app-error.ts';
import { saveOutcomeSchema } from './export.ts';
import { idSchema, procedure, timestampSchema } from './common.ts';

/** The purposes of calls. `other`: an address that no operation of Gesso's has. */
export const OPERATIONS = [
  'cleanup',
  'remove-text',
  'merge-face',
  'video',
  'upscale',
  'task-result',
  'task-progress',
  'download',
  'training-ticket',
  'upload',
  'chat',
  'completion',
  'models',
  'bills',
  'other',
] as const;
export const operationSchema = z.enum(OPERATIONS);
export type Operation = z.infer<typeof operationSchema>;

/** The end of a call. `unknown`: it brought nothing, and may have been charged. */
export const CALL_OUTCOMES = ['ok', 'failed', 'unknown', 'stopped'] as const;
export const callOutcomeSchema = z.enum(CALL_OUTCOMES);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

const count = z.int().nonnegative();

/** A call, as a list shows it. */
export const recordedCallSchema = z.strictObject({
  id: z.int().positive(),
  startedAt: timestampSchema,
  /** Start of the last one, where several looks at a task are one row. */
  lastAt: timestampSchema,
  operation: operationSchema,
  method: z.enum(['GET', 'POST', 'PUT']),
  /** Without its query; of a signed one the host alone. */
  address: z.string(),
  /** Missing where the connection is not one yet: its key is being checked. */
  connectionId: idSchema.optional(),
  connectionName: z.string(),
  isPractice: z.boolean(),
  outcome: callOutcomeSchema,
  /** HTTP status; missing where no answer came. */
  status: count.optional(),
  error: z.enum(APP_ERROR_KINDS).optional(),
  /** From the start to the end of its answer, with further tries; of all looks together. */
  milliseconds: count,
  /** Bytes of bodies. */
  sentBytes: count,
  receivedBytes: count,
  /** By the prices known at its time, 10^-10 USD; 0 = free; missing = not known. */
  cost: z.number().nonnegative().optional(),
  /** Requests that it took; more than one where Gesso tried again by itself. */
  tries: z.int().positive(),
  /** Looks at a task that are one row. */
  looks: z.int().positive(),
  jobId: idSchema.optional(),
});
export type RecordedCall = z.infer<typeof recordedCallSchema>;

/** A redacted value: names, numbers, known words, and marks such as `<text, 214 characters>`. */
export type Outline =
  | string
  | number
  | boolean
  | null
  | readonly Outline[]
  | { readonly [name: string]: Outline };

export const outlineSchema: z.ZodType<Outline> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(outlineSchema).readonly(),
    z.record(z.string(), outlineSchema),
  ]),
);

const headersSchema = z.record(z.string(), z.string());

/** Request and answer as they were, redacted. */
export const callExchangeSchema = z.strictObject({
  request: z.strictObject({
    query: z.record(z.string(), z.string()),
    headers: headersSchema,
    body: outlineSchema.optional(),
  }),
  /** Missing where none came. */
  answer: z.strictObject({ headers: headersSchema, body: outlineSchema.optional() }).optional(),
  /** Each request that it took, in order. */
  tries: z
    .array(
      z.strictObject({
        status: count.optional(),
        error: z.enum(APP_ERROR_KINDS).optional(),
        milliseconds: count,
      }),
    )
    .readonly(),
});
export type CallExchange = z.infer<typeof callExchangeSchema>;

/** Calls of a list, newest first. */
export const callQuerySchema = z.strictObject({
  operations: z.array(operationSchema).min(1).max(OPERATIONS.length).optional(),
  outcomes: z.array(callOutcomeSchema).min(1).max(CALL_OUTCOMES.length).optional(),
  connectionId: idSchema.optional(),
  jobId: idSchema.optional(),
  /** Started at this time or later. */
  from: timestampSchema.optional(),
  /** Part of an address, a name of an operation or connection, a status or a kind of error, in any case. */
  text: z.string().max(200).optional(),
  limit: z.int().min(1).max(500),
  /** Only calls after this one in the list: the next page. */
  before: z.int().positive().optional(),
});
export type CallQuery = z.infer<typeof callQuerySchema>;

/** The window as it is: CSS pixels, and pixels of the screen for each. */
const windowSchema = z.strictObject({
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  pixelRatio: z.number().min(0).max(100),
});
export type ReportedWindow = z.infer<typeof windowSchema>;

/** A report of a problem, for the user to read. */
const reportSchema = z.strictObject({ reportId: idSchema, name: z.string(), text: z.string() });

export const activityContract = {
  list: procedure.input(callQuerySchema).output(
    z.strictObject({
      calls: z.array(recordedCallSchema).readonly(),
      /** A value of `changes`: a later one says that there is more. */
      revision: z.int(),
    }),
  ),
  /** `not-found` when it is gone. */
  read: procedure
    .input(z.strictObject({ callId: z.int().positive() }))
    .output(z.strictObject({ call: recordedCallSchema, exchange: callExchangeSchema })),
  usage: procedure.output(z.strictObject({ calls: count, oldest: timestampSchema.optional() })),
  /** Deletes all of it. */
  clear: procedure,
  /** A number at once, and a higher one after each change. */
  changes: procedure.output(eventIterator(z.int())),
  /** Makes a report; nothing is saved yet. */
  report: procedure.input(z.strictObject({ window: windowSchema })).output(reportSchema),
  /** Saves exactly the text that the user has read. `not-found`: another one was made since. */
  saveReport: procedure.input(z.strictObject({ reportId: idSchema })).output(saveOutcomeSchema),
};
