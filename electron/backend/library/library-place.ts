/**
 * Where the library is, and what the next start is to do with it: `library.json` in the usual data folder.
 * Without this file the library is in that folder itself.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';

const orderSchema = z.discriminatedUnion('kind', [
  /** Copies what is new since the first copy, and goes on in that folder. */
  z.strictObject({ kind: z.literal('move'), folder: z.string() }),
  /** Goes on with the library in that folder: one that was restored, or an earlier one. */
  z.strictObject({ kind: z.literal('use'), folder: z.string(), from: z.number() }),
  /** Puts an automatic backup in the database's place; its name in `backups/`. */
  z.strictObject({ kind: z.literal('backup'), name: z.string(), from: z.number() }),
]);

const placeSchema = z.strictObject({
  /** Absolute; missing: the usual data folder. */
  folder: z.string().optional(),
  order: orderSchema.optional(),
  /** Why the last order was not carried out, in a sentence. */
  failure: z.string().optional(),
  /** Folders of libraries that were in use before. Absolute. */
  earlier: z.array(z.string()).default([]),
});

/** An order for the next start. */
export type PlaceOrder = z.infer<typeof orderSchema>;
export type LibraryPlace = z.infer<typeof placeSchema>;

/** @throws AppError `storage` when the file is there and cannot be understood: an empty library would look like a loss */
export function readPlace(home: string): LibraryPlace {
  const path = join(home, 'library.json');
  if (!existsSync(path)) return { earlier: [] };
  try {
    return placeSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new AppError(
      {
        kind: 'storage',
        message: `The file ${path} says where your library is, but Gesso can’t read it. Delete it to use the library in that folder, then start Gesso again.`,
      },
      { cause },
    );
  }
}

/** Writes it whole or not at all. */
export function writePlace(home: string, place: LibraryPlace): void {
  const path = join(home, 'library.json');
  const isUsual = place.folder === undefined && place.order === undefined;
  if (isUsual && place.failure === undefined && place.earlier.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  // SECURITY: S35 readable by the user alone, like the library.
  writeFileSync(`${path}.part`, JSON.stringify(place), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}
