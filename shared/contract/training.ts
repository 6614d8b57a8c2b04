/** The list stays in the library; the window gets counters and visible rows only. */
import { z } from 'zod';
import { appErrorSchema, plainNameSchema, procedure, takes, timestampSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

/**
 * `convertible`: the service doesn't take the format. `finishing`: sent, but the storage has not
 * answered. `unknown`: may have arrived. `duplicate`: the same content exists. `skipped`: no
 * readable picture.
 */
export const TRAINING_STATES = [
  'failed',
  'unknown',
  'convertible',
  'sending',
  'finishing',
  'waiting',
  'checking',
  'ready',
  'duplicate',
  'skipped',
  'done',
] as const;
const trainingStateSchema = z.enum(TRAINING_STATES);

/**
 * `small` and `narrow` depend on the settings. `camera`: camera data, location, comments, copies, a
 * film.
 */
export const TRAINING_MARKS = [
  'small',
  'narrow',
  'near',
  'rotated',
  'alpha',
  'cmyk',
  'deep',
  'animated',
  'camera',
] as const;
const trainingMarkSchema = z.enum(TRAINING_MARKS);

const trainingFileSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Its folder within the dropped files, `a/b`; empty for none. */
  folder: z.string(),
  byteLength: z.int().nonnegative(),
  /** Oriented pixels; missing until it is checked. */
  width: z.int().optional(),
  height: z.int().optional(),
  /** `png`, `jpeg`, `webp`, `tiff` …; missing until it is checked. */
  format: z.string().optional(),
  state: trainingStateSchema,
  marks: z.array(trainingMarkSchema).readonly(),
  /** An identical or nearly identical picture. */
  likeName: z.string().optional(),
  /** Same-origin address of a thumbnail; missing until it is checked. */
  thumbnailUrl: z.string().optional(),
  assetId: z.string().optional(),
  connectionName: z.string().optional(),
  uploadedAt: timestampSchema.optional(),
  error: appErrorSchema.optional(),
  convertedTo: z.string().optional(),
});

export const TRAINING_FILTERS = [
  'all',
  'left',
  'trouble',
  'ready',
  'duplicate',
  'skipped',
  'done',
  'removed',
] as const;
export const TRAINING_SORTS = ['state', 'added', 'name', 'size'] as const;

const trainingViewSchema = z.strictObject({
  filter: z.enum(TRAINING_FILTERS),
  mark: trainingMarkSchema.optional(),
  /** Part of the name, folder or asset id, ignoring case. */
  search: z.string().max(200),
  sort: z.enum(TRAINING_SORTS),
});

/** Most rows in one list of ids. */
export const MOST_TRAINING_IDS = 200_000;

const trainingSelectionSchema = z.union([
  z.strictObject({ ids: z.array(z.int()).min(1).max(MOST_TRAINING_IDS).readonly() }),
  z.strictObject({ view: trainingViewSchema }),
]);

export const offeredFileSchema = z.strictObject({
  name: plainNameSchema.min(1).max(1000),
  folder: z.string().max(4000),
  byteLength: z.int().nonnegative(),
  /** Modification time of the file, ms; negative before 1970. */
  modifiedAt: z.int(),
});

const trainingProgressSchema = z.strictObject({
  id: z.int(),
  sentBytes: z.int().nonnegative(),
  byteLength: z.int().nonnegative(),
});

const trainingSummarySchema = z.strictObject({
  counts: z.record(trainingStateSchema, z.int().nonnegative()),
  marks: z.record(trainingMarkSchema, z.int().nonnegative()),
  removed: z.int().nonnegative(),
  /** Bytes of `ready` files. */
  readyBytes: z.int().nonnegative(),
  /** Bytes of queued and running uploads. */
  leftBytes: z.int().nonnegative(),
  queue: z.strictObject({
    isRunning: z.boolean(),
    /** Why it stopped automatically. */
    pausedBy: appErrorSchema.optional(),
    /** Why it waits; it continues automatically. */
    heldBy: appErrorSchema.optional(),
    heldForMilliseconds: z.int().nonnegative().optional(),
  }),
  active: z.array(trainingProgressSchema).readonly(),
  /** Over the last five seconds; 0 while idle. */
  bytesPerSecond: z.number().nonnegative(),
  /** The host's dialog returns paths, so that nothing is copied. */
  canLink: z.boolean(),
});

export type TrainingState = z.infer<typeof trainingStateSchema>;
export type TrainingMark = z.infer<typeof trainingMarkSchema>;
export type TrainingFile = z.infer<typeof trainingFileSchema>;
export type TrainingView = z.infer<typeof trainingViewSchema>;
export type TrainingSelection = z.infer<typeof trainingSelectionSchema>;
export type TrainingSummary = z.infer<typeof trainingSummarySchema>;
export type OfferedFile = z.infer<typeof offeredFileSchema>;

const changedSchema = z.strictObject({ changed: z.int().nonnegative() });

export const trainingContract = {
  summary: procedure.output(trainingSummarySchema),
  list: takes({
    view: trainingViewSchema,
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(200),
  }).output(
    z.strictObject({
      rows: z.array(trainingFileSchema).readonly(),
      total: z.int().nonnegative(),
    }),
  ),
  ids: takes({
    view: trainingViewSchema,
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(MOST_TRAINING_IDS),
  }).output(z.array(z.int()).readonly()),
  /** Lets the user choose files or a folder in the host's dialog; they stay where they are. */
  choose: takes({ what: z.enum(['files', 'folder']) }).output(
    z.strictObject({ added: z.int(), known: z.int() }),
  ),
  missing: takes({ files: z.array(offeredFileSchema).min(1).max(500).readonly() }).output(
    z.array(z.int()).readonly(),
  ),
  /** Adds files whose names show that they are no pictures to the skipped ones. */
  skip: takes({ files: z.array(offeredFileSchema).min(1).max(500).readonly() }).output(
    changedSchema,
  ),
  /** Queues `ready`, `failed`, `unknown` or `duplicate` rows on the active connection. */
  upload: takes({ selection: trainingSelectionSchema }).output(changedSchema),
  retryFailed: takes({ selection: trainingSelectionSchema }).output(changedSchema),
  /** Starts no further uploads; running ones finish. */
  pause: procedure,
  resume: procedure,
  /** Cancels queued and running uploads, except completely sent ones. */
  cancel: takes({ selection: trainingSelectionSchema }).output(changedSchema),
  keepAsset: takes({ selection: trainingSelectionSchema }).output(changedSchema),
  /** Writes converted copies and checks them. The user's files stay unchanged. */
  convert: takes({
    selection: trainingSelectionSchema,
    /** Transparent areas become white. */
    isFlattened: z.boolean(),
  }).output(changedSchema),
  /** Removes rows; asset ids stay. @returns an id for undo */
  remove: takes({ selection: trainingSelectionSchema }).output(
    z.strictObject({ removalId: z.int(), removed: z.int() }),
  ),
  restore: takes({ removalId: z.int() }).output(changedSchema),
  restoreRows: takes({ selection: trainingSelectionSchema }).output(changedSchema),
  assetIds: takes({ selection: trainingSelectionSchema }).output(
    z.strictObject({ text: z.string(), count: z.int() }),
  ),
  save: takes({ what: z.enum(['assets-csv', 'assets-json', 'skipped-csv']) }).output(
    saveOutcomeSchema,
  ),
};
