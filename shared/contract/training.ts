/**
 * Training: pictures that go to the service's training data. The list lives in the library; the window
 * gets counters and the rows in sight, never all of them.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, plainNameSchema, procedure, timestampSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

/**
 * `checking`: being read · `convertible`: a picture of a kind that the service does not take · `ready`:
 * its upload has not been ordered yet · `waiting`: for its turn · `finishing`: all is sent, the storage has
 * not answered · `unknown`: it may have arrived · `duplicate`: the same content is here already ·
 * `skipped`: no picture, or one that cannot be read.
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
export const trainingStateSchema = z.enum(TRAINING_STATES);

/**
 * Findings of the check. `small` and `narrow` go by the limits in the settings; `camera`: there is more in the
 * file than its picture (camera data, place, comments, copies, a film).
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
export const trainingMarkSchema = z.enum(TRAINING_MARKS);

/** A row of the list. */
export const trainingFileSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The folders around it in what was dropped, `a/b`; empty for none. */
  folder: z.string(),
  byteLength: z.int().nonnegative(),
  /** As it looks (orientation applied), pixels; missing until it is read. */
  width: z.int().optional(),
  height: z.int().optional(),
  /** `png`, `jpeg`, `webp`, `tiff` …; missing until it is read. */
  format: z.string().optional(),
  state: trainingStateSchema,
  marks: z.array(trainingMarkSchema).readonly(),
  /** The picture that this one is nearly the same as, or the same. */
  likeName: z.string().optional(),
  /** Same-origin address of a small picture; missing until it is read. */
  thumbnailUrl: z.string().optional(),
  assetId: z.string().optional(),
  connectionName: z.string().optional(),
  uploadedAt: timestampSchema.optional(),
  /** Why it failed or was skipped, or how it is unknown. */
  error: appErrorSchema.optional(),
  /** The format that Gesso has converted a copy to. */
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

/** Rows of the list and their order. */
export const trainingViewSchema = z.strictObject({
  filter: z.enum(TRAINING_FILTERS),
  /** Only rows with this finding. */
  mark: trainingMarkSchema.optional(),
  /** Part of the name, the folder or the asset id, in any case. */
  search: z.string().max(200),
  sort: z.enum(TRAINING_SORTS),
});

/** Most rows that are named one by one. */
export const MOST_TRAINING_IDS = 200_000;

/** Rows that an order is for. */
export const trainingSelectionSchema = z.union([
  z.strictObject({ ids: z.array(z.int()).min(1).max(MOST_TRAINING_IDS).readonly() }),
  z.strictObject({ view: trainingViewSchema }),
]);

/** A file of the page that is about to be handed over. */
export const offeredFileSchema = z.strictObject({
  name: plainNameSchema.min(1).max(1000),
  folder: z.string().max(4000),
  byteLength: z.int().nonnegative(),
  /** Of the file, ms. */
  modifiedAt: timestampSchema,
});

/** How far a file on its way is. */
export const trainingProgressSchema = z.strictObject({
  id: z.int(),
  sentBytes: z.int().nonnegative(),
  byteLength: z.int().nonnegative(),
});

/** Counters and the queue. */
export const trainingSummarySchema = z.strictObject({
  /** Grows when rows have changed: those in sight are read again. */
  revision: z.int().nonnegative(),
  counts: z.record(trainingStateSchema, z.int().nonnegative()),
  marks: z.record(trainingMarkSchema, z.int().nonnegative()),
  removed: z.int().nonnegative(),
  /** Bytes of `ready` files. */
  readyBytes: z.int().nonnegative(),
  /** Bytes of files that are ordered and not done. */
  leftBytes: z.int().nonnegative(),
  queue: z.strictObject({
    isRunning: z.boolean(),
    /** Why it stopped by itself. */
    pausedBy: appErrorSchema.optional(),
    /** Nothing leaves for a while, and why; it goes on by itself. */
    heldBy: appErrorSchema.optional(),
    heldForMilliseconds: z.int().nonnegative().optional(),
  }),
  active: z.array(trainingProgressSchema).readonly(),
  /** Over the last five seconds; 0 while nothing moves. */
  bytesPerSecond: z.number().nonnegative(),
  /** True where the program's own dialog gives it the places of files, so that nothing is copied. */
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
  /** Counters now, and again after changes, some times a second at most. */
  changes: procedure.output(eventIterator(trainingSummarySchema)),
  list: procedure
    .input(
      z.strictObject({
        view: trainingViewSchema,
        offset: z.int().nonnegative(),
        limit: z.int().min(1).max(200),
      }),
    )
    .output(
      z.strictObject({
        rows: z.array(trainingFileSchema).readonly(),
        total: z.int().nonnegative(),
      }),
    ),
  /** Ids of a stretch of the list, for selecting it. */
  ids: procedure
    .input(
      z.strictObject({
        view: trainingViewSchema,
        offset: z.int().nonnegative(),
        limit: z.int().min(1).max(MOST_TRAINING_IDS),
      }),
    )
    .output(z.array(z.int()).readonly()),
  /** Lets the user choose files or a folder in the program's own dialog: they stay where they are. */
  choose: procedure
    .input(z.strictObject({ what: z.enum(['files', 'folder']) }))
    .output(z.strictObject({ added: z.int(), known: z.int() })),
  /** Places in the list, counted from 0, of those that are not in the library's list yet. */
  missing: procedure
    .input(z.strictObject({ files: z.array(offeredFileSchema).min(1).max(500).readonly() }))
    .output(z.array(z.int()).readonly()),
  /** Notes files that are no pictures by their names, for the list of skipped ones. */
  skip: procedure
    .input(z.strictObject({ files: z.array(offeredFileSchema).min(1).max(500).readonly() }))
    .output(changedSchema),
  /** Orders the upload of rows that are `ready`, `failed`, `unknown` or `duplicate`, on the active connection. */
  upload: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(changedSchema),
  /** Orders the failed ones of a selection again. */
  retryFailed: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(changedSchema),
  /** Nothing new leaves; files on their way finish. */
  pause: procedure,
  resume: procedure,
  /** Takes the order back: those on their way break off, unless all of them was sent. */
  cancel: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(changedSchema),
  /** Takes the asset id of an `unknown` one for good. */
  keepAsset: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(changedSchema),
  /** Writes converted copies, and checks these. The user's files stay as they are. */
  convert: procedure
    .input(
      z.strictObject({
        selection: trainingSelectionSchema,
        /** Transparent parts become white. */
        isFlattened: z.boolean(),
      }),
    )
    .output(changedSchema),
  /** Takes rows out of the list; asset ids stay. @returns the removal, for its undo */
  remove: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(z.strictObject({ removalId: z.int(), removed: z.int() })),
  restore: procedure.input(z.strictObject({ removalId: z.int() })).output(changedSchema),
  /** Puts removed rows back. */
  restoreRows: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(changedSchema),
  /** Asset ids, one a line, in the order of the list. */
  assetIds: procedure
    .input(z.strictObject({ selection: trainingSelectionSchema }))
    .output(z.strictObject({ text: z.string(), count: z.int() })),
  /** Saves asset ids with names, or the skipped files with reasons. */
  save: procedure
    .input(
      z.strictObject({
        what: z.enum(['assets-csv', 'assets-json', 'skipped-csv']),
        selection: trainingSelectionSchema.optional(),
      }),
    )
    .output(saveOutcomeSchema),
};
