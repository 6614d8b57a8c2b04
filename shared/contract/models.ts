/**
 * The models of the active connection, as the library keeps them: usable without a network, read again
 * in the background, with the user's marks.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, timestampSchema } from './common.ts';
import { modelIdSchema, modelSchema } from './language.ts';

/** A model with the user's marks. */
export const keptModelSchema = modelSchema.extend({
  isFavourite: z.boolean(),
  /** When an answer was last asked of it. */
  lastUsedAt: timestampSchema.optional(),
  /** The user says so; the service's list does not tell. */
  takesPictures: z.boolean(),
  /** False: the service's latest list does not have it. It stays while it is marked. */
  isOffered: z.boolean(),
  /** Tokens of its prompts by one estimated token, learned; 1 until then. See `shared/language/estimate.ts`. */
  tokenRatio: z.number().positive(),
});

/** The list of the active connection. */
export const modelListSchema = z.strictObject({
  /** Missing without a connection: the list is empty then. */
  connectionId: idSchema.optional(),
  isPractice: z.boolean(),
  /** In the service's order. */
  models: z.array(keptModelSchema).readonly(),
  /** The connection's default; the first one offered, until the user sets one. */
  defaultModel: modelIdSchema.optional(),
  /** True when the user has set the default. */
  isDefaultSet: z.boolean(),
  /** When the service gave the list last; missing: never. */
  refreshedAt: timestampSchema.optional(),
  /** The list is more than an hour old. */
  isStale: z.boolean(),
  isRefreshing: z.boolean(),
  /** Why the last try to read it failed; gone after a good one. */
  error: appErrorSchema.optional(),
});

export type KeptModel = z.infer<typeof keptModelSchema>;
export type ModelList = z.infer<typeof modelListSchema>;

export const modelsContract = {
  /** Answers at once with what the library has; a list that is old or missing is read in the background. */
  list: procedure.output(modelListSchema),
  /** The list now, and again after each change: refreshed, marked, used, another connection. */
  changes: procedure.output(eventIterator(modelListSchema)),
  /** Reads a connection's list now, and answers when that is done. A failure is in the answer's `error`. */
  refresh: procedure.input(z.strictObject({ connectionId: idSchema })).output(modelListSchema),
  /** Sets marks of a model on the active connection; those left out stay. */
  mark: procedure
    .input(
      z.strictObject({
        model: modelIdSchema,
        isFavourite: z.boolean().optional(),
        /** False: the connection has no default of the user's. */
        isDefault: z.boolean().optional(),
        takesPictures: z.boolean().optional(),
      }),
    )
    .output(modelListSchema),
};
