/**
 * Reads and writes `library.json` in the default data folder. Without it, the library is in that
 * folder.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';

const orderSchema = z.discriminatedUnion('kind', [
  /** Copies changes since the first copy, then uses that folder. */
  z.strictObject({ kind: z.literal('move'), folder: z.string() }),
  /** Uses the library in that folder: a restored or previous one. */
  z.strictObject({ kind: z.literal('use'), folder: z.string(), from: z.number() }),
  /** Replaces the database by an automatic backup; its name in `backups/`. */
  z.strictObject({ kind: z.literal('backup'), name: z.string(), from: z.number() }),
]);

const locationSchema = z.strictObject({
  /** Absolute; missing: the default data folder. */
  folder: z.string().optional(),
  order: orderSchema.optional(),
  /** Why the last order failed, as a sentence. */
  failure: z.string().optional(),
  earlier: z.array(z.string()).default([]),
});

export type LocationOrder = z.infer<typeof orderSchema>;
export type LibraryLocation = z.infer<typeof locationSchema>;

/**
 * @throws AppError `storage` if the file is unreadable: an empty library would look like data loss
 */
export function readLibraryLocation(home: string): LibraryLocation {
  const path = join(home, 'library.json');
  if (!existsSync(path)) return { earlier: [] };
  try {
    return locationSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new AppError(
      'storage',
      `The file ${path} says where your library is, but Gesso can’t read it. Delete it to use the library in that folder, then start Gesso again.`,
      { cause },
    );
  }
}

export function writeLibraryLocation(home: string, location: LibraryLocation): void {
  const path = join(home, 'library.json');
  const isUsual = location.folder === undefined && location.order === undefined;
  if (isUsual && location.failure === undefined && location.earlier.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  // SECURITY: S35 readable by the user only, like the library.
  writeFileSync(`${path}.part`, JSON.stringify(location), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}
