/** What the library takes on the disk by kind, its clean-up, its backups and its place. */
import { z } from 'zod';
import { appErrorSchema, procedure, timestampSchema } from './common.ts';

export const STORAGE_KINDS = [
  'photos',
  'results',
  'clips',
  'enlargements',
  'training',
  'conversations',
  'bills',
  'caches',
  'backups',
  'other',
] as const;
export const storageKindSchema = z.enum(STORAGE_KINDS);

/** Kinds that are cleaned up by `cleanUp`; results have `library.removeHidden`. */
export const CLEANED_KINDS = [
  'photos',
  'clips',
  'enlargements',
  'conversations',
  'bills',
  'caches',
  'backups',
] as const;

const bytesSchema = z.int().nonnegative();

export const kindUsageSchema = z.strictObject({
  kind: storageKindSchema,
  bytes: bytesSchema,
  /** Things that a clean-up removes: those that were saved elsewhere, or can be made anew. */
  removable: bytesSchema,
  /** … and those that are only here: they go when the user says so. */
  onlyHere: bytesSchema,
});

export const libraryBackupSchema = z.strictObject({
  /** In the folder of backups. */
  name: z.string(),
  at: timestampSchema,
  bytes: bytesSchema,
  /** `before-restore`: the library from before a restore. */
  kind: z.enum(['automatic', 'before-restore']),
});

export const storageSchema = z.strictObject({
  folder: z.string(),
  freeBytes: bytesSchema,
  isLow: z.boolean(),
  kinds: z.array(kindUsageSchema).readonly(),
  backups: z.array(libraryBackupSchema).readonly(),
  /** Folders of libraries that were in use before. */
  earlier: z.array(z.string()).readonly(),
  /** What the next start does. */
  order: z.enum(['move', 'use', 'backup']).optional(),
  /** Why the last order was not carried out. */
  failure: z.string().optional(),
  /** The host has no dialogs for places: they are typed. */
  typesPlaces: z.boolean(),
  canRestart: z.boolean(),
});

/** Work on the whole library. */
export const storageWorkSchema = z.strictObject({
  kind: z.enum(['back-up', 'restore', 'move']),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  done: bytesSchema,
  total: bytesSchema,
  error: appErrorSchema.optional(),
  /** Accounts of the library that was unpacked: whoever made the file has chosen their addresses. */
  accounts: z
    .array(z.strictObject({ name: z.string(), addresses: z.array(z.string()).readonly() }))
    .readonly()
    .optional(),
});

/** An absolute path; where the host has a dialog, there is none. */
const placeSchema = z.strictObject({ typed: z.string().min(1).max(4096).optional() });

export const cleanUpSchema = z.strictObject({
  kind: z.enum(CLEANED_KINDS),
  /** Also what is only here. */
  withOnlyHere: z.boolean(),
});

export type KindUsage = z.infer<typeof kindUsageSchema>;
export type LibraryBackup = z.infer<typeof libraryBackupSchema>;
export type Storage = z.infer<typeof storageSchema>;
export type StorageKind = z.infer<typeof storageKindSchema>;
export type CleanedKind = z.infer<typeof cleanUpSchema>['kind'];
export type StorageWork = z.infer<typeof storageWorkSchema>;

export const storageContract = {
  /** Counted and looked up anew each time. */
  read: procedure.input(z.strictObject({})).output(storageSchema),
  /** The number of removed things, and whether `undo` brings them back. */
  cleanUp: procedure
    .input(cleanUpSchema)
    .output(z.strictObject({ removed: z.int().nonnegative(), canUndo: z.boolean() })),
  /** Takes the last clean-up back where it can be. */
  undo: procedure.output(z.void()),
  /** The running work, or the last one; `null` = none. */
  work: procedure.output(storageWorkSchema.nullable()),
  stop: procedure.output(z.void()),
  /** These three begin work; false when no place was chosen. */
  backUp: procedure.input(placeSchema).output(z.boolean()),
  restore: procedure.input(placeSchema).output(z.boolean()),
  move: procedure.input(placeSchema).output(z.boolean()),
  /** An automatic backup takes the database's place at the next start. */
  restoreBackup: procedure.input(z.strictObject({ name: z.string().max(200) })).output(z.void()),
  /** The next start goes on with an earlier library. */
  goBackTo: procedure.input(z.strictObject({ folder: z.string().max(4096) })).output(z.void()),
  /** Deletes an earlier library for good. */
  removeEarlier: procedure.input(z.strictObject({ folder: z.string().max(4096) })).output(z.void()),
  /** Forgets what the next start was to do. */
  forgetOrder: procedure.output(z.void()),
  /** @throws AppError `tool-unavailable` where the host cannot */
  restart: procedure.output(z.void()),
};
