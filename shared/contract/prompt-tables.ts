/**
 * One prompt template for many rows: `{{name}}` is replaced by the row's column
 * (`shared/language/template.ts`). A table is stored before its first row is sent. After a restart
 * it is paused, resumes where it stopped, and sends no row twice by itself.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  appErrorSchema,
  fileSchema,
  idSchema,
  plainNameSchema,
  procedure,
  timestampSchema,
} from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import { modelIdSchema, tokenUsageSchema } from './language.ts';
import { languageParametersSchema } from './language-parameters.ts';

export const PROMPT_TABLE_LIMITS = {
  bytes: 20_000_000,
  rows: 100_000,
  columns: 200,
  /** Rows × columns; more would block the window and the backend. */
  cells: 500_000,
  templateCharacters: 1_000_000,
  page: 500,
} as const;

const rowSchema = z
  .array(z.string().max(PROMPT_TABLE_LIMITS.bytes))
  .max(PROMPT_TABLE_LIMITS.columns)
  .readonly();

/** A table parsed from text. */
export const tableSchema = z.strictObject({
  columns: z
    .array(z.string().max(PROMPT_TABLE_LIMITS.bytes))
    .max(PROMPT_TABLE_LIMITS.columns)
    .readonly(),
  rows: z.array(rowSchema).max(PROMPT_TABLE_LIMITS.rows).readonly(),
});

const readTableSchema = tableSchema.extend({
  delimiter: z.string(),
  /** Malformed rows; `row` counts from 1 without the header. */
  problems: z.array(z.strictObject({ row: z.int().nonnegative(), message: z.string() })).readonly(),
});

const draftSchema = z.strictObject({
  template: z.string().max(PROMPT_TABLE_LIMITS.templateCharacters),
  model: modelIdSchema,
  parameters: languageParametersSchema,
  table: tableSchema,
});

const planSchema = z.strictObject({
  /** Names in the template without a column; they prevent starting. */
  unknownNames: z.array(z.string()).readonly(),
  unusedColumns: z.array(z.string()).readonly(),
  /** The first row as it is sent. */
  firstPrompt: z.string(),
  rows: z.int().nonnegative(),
  /** Rows × answers. */
  answers: z.int().nonnegative(),
  /** Estimated for all rows. */
  promptTokens: z.int().nonnegative(),
  /**
   * Estimates in 1/10000 USD: `costLeast` without answers, `costMost` with answers of full length.
   */
  costLeast: z.number().nonnegative().optional(),
  /** Missing without a price or a token limit. */
  costMost: z.number().nonnegative().optional(),
});

/**
 * `failed`: nothing came. `unknown`: sent but interrupted, possibly charged, with its text so far.
 * Both can be retried.
 */
export const promptRowStateSchema = z.enum(['waiting', 'running', 'done', 'failed', 'unknown']);

const promptRowSchema = z.strictObject({
  index: z.int().nonnegative(),
  state: promptRowStateSchema,
  cells: rowSchema,
  /** One per answer, `n` in total. */
  outputs: z.array(z.string()).readonly(),
  finishReasons: z.array(z.string().nullable()).readonly(),
  usage: tokenUsageSchema.optional(),
  /** 1/10000 USD with fractions. */
  cost: z.number().optional(),
  milliseconds: z.int().nonnegative().optional(),
  error: appErrorSchema.optional(),
});

export const promptTableSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  createdAt: timestampSchema,
  /** `paused` by the user, a restart, or an error that affects every row. */
  state: z.enum(['paused', 'running', 'done']),
  template: z.string(),
  model: modelIdSchema,
  parameters: languageParametersSchema,
  columns: z.array(z.string()).readonly(),
  counts: z.record(promptRowStateSchema, z.int().nonnegative()),
  rows: z.int().nonnegative(),
  /** 1/10000 USD with fractions, of all answers with a known cost, including retried ones. */
  cost: z.number().nonnegative(),
  /** Why it is paused. */
  error: appErrorSchema.optional(),
});

export type PromptTableDraft = z.infer<typeof draftSchema>;
export type PromptTablePlan = z.infer<typeof planSchema>;
export type PromptTable = z.infer<typeof promptTableSchema>;
export type PromptRow = z.infer<typeof promptRowSchema>;
export type ReadTable = z.infer<typeof readTableSchema>;
export type TextTable = z.infer<typeof tableSchema>;

const one = z.strictObject({ tableId: idSchema });

export const promptTablesContract = {
  /**
   * Parses CSV or TSV: byte order mark, `;` and tab, quoted line breaks; ragged rows are reported.
   */
  readText: procedure
    .input(
      z.strictObject({ file: z.union([fileSchema, z.string().max(PROMPT_TABLE_LIMITS.bytes)]) }),
    )
    .output(readTableSchema),
  /** Sends nothing. */
  plan: procedure.input(draftSchema).output(planSchema),
  /** Stores the table, paused. @throws `invalid-input` with the names that have no column */
  create: procedure
    .input(draftSchema.extend({ name: plainNameSchema.max(200).optional() }))
    .output(promptTableSchema),
  list: procedure.output(z.array(promptTableSchema).readonly()),
  read: procedure.input(one).output(promptTableSchema),
  /** A page of rows in order, all or of one state. */
  rows: procedure
    .input(
      one.extend({
        state: promptRowStateSchema.optional(),
        offset: z.int().nonnegative(),
        limit: z.int().min(1).max(PROMPT_TABLE_LIMITS.page),
      }),
    )
    .output(z.strictObject({ rows: z.array(promptRowSchema).readonly(), total: z.int() })),
  /** Sends the first waiting row, or all. Checks the budget once for all of them. */
  start: procedure.input(one.extend({ rows: z.enum(['first', 'all']) })).output(promptTableSchema),
  /** Stops sending; running answers are stopped and may be charged. */
  stop: procedure.input(one).output(promptTableSchema),
  /** Sends failed and unknown rows again, no others. */
  retry: procedure.input(one).output(promptTableSchema),
  /** `restore` works for at least a day. */
  remove: procedure.input(one).output(z.void()),
  restore: procedure.input(one).output(z.void()),
  /**
   * CSV with a byte order mark: the columns, then `output_1…n`, reason, tokens, cost, time, seed,
   * error.
   */
  save: procedure
    .input(
      one.extend({
        /** Prefixes cells that a spreadsheet would take for a formula with an apostrophe. */
        isGuarded: z.boolean(),
      }),
    )
    .output(saveOutcomeSchema),
  /**
   * Tables that changed, at most a few times a second. The first value comes immediately and is
   * empty.
   */
  changes: procedure.output(
    eventIterator(z.strictObject({ tableIds: z.array(idSchema).readonly() })),
  ),
};
