/**
 * Remembers where and how each photo was last saved.
 * SECURITY: S35 paths come from the host's dialog or folder and stay here; the page never sees one.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { saveOptionsSchema, type SaveOptions } from '../../../../shared/contract/export.ts';

interface LastSave {
  readonly options: SaveOptions;
  readonly place: SavedPlace | undefined;
}

interface SavedPlace {
  /** Absolute. */
  readonly path: string;
  readonly byteLength: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

export type LastSaves = ReturnType<typeof createLastSaves>;

export function createLastSaves(database: DatabaseSync) {
  const select = database.prepare('SELECT * FROM photo_saves WHERE photo_id = ?');
  const put = database.prepare(
    `INSERT INTO photo_saves (photo_id, options, path, byte_length, modified_at)
     VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (photo_id) DO UPDATE SET options = excluded.options, path = excluded.path,
       byte_length = excluded.byte_length, modified_at = excluded.modified_at`,
  );
  return {
    of(photoId: string): LastSave | undefined {
      const row = select.get(photoId);
      if (row === undefined) return undefined;
      const options = saveOptionsSchema.safeParse(JSON.parse(String(row['options'])));
      if (!options.success) return undefined; // Saved by a version with other options: the user is asked.
      if (row['path'] === null) return { options: options.data, place: undefined };
      return {
        options: options.data,
        place: {
          path: String(row['path']),
          byteLength: Number(row['byte_length']),
          modifiedAt: Number(row['modified_at']),
        },
      };
    },
    /** @param path absolute, of the file just written; `undefined` if the host doesn't say */
    async set(options: SaveOptions, path: string | undefined): Promise<void> {
      const facts = path === undefined ? undefined : await stat(path).catch(() => undefined);
      put.run(
        options.photoId,
        JSON.stringify(options),
        facts === undefined ? null : (path ?? null),
        facts?.size ?? null,
        facts?.mtimeMs ?? null,
      );
    },
  };
}

/** @returns `changed` if another program wrote the file, `gone` if its folder is missing */
export async function stateOfPlace(place: SavedPlace): Promise<'free' | 'changed' | 'gone'> {
  const facts = await stat(place.path).catch(() => undefined);
  if (facts === undefined) {
    const folder = await stat(dirname(place.path)).catch(() => undefined);
    return folder?.isDirectory() === true ? 'free' : 'gone';
  }
  const isOurs = facts.size === place.byteLength && facts.mtimeMs === place.modifiedAt;
  return isOurs ? 'free' : 'changed';
}
