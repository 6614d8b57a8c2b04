/** Cached in the library: available offline, and refreshed in the background. */
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, takes, timestampSchema } from './common.ts';
import { modelIdSchema, modelSchema } from './language.ts';

const keptModelSchema = modelSchema.extend({
  isFavourite: z.boolean(),
  lastUsedAt: timestampSchema.optional(),
  /** Set by the user, because the service's list doesn't say. */
  takesPictures: z.boolean(),
  /** False: missing in the service's latest list. It stays while it is marked. */
  isOffered: z.boolean(),
  /** Ratio of real to estimated prompt tokens, initially 1. */
  tokenRatio: z.number().positive(),
});

const modelListSchema = z.strictObject({
  /** Missing without a connection; the list is empty then. */
  connectionId: idSchema.optional(),
  isPractice: z.boolean(),
  models: z.array(keptModelSchema).readonly(),
  /** The connection's default: the first model unless the user sets one. */
  defaultModel: modelIdSchema.optional(),
  isDefaultSet: z.boolean(),
  refreshedAt: timestampSchema.optional(),
  /** Older than an hour. */
  isStale: z.boolean(),
  isRefreshing: z.boolean(),
  error: appErrorSchema.optional(),
});

export type KeptModel = z.infer<typeof keptModelSchema>;
export type ModelList = z.infer<typeof modelListSchema>;

export const modelsContract = {
  /** An old or missing list is refreshed in the background. */
  list: procedure.output(modelListSchema),
  /** A failure is in `error`. */
  refresh: takes({ connectionId: idSchema }).output(modelListSchema),
  /** Marks that are not given stay as they are. */
  mark: takes({
    model: modelIdSchema,
    isFavourite: z.boolean().optional(),
    /** False: removes the user's default. */
    isDefault: z.boolean().optional(),
    takesPictures: z.boolean().optional(),
  }).output(modelListSchema),
};
