import { z } from 'zod';
import { bytesSchema, idSchema, procedure, rectSchema, timestampSchema } from './common.ts';
import { MOST_MARGIN } from './setting-limits.ts';

/** Most regions that a user can set for one run. */
export const MAX_REGIONS = 200;

const regionsSchema = z.array(rectSchema).min(1).max(MAX_REGIONS).readonly();

/** Text boxes stored with a photo, in photo space. */
export const textBoxesSchema = z.array(rectSchema).max(MAX_REGIONS).readonly();

export const plannedCallSchema = z.strictObject({
  /** Area that would be sent, photo space. */
  region: rectSchema,
  /** Bounds of its paint, photo space; the region itself if nothing is painted. */
  painted: rectSchema,
  /**
   * The job that holds the answer to exactly this request; `stored: 'use'` takes it without a call.
   */
  stored: z.strictObject({ jobId: idSchema, endedAt: timestampSchema }).optional(),
});

export const callPlanSchema = z.strictObject({
  calls: z.array(plannedCallSchema).readonly(),
  /** Cost without saved results, 1/10000 USD; missing if unknown. */
  cost: z.int().nonnegative().optional(),
  /** Cost with saved results. */
  costWithStored: z.int().nonnegative().optional(),
  /** For the practice service, which is free. */
  isPractice: z.boolean(),
  /** Estimated time of the calls without a saved result; missing if unknown. */
  expectedMilliseconds: z.int().nonnegative().optional(),
});

/**
 * The parts of the mask that jobs have taken, one per id in the same order, in the wire format of
 * `shared/mask/mask-tiles.ts`; empty for jobs that take none.
 */
export const takenMasksSchema = z.array(bytesSchema).readonly();

export const startedRunSchema = z.strictObject({
  /** The first of `jobIds`. */
  jobId: idSchema,
  /** Nothing was started because identical requests were already running. */
  joined: z.boolean(),
  /** One job per region, in the order of the plan. */
  jobIds: z.array(idSchema).readonly(),
  runId: idSchema,
  masks: takenMasksSchema,
  /** Jobs in `jobIds` that use a saved result instead of a call, and the job it comes from. */
  stored: z.array(z.strictObject({ jobId: idSchema, fromJobId: idSchema })).readonly(),
});

/** `use` takes a saved answer to exactly this request instead of a call. */
const storedSchema = z.enum(['ignore', 'use']);

export const cleanupEdgeSchema = z.strictObject({
  margin: z.int().min(0).max(MOST_MARGIN),
  matchColors: z.boolean(),
});

const cleanupInputSchema = z.strictObject({
  photoId: idSchema,
  /** Set by the user, in photo space, instead of Gesso's own; together they contain all paint. */
  regions: regionsSchema.optional(),
});

export const cleanupContract = {
  /** Returns the calls that `run` would make. Starts nothing. */
  plan: procedure.input(cleanupInputSchema).output(callPlanSchema),
  /**
   * Sends the painted regions with their masks, one job each. The run takes the mask that the
   * backend holds (save it first), so painting can continue, and a job without a result restores
   * its part. A region whose identical request is still running joins it.
   */
  run: procedure
    .input(cleanupInputSchema.extend({ stored: storedSchema.optional() }))
    .output(startedRunSchema),
  /**
   * Uses saved results only and takes only the mask of these regions. `not-found` if there is none.
   */
  useStored: procedure.input(cleanupInputSchema).output(startedRunSchema),
  /** The photo's own edge, set by a recipe; `null` uses the settings. */
  edge: procedure.input(z.strictObject({ photoId: idSchema })).output(cleanupEdgeSchema.nullable()),
  /** Sets the edge for this photo only; `null` returns to the settings. */
  putEdge: procedure
    .input(z.strictObject({ photoId: idSchema, edge: cleanupEdgeSchema.nullable() }))
    .output(z.void()),
  /**
   * Returns the calls that `runPatchAgain` would make, and the mask of a clean-up, in the wire
   * format of `shared/mask/mask-tiles.ts`. Changes nothing.
   */
  planPatchAgain: procedure
    .input(
      z.strictObject({
        photoId: idSchema,
        patchId: idSchema,
        grow: z.int().min(0).max(500).optional(),
      }),
    )
    .output(z.strictObject({ plan: callPlanSchema, mask: bytesSchema })),
  /**
   * Hides a result and repeats it: a clean-up with its mask grown by `grow` photo pixels, a text
   * removal with its region. Other paint stays.
   */
  runPatchAgain: procedure
    .input(
      z.strictObject({
        photoId: idSchema,
        patchId: idSchema,
        grow: z.int().min(0).max(500).optional(),
        stored: storedSchema.optional(),
      }),
    )
    .output(startedRunSchema),
};

/**
 * `whole`: at 1:1, in overlapping tiles above 1024 × 1024. `boxes`: the same for each box.
 * `reduced`: scaled down, which loses sharpness around text.
 */
export const removeTextModeSchema = z.enum(['whole', 'boxes', 'reduced']);
export type RemoveTextMode = z.infer<typeof removeTextModeSchema>;

const removeTextInputSchema = z.strictObject({
  photoId: idSchema,
  mode: removeTextModeSchema,
  /** Photo space, for `boxes`. */
  boxes: regionsSchema.optional(),
});

export const removeTextContract = {
  /** Returns the calls that `run` would make. Starts nothing. */
  plan: procedure.input(removeTextInputSchema).output(callPlanSchema),
  /** Returns the photo's boxes. */
  boxes: procedure.input(z.strictObject({ photoId: idSchema })).output(textBoxesSchema),
  /** Stores the boxes without running them. */
  saveBoxes: procedure
    .input(z.strictObject({ photoId: idSchema, boxes: textBoxesSchema }))
    .output(z.void()),
  /**
   * Starts one job per tile; changed pixels become a result on the photo. The run takes the boxes,
   * as a clean-up takes the mask, and a job without a result restores its own.
   */
  run: procedure
    .input(removeTextInputSchema.extend({ stored: storedSchema.optional() }))
    .output(startedRunSchema),
};

export type CleanupEdge = z.infer<typeof cleanupEdgeSchema>;
export type PlannedCall = z.infer<typeof plannedCallSchema>;
export type CallPlan = z.infer<typeof callPlanSchema>;
export type StartedRun = z.infer<typeof startedRunSchema>;
