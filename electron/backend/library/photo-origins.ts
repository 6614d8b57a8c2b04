import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { storedJson } from './row-values.ts';

type PhotoOrigin =
  | { readonly is: 'result'; readonly jobId: string }
  /** `patchIds`: its results at that time, lowest first. */
  | { readonly is: 'look'; readonly photoId: string; readonly patchIds: readonly string[] };

export type PhotoOrigins = ReturnType<typeof createPhotoOrigins>;

const patchIdsSchema = z.array(z.string());

export function createPhotoOrigins(database: DatabaseSync) {
  const put = database.prepare(
    `INSERT INTO photo_origins (photo_id, job_id, from_photo_id, patch_ids) VALUES (?, ?, ?, ?)
       ON CONFLICT (photo_id) DO UPDATE SET job_id = excluded.job_id,
         from_photo_id = excluded.from_photo_id, patch_ids = excluded.patch_ids`,
  );
  const select = database.prepare('SELECT * FROM photo_origins WHERE photo_id = ?');
  return {
    /** Replaces an earlier origin: the same pixels may be made twice. */
    note(photoId: string, origin: PhotoOrigin): void {
      if (origin.is === 'result') put.run(photoId, origin.jobId, null, '[]');
      // A photo is not its own origin.
      else if (origin.photoId !== photoId) {
        put.run(photoId, null, origin.photoId, JSON.stringify(origin.patchIds));
      }
    },
    /** `undefined` for an imported file. */
    of(photoId: string): PhotoOrigin | undefined {
      const row = select.get(photoId);
      if (row === undefined) return undefined;
      if (row['job_id'] !== null) return { is: 'result', jobId: String(row['job_id']) };
      const patchIds = storedJson(patchIdsSchema, row['patch_ids']) ?? [];
      return { is: 'look', photoId: String(row['from_photo_id']), patchIds };
    },
  };
}
