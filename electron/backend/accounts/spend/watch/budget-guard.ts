/** Counts bills, own unbilled and planned calls, and this one. */
import { startOfCycle } from '../../../../../shared/api/bill-periods.ts';
import type { ChargedCategory } from '../../../../../shared/api/billing.ts';
import {
  compareDecimals,
  addDecimals,
  formatDecimal,
} from '../../../../../shared/api/exact-decimal.ts';
import type { Budget } from '../../../../../shared/contract/spend-forecast.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { formatAmount } from '../../../../../shared/spend/exact-money.ts';
import type { BillStore } from '../bill-store.ts';
import type { BudgetStore } from './budget-store.ts';
import { PERIOD_WORDS, sumOfBudget } from './budget-sums.ts';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { COST_UNITS } from '../cost-units.ts';
import { createSql } from '../../../library/row-values.ts';

interface UnbilledCalls {
  /** 1/10000 USD of calls with a known price. */
  readonly cost: number;
  readonly calls: number;
  readonly unpriced: number;
}

/** @param scope `all` or a category: models are billed as `llm`, others as `gen_api` */
type ReadUnbilled = (connectionId: string, since: number, scope: string) => UnbilledCalls;

/** Longest wait before sending that is looked for, so that an index is used, ms. */
const MOST_WAITING = 7 * 24 * 60 * 60 * 1000;

export function createReadUnbilled(database: DatabaseSync): ReadUnbilled {
  const sql = createSql(database);

  /** Calls of files whose turn, or step, is still to come. */
  function ahead({ id, first, stored }: Record<string, SQLOutputValue>) {
    return sql.get`SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(calls * price), 0) AS cost,
      coalesce(sum(iif(price IS NULL, calls, 0)), 0) AS unpriced FROM (
        SELECT step.value ->> 'price' AS price, max(0, (step.value ->> 'calls') -
          iif(${stored} = 'use'
              AND step.key = (SELECT min(key) FROM json_each(plan, '$.steps')
              WHERE value ->> 'calls' > 0),
            plan ->> 'storedCalls', 0)) AS calls
        FROM (SELECT position, state, iif(json_valid(plan), plan, '{}') AS plan FROM recipe_files
          WHERE run_id = ${id} AND state <> 'left-out' ORDER BY position LIMIT ${first}) AS file,
        json_each(plan, '$.steps') AS step
        WHERE file.state IN ('waiting', 'ready', 'calls') AND NOT EXISTS (
          SELECT 1 FROM recipe_steps AS begun WHERE begun.run_id = ${id}
            AND begun.state <> 'waiting'
            AND begun.position = file.position AND begun.step = step.key))`;
  }

  return (connectionId, since, scope) => {
    const counts = { cost: 0, calls: 0, unpriced: 0 };
    if (scope === 'all' || scope === 'gen_api') {
      // Failed and unsent calls are not billed.
      const jobs = sql.get`SELECT count(*) AS calls, coalesce(sum(price), 0) AS cost,
        coalesce(sum(price IS NULL), 0) AS unpriced
        FROM jobs WHERE connection_id = ${connectionId} AND kind <> 'watch'
          AND (state = 'waiting' OR (created_at >= ${since - MOST_WAITING}
              AND coalesce(submitted_at, created_at) >= ${since}))
          AND stored_file_id IS NULL AND state <> 'failed'
          AND (state <> 'cancelled' OR task_id IS NOT NULL)`;
      const planned = sql.all`SELECT id, stored, coalesce(first, -1) AS first FROM recipe_runs
        WHERE state IN ('running', 'paused') AND connection_id = ${connectionId}`.map(ahead);
      for (const row of [jobs, ...planned]) {
        counts.cost += Number(row?.['cost'] ?? 0);
        counts.calls += Number(row?.['calls'] ?? 0);
        counts.unpriced += Number(row?.['unpriced'] ?? 0);
      }
    }
    if (scope === 'all' || scope === 'llm') {
      const ended = sql.get`SELECT count(*) AS calls, total(max(coalesce(cost, estimated_cost),
            0)) AS cost,
        coalesce(sum(coalesce(cost, estimated_cost) IS NULL), 0) AS unpriced
        FROM answer_ledger WHERE connection_id = ${connectionId} AND began_at >= ${since}`;
      // Their cost is known only at their end.
      const open = Number(
        sql.value`SELECT count(*) FROM language_runs
          WHERE connection_id = ${connectionId} AND created_at >= ${since}
            AND state = 'running'` ?? 0,
      );
      counts.cost += Math.ceil(Number(ended?.['cost'] ?? 0) / COST_UNITS);
      counts.calls += Number(ended?.['calls'] ?? 0) + open;
      counts.unpriced += Number(ended?.['unpriced'] ?? 0) + open;
    }
    return counts;
  };
}

