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
import { createSql, toBoolean } from './row-values.ts';

/** Synchronous and durable. */
export type MaskStore = ReturnType<typeof createMaskStore>;

export function createMaskStore(database: DatabaseSync) {
  const sql = createSql(database);

  function read(photoId: string): readonly PackedMaskTile[] {
    return sql.all`SELECT tile_column, tile_row, bits FROM mask_tiles
      WHERE photo_id = ${photoId} ORDER BY tile_row, tile_column`.map((row) => ({
      column: Number(row['tile_column']),
      row: Number(row['tile_row']),
      bits: row['bits'] as Uint8Array,
    }));
  }

  function put(photoId: string, tiles: readonly PackedMaskTile[]): void {
    for (const tile of tiles) {
      if (tile.bits === undefined)
        sql.run`DELETE FROM mask_tiles WHERE photo_id = ${photoId}
            AND tile_column = ${tile.column} AND tile_row = ${tile.row}`;
      else
        sql.upsert(
          'mask_tiles',
          { photoId, tileColumn: tile.column, tileRow: tile.row },
          { bits: tile.bits },
        );
    }
  }

  function putHistory(photoId: string, change: MaskHistory): void {
    sql.run`DELETE FROM mask_steps WHERE photo_id = ${photoId} AND sequence > ${change.keepUntil}`;
    for (const step of change.steps) {
      const { sequence } = step;
      sql.insert('mask_steps', { photoId, sequence, isDone: false, step: pack(step) });
    }
    sql.run`UPDATE mask_steps SET is_done = (sequence <= ${change.doneUntil})
      WHERE photo_id = ${photoId} AND is_done != (sequence <= ${change.doneUntil})`;
    let bytes = 0;
    for (const [index, row] of sql.all`SELECT sequence, length(step) AS bytes FROM mask_steps
      WHERE photo_id = ${photoId} ORDER BY sequence DESC`.entries()) {
      bytes += Number(row['bytes']);
      if (bytes <= MASK_HISTORY.maxBytes && index < MASK_HISTORY.maxSteps) continue;
      sql.run`DELETE FROM mask_steps WHERE photo_id = ${photoId}
          AND sequence <= ${Number(row['sequence'])}`;
      return;
    }
  }

  return {
    read,
    readHistory(photoId: string): MaskHistory {
      const steps: MaskStep[] = [];
      let doneUntil = 0;
      for (const row of sql.all`SELECT sequence, is_done, step FROM mask_steps
        WHERE photo_id = ${photoId} ORDER BY sequence`) {
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
