/** Stores bills by unit: a month by day, or a week by hour. A newer fetch replaces a unit. */
import type { DatabaseSync } from 'node:sqlite';
import { DECIMAL_UNITS, type DecimalUnit } from '../../../../shared/api/bill-money.ts';
import { CHARGED_CATEGORIES, isKnownCategory, SUMMARY } from '../../../../shared/api/billing.ts';
import type { BillCycle } from '../../../../shared/api/bill-periods.ts';
import type { BillLine } from '../../../../shared/contract/spend.ts';
import type { BillUnit } from './bill-units.ts';
import { readLines, storedLineSchema, type StoredLine } from './stored-line.ts';
import {
  factsOf,
  ROW_GROUPS,
  sumUnit,
  type RowGroup,
  type UnitFacts,
  type UnitSums,
} from './unit-sums.ts';
import { toColumn, toBoolean, storedList } from '../../library/row-values.ts';

export interface BillKey {
  readonly connectionId: string;
  readonly cycle: BillCycle;
  readonly category: string;
}

interface UnitState {
  /** Unix ms. */
  readonly readAt: number;
  /** Closed: fetched again on request, or rarely. */
  readonly isFinal: boolean;
}

export type BillStore = ReturnType<typeof createBillStore>;

const NO_FACTS: UnitFacts = { repeated: { count: 0, amount: '0' }, uneven: 0, atMost: 0 };
const ONE_UNIT = 'connection_id = ? AND cycle = ? AND category = ? AND start_time = ?';

/** More names are a mistake of the service. */
const MOST_CATEGORIES = 60;

