/** Bills of closed periods, on disk. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { BillCategory, BillCycle } from '../../../shared/api/billing.ts';
import { billRowSchema, type BillLine } from '../../../shared/contract/spend.ts';
import type { BillUnit } from './bill-units.ts';

/** Whose bills. */
export interface BillKey {
  readonly connectionId: string;
  readonly cycle: BillCycle;
  readonly category: BillCategory;
}

/** See the file comment. */
export interface BillCache {
  /** `undefined` when the unit has never been asked for. */
  read(key: BillKey, unit: BillUnit): readonly BillLine[] | undefined;
  write(key: BillKey, unit: BillUnit, rows: readonly BillLine[]): void;
}

const rowsSchema = z.array(billRowSchema);

export function createBillCache(database: DatabaseSync): BillCache {
  const read = database.prepare(
    'SELECT rows FROM bills WHERE connection_id = ? AND cycle = ? AND category = ? AND start_time = ?',
  );
  const write = database.prepare(
    'INSERT OR REPLACE INTO bills (connection_id, cycle, category, start_time, rows) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    read({ connectionId, cycle, category }, { start }) {
      const stored = read.get(connectionId, cycle, category, start)?.['rows'];
      return typeof stored === 'string' ? rowsSchema.parse(JSON.parse(stored)) : undefined;
    },
    write({ connectionId, cycle, category }, { start }, rows) {
      write.run(connectionId, cycle, category, start, JSON.stringify(rows));
    },
  };
}
