import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  decodeMaskHistory,
  encodeMaskHistory,
  MASK_HISTORY,
  type MaskHistory,
  type MaskStep,
} from '../../../shared/mask/mask-history.ts';
import { toBoolean } from './row-values.ts';

/** Synchronous. */
export type MaskHistoryStore = ReturnType<typeof createMaskHistoryStore>;

export function createMaskHistoryStore(database: DatabaseSync) {
  const select = database.prepare(
    'SELECT sequence, is_done, step FROM mask_steps WHERE photo_id = ? ORDER BY sequence',
  );
  const sizes = database.prepare(
    'SELECT sequence, length(step) AS bytes FROM mask_steps WHERE photo_id = ? ORDER BY sequence DESC',
  );
  const forgetAfter = database.prepare(
    'DELETE FROM mask_steps WHERE photo_id = ? AND sequence > ?',
  );
  const forgetUntil = database.prepare(
    'DELETE FROM mask_steps WHERE photo_id = ? AND sequence <= ?',
  );
  const insert = database.prepare(
    'INSERT INTO mask_steps (photo_id, sequence, is_done, step) VALUES (?, ?, 0, ?)',
  );
  const mark = database.prepare(
    'UPDATE mask_steps SET is_done = (sequence <= ?1) WHERE photo_id = ?2 AND is_done != (sequence <= ?1)',
  );

  function cap(photoId: string): void {
    let bytes = 0;
    for (const [index, row] of sizes.all(photoId).entries()) {
      bytes += Number(row['bytes']);
      if (bytes <= MASK_HISTORY.maxBytes && index < MASK_HISTORY.maxSteps) continue;
      forgetUntil.run(photoId, Number(row['sequence']));
      return;
    }
  }

  return {
    read(photoId: string): MaskHistory {
      const steps: MaskStep[] = [];
      let doneUntil = 0;
      for (const row of select.all(photoId)) {
        const sequence = Number(row['sequence']);
        if (toBoolean(row['is_done'])) doneUntil = sequence;
        steps.push(...unpack(row['step'] as Uint8Array));
      }
      return { keepUntil: 0, doneUntil, steps };
    },
    /** Call within a transaction. */
    write(photoId: string, change: MaskHistory): void {
      forgetAfter.run(photoId, change.keepUntil);
      for (const step of change.steps) insert.run(photoId, step.sequence, pack(step));
      mark.run(change.doneUntil, photoId);
      cap(photoId);
    },
  };
}

/** Rows of flipped pixels are similar: a stroke compresses to a twentieth. */
function pack(step: MaskStep): Uint8Array {
  const bytes = encodeMaskHistory({ keepUntil: 0, doneUntil: 0, steps: [step] });
  return deflateRawSync(bytes, { level: 1 });
}

function unpack(bytes: Uint8Array): readonly MaskStep[] {
  return decodeMaskHistory(inflateRawSync(bytes)).steps;
}