export function createBillStore(database: DatabaseSync) {
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
  const any = database.prepare(
    'SELECT 1 FROM bill_units WHERE connection_id = ? AND cycle = ? LIMIT 1',
  );
  const forget = database.prepare('DELETE FROM bill_units WHERE connection_id = ?');
  // Uses totals where they exist, rows otherwise.
  const named = database.prepare(
    `SELECT category AS name FROM bill_units WHERE connection_id = :id
     UNION SELECT keys.key FROM bill_units AS u, json_each(u.by_category) AS buckets,
       json_each(buckets.value) AS keys WHERE u.connection_id = :id
     UNION SELECT json_extract(line.value, '$.category') FROM bill_units AS u, json_each(u.rows) AS line
       WHERE u.connection_id = :id AND u.by_category IS NULL`,
  );
  const isNamedIn = database.prepare(
    `SELECT 1 FROM bill_units AS u, json_each(u.by_category) AS buckets, json_each(buckets.value) AS keys
     WHERE u.connection_id = :id AND u.cycle = :cycle AND u.start_time = :start AND keys.key = :name
     UNION SELECT 1 FROM bill_units AS u, json_each(u.rows) AS line
     WHERE u.connection_id = :id AND u.cycle = :cycle AND u.start_time = :start
       AND u.by_category IS NULL AND json_extract(line.value, '$.category') = :name LIMIT 1`,
  );
  const readUnit = database.prepare('SELECT unit FROM decimal_units WHERE connection_id = ?');
  const writeUnit = database.prepare(
    `INSERT OR REPLACE INTO decimal_units SELECT ?1, ?2
     UNION SELECT other.connection_id, ?2 FROM bill_accounts AS one, bill_accounts AS other
       WHERE one.connection_id = ?1 AND other.account = one.account`,
  );
  // Recalculated on next use.
  const recompute = database.prepare(
    `UPDATE bill_units SET by_category = NULL, by_product = NULL, by_owner = NULL, facts = NULL
     WHERE connection_id IN (SELECT connection_id FROM decimal_units)
       AND coalesce(json_extract(facts, '$.atMost'), 1) > 0`,
  );
  const forgetUnit = database.prepare('DELETE FROM decimal_units WHERE connection_id = ?');
  let revision = 0;
  const names = new Map<string, { readonly revision: number; readonly all: readonly string[] }>();

  const place = ({ connectionId, cycle, category }: BillKey, { start }: BillUnit) =>
    [connectionId, cycle, category, start] as const;

  function stored(key: BillKey, unit: BillUnit): readonly StoredLine[] {
    return storedList(storedLineSchema, readRows.get(...place(key, unit))?.['rows']);
  }

  /** `undefined` until a row reveals it. */
  function decimalUnit(connectionId: string): DecimalUnit | undefined {
    const unit = readUnit.get(connectionId)?.['unit'];
    return DECIMAL_UNITS.find((each) => each === unit);
  }

  function categories(connectionId: string): readonly string[] {
    const known = names.get(connectionId);
    if (known?.revision === revision) return known.all;
    const found = named.all({ id: connectionId }).map(({ name }) => String(name));
    const others = found.filter(
      (name) => name !== '' && !isKnownCategory(name) && name.length <= 100,
    );
    const all = [...CHARGED_CATEGORIES, ...others.toSorted()].slice(0, MOST_CATEGORIES);
    names.set(connectionId, { revision, all });
    return all;
  }

  function complete(key: BillKey, unit: BillUnit): void {
    const state = ownState(key, unit);
    if (state !== undefined) put(key, unit, stored(key, unit), state);
  }

  function ownState(key: BillKey, unit: BillUnit): UnitState | undefined {
    const found = readState.get(...place(key, unit));
    return found && { readAt: Number(found['read_at']), isFinal: toBoolean(found['is_final']) };
  }

  /** A category that the service named later has nothing in an earlier unit. */
  function stateOf(key: BillKey, unit: BillUnit): UnitState | undefined {
    const own = ownState(key, unit);
    if (own !== undefined || isKnownCategory(key.category)) return own;
    const { connectionId: id, cycle, category: name } = key;
    const isNamed = isNamedIn.get({ id, cycle, start: unit.start, name });
    return isNamed === undefined ? ownState({ ...key, category: SUMMARY }, unit) : undefined;
  }

  function put(key: BillKey, unit: BillUnit, kept: readonly StoredLine[], state: UnitState): void {
    const { lines, atMost } = readLines(kept, decimalUnit(key.connectionId));
    const sums = ROW_GROUPS.map((group) => JSON.stringify(sumUnit(lines, key.cycle, group)));
    const [category = '', product = '', owner = ''] = sums;
    write.run(
      ...place(key, unit),
      state.readAt,
      toColumn(state.isFinal),
      JSON.stringify(kept),
      category,
      product,
      owner,
      JSON.stringify(factsOf(lines, atMost)),
    );
  }

  return {
    /** Grows with every change. */
    get revision(): number {
      return revision;
    },
    categories,
    /** `undefined` if it was never fetched. */
    state: stateOf,
    ownState,
    isEmpty: (connectionId: string, cycle: BillCycle): boolean =>
      any.get(connectionId, cycle) === undefined,
    stored,
    rows: (key: BillKey, unit: BillUnit): readonly BillLine[] =>
      readLines(stored(key, unit), decimalUnit(key.connectionId)).lines,
    sums(key: BillKey, unit: BillUnit, group: RowGroup): UnitSums {
      const sumsOf = () => readSums[group].get(...place(key, unit))?.['sums'];
      if (sumsOf() === null) complete(key, unit);
      const found = sumsOf();
      return typeof found === 'string' ? (JSON.parse(found) as UnitSums) : {};
    },
    facts(key: BillKey, unit: BillUnit): UnitFacts {
      const factsIn = () => {
        const found = readFacts.get(...place(key, unit))?.['facts'];
        return typeof found === 'string' ? (JSON.parse(found) as Partial<UnitFacts>) : undefined;
      };
      // Those of Gesso 1.0.0 lack the facts about unknown units.
      if (factsIn()?.atMost === undefined) complete(key, unit);
      return { ...NO_FACTS, ...factsIn() };
    },
    write(key: BillKey, unit: BillUnit, lines: readonly StoredLine[], state: UnitState): void {
      put(key, unit, lines, state);
      revision += 1;
    },
    dropNamed(key: BillKey, unit: BillUnit, category: string): void {
      const state = ownState(key, unit);
      const all = stored(key, unit);
      const left = all.filter((line) => line.category !== category);
      if (state === undefined || left.length === all.length) return;
      put(key, unit, left, state);
      revision += 1;
    },
    decimalUnit,
    /** Sets the unit for all connections of the account. */
    fixDecimalUnit(connectionId: string, unit: DecimalUnit): void {
      writeUnit.run(connectionId, unit);
      recompute.run();
      revision += 1;
    },
    forget(connectionId: string): void {
      forget.run(connectionId);
      forgetUnit.run(connectionId);
      revision += 1;
    },
  };
}
