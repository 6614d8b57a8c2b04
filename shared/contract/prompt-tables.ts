/**
 * One template for many rows: `{{name}}` is replaced by the row's column (`shared/language/template.ts`).
 * A table is in the library before its first row is sent. After a restart it is paused, goes on where it
 * was, and sends no row twice by itself.
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

/** Bounds of a table. */
export const PROMPT_TABLE_LIMITS = {
  bytes: 20_000_000,
  rows: 100_000,
  columns: 200,
  /** Rows × columns: more would hold the window and the backend up. */
  cells: 500_000,
  templateCharacters: 1_000_000,
  /** Rows on a page. */
  page: 500,
} as const;

const rowSchema = z
  .array(z.string().max(PROMPT_TABLE_LIMITS.bytes))
  .max(PROMPT_TABLE_LIMITS.columns)
  .readonly();

/** A table as it was read from text. */
export const tableSchema = z.strictObject({
  columns: z
    .array(z.string().max(PROMPT_TABLE_LIMITS.bytes))
    .max(PROMPT_TABLE_LIMITS.columns)
    .readonly(),
  rows: z.array(rowSchema).max(PROMPT_TABLE_LIMITS.rows).readonly(),
});

const readTableSchema = tableSchema.extend({
  delimiter: z.string(),
  /** Rows that do not fit, in words; `row` counts from 1, headings left out. */
  problems: z.array(z.strictObject({ row: z.int().nonnegative(), message: z.string() })).readonly(),
});

const draftSchema = z.strictObject({
  template: z.string().max(PROMPT_TABLE_LIMITS.templateCharacters),
  model: modelIdSchema,
  parameters: languageParametersSchema,
  table: tableSchema,
});

const planSchema = z.strictObject({
  /** Names in the template without a column; a table with any cannot be started. */
  unknownNames: z.array(z.string()).readonly(),
  /** Columns that the template does not use. */
  unusedColumns: z.array(z.string()).readonly(),
  /** The first row as it is sent. */
  firstPrompt: z.string(),
  rows: z.int().nonnegative(),
  /** Rows × answers. */
  answers: z.int().nonnegative(),
  /** Estimated, of all rows. */
  promptTokens: z.int().nonnegative(),
  /** 1/10000 USD, estimated: `costLeast` without any answer, `costMost` when each is as long as allowed. */
  costLeast: z.number().nonnegative().optional(),
  /** Missing without a price, or without a limit of the tokens. */
  costMost: z.number().nonnegative().optional(),
});

/**
 * `waiting` · `running` · `done` · `failed`: nothing came · `unknown`: sent, but stopped or broken off,
 * possibly charged; its text so far is there. The last two are tried again on demand.
 */
export const promptRowStateSchema = z.enum(['waiting', 'running', 'done', 'failed', 'unknown']);

const promptRowSchema = z.strictObject({
  index: z.int().nonnegative(),
  state: promptRowStateSchema,
  cells: rowSchema,
  /** One for each answer, `n` of them. */
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
  /** `paused` by the user, a restart, or an error that every row would meet. */
  state: z.enum(['paused', 'running', 'done']),
  template: z.string(),
  model: modelIdSchema,
  parameters: languageParametersSchema,
  columns: z.array(z.string()).readonly(),
  counts: z.record(promptRowStateSchema, z.int().nonnegative()),
  rows: z.int().nonnegative(),
  /** 1/10000 USD with fractions, of answers with a known cost, also of those that were tried again. */
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
  /** Reads CSV or TSV: byte order mark, `;` and tab, quoted line breaks; ragged rows are reported. */
  readText: procedure
    .input(
      z.strictObject({ file: z.union([fileSchema, z.string().max(PROMPT_TABLE_LIMITS.bytes)]) }),
    )
    .output(readTableSchema),
  /** Costs nothing, sends nothing. */
  plan: procedure.input(draftSchema).output(planSchema),
  /** Puts it into the library, paused. @throws `invalid-input` with the names that have no column */
  create: procedure
    .input(draftSchema.extend({ name: plainNameSchema.max(200).optional() }))
    .output(promptTableSchema),
  list: procedure.output(z.array(promptTableSchema).readonly()),
  read: procedure.input(one).output(promptTableSchema),
  /** A page of rows in their order, all or those of one state. */
  rows: procedure
    .input(
      one.extend({
        state: promptRowStateSchema.optional(),
        offset: z.int().nonnegative(),
        limit: z.int().min(1).max(PROMPT_TABLE_LIMITS.page),
      }),
    )
    .output(z.strictObject({ rows: z.array(promptRowSchema).readonly(), total: z.int() })),
  /** Sends the first waiting row alone, or all that wait. Asks for the budget once for all of them. */
  start: procedure.input(one.extend({ rows: z.enum(['first', 'all']) })).output(promptTableSchema),
  /** Sends no further row; answers on their way are stopped and may be charged. */
  stop: procedure.input(one).output(promptTableSchema),
  /** Sends the rows again that failed or whose outcome is unknown, and no others. */
  retry: procedure.input(one).output(promptTableSchema),
  /** Can be restored for a day at least. */
  remove: procedure.input(one).output(z.void()),
  restore: procedure.input(one).output(z.void()),
  /** CSV with a byte order mark: the columns, then `output_1…n`, reason, tokens, cost, time, seed, error. */
  save: procedure
    .input(
      one.extend({
        /** A cell that a spreadsheet would take for a formula gets an apostrophe before it. */
        isGuarded: z.boolean(),
      }),
    )
    .output(saveOutcomeSchema),
  /** Tables that have changed, a few times a second at most. The first value comes at once and is empty. */
  changes: procedure.output(
    eventIterator(z.strictObject({ tableIds: z.array(idSchema).readonly() })),
  ),
};
