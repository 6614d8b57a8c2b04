import type { DatabaseSync } from 'node:sqlite';
import { os } from '../service/common/procedures.ts';
import type { LibraryUsage } from '../../../shared/contract/library.ts';
import { keptUntil, variantSlots } from '../../../shared/results/variant-slots.ts';
import type { PatchStore } from './patch-store.ts';
import { toPlaced } from './photo-rows.ts';
import { createSql, sqlPart, type SqlPart } from './row-values.ts';

export type Usage = ReturnType<typeof createUsage>;

const PHOTO_FILES = sqlPart`SELECT original_file_id FROM photos
  UNION SELECT display_file_id FROM photos
  UNION SELECT thumbnail_file_id FROM photos WHERE thumbnail_file_id IS NOT NULL`;
/** Pictures of recipes are managed by their runs and don't count. */
const OF_PHOTOS = sqlPart`photo_id NOT IN (SELECT photo_id FROM photo_purposes
    WHERE purpose = 'recipe')`;
const filesOfResults = (where: SqlPart) => sqlPart`SELECT overlay_file_id FROM patches
  WHERE ${where}
  UNION SELECT answer_file_id FROM patches WHERE ${where}
  UNION SELECT unmixed_file_id FROM patches WHERE unmixed_file_id IS NOT NULL AND ${where}`;

/** Copies of training files until they are uploaded, outside the file store. */
export const TRAINING_COPIES = sqlPart`SELECT coalesce(sum(coalesce(sent_length, byte_length)),
    0) AS bytes
  FROM training_files WHERE copy IS NOT NULL`;

/** @param limitBytes read each time @param now ms since 1970 */
export function createUsage(deps: {
  readonly database: DatabaseSync;
  readonly patches: PatchStore;
  readonly limitBytes: () => number;
  readonly now: () => number;
}) {
  const { database, patches, limitBytes, now } = deps;
  const sql = createSql(database);

  /** Counts each file once. */
  const bytes = (fileIds: SqlPart): number =>
    Number(sql.value`SELECT coalesce(sum(byte_length), 0) FROM files WHERE id IN (${fileIds})`);
  const resultBytes = () => bytes(filesOfResults(OF_PHOTOS));

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
    const hidden = sql.all`SELECT id, photo_id FROM patches WHERE state <> 'applied'
        AND ${OF_PHOTOS}
      ORDER BY state = 'hidden', created_at, rowid`;
    for (const row of hidden) {
      const patchId = String(row['id']);
      if (!isTooMuch()) break;
      if (patchId === sparedId || patches.isNeeded(patchId)) continue;
      patches.remove(String(row['photo_id']), patchId, 'keep');
      removed += 1;
    }
    return removed;
  }

  function read(): LibraryUsage {
    const ofResults = resultBytes();
    const shown = bytes(filesOfResults(sqlPart`${OF_PHOTOS} AND state = 'applied'`));
    const used = sqlPart`${PHOTO_FILES} UNION ${filesOfResults(OF_PHOTOS)}`;
    const { total, hidden: hiddenCount } =
      sql.get`SELECT count(*) AS total, coalesce(sum(state <> 'applied'), 0) AS hidden FROM patches
        WHERE ${OF_PHOTOS}` ?? {};
    return {
      photoBytes: bytes(PHOTO_FILES),
      resultBytes: ofResults,
      hiddenResultBytes: ofResults - shown,
      resultCount: Number(total ?? 0),
      hiddenResultCount: Number(hiddenCount ?? 0),
      otherBytes:
        bytes(sqlPart`SELECT id FROM files`) - bytes(used) + Number(sql.value`${TRAINING_COPIES}`),
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
      removeWhile(() => resultBytes() > limitBytes(), sparedId),
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
