/**
 * Models of the active connection from the library's cache: available offline and refreshed in the
 * background, with the user's marks.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, timestampSchema } from './common.ts';
import { modelIdSchema, modelSchema } from './language.ts';

export const keptModelSchema = modelSchema.extend({
  isFavourite: z.boolean(),
  lastUsedAt: timestampSchema.optional(),
  /** Set by the user, because the service's list doesn't say. */
  takesPictures: z.boolean(),
  /** False: missing in the service's latest list. It stays while it is marked. */
  isOffered: z.boolean(),
  /**
   * Learned ratio of real to estimated prompt tokens, initially 1. See
   * `shared/language/estimate.ts`.
   */
  tokenRatio: z.number().positive(),
});

export const modelListSchema = z.strictObject({
  /** Missing without a connection; the list is empty then. */
  connectionId: idSchema.optional(),
  isPractice: z.boolean(),
  /** In the service's order. */
  models: z.array(keptModelSchema).readonly(),
  /** The connection's default: the first model unless the user sets one. */
  defaultModel: modelIdSchema.optional(),
  /** The user has set the default. */
  isDefaultSet: z.boolean(),
  /** When the list was last fetched; missing if never. */
  refreshedAt: timestampSchema.optional(),
  /** Older than an hour. */
  isStale: z.boolean(),
  isRefreshing: z.boolean(),
  /** Why the last refresh failed; cleared by a successful one. */
  error: appErrorSchema.optional(),
});

export type KeptModel = z.infer<typeof keptModelSchema>;
export type ModelList = z.infer<typeof modelListSchema>;

export const modelsContract = {
  /** Returns the cached list; an old or missing one is refreshed in the background. */
  list: procedure.output(modelListSchema),
  /** Emits the list now and after each change: refresh, mark, use, another connection. */
  changes: procedure.output(eventIterator(modelListSchema)),
  /** Fetches a connection's list and waits for it. A failure is in `error`. */
  refresh: procedure.input(z.strictObject({ connectionId: idSchema })).output(modelListSchema),
  /** Sets marks of a model on the active connection; missing ones stay. */
  mark: procedure
    .input(
      z.strictObject({
        model: modelIdSchema,
        isFavourite: z.boolean().optional(),
        /** False: removes the user's default. */
        isDefault: z.boolean().optional(),
        takesPictures: z.boolean().optional(),
      }),
    )
    .output(modelListSchema),
};
