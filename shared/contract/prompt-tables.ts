/** A table is stored before the first row is sent; after a restart it is paused. */
import { z } from 'zod';
import {
  appErrorSchema,
  fileSchema,
  idSchema,
  plainNameSchema,
  procedure,
  takes,
  timestampSchema,
  rowsOf,
} from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import { modelIdSchema, tokenUsageSchema, languageParametersSchema } from './language.ts';

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

const tableSchema = z.strictObject({
  columns: z
    .array(z.string().max(PROMPT_TABLE_LIMITS.bytes))
    .max(PROMPT_TABLE_LIMITS.columns)
    .readonly(),
  rows: z.array(rowSchema).max(PROMPT_TABLE_LIMITS.rows).readonly(),
});

const readTableSchema = tableSchema.extend({
  delimiter: z.string(),
  /** Malformed rows; `row` counts from 1 without the header. */
  problems: rowsOf({ row: z.int().nonnegative(), message: z.string() }),
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
  firstPrompt: z.string(),
  rows: z.int().nonnegative(),
  /** Rows × answers. */
  answers: z.int().nonnegative(),
  /** Estimated for all rows. */
  promptTokens: z.int().nonnegative(),
  /** 1/10000 USD: `costLeast` without answers, `costMost` with answers of full length. */
  costLeast: z.number().nonnegative().optional(),
  /** Missing without a price or a token limit. */
  costMost: z.number().nonnegative().optional(),
});

/** `failed`: nothing came. `unknown`: possibly charged. Both can be retried. */
export const promptRowStateSchema = z.enum(['waiting', 'running', 'done', 'failed', 'unknown']);

const promptRowSchema = z.strictObject({
  index: z.int().nonnegative(),
  state: promptRowStateSchema,
  cells: rowSchema,
  outputs: z.array(z.string()).readonly(),
  finishReasons: z.array(z.string().nullable()).readonly(),
  usage: tokenUsageSchema.optional(),
  /** 1/10000 USD with fractions. */
  cost: z.number().optional(),
  estimatedCost: z.number().optional(),
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
  /** 1/10000 USD with fractions, estimated where it is unknown. Includes retried answers. */
  cost: z.number().nonnegative(),
  isCostRough: z.boolean(),
  error: appErrorSchema.optional(),
});

export type PromptTableDraft = z.infer<typeof draftSchema>;
export type PromptTablePlan = z.infer<typeof planSchema>;
export type PromptTable = z.infer<typeof promptTableSchema>;
export type PromptRow = z.infer<typeof promptRowSchema>;
export type ReadTable = z.infer<typeof readTableSchema>;

const one = z.strictObject({ tableId: idSchema });

export const promptTablesContract = {
  /** CSV or TSV: byte order mark, `;`, quoted line breaks; ragged rows are reported. */
  readText: takes({
    file: z.union([fileSchema, z.string().max(PROMPT_TABLE_LIMITS.bytes)]),
  }).output(readTableSchema),
  /** Sends nothing. */
  plan: procedure.input(draftSchema).output(planSchema),
  /** Stores the table, paused. @throws `invalid-input` with the names that have no column */
  create: takes({ ...draftSchema.shape, name: plainNameSchema.max(200).optional() }).output(
    promptTableSchema,
  ),
  list: procedure.output(z.array(promptTableSchema).readonly()),
  read: procedure.input(one).output(promptTableSchema),
  rows: takes({
    ...one.shape,
    state: promptRowStateSchema.optional(),
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(PROMPT_TABLE_LIMITS.page),
  }).output(z.strictObject({ rows: z.array(promptRowSchema).readonly(), total: z.int() })),
  /** Checks the budget once for all rows. */
  start: takes({ ...one.shape, rows: z.enum(['first', 'all']) }).output(promptTableSchema),
  /** Running answers are stopped and may be charged. */
  stop: procedure.input(one).output(promptTableSchema),
  /** Only failed and unknown rows. */
  retry: procedure.input(one).output(promptTableSchema),
  /** `restore` works for at least a day. */
  remove: procedure.input(one).output(z.void()),
  restore: procedure.input(one).output(z.void()),
  /** CSV with a byte order mark. */
  save: takes({
    ...one.shape,
    /** Prefixes cells that a spreadsheet would take for a formula with an apostrophe. */
    isGuarded: z.boolean(),
  }).output(saveOutcomeSchema),
};
