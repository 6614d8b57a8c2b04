import { z } from 'zod';
import {
  bytesSchema,
  idSchema,
  procedure,
  takes,
  rectSchema,
  timestampSchema,
  rowsOf,
} from './common.ts';

/** Largest growth of a clean-up's mask, photo pixels. */
export const MOST_MARGIN = 64;

/** Most regions that a user can set for one run. */
export const MAX_REGIONS = 200;

const regionsSchema = z.array(rectSchema).min(1).max(MAX_REGIONS).readonly();

/** Text boxes stored with a photo, in photo space. */
export const textBoxesSchema = z.array(rectSchema).max(MAX_REGIONS).readonly();

const plannedCallSchema = z.strictObject({
  region: rectSchema,
  /** Bounds of its paint, photo space; the region itself if nothing is painted. */
  painted: rectSchema,
  /** Holds the answer to exactly this request; `stored: 'use'` takes it without a call. */
  stored: z.strictObject({ jobId: idSchema, endedAt: timestampSchema }).optional(),
});

const callPlanSchema = z.strictObject({
  calls: z.array(plannedCallSchema).readonly(),
  /** Cost without saved results, 1/10000 USD; missing if unknown. */
  cost: z.int().nonnegative().optional(),
  costWithStored: z.int().nonnegative().optional(),
  isPractice: z.boolean(),
  /** Estimated time of the calls without a saved result; missing if unknown. */
  expectedMilliseconds: z.int().nonnegative().optional(),
});

/** In the wire format of `shared/mask/mask-tiles.ts`; empty for jobs that take none. */
export const takenMasksSchema = z.array(bytesSchema).readonly();

const startedRunSchema = z.strictObject({
  jobId: idSchema,
  /** Nothing was started because identical requests were already running. */
  joined: z.boolean(),
  jobIds: z.array(idSchema).readonly(),
  runId: idSchema,
  masks: takenMasksSchema,
  stored: rowsOf({ jobId: idSchema, fromJobId: idSchema }),
});

/** `use` takes a saved answer to exactly this request instead of a call. */
const storedSchema = z.enum(['ignore', 'use']);

const cleanupEdgeSchema = z.strictObject({
  margin: z.int().min(0).max(MOST_MARGIN),
  matchColors: z.boolean(),
});

const cleanupInputSchema = z.strictObject({
  photoId: idSchema,
  /** Set by the user, in photo space, instead of Gesso's own; together they contain all paint. */
  regions: regionsSchema.optional(),
});

export const cleanupContract = {
  /** Starts nothing. */
  plan: procedure.input(cleanupInputSchema).output(callPlanSchema),
  /**
   * Takes the mask that the backend holds, so save it first. A job without a result restores its
   * part. Identical running requests are joined.
   */
  run: takes({ ...cleanupInputSchema.shape, stored: storedSchema.optional() }).output(
    startedRunSchema,
  ),
  /** Takes only the mask of these regions. `not-found` without a saved result. */
  useStored: procedure.input(cleanupInputSchema).output(startedRunSchema),
  /** The photo's own edge, set by a recipe; `null` uses the settings. */
  edge: takes({ photoId: idSchema }).output(cleanupEdgeSchema.nullable()),
  /** `null` returns to the settings. */
  putEdge: takes({ photoId: idSchema, edge: cleanupEdgeSchema.nullable() }).output(z.void()),
  /** Changes nothing. The mask has the wire format of `shared/mask/mask-tiles.ts`. */
  planPatchAgain: takes({
    photoId: idSchema,
    patchId: idSchema,
    grow: z.int().min(0).max(500).optional(),
  }).output(z.strictObject({ plan: callPlanSchema, mask: bytesSchema })),
  /** Hides a result and repeats it. @param grow photo pixels added to the mask of a clean-up */
  runPatchAgain: takes({
    photoId: idSchema,
    patchId: idSchema,
    grow: z.int().min(0).max(500).optional(),
    stored: storedSchema.optional(),
  }).output(startedRunSchema),
};

/** `whole`, `boxes`: at 1:1, in tiles above 1024 × 1024. `reduced` loses sharpness. */
const removeTextModeSchema = z.enum(['whole', 'boxes', 'reduced']);
export type RemoveTextMode = z.infer<typeof removeTextModeSchema>;

const removeTextInputSchema = z.strictObject({
  photoId: idSchema,
  mode: removeTextModeSchema,
  /** Photo space, for `boxes`. */
  boxes: regionsSchema.optional(),
});

export const removeTextContract = {
  /** Starts nothing. */
  plan: procedure.input(removeTextInputSchema).output(callPlanSchema),
  boxes: takes({ photoId: idSchema }).output(textBoxesSchema),
  saveBoxes: takes({ photoId: idSchema, boxes: textBoxesSchema }).output(z.void()),
  /** Takes the boxes; a job without a result restores its own. */
  run: takes({ ...removeTextInputSchema.shape, stored: storedSchema.optional() }).output(
    startedRunSchema,
  ),
};

export type CleanupEdge = z.infer<typeof cleanupEdgeSchema>;
export type CallPlan = z.infer<typeof callPlanSchema>;
export type StartedRun = z.infer<typeof startedRunSchema>;
