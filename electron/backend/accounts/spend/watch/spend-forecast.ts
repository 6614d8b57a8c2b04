/** Forecast and history of the active connection's bills; see `shared/contract/spend-forecast.ts`. */
import { endOfCycle, startOfCycle } from '../../../../../shared/api/bill-periods.ts';
import { formatDecimal, sumOfDecimals } from '../../../../../shared/api/exact-decimal.ts';
import type {
  Budget,
  BudgetState,
  SpendForecast,
} from '../../../../../shared/contract/spend-forecast.ts';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import type { Connections } from '../../connections/connections.ts';
import { isPractice } from '../../../library/practice-id.ts';
import type { BillStore } from '../bill-store.ts';
import { LATENESS } from '../bill-units.ts';
import { labelOf } from '../unit-sums.ts';
import type { BudgetStore } from './budget-store.ts';
import { sumOfBudget, usedPercent } from './budget-sums.ts';
import type { BudgetWatch } from './budget-watch.ts';
import { type BilledDay, billedDays, roughly } from './days.ts';
import { FORECAST, forecastOf } from './forecast.ts';

/**
 * Flags a day above three times the median of days with a charge in the previous 28, above the
 * highest of them, and above a fixed amount. 1/10000 USD as floats, which are only compared.
 */

export const SPIKES = {
  /** Previous days that define what is usual. */
  baseDays: 28,
  /** Least number of days with a charge. */
  leastActive: 5,
  factor: 3,
  /** 1/10000 USD; a setting overrides it. */
  floor: 50_000,
  /** Most recent days that are checked, including today. */
  shownDays: 7,
  products: 3,
} as const;

export interface DayOfBills {
  /** First second, UTC. */
  readonly start: number;
  readonly amount: number;
  readonly products: ReadonlyMap<string, number>;
}

interface SpikeDay {
  readonly start: number;
  readonly amount: number;
  /** Median of days with a charge. */
  readonly usual: number;
  /** Largest first, with their average cost per earlier day. */
  readonly products: readonly {
    readonly key: string;
    readonly amount: number;
    readonly usual: number;
  }[];
}

/** @param days oldest first; the last one may be in progress @param floor 1/10000 USD */
export function spikesOf(days: readonly DayOfBills[], floor: number): readonly SpikeDay[] {
  const first = Math.max(0, days.length - SPIKES.shownDays);
  return days.slice(first).flatMap((day, index) => {
    const base = days.slice(Math.max(0, first + index - SPIKES.baseDays), first + index);
    const active = base.map(({ amount }) => amount).filter((amount) => amount > 0);
    if (active.length < SPIKES.leastActive) return [];
    const usual = medianOf(active);
    const isSpike =
      day.amount > SPIKES.factor * usual && day.amount > Math.max(...active) && day.amount > floor;
    if (!isSpike) return [];
    const products = [...day.products]
      .map(([key, amount]) => ({ key, amount, usual: meanOf(base, key) }))
      .filter((each) => each.amount > each.usual)
      .toSorted((a, b) => b.amount - b.usual - (a.amount - a.usual))
      .slice(0, SPIKES.products);
    return [{ start: day.start, amount: day.amount, usual, products }];
  });
}

const DAY = 86_400;

/** How long an expected product is not flagged, seconds. */
const EXPECTED_FOR = 7 * DAY;

/** How long a period that was exceeded after its end is shown, seconds. */
const LATE_SHOWN = 7 * DAY;

const PAST_FORECASTS = 3;

