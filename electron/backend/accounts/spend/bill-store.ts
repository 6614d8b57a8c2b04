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
import {
  createSql,
  sqlPart,
  toBoolean,
  storedList,
  type SqlPart,
} from '../../library/row-values.ts';

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

const SUMS: Readonly<Record<RowGroup, SqlPart>> = {
  category: sqlPart`by_category`,
  product: sqlPart`by_product`,
  owner: sqlPart`by_owner`,
};

/** More names are a mistake of the service. */
const MOST_CATEGORIES = 60;

export function createBillStore(database: DatabaseSync) {
  const sql = createSql(database);
  let revision = 0;
  const names = new Map<string, { readonly revision: number; readonly all: readonly string[] }>();

  const unitIs = ({ connectionId, cycle, category }: BillKey, { start }: BillUnit) =>
    sqlPart`connection_id = ${connectionId} AND cycle = ${cycle} AND category = ${category}
        AND start_time = ${start}`;

  function stored(key: BillKey, unit: BillUnit): readonly StoredLine[] {
    return storedList(
      storedLineSchema,
      sql.value`SELECT rows FROM bill_units WHERE ${unitIs(key, unit)}`,
    );
  }

  /** `undefined` until a row reveals it. */
  function decimalUnit(connectionId: string): DecimalUnit | undefined {
    const unit = sql.value`SELECT unit FROM decimal_units WHERE connection_id = ${connectionId}`;
    return DECIMAL_UNITS.find((each) => each === unit);
  }

  function categories(connectionId: string): readonly string[] {
    const known = names.get(connectionId);
    if (known?.revision === revision) return known.all;
    // Uses totals where they exist, rows otherwise.
    const found = sql.texts`SELECT category FROM bill_units WHERE connection_id = ${connectionId}
      UNION SELECT keys.key FROM bill_units AS u, json_each(u.by_category) AS buckets,
      json_each(buckets.value) AS keys WHERE u.connection_id = ${connectionId}
      UNION SELECT json_extract(line.value, '$.category')
      FROM bill_units AS u, json_each(u.rows) AS line
      WHERE u.connection_id = ${connectionId} AND u.by_category IS NULL`;
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
    const found = sql.get`SELECT read_at, is_final FROM bill_units WHERE ${unitIs(key, unit)}`;
    return found && { readAt: Number(found['read_at']), isFinal: toBoolean(found['is_final']) };
  }

  /** A category that the service named later has nothing in an earlier unit. */
  function stateOf(key: BillKey, unit: BillUnit): UnitState | undefined {
    const own = ownState(key, unit);
    if (own !== undefined || isKnownCategory(key.category)) return own;
    const { connectionId, cycle, category } = key;
    const isIn = sqlPart`u.connection_id = ${connectionId} AND u.cycle = ${cycle}
        AND u.start_time = ${unit.start}`;
    const isNamed = sql.get`SELECT 1
      FROM bill_units AS u, json_each(u.by_category) AS buckets, json_each(buckets.value) AS keys
      WHERE ${isIn} AND keys.key = ${category}
      UNION SELECT 1 FROM bill_units AS u, json_each(u.rows) AS line
      WHERE ${isIn} AND u.by_category IS NULL
        AND json_extract(line.value, '$.category') = ${category} LIMIT 1`;
    return isNamed === undefined ? ownState({ ...key, category: SUMMARY }, unit) : undefined;
  }

  function put(key: BillKey, unit: BillUnit, kept: readonly StoredLine[], state: UnitState): void {
    const { lines, atMost } = readLines(kept, decimalUnit(key.connectionId));
    const { connectionId, cycle, category } = key;
    const [byCategory, byProduct, byOwner] = ROW_GROUPS.map((group) =>
      sumUnit(lines, cycle, group),
    );
    sql.upsert(
      'bill_units',
      { connectionId, cycle, category, startTime: unit.start },
      { ...state, rows: kept, byCategory, byProduct, byOwner, facts: factsOf(lines, atMost) },
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
      sql.get`SELECT 1 FROM bill_units WHERE connection_id = ${connectionId} AND cycle = ${cycle}
        LIMIT 1` === undefined,
    stored,
    rows: (key: BillKey, unit: BillUnit): readonly BillLine[] =>
      readLines(stored(key, unit), decimalUnit(key.connectionId)).lines,
    sums(key: BillKey, unit: BillUnit, group: RowGroup): UnitSums {
      const sumsOf = () =>
        sql.value`SELECT ${SUMS[group]} FROM bill_units WHERE ${unitIs(key, unit)}`;
      if (sumsOf() === null) complete(key, unit);
      const found = sumsOf();
      return typeof found === 'string' ? (JSON.parse(found) as UnitSums) : {};
    },
    facts(key: BillKey, unit: BillUnit): UnitFacts {
      const factsIn = () => {
        const found = sql.value`SELECT facts FROM bill_units WHERE ${unitIs(key, unit)}`;
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
      sql.run`INSERT OR REPLACE INTO decimal_units SELECT ${connectionId}, ${unit}
        UNION SELECT other.connection_id, ${unit} FROM bill_accounts AS one, bill_accounts AS other
        WHERE one.connection_id = ${connectionId} AND other.account = one.account`;
      // Recalculated on next use.
      sql.run`UPDATE bill_units SET by_category = NULL, by_product = NULL, by_owner = NULL,
        facts = NULL
        WHERE connection_id IN (SELECT connection_id FROM decimal_units)
          AND coalesce(json_extract(facts, '$.atMost'), 1) > 0`;
      revision += 1;
    },
    forget(connectionId: string): void {
      sql.run`DELETE FROM bill_units WHERE connection_id = ${connectionId}`;
      sql.run`DELETE FROM decimal_units WHERE connection_id = ${connectionId}`;
      revision += 1;
    },
  };
}
