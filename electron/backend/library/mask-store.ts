/** Stores masks by tile, so that a stroke writes only the tiles it touched. */
import type { DatabaseSync } from 'node:sqlite';
import type { PackedMaskTile } from '../../../shared/mask/mask-tiles.ts';
import { subtractMask, uniteMask } from '../vision/imaging/sent/mask-picture.ts';
import { transaction } from './database.ts';

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

  return {
    read,
    /** Deletes tiles without bits. @param also runs in the same transaction */
    write: (photoId: string, tiles: readonly PackedMaskTile[], also?: () => void): void =>
      transaction(database, () => {
        put(photoId, tiles);
        also?.();
      }),
    /** Adds paint. Call within a transaction. */
    unite: (photoId: string, tiles: readonly PackedMaskTile[]): void =>
      put(photoId, uniteMask(read(photoId), tiles)),
    /** Removes paint. Call within a transaction. */
    subtract: (photoId: string, tiles: readonly PackedMaskTile[]): void =>
      put(photoId, subtractMask(read(photoId), tiles)),
  };
}
