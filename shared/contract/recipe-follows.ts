/** Watches folders, whose new files are run automatically within a daily limit. */
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, takes } from './common.ts';

export const MOST_FOLLOWS = 20;

export const MOST_WAITING = 50;

/** Calls, and 1/10000 USD. */
export const MOST_FOLLOW_CALLS = 100_000;
export const MOST_FOLLOW_MONEY = 100_000_000;

const count = z.int().nonnegative();

const limitShape = {
  callsADay: z.int().min(0).max(MOST_FOLLOW_CALLS),
  /** 1/10000 USD. */
  moneyADay: z.int().min(0).max(MOST_FOLLOW_MONEY),
} as const;

/** `to-confirm`: active before Gesso started; idle until the user confirms. */
const followStateSchema = z.enum(['off', 'to-confirm', 'following']);

const waitingFileSchema = z.strictObject({
  name: z.string(),
  calls: count,
  /** 1/10000 USD; missing if unknown, or practice. */
  cost: count.optional(),
  reason: z.string().optional(),
});

const recipeFollowSchema = z.strictObject({
  id: idSchema,
  recipeId: idSchema,
  folder: z.string(),
  savesTo: z.string().optional(),
  state: followStateSchema,
  ...limitShape,
  /** Files taken today (local time), with calls and cost; a missing cost is unknown. */
  today: z.strictObject({ files: count, calls: count, cost: count.optional() }),
  growing: count,
  waiting: z.strictObject({
    files: count,
    calls: count,
    cost: count.optional(),
    named: z.array(waitingFileSchema).readonly(),
  }),
  isPractice: z.boolean(),
  /** Why nothing is taken: the folder is gone, a limit is reached, a budget needs approval … */
  heldBy: appErrorSchema.optional(),
  runId: idSchema.optional(),
});

export type RecipeFollow = z.infer<typeof recipeFollowSchema>;

const followsSchema = z.array(recipeFollowSchema).readonly();
const followIdSchema = z.strictObject({ followId: idSchema });

export const recipeFollowsContract = {
  list: procedure.output(followsSchema),
  /** `typed`, an absolute path, is used if the host has no folder dialog. */
  chooseFolder: takes({ typed: z.string().min(1).max(4096).optional() }).output(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('cancelled') }),
      z.strictObject({ kind: z.literal('chosen'), folderId: idSchema, path: z.string() }),
    ]),
  ),
  /**
   * Existing files are skipped unless `takesExisting`. `into` comes from `export.folderForMany`,
   * `toFolderId` from `chooseFolder`.
   */
  begin: takes({
    recipeId: idSchema,
    folderId: idSchema,
    into: idSchema.optional(),
    toFolderId: idSchema.optional(),
    takesExisting: z.boolean(),
    ...limitShape,
  }).output(followIdSchema),
  /** Resumes after a restart or `pause`. */
  confirm: procedure.input(followIdSchema).output(z.void()),
  /** Running runs continue. */
  pause: procedure.input(followIdSchema).output(z.void()),
  setLimit: procedure.input(followIdSchema.extend(limitShape)).output(z.void()),
  /** Runs the waiting files regardless of the limit; budgets still apply. */
  runNow: procedure.input(followIdSchema).output(z.void()),
  remove: procedure.input(followIdSchema).output(z.void()),
};
