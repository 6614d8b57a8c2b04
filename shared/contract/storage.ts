import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, takes, timestampSchema, rowsOf } from './common.ts';

const STORAGE_KINDS = [
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
const storageKindSchema = z.enum(STORAGE_KINDS);

/** Kinds that `cleanUp` handles; results have `library.removeHidden`. */
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

const kindUsageSchema = z.strictObject({
  kind: storageKindSchema,
  bytes: bytesSchema,
  /** Files that were saved elsewhere or can be recreated. */
  removable: bytesSchema,
  /** Only copies: deleted only on request. */
  onlyHere: bytesSchema,
});

const libraryBackupSchema = z.strictObject({
  /** Name in the backup folder. */
  name: z.string(),
  at: timestampSchema,
  bytes: bytesSchema,
  /** `before-restore`: the library before a restore. */
  kind: z.enum(['automatic', 'before-restore']),
});

const storageSchema = z.strictObject({
  folder: z.string(),
  freeBytes: bytesSchema,
  isLow: z.boolean(),
  kinds: z.array(kindUsageSchema).readonly(),
  backups: z.array(libraryBackupSchema).readonly(),
  earlier: z.array(z.string()).readonly(),
  order: z.enum(['move', 'use', 'backup']).optional(),
  failure: z.string().optional(),
  /** The host has no folder dialog, so paths are typed. */
  typesPlaces: z.boolean(),
  canRestart: z.boolean(),
});

const storageWorkSchema = z.strictObject({
  kind: z.enum(['back-up', 'restore', 'move']),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  done: bytesSchema,
  total: bytesSchema,
  error: appErrorSchema.optional(),
  /** Accounts of an unpacked library, whose addresses were chosen by whoever made the file. */
  accounts: rowsOf({ name: z.string(), addresses: z.array(z.string()).readonly() }).optional(),
});

/** `typed`: an absolute path; missing where the host has a dialog. */
const placeSchema = z.strictObject({ typed: z.string().min(1).max(4096).optional() });

const cleanUpSchema = z.strictObject({
  kind: z.enum(CLEANED_KINDS),
  /** Also deletes only copies. */
  withOnlyHere: z.boolean(),
});

export type KindUsage = z.infer<typeof kindUsageSchema>;
export type LibraryBackup = z.infer<typeof libraryBackupSchema>;
export type Storage = z.infer<typeof storageSchema>;
export type StorageKind = z.infer<typeof storageKindSchema>;
export type CleanedKind = z.infer<typeof cleanUpSchema>['kind'];
export type StorageWork = z.infer<typeof storageWorkSchema>;

export const storageContract = {
  read: takes({}).output(storageSchema),
  /** Returns the number of removed items, and the id by which `undo` restores them. */
  cleanUp: procedure
    .input(cleanUpSchema)
    .output(z.strictObject({ removed: z.int().nonnegative(), undoId: idSchema.optional() })),
  undo: takes({ undoId: idSchema }).output(z.void()),
  work: procedure.output(storageWorkSchema.nullable()),
  stop: procedure.output(z.void()),
  /** Starts work in the background, like `restore` and `move`; false without a location. */
  backUp: procedure.input(placeSchema).output(z.boolean()),
  restore: procedure.input(placeSchema).output(z.boolean()),
  move: procedure.input(placeSchema).output(z.boolean()),
  /** Replaces the database by an automatic backup at the next start. */
  restoreBackup: takes({ name: z.string().max(200) }).output(z.void()),
  goBackTo: takes({ folder: z.string().max(4096) }).output(z.void()),
  removeEarlier: takes({ folder: z.string().max(4096) }).output(z.void()),
  forgetOrder: procedure.output(z.void()),
  /** @throws AppError `tool-unavailable` if the host cannot restart */
  restart: procedure.output(z.void()),
};
