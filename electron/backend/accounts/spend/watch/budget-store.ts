import type { DatabaseSync } from 'node:sqlite';
import { budgetSchema, type Budget } from '../../../../../shared/contract/spend-forecast.ts';
import { transaction } from '../../../library/database.ts';
import { createRowReader, prepareInsert, toBoolean } from '../../../library/row-values.ts';
import { budgetPeriod } from './budget-sums.ts';

interface ReachedLevel {
  readonly budget: Budget;
  /** First second of the period, UTC. */
  readonly periodStart: number;
  /** Percent. */
  readonly level: number;
}

/** Seconds, UTC; whole 1/10000 USD. */
const toForecast = createRowReader({ madeOn: Number, month: Number, low: Number, high: Number });
type KeptForecast = ReturnType<typeof toForecast>;

export type BudgetStore = ReturnType<typeof createBudgetStore>;

export function createBudgetStore(database: DatabaseSync) {
  const all = database.prepare('SELECT * FROM budgets WHERE connection_id = ? ORDER BY rowid');
  const removeAll = database.prepare('DELETE FROM budgets WHERE connection_id = ?');
  const insert = prepareInsert(database, 'budgets', [
    'id',
    'connectionId',
    'scope',
    'period',
    'amount',
    'counts',
    'asks',
    'quietUntil',
  ]);
  const quiet = database.prepare('SELECT quiet_until FROM budgets WHERE id = ?');
  const setQuiet = database.prepare('UPDATE budgets SET quiet_until = ? WHERE id = ?');
  const ofLevel = `connection_id = ? AND scope = ? AND period = ? AND period_start = ? AND amount = ?
    AND counts = ?`;
  const highest = database.prepare(
    `SELECT max(level) AS level FROM budget_levels WHERE ${ofLevel}`,
  );
  const record = database.prepare(
    `INSERT OR IGNORE INTO budget_levels
       (connection_id, scope, period, period_start, amount, counts, level, reached_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const exceeded = database.prepare(
    `SELECT period_start, reached_at FROM budget_levels WHERE connection_id = ? AND scope = ?
       AND period = ? AND amount = ? AND counts = ? AND level = 100 AND period_start < ?
       AND reached_at >= ? ORDER BY period_start DESC`,
  );
  const expected = database.prepare(
    'SELECT product FROM expected_products WHERE connection_id = ? AND until > ?',
  );
  const expect = database.prepare('INSERT OR REPLACE INTO expected_products VALUES (?, ?, ?)');
  const keep = database.prepare(
    `INSERT OR IGNORE INTO forecasts SELECT ?1, ?2, ?3, ?4, ?5
       WHERE EXISTS (SELECT 1 FROM connections WHERE id = ?1)`,
  );
  const kept = database.prepare(
    `SELECT made_on, month, low, high FROM forecasts WHERE connection_id = ? AND month < ?
     ORDER BY made_on DESC LIMIT ?`,
  );

  /** Until when a budget doesn't ask, seconds. */
  function quietUntil(budgetId: string): number {
    return Number(quiet.get(budgetId)?.['quiet_until'] ?? 0);
  }

  return {
    budgets: (connectionId: string): readonly Budget[] =>
      all.all(connectionId).flatMap((row) => {
        const { id, scope, period, amount, counts, asks } = row;
        const fields = { id, scope, period, amount, counts, asks: toBoolean(asks) };
        const budget = budgetSchema.safeParse(fields);
        return budget.success ? [budget.data] : []; // Written by a newer Gesso.
      }),
    setBudgets(connectionId: string, budgets: readonly Budget[]): void {
      transaction(database, () => {
        const until = new Map(budgets.map(({ id }) => [id, quietUntil(id)]));
        removeAll.run(connectionId);
        for (const budget of budgets) {
          insert({ ...budget, connectionId, quietUntil: until.get(budget.id) ?? 0 });
        }
      });
    },
    quietUntil,
    keepQuiet: (budgetId: string, until: number): void => void setQuiet.run(until, budgetId),
    /** Highest recorded level of a budget in a period; 0 for none. */
    highestLevel(
      connectionId: string,
      { scope, period, amount, counts }: Budget,
      periodStart: number,
    ): number {
      const row = highest.get(connectionId, scope, period, periodStart, amount, counts);
      return Number(row?.['level'] ?? 0);
    },
    recordLevel(
      connectionId: string,
      { budget, periodStart, level }: ReachedLevel,
      now: number,
    ): boolean {
      const { scope, period, amount, counts } = budget;
      const of = [connectionId, scope, period, periodStart, amount, counts] as const;
      return Number(record.run(...of, level, now).changes) > 0;
    },
    /** Latest period before `start` that was exceeded after its end, since `since`. Seconds. */
    latePeriod(
      connectionId: string,
      { scope, period, amount, counts }: Budget,
      start: number,
      since: number,
    ): number | undefined {
      return exceeded
        .all(connectionId, scope, period, amount, counts, start, since)
        .map((row) => ({ from: Number(row['period_start']), at: Number(row['reached_at']) }))
        .find(({ from, at }) => at >= budgetPeriod({ period }, from).end)?.from;
    },
    /** Keys of products whose higher costs are expected. */
    expected: (connectionId: string, now: number): ReadonlySet<string> =>
      new Set(expected.all(connectionId, now).map((row) => String(row['product']))),
    expect: (connectionId: string, product: string, until: number): void =>
      void expect.run(connectionId, product, until),
    /** Keeps the first forecast of a week. */
    keepForecast: (connectionId: string, { madeOn, month, low, high }: KeptForecast): void =>
      void keep.run(connectionId, madeOn, month, low, high),
    /** Latest first. */
    forecasts: (
      connectionId: string,
      beforeMonth: number,
      limit: number,
    ): readonly KeptForecast[] => kept.all(connectionId, beforeMonth, limit).map(toForecast),
  };
}