interface PricedCall {
  readonly connectionId: string;
  readonly category: ChargedCategory;
  /** 1/10000 USD; `undefined` if unknown. */
  readonly price: number | undefined;
}

export type BudgetGuard = ReturnType<typeof createBudgetGuard>;

/** How long permission for the next calls is valid, ms. */
const NEXT_FOR = 60_000;

/** Bills are an hour late: later calls may be missing in them, ms. */
const LATE = 3_600_000;

const DAY = 86_400;

/** @param deps.now Unix ms by the service's clock @param deps.localNow by this computer's */
export function createBudgetGuard(deps: {
  readonly bills: BillStore;
  readonly budgets: BudgetStore;
  readonly unbilled: ReadUnbilled;
  readonly now: () => number;
  readonly localNow: () => number;
}) {
  const { bills, budgets, unbilled } = deps;
  /** Budgets that the next calls may exceed, with expiry. */
  const next = new Map<string, number>();
  const ahead: ((connectionId: string) => readonly PricedCall[])[] = [];

  function counted(calls: readonly PricedCall[], { scope }: Budget): readonly PricedCall[] {
    return calls.filter(({ category }) => scope === 'all' || scope === category);
  }

  function overBudget(
    connectionId: string,
    budget: Budget,
    calls: readonly PricedCall[],
  ): AppError | undefined {
    const now = deps.now();
    const seconds = Math.floor(now / 1000);
    const sum = sumOfBudget(bills, connectionId, budget, seconds, seconds);
    const clockAhead = now - deps.localNow();
    const known = (sum.readAt ?? 0) + clockAhead;
    const since = Math.max(
      sum.start * 1000,
      startOfCycle('Hour', Math.floor((known - LATE) / 1000)) * 1000,
    );
    // Periods are by the service's clock; our calls and syncs have the times of this computer's.
    const ours = unbilled(connectionId, since - clockAhead, budget.scope);
    const later = counted(
      ahead.flatMap((callsOf) => callsOf(connectionId)),
      budget,
    );
    const unbilledCost = ours.cost + costOf(later);
    const cost = costOf(calls);
    const unpriced =
      ours.unpriced + [...later, ...calls].filter(({ price }) => price === undefined).length;
    const total = addDecimals(sum.spent, { value: BigInt(unbilledCost + cost), scale: 0 });
    const limit = { value: BigInt(budget.amount), scale: 0 };
    const order = compareDecimals(total, limit);
    // A call with an unknown price costs something.
    if (order < 0 || (order === 0 && unpriced === 0)) return undefined;
    const amount = formatAmount({ exact: String(budget.amount), hasDecimals: true });
    return new AppError(
      'over-budget',
      `This goes over your budget of ${amount} for ${PERIOD_WORDS[budget.period]}. Nothing was sent.`,
      {
        details: {
          budget: budget.id,
          limit: budget.amount,
          billed: sum.isKnown ? formatDecimal(sum.spent) : '',
          unbilled: unbilledCost,
          'unbilled calls': ours.calls + later.length,
          cost,
          calls: calls.length,
          unpriced,
          period: budget.period,
          request: 'not sent',
        },
      },
    );
  }

  return {
    /** @param callsOf returns calls of a connection that were allowed and have no record yet */
    countAhead: (callsOf: (typeof ahead)[number]): void => void ahead.push(callsOf),
    /** Call once for all calls of one start. @throws AppError `over-budget` with its totals */
    require(calls: readonly PricedCall[]): void {
      const now = deps.now();
      const used: string[] = [];
      for (const [connectionId, ofConnection] of Map.groupBy(calls, (call) => call.connectionId)) {
        for (const budget of budgets.budgets(connectionId)) {
          if (!budget.asks || budgets.quietUntil(budget.id) * 1000 > now) continue;
          const own = counted(ofConnection, budget);
          if (own.length === 0) continue;
          if ((next.get(budget.id) ?? 0) > now) {
            used.push(budget.id);
            continue;
          }
          const error = overBudget(connectionId, budget, own);
          if (error !== undefined) throw error;
        }
      }
      for (const id of used) next.delete(id);
    },
    allow(budgetId: string, calls: 'next' | 'today'): void {
      if (calls === 'next') next.set(budgetId, deps.now() + NEXT_FOR);
      else {
        const today = startOfCycle('Day', Math.floor(deps.now() / 1000));
        budgets.keepQuiet(budgetId, today + DAY);
      }
    },
  };
}

function costOf(calls: readonly PricedCall[]): number {
  return calls.reduce((sum, { price = 0 }) => sum + price, 0);
}
