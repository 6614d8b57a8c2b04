/** Fetches categories one by one, because the service refuses parallel requests. */
import { startOfCycle } from '../../../../shared/api/bill-periods.ts';
import { unitTold } from '../../../../shared/api/bill-money.ts';
import { isKnownCategory, SUMMARY, type BillRow } from '../../../../shared/api/billing.ts';
import {
  absolute,
  addDecimals,
  formatDecimal,
  compareDecimals,
  subtractDecimals,
  sumOfDecimals,
  ZERO,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import type {
  SpendRead,
  SpendReadEvent,
  SpendUnit,
  BillLine,
} from '../../../../shared/contract/spend.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceClient } from '../../service/client/index.ts';
import type { BillAccounts } from './bill-accounts.ts';
import type { BillKey, BillStore } from './bill-store.ts';
import { isOfAllKnown } from './filter.ts';
import { isClosed, queriesFor, unitsOf, type BillUnit } from './bill-units.ts';
import { storedAmounts, readLines, type StoredLine } from './stored-line.ts';
import { decimalOf } from './money-sum.ts';

/** Returns a row's category. At some services, rows of the control total have it as product. */
function nameOf({ category, productName }: BillRow, asked: string): string {
  const isTotal = asked === SUMMARY && (category === '' || category === SUMMARY);
  if (isTotal && /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/u.test(productName)) return productName;
  return category === '' ? asked : category;
}

/** Rows that name an unknown category count once under their own name. */
function sortOut(store: BillStore, key: BillKey, units: readonly BillUnit[]): void {
  if (key.category === SUMMARY) return;
  for (const unit of units) {
    const strangers = store
      .stored(key, unit)
      .filter(({ category }) => category !== key.category && !isKnownCategory(category));
    for (const [category, lines] of Map.groupBy(strangers, (line) => line.category)) {
      const own = { ...key, category };
      const state = store.ownState(own, unit);
      if (state === undefined) continue;
      if (store.stored(own, unit).length === 0) store.write(own, unit, lines, state);
      store.dropNamed(key, unit, category);
    }
  }
}

/** Returns rows of the control total, if they explain what the other categories lack. */
function linesOfSummary(store: BillStore, key: BillKey, query: BillUnit): readonly StoredLine[] {
  const { connectionId, category } = key;
  const unit = store.decimalUnit(connectionId);
  const lines = store
    .stored({ ...key, category: SUMMARY }, query)
    .filter((line) => line.category === category);
  const others = store
    .categories(connectionId)
    .filter((name) => name !== category)
    .flatMap((name) => store.rows({ ...key, category: name }, query));
  const total = sumOf(store.rows({ ...key, category: SUMMARY }, query));
  const missing = subtractDecimals(total, sumOf(others));
  const left = subtractDecimals(missing, sumOf(readLines(lines, unit).lines));
  return compareDecimals(absolute(left), absolute(missing)) < 0 ? lines : [];
}

/** 1/10000 USD. */
function sumOf(lines: readonly BillLine[]): ExactDecimal {
  return sumOfDecimals(lines.map(({ amount }) => decimalOf(amount.exact)));
}

/** How long changeable periods are fresh, ms. */
export const FRESH_FOR = 300_000;

/** How long closed periods are fresh, ms: a refund may come late. */
export const FINAL_FOR = 30 * 86_400_000;

const DAY = 86_400;

export interface EndedReading {
  readonly connectionId: string;
  readonly isFirst: boolean;
  readonly isRefused: boolean;
}

/** Rows are fetched by hour, or by day, which is authoritative for longer units. */
export function cycleOf(unit: SpendUnit): 'Hour' | 'Day' {
  return unit === 'hour' ? 'Hour' : 'Day';
}

export function createBillReader(deps: {
  readonly store: BillStore;
  readonly accounts: Pick<BillAccounts, 'note'>;
  readonly connections: Pick<Connections, 'active' | 'ready'>;
  readonly cleanError: CleanError;
  /** Unix ms. */
  readonly now: () => number;
  /** Unix ms by the service's clock, whose days are those of the bills. */
  readonly serviceTime: () => number;
  /** Called after each daily sync, even with errors only. */
  readonly onRead?: ((ended: EndedReading) => void) | undefined;
}) {
  const { store, accounts, connections, cleanError, now } = deps;
  const serviceSeconds = () => Math.floor(deps.serviceTime() / 1000);
  let queue: Promise<unknown> = Promise.resolve();
  /** Named categories that cannot be queried, prefixed by connection. */
  const notAsked = new Set<string>();

  function missing(key: BillKey, wanted: SpendRead): readonly BillUnit[] {
    const { start, end } = wanted.range;
    const units = unitsOf(key.cycle, start, end, serviceSeconds());
    return units.filter((unit) => {
      const state = store.state(key, unit);
      if (state === undefined) return true;
      if (wanted.isForced === true) return true;
      const age = now() - state.readAt;
      // This computer's clock was set back since.
      return age < 0 || age >= (state.isFinal ? FINAL_FOR : FRESH_FOR);
    });
  }

  function planOf(connectionId: string, wanted: SpendRead, category: string): PlannedCategory {
    const key: BillKey = { connectionId, cycle: cycleOf(wanted.unit), category };
    return { key, queries: queriesFor(key.cycle, missing(key, wanted)) };
  }

  function plan(connectionId: string, wanted: SpendRead): PlannedCategory[] {
    // The control total cannot be compared with a part.
    const categories = new Set([
      ...wanted.categories,
      ...(isOfAllKnown(wanted.categories) ? [...store.categories(connectionId), SUMMARY] : []),
    ]);
    return [...categories].map((category) => planOf(connectionId, wanted, category));
  }

  async function readAll(
    wanted: SpendRead,
    tell: (event: SpendReadEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const connection = connections.active();
    const { client } = await connections.ready(connection.id);
    const planned = plan(connection.id, wanted);
    const isFirst = store.isEmpty(connection.id, 'Day');
    let isRefused = false;
    let of = planned.reduce((sum, { queries }) => sum + queries.length, 0);
    let answered = 0;
    let changed = ZERO;
    for (let at = 0; at < planned.length; at++) {
      const each = planned[at];
      if (each === undefined) break;
      const { key, queries } = each;
      const before = answered;
      const report = (
        state: 'asking' | 'waiting' | 'done' | 'failed',
        more: { readonly until?: number; readonly error?: AppErrorData } = {},
      ) => tell({ kind: 'category', category: key.category, state, answered, of, ...more });
      if (queries.length > 0) report('asking');
      try {
        for (const query of queries) {
          signal?.throwIfAborted();
          const change = await ask(client, key, query, signal, (until) =>
            report('waiting', { until }),
          );
          if (key.category !== SUMMARY) changed = addDecimals(changed, change);
          answered += 1;
          if (query !== queries.at(-1)) report('asking');
        }
        report('done');
      } catch (error) {
        if (signal?.aborted === true) throw error;
        answered = before + queries.length;
        const failure = cleanError(error);
        isRefused ||= failure.kind === 'not-permitted';
        report('failed', { error: failure.toData() });
      }
      if (at < planned.length - 1 || !isOfAllKnown(wanted.categories)) continue;
      // Categories that an answer has named for the first time.
      for (const name of store.categories(connection.id)) {
        if (planned.some((each) => each.key.category === name)) continue;
        const added = planOf(connection.id, wanted, name);
        planned.push(added);
        of += added.queries.length;
      }
    }
    for (const { key, queries } of planned) sortOut(store, key, queries);
    if (cycleOf(wanted.unit) === 'Day') {
      deps.onRead?.({ connectionId: connection.id, isFirst, isRefused });
    }
    tell({ kind: 'ended', changed: formatDecimal(changed) });
  }

  /** @returns the change of the unit's charges since the last fetch, 1/10000 USD */
  async function ask(
    client: ServiceClient,
    key: BillKey,
    query: BillUnit,
    signal: AbortSignal | undefined,
    onWait: (until: number) => void,
  ): Promise<ExactDecimal> {
    const askedAt = now();
    const name = `${key.connectionId} ${key.category}`;
    if (notAsked.has(name)) return keep(key, query, linesOfSummary(store, key, query), askedAt);
    const list = (period: ReturnType<typeof periodOf>) =>
      client.listBills(
        { cycle: key.cycle, category: key.category, ...period },
        { signal, onRetry: ({ waitMilliseconds }) => onWait(Math.ceil(now() + waitMilliseconds)) },
      );
    const period = periodOf(query, serviceSeconds());
    let rows: readonly BillRow[];
    try {
      rows = await list(period);
    } catch (error) {
      if (isKnownCategory(key.category) || cleanError(error).kind !== 'rejected') throw error;
      notAsked.add(name);
      return keep(key, query, linesOfSummary(store, key, query), askedAt);
    }
    // The first answer reveals the service's day.
    const known = periodOf(query, serviceSeconds());
    if (known.endTime > period.endTime) rows = await list(known);
    const account = rows.find(({ userId }) => userId !== '')?.userId;
    if (account !== undefined) accounts.note(key.connectionId, account, askedAt);
    fixUnit(key.connectionId, rows);
    const lines = rows
      .map((row) => toLine(row, key.category, query.start))
      .filter(({ startTime }) => startTime >= query.start && startTime < query.end)
      // A service that doesn't know the category may answer with everything.
      .filter(({ category }) => isKnownCategory(key.category) || category === key.category)
      .toSorted((a, b) => a.startTime - b.startTime);
    return keep(key, query, lines, askedAt);
  }

  function keep(
    key: BillKey,
    query: BillUnit,
    lines: readonly StoredLine[],
    askedAt: number,
  ): ExactDecimal {
    const isKnown = store.state(key, query) !== undefined;
    const before = sumOf(store.rows(key, query));
    store.write(key, query, lines, {
      readAt: askedAt,
      isFinal: isClosed(query, serviceSeconds()),
    });
    return isKnown ? subtractDecimals(sumOf(store.rows(key, query)), before) : ZERO;
  }

  /** The first row that reveals the decimals' unit decides it for good. */
  function fixUnit(connectionId: string, rows: readonly BillRow[]): void {
    if (store.decimalUnit(connectionId) !== undefined) return;
    for (const { amount, payAmount, voucherAmount } of rows) {
      const unit = unitTold(amount) ?? unitTold(payAmount) ?? unitTold(voucherAmount);
      if (unit === undefined) continue;
      store.fixDecimalUnit(connectionId, unit);
      return;
    }
  }

  return {
    /** Requests that `read` would send on the active connection. */
    size(wanted: SpendRead): number {
      const planned = plan(connections.active().id, wanted);
      return planned.reduce((sum, { queries }) => sum + queries.length, 0);
    },
    /** Events include errors of categories. @throws AppError `no-connection`, errors of the key */
    read(
      wanted: SpendRead,
      tell: (event: SpendReadEvent) => void,
      signal: AbortSignal | undefined,
    ): Promise<void> {
      const turn = queue.then(() => readAll(wanted, tell, signal));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

interface PlannedCategory {
  readonly key: BillKey;
  readonly queries: readonly BillUnit[];
}

/** As queried: the last second is included, and it never exceeds today. */
function periodOf({ start, end }: BillUnit, now: number): { startTime: number; endTime: number } {
  const endOfToday = startOfCycle('Day', now) + DAY;
  return { startTime: start, endTime: Math.max(start, Math.min(end, endOfToday) - 1) };
}

/** Converts a row for storage; without a time it gets the start of its query. */
function toLine(row: BillRow, category: string, start: number): StoredLine {
  const text = (value: ExactDecimal | undefined) =>
    value === undefined ? null : formatDecimal(value);
  const price = (value: BillRow['basePrices'][number]) =>
    value === undefined
      ? null
      : { amount: formatDecimal(value.amount), precision: String(value.precision) };
  return {
    category: nameOf(row, category),
    productName: row.productName,
    productId: row.productId,
    ownerId: row.ownerId,
    billingMethod: row.billingMethod,
    startTime: row.startTime ?? start,
    endTime: row.endTime,
    quantities: row.quantities.map(text),
    basePrices: row.basePrices.map(price),
    discountPrices: row.discountPrices.map(price),
    // Read from `sent` each time.
    amount: NO_AMOUNT,
    voucherAmount: NO_AMOUNT,
    payAmount: NO_AMOUNT,
    sent: storedAmounts(row),
  };
}

const NO_AMOUNT = { exact: '0', hasDecimals: false };
