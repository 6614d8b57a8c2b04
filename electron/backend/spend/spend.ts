/**
 * The service's bills. One query after the other (it refuses two at once), category by category,
 * long ranges in parts; closed periods are kept for good.
 */
import { startOfCycle } from '../../../shared/api/bill-periods.ts';
import type { BillCategory, BillRow } from '../../../shared/api/billing.ts';
import {
  addDecimals,
  formatDecimal,
  parseDecimal,
  type ExactDecimal,
} from '../../../shared/api/exact-decimal.ts';
import type { BillLine, BillRange, Bills } from '../../../shared/contract/spend.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Connections } from '../connections/connections.ts';
import { PRACTICE_ID } from '../connections/practice-id.ts';
import type { ServiceClient } from '../service/index.ts';
import type { BillCache, BillKey } from './bill-cache.ts';
import { isClosed, LATENESS, queriesFor, unitsOf, type BillUnit } from './bill-units.ts';

/** Longest range: more is a slip of the fingers, and hundreds of queries. Seconds. */
const LONGEST_RANGE = 5 * 366 * 86_400;

/** Seconds. */
const DAY = 86_400;

/** See the file comment. */
export interface Spend {
  /** @throws AppError `not-permitted` (this key may not read bills), `invalid-input`, `no-connection` … */
  bills(range: BillRange, signal: AbortSignal | undefined): Promise<Bills>;
}

export function createSpend(parts: {
  readonly cache: BillCache;
  readonly connections: Pick<Connections, 'active' | 'ready'>;
  /** Unix ms. */
  readonly now?: () => number;
}): Spend {
  const { cache, connections, now = Date.now } = parts;
  let queue: Promise<unknown> = Promise.resolve();

  async function rowsOf(
    client: ServiceClient,
    key: BillKey,
    range: BillRange,
    seconds: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly BillLine[]> {
    const units = unitsOf(range.cycle, range.start, range.end, seconds);
    const known = new Map(units.map((unit) => [unit, readClosed(key, unit, seconds)]));
    const missing = units.filter((unit) => known.get(unit) === undefined);
    const fetched: BillLine[] = [];
    for (const query of queriesFor(range.cycle, missing)) {
      const rows = await client.listBills(
        { cycle: key.cycle, category: key.category, ...periodOf(query, seconds) },
        { signal },
      );
      const lines = rows.map((row) => toLine(row, key.category, query.start));
      fetched.push(...lines);
      for (const unit of missing) {
        const isAsked = unit.start >= query.start && unit.end <= query.end;
        if (!isAsked || !isClosed(unit, seconds) || key.connectionId === PRACTICE_ID) continue;
        cache.write(
          key,
          unit,
          lines.filter((line) => isIn(line, unit)),
        );
      }
    }
    const kept = [...known.values()].flatMap((rows) => rows ?? []);
    return [...kept, ...fetched].filter((line) => isIn(line, range) && fits(line, range));
  }

  function readClosed(key: BillKey, unit: BillUnit, seconds: number) {
    return isClosed(unit, seconds) ? cache.read(key, unit) : undefined;
  }

  async function collect(range: BillRange, signal: AbortSignal | undefined): Promise<Bills> {
    const connection = connections.active();
    const { client } = await connections.ready(connection.id);
    const seconds = Math.floor(now() / 1000);
    const rows: BillLine[] = [];
    for (const category of new Set(range.categories)) {
      signal?.throwIfAborted();
      const key = { connectionId: connection.id, cycle: range.cycle, category };
      rows.push(...(await rowsOf(client, key, range, seconds, signal)));
    }
    rows.sort((a, b) => a.startTime - b.startTime);
    return { rows, openFrom: Math.max(0, seconds - LATENESS), repeated: repeatedOf(rows) };
  }

  return {
    bills(range, signal) {
      requireRange(range);
      const turn = queue.then(() => collect(range, signal));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

function requireRange({ start, end }: BillRange): void {
  if (end > start && end - start <= LONGEST_RANGE) return;
  throw new AppError({
    kind: 'invalid-input',
    message:
      end <= start
        ? 'The period ends before it begins. Select another one.'
        : 'The period is longer than five years. Select a shorter one.',
    details: { request: 'not sent', start, end },
  });
}

/** A second row of the same period and content: a repetition of the service's, or a second charge. */
function repeatedOf(rows: readonly BillLine[]): Bills['repeated'] {
  const seen = new Set<string>();
  let count = 0;
  let amount: ExactDecimal = { value: 0n, scale: 0 };
  for (const row of rows) {
    if (row.category === 'summary') continue;
    const content = JSON.stringify(row);
    if (seen.has(content)) {
      count += 1;
      amount = addDecimals(amount, parseDecimal(row.amount.exact) ?? { value: 0n, scale: 0 });
    } else seen.add(content);
  }
  return { count, amount: formatDecimal(amount) };
}

/** As it is asked for: the last second belongs to it, and it does not reach past today. */
function periodOf({ start, end }: BillUnit, now: number): { startTime: number; endTime: number } {
  const endOfToday = startOfCycle('Day', now) + DAY;
  return { startTime: start, endTime: Math.max(start, Math.min(end, endOfToday) - 1) };
}

function isIn({ startTime }: BillLine, { start, end }: BillUnit): boolean {
  return startTime >= start && startTime < end;
}

/** Filters are applied here, so that one answer serves every filter. */
function fits(line: BillLine, { productName, ownerId }: BillRange): boolean {
  const wanted = productName?.trim().toLocaleLowerCase() ?? '';
  const isProduct = wanted === '' || line.productName.toLocaleLowerCase().includes(wanted);
  return isProduct && (ownerId === undefined || ownerId === '' || line.ownerId === ownerId);
}

/** A row as it crosses to the renderer; one without a time belongs to the beginning of its query. */
function toLine(row: BillRow, category: BillCategory, start: number): BillLine {
  const text = (value: ExactDecimal | undefined) =>
    value === undefined ? null : formatDecimal(value);
  const price = (value: BillRow['basePrices'][number]) =>
    value === undefined
      ? null
      : { amount: formatDecimal(value.amount), precision: String(value.precision) };
  const amount = ({ exact, hasDecimals }: BillRow['amount']) => ({
    exact: formatDecimal(exact),
    hasDecimals,
  });
  return {
    category: row.category === '' ? category : row.category,
    productName: row.productName,
    productId: row.productId,
    ownerId: row.ownerId,
    billingMethod: row.billingMethod,
    startTime: row.startTime ?? start,
    endTime: row.endTime,
    quantities: row.quantities.map(text),
    basePrices: row.basePrices.map(price),
    discountPrices: row.discountPrices.map(price),
    amount: amount(row.amount),
    voucherAmount: amount(row.voucherAmount),
    payAmount: amount(row.payAmount),
  };
}
