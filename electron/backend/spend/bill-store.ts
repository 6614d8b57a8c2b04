/**
 * Bills on disk, unit by unit (a month by the day, a week by the hour): the rows as they came, their
 * sums, and when they were read. A unit that is read again replaces the one before.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { BillCategory } from '../../../shared/api/billing.ts';
import type { BillCycle } from '../../../shared/api/bill-periods.ts';
import { billRowSchema, type BillLine } from '../../../shared/contract/spend.ts';
import type { BillUnit } from './bill-units.ts';
import {
  factsOf,
  ROW_GROUPS,
  sumUnit,
  type RowGroup,
  type UnitFacts,
  type UnitSums,
} from './unit-sums.ts';
import { storedList } from '../library/unreadable.ts';

/** Whose bills. */
export interface BillKey {
  readonly connectionId: string;
  readonly cycle: BillCycle;
  readonly category: BillCategory;
}

/** How a unit stands in the store. */
export interface UnitState {
  /** Unix ms. */
  readonly readAt: number;
  /** True when nothing more is billed in it: it is asked for again by order, or seldom. */
  readonly isFinal: boolean;
}

/** See the file comment. */
export interface BillStore {
  /** Grows with every change. */
  readonly revision: number;
  /** `undefined` when it was never read. */
  state(key: BillKey, unit: BillUnit): UnitState | undefined;
  rows(key: BillKey, unit: BillUnit): readonly BillLine[];
  sums(key: BillKey, unit: BillUnit, group: RowGroup): UnitSums;
  facts(key: BillKey, unit: BillUnit): UnitFacts;
  write(key: BillKey, unit: BillUnit, rows: readonly BillLine[], state: UnitState): void;
  /** Takes out all bills of a connection. */
  forget(connectionId: string): void;
}

const NO_FACTS: UnitFacts = { repeated: { count: 0, amount: '0' }, uneven: 0 };
const ONE_UNIT = 'connection_id = ? AND cycle = ? AND category = ? AND start_time = ?';

export function createBillStore(database: DatabaseSync): BillStore {
  const read = (columns: string) =>
    database.prepare(`SELECT ${columns} FROM bill_units WHERE ${ONE_UNIT}`);
  const readState = read('read_at, is_final');
  const readRows = read('rows');
  const readFacts = read('facts');
  const readSums: Readonly<Record<RowGroup, ReturnType<typeof read>>> = {
    category: read('by_category AS sums'),
    product: read('by_product AS sums'),
    owner: read('by_owner AS sums'),
  };
  const write = database.prepare(
    `INSERT OR REPLACE INTO bill_units (connection_id, cycle, category, start_time, read_at, is_final,
       rows, by_category, by_product, by_owner, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const forget = database.prepare('DELETE FROM bill_units WHERE connection_id = ?');
  let revision = 0;

  const place = ({ connectionId, cycle, category }: BillKey, { start }: BillUnit) =>
    [connectionId, cycle, category, start] as const;

  function rows(key: BillKey, unit: BillUnit): readonly BillLine[] {
    const stored = readRows.get(...place(key, unit))?.['rows'];
    return storedList(billRowSchema, stored);
  }

  /** A unit of an older Gesso has rows alone; its sums are worked out when they are first wanted. */
  function complete(key: BillKey, unit: BillUnit): void {
    const state = stateOf(key, unit);
    if (state !== undefined) put(key, unit, rows(key, unit), state);
  }

  function stateOf(key: BillKey, unit: BillUnit): UnitState | undefined {
    const found = readState.get(...place(key, unit));
    return found && { readAt: Number(found['read_at']), isFinal: found['is_final'] === 1 };
  }

  function put(key: BillKey, unit: BillUnit, lines: readonly BillLine[], state: UnitState): void {
    const sums = ROW_GROUPS.map((group) => JSON.stringify(sumUnit(lines, key.cycle, group)));
    const [category = '', product = '', owner = ''] = sums;
    write.run(
      ...place(key, unit),
      state.readAt,
      state.isFinal ? 1 : 0,
      JSON.stringify(lines),
      category,
      product,
      owner,
      JSON.stringify(factsOf(lines)),
    );
  }

  return {
    get revision() {
      return revision;
    },
    state: stateOf,
    rows,
    sums(key, unit, group) {
      const found = readSums[group].get(...place(key, unit));
      if (found === undefined) return {};
      if (found['sums'] === null) {
        complete(key, unit);
        return sumUnit(rows(key, unit), key.cycle, group);
      }
      return JSON.parse(String(found['sums'])) as UnitSums;
    },
    facts(key, unit) {
      const found = readFacts.get(...place(key, unit));
      if (found === undefined) return NO_FACTS;
      if (found['facts'] === null) return factsOf(rows(key, unit));
      return JSON.parse(String(found['facts'])) as UnitFacts;
    },
    write(key, unit, lines, state) {
      put(key, unit, lines, state);
      revision += 1;
    },
    forget(connectionId) {
      forget.run(connectionId);
      revision += 1;
    },
  };
}
