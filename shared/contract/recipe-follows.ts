/** Recipes that follow a folder: new files of it are planned, and run by themselves within a limit a day. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure } from './common.ts';

/** Most folders that are followed. */
export const MOST_FOLLOWS = 20;

/** Waiting files that are named one by one. */
export const MOST_WAITING = 50;

/** Most calls, and most money in 1/10000 USD, that a limit for a day may allow. */
export const MOST_FOLLOW_CALLS = 100_000;
export const MOST_FOLLOW_MONEY = 100_000_000;

const count = z.int().nonnegative();

const limitShape = {
  callsADay: z.int().min(0).max(MOST_FOLLOW_CALLS),
  /** 1/10000 USD. */
  moneyADay: z.int().min(0).max(MOST_FOLLOW_MONEY),
} as const;

/** `to-confirm`: it was on before Gesso started; nothing is looked at until it is confirmed. */
export const followStateSchema = z.enum(['off', 'to-confirm', 'following']);

const waitingFileSchema = z.strictObject({
  name: z.string(),
  calls: count,
  /** 1/10000 USD; missing = not known, or practice. */
  cost: count.optional(),
  /** Why it cannot take part. */
  reason: z.string().optional(),
});

export const recipeFollowSchema = z.strictObject({
  id: idSchema,
  recipeId: idSchema,
  /** Paths, to be shown. */
  folder: z.string(),
  savesTo: z.string().optional(),
  state: followStateSchema,
  ...limitShape,
  /** Files taken today, their calls and cost; a missing cost is not known. Days are those of this computer. */
  today: z.strictObject({ files: count, calls: count, cost: count.optional() }),
  /** Files that are still being written. */
  growing: count,
  /** Planned files that wait, with their sums. */
  waiting: z.strictObject({
    files: count,
    calls: count,
    cost: count.optional(),
    /** The first {@link MOST_WAITING} of them. */
    named: z.array(waitingFileSchema).readonly(),
  }),
  isPractice: z.boolean(),
  /** Why nothing is taken: the folder is gone, a limit is reached, a budget asks … */
  heldBy: appErrorSchema.optional(),
  /** The run that has its files. */
  runId: idSchema.optional(),
});

export type RecipeFollow = z.infer<typeof recipeFollowSchema>;
export type FollowState = z.infer<typeof followStateSchema>;

const followsSchema = z.array(recipeFollowSchema).readonly();
const followIdSchema = z.strictObject({ followId: idSchema });

export const recipeFollowsContract = {
  list: procedure.output(followsSchema),
  changes: procedure.output(eventIterator(followsSchema)),
  /** Lets the user choose a folder. `typed`, a whole path, counts where the host has no dialog for it alone. */
  chooseFolder: procedure
    .input(z.strictObject({ typed: z.string().min(1).max(4096).optional() }))
    .output(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('cancelled') }),
        z.strictObject({ kind: z.literal('chosen'), folderId: idSchema, path: z.string() }),
      ]),
    ),
  /**
   * Follows a folder of `chooseFolder` with a kept recipe. Files that are there already are passed over unless
   * `takesExisting`. Finished files go to the folder of `export.folderForMany` (`into`), to another one of
   * `chooseFolder` (`toFolderId`), or to the folder for all files.
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
  /** Follows (again): after a restart, or after `pause`. */
  confirm: procedure.input(followIdSchema).output(z.void()),
  /** Takes no further file. Runs that have begun go on. */
  pause: procedure.input(followIdSchema).output(z.void()),
  setLimit: procedure.input(followIdSchema.extend(limitShape)).output(z.void()),
  /** Runs the waiting files whatever the limit says; budgets ask as usual. */
  runNow: procedure.input(followIdSchema).output(z.void()),
  /** Forgets the folder. Runs and files stay. */
  remove: procedure.input(followIdSchema).output(z.void()),
};
