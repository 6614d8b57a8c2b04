/**
 * Recipes that watch a folder: new files are planned and run automatically within a daily limit.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure } from './common.ts';

export const MOST_FOLLOWS = 20;

/** Most waiting files that are listed by name. */
export const MOST_WAITING = 50;

/** Upper bounds of a daily limit: calls, and 1/10000 USD. */
export const MOST_FOLLOW_CALLS = 100_000;
export const MOST_FOLLOW_MONEY = 100_000_000;

const count = z.int().nonnegative();

const limitShape = {
  callsADay: z.int().min(0).max(MOST_FOLLOW_CALLS),
  /** 1/10000 USD. */
  moneyADay: z.int().min(0).max(MOST_FOLLOW_MONEY),
} as const;

/** `to-confirm`: active before Gesso started; idle until the user confirms. */
export const followStateSchema = z.enum(['off', 'to-confirm', 'following']);

const waitingFileSchema = z.strictObject({
  name: z.string(),
  calls: count,
  /** 1/10000 USD; missing if unknown, or practice. */
  cost: count.optional(),
  /** Why it cannot be run. */
  reason: z.string().optional(),
});

export const recipeFollowSchema = z.strictObject({
  id: idSchema,
  recipeId: idSchema,
  /** For display. */
  folder: z.string(),
  savesTo: z.string().optional(),
  state: followStateSchema,
  ...limitShape,
  /** Files taken today (local time), with calls and cost; a missing cost is unknown. */
  today: z.strictObject({ files: count, calls: count, cost: count.optional() }),
  /** Files that are still being written. */
  growing: count,
  /** Planned files that wait, with totals. */
  waiting: z.strictObject({
    files: count,
    calls: count,
    cost: count.optional(),
    /** The first {@link MOST_WAITING} of them. */
    named: z.array(waitingFileSchema).readonly(),
  }),
  isPractice: z.boolean(),
  /** Why nothing is taken: the folder is gone, a limit is reached, a budget needs approval … */
  heldBy: appErrorSchema.optional(),
  /** The run with its files. */
  runId: idSchema.optional(),
});

export type RecipeFollow = z.infer<typeof recipeFollowSchema>;
export type FollowState = z.infer<typeof followStateSchema>;

const followsSchema = z.array(recipeFollowSchema).readonly();
const followIdSchema = z.strictObject({ followId: idSchema });

export const recipeFollowsContract = {
  list: procedure.output(followsSchema),
  changes: procedure.output(eventIterator(followsSchema)),
  /**
   * Lets the user choose a folder. `typed`, an absolute path, is used if the host has no folder
   * dialog.
   */
  chooseFolder: procedure
    .input(z.strictObject({ typed: z.string().min(1).max(4096).optional() }))
    .output(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('cancelled') }),
        z.strictObject({ kind: z.literal('chosen'), folderId: idSchema, path: z.string() }),
      ]),
    ),
  /**
   * Watches a folder from `chooseFolder` with a stored recipe. Existing files are skipped unless
   * `takesExisting`. Results go to the folder of `export.folderForMany` (`into`), another one of
   * `chooseFolder` (`toFolderId`), or the default folder.
   */
  begin: procedure
    .input(
      z.strictObject({
        recipeId: idSchema,
        folderId: idSchema,
        into: idSchema.optional(),
        toFolderId: idSchema.optional(),
        takesExisting: z.boolean(),
        ...limitShape,
      }),
    )
    .output(followIdSchema),
  /** Resumes after a restart or `pause`. */
  confirm: procedure.input(followIdSchema).output(z.void()),
  /** Takes no further files. Running runs continue. */
  pause: procedure.input(followIdSchema).output(z.void()),
  setLimit: procedure.input(followIdSchema.extend(limitShape)).output(z.void()),
  /** Runs the waiting files regardless of the limit; budgets still apply. */
  runNow: procedure.input(followIdSchema).output(z.void()),
  /** Stops watching. Runs and files stay. */
  remove: procedure.input(followIdSchema).output(z.void()),
};
