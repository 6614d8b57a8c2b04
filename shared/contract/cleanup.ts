/** Work on parts of a photo: planning it, starting it, and using saved results. */
import { z } from 'zod';
import { bytesSchema, idSchema, procedure, rectSchema, timestampSchema } from './common.ts';
import { MOST_MARGIN } from './setting-limits.ts';

/** Most regions that one run may be given by hand. */
export const MAX_REGIONS = 200;

const regionsSchema = z.array(rectSchema).min(1).max(MAX_REGIONS).readonly();

/** Boxes around text as they are kept with a photo; photo space. */
export const textBoxesSchema = z.array(rectSchema).max(MAX_REGIONS).readonly();

/** A call as it would be made now. */
export const plannedCallSchema = z.strictObject({
  /** The area that would be sent, photo space. */
  region: rectSchema,
  /** The rectangle around its paint, photo space; the region itself where nothing is painted. */
  painted: rectSchema,
  /**
   * The answer to exactly this request is kept from this job: `stored: 'use'` takes it without a
   * call.
   */
  stored: z.strictObject({ jobId: idSchema, endedAt: timestampSchema }).optional(),
});

export const callPlanSchema = z.strictObject({
  /** One call each. */
  calls: z.array(plannedCallSchema).readonly(),
  /** The cost of all calls without saved results, 1/10000 USD; missing = not known. */
  cost: z.int().nonnegative().optional(),
  /** … and with saved results. */
  costWithStored: z.int().nonnegative().optional(),
  /** Planned for the practice service: free, so there is no cost at all. */
  isPractice: z.boolean(),
  /** About how long the calls take that have no saved result; missing = not known. */
  expectedMilliseconds: z.int().nonnegative().optional(),
});

/**
 * The parts of the painted mask that jobs have taken, one for each id in the same order, in the wire
 * form of `shared/mask/mask-tiles.ts`; none for jobs that take nothing of it.
 */
export const takenMasksSchema = z.array(bytesSchema).readonly();

/** The started run. */
export const startedRunSchema = z.strictObject({
  /** The first of `jobIds`. */
  jobId: idSchema,
  /** True when nothing had to be started: identical requests were under way already. */
  joined: z.boolean(),
  /** One job a region, in the order of the plan. */
  jobIds: z.array(idSchema).readonly(),
  /** The run of these jobs. */
  runId: idSchema,
  masks: takenMasksSchema,
  /** Those of `jobIds` that use a saved result instead of a call, and the job that it is from. */
  stored: z.array(z.strictObject({ jobId: idSchema, fromJobId: idSchema })).readonly(),
});

/**
 * `ignore`: everything is asked of the service. `use`: where the answer to exactly this request is
 * kept, it is taken instead of a call.
 */
const storedSchema = z.enum(['ignore', 'use']);

/** How a clean-up ends at its edge. */
export const cleanupEdgeSchema = z.strictObject({
  /** Pixels around the mask. */
  margin: z.int().min(0).max(MOST_MARGIN),
  matchColors: z.boolean(),
});

const cleanupInputSchema = z.strictObject({
  photoId: idSchema,
  /** Laid by hand, photo space, in place of Gesso's own; together they hold all that is painted. */
  regions: regionsSchema.optional(),
});

export const cleanupContract = {
  /** The calls that `run` would make now. Starts nothing. */
  plan: procedure.input(cleanupInputSchema).output(callPlanSchema),
  /**
   * Sends the photo's painted regions with their masks, one job each, started together. The mask is
   * the one that the backend holds (save it first); the run takes it, so that painting can go on, and
   * each job restores its own part when it ends without a result. A region whose identical request is
   * still under way is joined.
   */
  run: procedure
    .input(cleanupInputSchema.extend({ stored: storedSchema.optional() }))
    .output(startedRunSchema),
  /**
   * Uses only saved results, and takes only the mask of these
   * regions. Makes no call. Refused with `not-found` when there is nothing.
   */
  useStored: procedure.input(cleanupInputSchema).output(startedRunSchema),
  /** The edge of this photo's clean-ups, where a recipe's step has brought it; `null`: as the settings say. */
  edge: procedure.input(z.strictObject({ photoId: idSchema })).output(cleanupEdgeSchema.nullable()),
  /** For this photo alone; `null`: from now on the settings are good for it. */
  putEdge: procedure
    .input(z.strictObject({ photoId: idSchema, edge: cleanupEdgeSchema.nullable() }))
    .output(z.void()),
  /**
   * The calls that `runPatchAgain` would make, and the mask of a clean-up that they would send, in the
   * wire form of `shared/mask/mask-tiles.ts`. Changes nothing.
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
   * Hides a result and runs the same again: a clean-up with the result's own mask, grown by `grow`
   * photo pixels; a text removal with its region. Other painted pixels stay where they are.
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
 * `whole`: the whole photo at 1:1, in overlapping tiles where it is larger than 1024 × 1024. `boxes`:
 * the same for each box. `reduced`: the whole photo made smaller, which costs sharpness where text was.
 */
export const removeTextModeSchema = z.enum(['whole', 'boxes', 'reduced']);
export type RemoveTextMode = z.infer<typeof removeTextModeSchema>;

const removeTextInputSchema = z.strictObject({
  photoId: idSchema,
  mode: removeTextModeSchema,
  /** Photo space; for `boxes`. */
  boxes: regionsSchema.optional(),
});

export const removeTextContract = {
  /** The calls that `run` would make now. Starts nothing. */
  plan: procedure.input(removeTextInputSchema).output(callPlanSchema),
  /** The boxes that were drawn on a photo; they run nothing by themselves. */
  boxes: procedure.input(z.strictObject({ photoId: idSchema })).output(textBoxesSchema),
  /** Keeps them over a restart. */
  saveBoxes: procedure
    .input(z.strictObject({ photoId: idSchema, boxes: textBoxesSchema }))
    .output(z.void()),
  /**
   * One job a tile, started together; the pixels that really changed become a result on the photo. The
   * run takes the boxes, as a clean-up takes the mask: a job that ends without a result restores its own.
   */
  run: procedure
    .input(removeTextInputSchema.extend({ stored: storedSchema.optional() }))
    .output(startedRunSchema),
};

export type CleanupEdge = z.infer<typeof cleanupEdgeSchema>;
export type PlannedCall = z.infer<typeof plannedCallSchema>;
export type CallPlan = z.infer<typeof callPlanSchema>;
export type StartedRun = z.infer<typeof startedRunSchema>;
