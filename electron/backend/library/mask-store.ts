/** Stores masks by tile, so that a stroke writes only the tiles it touched. */
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  decodeMaskHistory,
  encodeMaskHistory,
  MASK_HISTORY,
  type MaskHistory,
  type MaskStep,
} from '../../../shared/mask/mask-history.ts';
import type { PackedMaskTile } from '../../../shared/mask/mask-tiles.ts';
import { subtractMask, uniteMask } from '../vision/imaging/sent/mask-picture.ts';
import { transaction } from './database.ts';
import { toBoolean } from './row-values.ts';

/** Synchronous and durable. */
export type MaskStore = ReturnType<typeof createMaskStore>;

export function createMaskStore(database: DatabaseSync) {
  const select = database.prepare(
    'SELECT tile_column, tile_row, bits FROM mask_tiles WHERE photo_id = ? ORDER BY tile_row, tile_column',
  );
  const upsert = database.prepare(
    'INSERT INTO mask_tiles (photo_id, tile_column, tile_row, bits) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET bits = excluded.bits',
  );
  const remove = database.prepare(
    'DELETE FROM mask_tiles WHERE photo_id = ? AND tile_column = ? AND tile_row = ?',
  );
  const selectSteps = database.prepare(
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
  const insertStep = database.prepare(
    'INSERT INTO mask_steps (photo_id, sequence, is_done, step) VALUES (?, ?, 0, ?)',
  );
  const markSteps = database.prepare(
    'UPDATE mask_steps SET is_done = (sequence <= ?1) WHERE photo_id = ?2 AND is_done != (sequence <= ?1)',
  );

  function read(photoId: string): readonly PackedMaskTile[] {
    return select.all(photoId).map((row) => ({
      column: Number(row['tile_column']),
      row: Number(row['tile_row']),
      bits: row['bits'] as Uint8Array,
    }));
  }

  function put(photoId: string, tiles: readonly PackedMaskTile[]): void {
    for (const tile of tiles) {
      if (tile.bits === undefined) remove.run(photoId, tile.column, tile.row);
      else upsert.run(photoId, tile.column, tile.row, tile.bits);
    }
  }

  function putHistory(photoId: string, change: MaskHistory): void {
    forgetAfter.run(photoId, change.keepUntil);
    for (const step of change.steps) insertStep.run(photoId, step.sequence, pack(step));
    markSteps.run(change.doneUntil, photoId);
    let bytes = 0;
    for (const [index, row] of sizes.all(photoId).entries()) {
      bytes += Number(row['bytes']);
      if (bytes <= MASK_HISTORY.maxBytes && index < MASK_HISTORY.maxSteps) continue;
      forgetUntil.run(photoId, Number(row['sequence']));
      return;
    }
  }

  return {
    read,
    readHistory(photoId: string): MaskHistory {
      const steps: MaskStep[] = [];
      let doneUntil = 0;
      for (const row of selectSteps.all(photoId)) {
        if (toBoolean(row['is_done'])) doneUntil = Number(row['sequence']);
        steps.push(...unpack(row['step'] as Uint8Array));
      }
      return { keepUntil: 0, doneUntil, steps };
    },
    /** Deletes tiles without bits. */
    write: (photoId: string, tiles: readonly PackedMaskTile[], history?: MaskHistory): void =>
      transaction(database, () => {
        put(photoId, tiles);
        if (history !== undefined) putHistory(photoId, history);
      }),
    /** Adds paint. Call within a transaction. */
    unite: (photoId: string, tiles: readonly PackedMaskTile[]): void =>
      put(photoId, uniteMask(read(photoId), tiles)),
    /** Removes paint. Call within a transaction. */
    subtract: (photoId: string, tiles: readonly PackedMaskTile[]): void =>
      put(photoId, subtractMask(read(photoId), tiles)),
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
