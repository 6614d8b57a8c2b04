import type { DatabaseSync } from 'node:sqlite';
import { os } from '../service/common/procedures.ts';
import type { LibraryUsage } from '../../../shared/contract/library.ts';
import { keptUntil, variantSlots } from '../../../shared/results/variant-slots.ts';
import type { PatchStore } from './patch-store.ts';
import { toPlaced } from './photo-rows.ts';
import { createSql } from './row-values.ts';

export type Usage = ReturnType<typeof createUsage>;

/** Counts each file once. */
function bytesOf(references: readonly string[]): string {
  return `SELECT coalesce(sum(byte_length), 0) AS bytes FROM files WHERE id IN (${references.join(' UNION ')})`;
}

const PHOTO_FILES = [
  'SELECT original_file_id FROM photos',
  'SELECT display_file_id FROM photos',
  'SELECT thumbnail_file_id FROM photos WHERE thumbnail_file_id IS NOT NULL',
];
/** Pictures of recipes are managed by their runs and don't count. */
const OF_PHOTOS = `photo_id NOT IN (SELECT photo_id FROM photo_purposes WHERE purpose = 'recipe')`;
const RESULT_FILES = ['overlay_file_id', 'unmixed_file_id', 'answer_file_id'].map(
  (column) => `SELECT ${column} FROM patches WHERE ${column} IS NOT NULL AND ${OF_PHOTOS}`,
);
const SHOWN_FILES = RESULT_FILES.map((select) => `${select} AND state = 'applied'`);

/** Copies of training files until they are uploaded, outside the file store. */
export const TRAINING_COPIES = `SELECT coalesce(sum(coalesce(sent_length, byte_length)), 0) AS bytes
  FROM training_files WHERE copy IS NOT NULL`;

/** @param limitBytes read each time @param now ms since 1970 */
export function createUsage(deps: {
  readonly database: DatabaseSync;
  readonly patches: PatchStore;
  readonly limitBytes: () => number;
  readonly now: () => number;
}) {
  const { database, patches, limitBytes, now } = deps;
  const photos = database.prepare(bytesOf(PHOTO_FILES));
  const results = database.prepare(bytesOf(RESULT_FILES));
  const shown = database.prepare(bytesOf(SHOWN_FILES));
  const used = database.prepare(bytesOf([...PHOTO_FILES, ...RESULT_FILES]));
  const all = database.prepare('SELECT coalesce(sum(byte_length), 0) AS bytes FROM files');
  const copies = database.prepare(TRAINING_COPIES);
  const counts = database.prepare(
    `SELECT count(*) AS total, coalesce(sum(state <> 'applied'), 0) AS hidden FROM patches
     WHERE ${OF_PHOTOS}`,
  );
  const hidden = database.prepare(
    `SELECT id, photo_id FROM patches WHERE state <> 'applied' AND ${OF_PHOTOS}
     ORDER BY state = 'hidden', created_at, rowid`,
  );
  const sql = createSql(database);
  const bytes = (statement: typeof photos): number => Number(statement.get()?.['bytes'] ?? 0);

  function variantsToRemove(photoId: string): readonly string[] {
    const results = patches.list(photoId).map(toPlaced);
    return variantSlots(results)
      .filter((slot) => (keptUntil(slot) ?? Infinity) <= now())
      .flatMap(({ variants, front }) => variants.filter((each) => each !== front))
      .map(({ id }) => id)
      .filter((id) => !patches.isNeeded(id));
  }

  function removeWhile(isTooMuch: () => boolean, sparedId?: string): number {
    let removed = 0;
    for (const row of hidden.all()) {
      const patchId = String(row['id']);
      if (!isTooMuch()) break;
      if (patchId === sparedId || patches.isNeeded(patchId)) continue;
      patches.remove(String(row['photo_id']), patchId, 'keep');
      removed += 1;
    }
    return removed;
  }

  function read(): LibraryUsage {
    const resultBytes = bytes(results);
    const { total, hidden: hiddenCount } = counts.get() ?? {};
    return {
      photoBytes: bytes(photos),
      resultBytes,
      hiddenResultBytes: resultBytes - bytes(shown),
      resultCount: Number(total ?? 0),
      hiddenResultCount: Number(hiddenCount ?? 0),
      otherBytes: bytes(all) - bytes(used) + bytes(copies),
      resultLimitBytes: limitBytes(),
    };
  }

  /** As for `keepWithinLimit`. @returns their number */
  const removeHidden = (): number => removeWhile(() => true);

  return {
    procedures: {
      usage: os.library.usage.handler(read),
      removeHidden: os.library.removeHidden.handler(removeHidden),
    },
    read,
    removeHidden,
    /**
     * Oldest first. Shown results and those that a running job builds on stay.
     * @param sparedId was just hidden and may be wanted again
     * @returns the number deleted
     */
    keepWithinLimit: (sparedId?: string): number =>
      removeWhile(() => bytes(results) > limitBytes(), sparedId),
    /** See `keptUntil` in `shared/results/variant-slots.ts`. @returns their number */
    removeVariants(): number {
      let removed = 0;
      for (const row of sql.all`SELECT DISTINCT photo_id FROM patches WHERE state = 'hidden'`) {
        for (const patchId of variantsToRemove(String(row['photo_id']))) {
          patches.remove(String(row['photo_id']), patchId, 'keep');
          removed += 1;
        }
      }
      return removed;
    },
  };
}
