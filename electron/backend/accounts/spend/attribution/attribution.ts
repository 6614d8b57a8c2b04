import type { DatabaseSync } from 'node:sqlite';
import { startOfCycle } from '../../../../../shared/api/bill-periods.ts';
import { addDecimals, ZERO } from '../../../../../shared/api/exact-decimal.ts';
import type { SpendRange } from '../../../../../shared/contract/spend.ts';
import { isFractionLost } from '../../../../../shared/spend/lost.ts';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import { os } from '../../../service/common/procedures.ts';
import type { Connections } from '../../connections/connections.ts';
import type { BillKey, BillStore } from '../bill-store.ts';
import { unitsOf } from '../bill-units.ts';
import { MOST_HOURS } from '../series.ts';
import { decimalOf } from '../money-sum.ts';
import { learnedPrices, matchHours, sumsOf, type BilledHour } from './match.ts';
import { createOwnCallReader } from './own-calls.ts';

const CAUSED = { rows: 500, dearest: 5 } as const;

const CATEGORIES = ['gen_api', 'llm'] as const;

/** @param deps.now Unix ms by the service's clock @param deps.localNow by this computer's */
export function attributionProcedure(deps: {
  readonly database: DatabaseSync;
  readonly bills: BillStore;
  readonly connections: Pick<Connections, 'active'>;
  readonly now: () => number;
  readonly localNow?: () => number;
}) {
  const { bills, connections, localNow = Date.now } = deps;
  const own = createOwnCallReader(deps.database);

  return os.attribution.read.handler(({ input: { range } }) => {
    if (range.end <= range.start || range.end - range.start > MOST_HOURS) {
      throw invalidInput(
        'Gesso’s own calls are compared by the hour, for up to 31 days. Select a shorter period.',
      );
    }
    const { id } = connections.active();
    const now = Math.floor(deps.now() / 1000);
    const clockAhead = deps.now() - localNow();
    const { hours, isKnown, readAt } = billedHours(id, range, now);
    const rows = matchHours(hours, own.byHour(id, range, clockAhead), now);
    return {
      connectionId: id,
      rows: rows.slice(0, CAUSED.rows),
      more: Math.max(0, rows.length - CAUSED.rows),
      ...sumsOf(rows),
      learned: learnedPrices(rows),
      dearest: own.dearest(id, range, clockAhead, CAUSED.dearest),
      isKnown,
      ...(readAt === undefined ? {} : { readAt }),
    };
  });

  function billedHours(connectionId: string, range: SpendRange, now: number) {
    const hours = new Map<string, BilledHour>();
    let isKnown = true;
    let readAt: number | undefined;
    for (const category of CATEGORIES) {
      const key: BillKey = { connectionId, cycle: 'Hour', category };
      for (const unit of unitsOf('Hour', range.start, range.end, now)) {
        const state = bills.state(key, unit);
        if (state === undefined) {
          isKnown = false;
          continue;
        }
        if (!state.isFinal) readAt = Math.min(readAt ?? Infinity, state.readAt);
        for (const row of bills.rows(key, unit)) {
          if (row.startTime < range.start || row.startTime >= range.end) continue;
          const start = startOfCycle('Hour', row.startTime);
          const name = `${start} ${row.productName}`;
          const before = hours.get(name);
          const quantity = sumOfWhole(row.quantities);
          hours.set(name, {
            start,
            product: row.productName,
            category,
            quantity:
              before === undefined
                ? quantity
                : before.quantity === undefined || quantity === undefined
                  ? undefined
                  : before.quantity + quantity,
            amount: addDecimals(before?.amount ?? ZERO, decimalOf(row.amount.exact)),
            hasDecimals: (before?.hasDecimals ?? true) && !isFractionLost(row),
          });
        }
      }
    }
    return { hours: [...hours.values()], isKnown, readAt };
  }
}

/** Total of input and output tokens, or number of calls; `undefined` if not whole. */
function sumOfWhole(quantities: readonly (string | null)[]): number | undefined {
  const numbers = quantities.flatMap((text) => (text === null ? [] : [Number(text)]));
  if (numbers.length === 0 || numbers.some((each) => !Number.isInteger(each) || each < 0)) {
    return undefined;
  }
  return numbers.reduce((sum, each) => sum + each, 0);
}