/** @param deps.now seconds */
export function createSpendForecast(deps: {
  readonly bills: BillStore;
  readonly budgets: BudgetStore;
  readonly watch: Pick<BudgetWatch, 'afterSetting'>;
  readonly connections: Pick<Connections, 'active'>;
  readonly mayReadBills: (connectionId: string) => boolean;
  /** 1/10000 USD. */
  readonly spikeFloor: () => number;
  readonly now: () => number;
}) {
  const { bills, budgets, watch, connections } = deps;

  function monthOf(second: number) {
    return { start: startOfCycle('Month', second), end: endOfCycle('Month', second) };
  }

  /** @throws AppError `no-connection` */
  function read(): SpendForecast {
    const { id } = connections.active();
    const now = deps.now();
    const { start, end } = monthOf(now);
    const month = billedDays(bills, id, { start, end }, now);
    const spent = amountOf(month.days, month.lacksDecimals);
    return {
      connectionId: id,
      isPractice: isPractice(id),
      mayReadBills: deps.mayReadBills(id),
      clockAhead: now - Math.floor(Date.now() / 1000),
      month: {
        start,
        end,
        ...(month.isKnown ? { spent } : {}),
        ...(month.isAtMost ? { isAtMost: month.isAtMost } : {}),
        ...(month.readAt === undefined ? {} : { readAt: month.readAt }),
      },
      forecast: forecast(id, now),
      pastForecasts: pastForecasts(id, start),
      spikes: spikes(id, now),
      budgets: budgets.budgets(id).map((budget) => stateOf(id, budget, now)),
      categories: bills.categories(id),
    };
  }

  function forecast(id: string, now: number): SpendForecast['forecast'] {
    const { start, end } = monthOf(now);
    const today = startOfCycle('Day', now);
    // A month that was never fetched is no month without charges.
    const starts = [today - FORECAST.mostDays * DAY, startOfCycle('Month', start - 1), start];
    const known = starts
      .map((from) => billedDays(bills, id, { start: from, end: today + DAY }, now))
      .find(({ isKnown }) => isKnown);
    const days = known?.days ?? [];
    // The previous day is not known to be empty.
    const final = days.filter((day) => day.start + DAY + LATENESS <= now);
    const first = final.findIndex(({ used }) => used.value !== 0n);
    const history = first < 0 ? [] : final.slice(first).map(({ used }) => roughly(used));
    const billed = days
      .filter((day) => day.start >= start)
      .reduce((sum, { used }) => sum + roughly(used), 0);
    const found = forecastOf(history, billed, Math.round((end - today) / DAY) - 1);
    switch (found.kind) {
      case 'few-days':
        return { ...found, needed: FORECAST.leastDays };
      case 'few-active':
        return { ...found, needed: FORECAST.leastActive };
      case 'uneven':
        return { kind: 'uneven', atPace: Math.round(found.atPace) };
      case 'range':
        return { kind: 'range', low: Math.round(found.low), high: Math.round(found.high) };
      case 'billed':
        return found;
    }
  }

  function pastForecasts(id: string, month: number): SpendForecast['pastForecasts'] {
    return budgets.forecasts(id, month, PAST_FORECASTS).flatMap((kept) => {
      const period = monthOf(kept.month);
      const { days, isKnown, lacksDecimals } = billedDays(bills, id, period, deps.now());
      return isKnown ? [{ ...kept, actual: amountOf(days, lacksDecimals) }] : [];
    });
  }

  function spikes(id: string, now: number): SpendForecast['spikes'] {
    const today = startOfCycle('Day', now);
    const start = today - (SPIKES.baseDays + SPIKES.shownDays - 1) * DAY;
    const { days, isKnown } = billedDays(bills, id, { start, end: today + DAY }, now);
    if (!isKnown) return [];
    const expected = budgets.expected(id, now);
    const counted = days.map((day) => {
      const products = new Map(
        [...day.products]
          .filter(([key]) => !expected.has(key))
          .map(([key, amount]) => [key, roughly(amount)] as const),
      );
      const amount = [...products.values()].reduce((sum, each) => sum + each, 0);
      return { start: day.start, amount, products };
    });
    return spikesOf(counted, deps.spikeFloor())
      .toReversed()
      .map((spike) => ({
        start: spike.start,
        amount: Math.round(spike.amount),
        usual: Math.round(spike.usual),
        products: spike.products.map(({ key, amount, usual }) => ({
          key,
          label: labelOf(key).label,
          amount: Math.round(amount),
          usual: Math.round(usual),
        })),
      }));
  }

  function stateOf(id: string, budget: Budget, now: number): BudgetState {
    const sum = sumOfBudget(bills, id, budget, now, now);
    const lateStart = budgets.latePeriod(id, budget, sum.start, now - LATE_SHOWN);
    return {
      budget,
      start: sum.start,
      end: sum.end,
      spent: { exact: formatDecimal(sum.spent), hasDecimals: !sum.lacksDecimals },
      percent: usedPercent(sum.spent, budget.amount),
      isKnown: sum.isKnown,
      ...(lateStart === undefined ? {} : { lateStart }),
    };
  }

  return {
    read,
    /** @throws AppError `no-connection`, `invalid-input` in practice */
    setBudgets(wanted: readonly Budget[]): SpendForecast {
      const { id } = connections.active();
      if (isPractice(id)) {
        throw invalidInput('Practice is free, so it has no budgets.');
      }
      budgets.setBudgets(id, wanted);
      watch.afterSetting(id);
      return read();
    },
    /** @throws AppError `no-connection` */
    expect(product: string): SpendForecast {
      const { id } = connections.active();
      if (!isPractice(id)) budgets.expect(id, product, deps.now() + EXPECTED_FOR);
      return read();
    },
    /** Keeps the first forecast of each week; call after a sync. */
    keepForecast(connectionId: string): void {
      const now = deps.now();
      const found = forecast(connectionId, now);
      if (found.kind !== 'range') return;
      budgets.keepForecast(connectionId, {
        madeOn: startOfCycle('Week', now),
        month: startOfCycle('Month', now),
        low: found.low,
        high: found.high,
      });
    },
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function meanOf(base: readonly DayOfBills[], key: string): number {
  return base.reduce((sum, { products }) => sum + (products.get(key) ?? 0), 0) / base.length;
}

function amountOf(days: readonly BilledDay[], lacksDecimals: boolean) {
  const sum = sumOfDecimals(days.map(({ used }) => used));
  return { exact: formatDecimal(sum), hasDecimals: !lacksDecimals };
}
