/** Lists recorded calls, which hold no picture, text or key. */
import { z } from 'zod';
import { APP_ERROR_KINDS } from '../errors/app-error.ts';
import { saveOutcomeSchema } from './export.ts';
import { idSchema, procedure, takes, timestampSchema, rowsOf } from './common.ts';

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
const operationSchema = z.enum(OPERATIONS);
export type Operation = z.infer<typeof operationSchema>;

/** `unknown`: no answer came, and the call may have been charged. */
const CALL_OUTCOMES = ['ok', 'failed', 'unknown', 'stopped'] as const;
const callOutcomeSchema = z.enum(CALL_OUTCOMES);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

const count = z.int().nonnegative();

export const recordedCallSchema = z.strictObject({
  id: z.int().positive(),
  startedAt: timestampSchema,
  lastAt: timestampSchema,
  operation: operationSchema,
  method: z.enum(['GET', 'POST', 'PUT']),
  /** Without its query; only the host of a signed address. */
  address: z.string(),
  /** Missing while the key of a new connection is being checked. */
  connectionId: idSchema.optional(),
  connectionName: z.string(),
  isPractice: z.boolean(),
  outcome: callOutcomeSchema,
  /** HTTP status; missing if no answer came. */
  status: count.optional(),
  error: z.enum(APP_ERROR_KINDS).optional(),
  /** Includes further tries and, for a task, all polls. */
  milliseconds: count,
  /** Bytes of bodies. */
  sentBytes: count,
  receivedBytes: count,
  /** By the prices known at the time, 10^-10 USD; 0 is free, missing is unknown. */
  cost: z.number().nonnegative().optional(),
  /** Requests that it took; more than one if Gesso retried. */
  tries: z.int().positive(),
  /** Polls of a task in this row. */
  looks: z.int().positive(),
  jobId: idSchema.optional(),
});
export type RecordedCall = z.infer<typeof recordedCallSchema>;

/** Redacted: names, numbers, known words, and placeholders such as `<text, 214 characters>`. */
export type Outline =
  | string
  | number
  | boolean
  | null
  | readonly Outline[]
  | { readonly [name: string]: Outline };

const outlineSchema: z.ZodType<Outline> = z.lazy(() =>
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

export const callExchangeSchema = z.strictObject({
  request: z.strictObject({
    query: z.record(z.string(), z.string()),
    headers: headersSchema,
    body: outlineSchema.optional(),
  }),
  answer: z.strictObject({ headers: headersSchema, body: outlineSchema.optional() }).optional(),
  tries: rowsOf({
    status: count.optional(),
    error: z.enum(APP_ERROR_KINDS).optional(),
    milliseconds: count,
  }),
});
export type CallExchange = z.infer<typeof callExchangeSchema>;

/** Newest first. */
const callQuerySchema = z.strictObject({
  operations: z.array(operationSchema).min(1).max(OPERATIONS.length).optional(),
  outcomes: z.array(callOutcomeSchema).min(1).max(CALL_OUTCOMES.length).optional(),
  connectionId: idSchema.optional(),
  jobId: idSchema.optional(),
  from: timestampSchema.optional(),
  /** Part of an address, operation, connection, status or kind of error, in any case. */
  text: z.string().max(200).optional(),
  limit: z.int().min(1).max(500),
  /** Returns only calls after this one in the list: the next page. */
  before: z.int().positive().optional(),
});
export type CallQuery = z.infer<typeof callQuerySchema>;

/** CSS pixels, and the device pixel ratio. */
const windowSchema = z.strictObject({
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  pixelRatio: z.number().min(0).max(100),
});
export type ReportedWindow = z.infer<typeof windowSchema>;

const reportSchema = z.strictObject({ reportId: idSchema, name: z.string(), text: z.string() });

export const activityContract = {
  list: procedure.input(callQuerySchema).output(
    z.strictObject({
      calls: z.array(recordedCallSchema).readonly(),
    }),
  ),
  /** `not-found` when the call is gone. */
  read: takes({ callId: z.int().positive() }).output(
    z.strictObject({ call: recordedCallSchema, exchange: callExchangeSchema }),
  ),
  usage: procedure.output(z.strictObject({ calls: count, oldest: timestampSchema.optional() })),
  clear: procedure,
  report: takes({ window: windowSchema }).output(reportSchema),
  /** Saves exactly the text that was shown. `not-found` if another report was created since. */
  saveReport: takes({ reportId: idSchema }).output(saveOutcomeSchema),
};
