import type { DatabaseSync } from 'node:sqlite';
import { budgetSchema, type Budget } from '../../../../../shared/contract/spend-forecast.ts';
import { transaction } from '../../../library/database.ts';
import { createSql, createRowReader, toBoolean } from '../../../library/row-values.ts';
import { budgetPeriod } from './budget-sums.ts';

/** Seconds, UTC; whole 1/10000 USD. */
const toForecast = createRowReader({ madeOn: Number, month: Number, low: Number, high: Number });
type KeptForecast = ReturnType<typeof toForecast>;

export type BudgetStore = ReturnType<typeof createBudgetStore>;

export function createBudgetStore(database: DatabaseSync) {
  const sql = createSql(database);

  /** Until when a budget doesn't ask, seconds. */
  function quietUntil(budgetId: string): number {
    return Number(sql.value`SELECT quiet_until FROM budgets WHERE id = ${budgetId}` ?? 0);
  }

  return {
    budgets: (connectionId: string): readonly Budget[] =>
      sql.all`SELECT * FROM budgets WHERE connection_id = ${connectionId} ORDER BY rowid`.flatMap(
        (row) => {
          const { id, scope, period, amount, counts, asks } = row;
          const fields = { id, scope, period, amount, counts, asks: toBoolean(asks) };
          const budget = budgetSchema.safeParse(fields);
          return budget.success ? [budget.data] : []; // Written by a newer Gesso.
        },
      ),
    setBudgets(connectionId: string, budgets: readonly Budget[]): void {
      transaction(database, () => {
        const until = new Map(budgets.map(({ id }) => [id, quietUntil(id)]));
        sql.run`DELETE FROM budgets WHERE connection_id = ${connectionId}`;
        for (const budget of budgets) {
          sql.insert('budgets', {
            ...budget,
            connectionId,
            quietUntil: until.get(budget.id) ?? 0,
          });
        }
      });
    },
    quietUntil,
    keepQuiet: (budgetId: string, until: number): void =>
      void sql.run`UPDATE budgets SET quiet_until = ${until} WHERE id = ${budgetId}`,
    /** Highest recorded level of a budget in a period; 0 for none. @param periodStart seconds, UTC */
    highestLevel(
      connectionId: string,
      { scope, period, amount, counts }: Budget,
      periodStart: number,
    ): number {
      const level = sql.value`SELECT max(level) FROM budget_levels
        WHERE connection_id = ${connectionId} AND scope = ${scope} AND period = ${period}
          AND period_start = ${periodStart} AND amount = ${amount} AND counts = ${counts}`;
      return Number(level ?? 0);
    },
    /** Keeps when a level was first reached. @param level percent */
    recordLevel(
      connectionId: string,
      { scope, period, amount, counts }: Budget,
      periodStart: number,
      level: number,
      now: number,
    ): void {
      sql.run`INSERT OR IGNORE INTO budget_levels
        (connection_id, scope, period, period_start, amount, counts, level, reached_at)
        VALUES (${connectionId}, ${scope}, ${period}, ${periodStart}, ${amount}, ${counts},
          ${level}, ${now})`;
    },
    /** Latest period before `start` that was exceeded after its end, since `since`. Seconds. */
    latePeriod(
      connectionId: string,
      { scope, period, amount, counts }: Budget,
      start: number,
      since: number,
    ): number | undefined {
      return sql.all`SELECT period_start, reached_at FROM budget_levels
        WHERE connection_id = ${connectionId} AND scope = ${scope}
          AND period = ${period} AND amount = ${amount} AND counts = ${counts} AND level = 100
          AND period_start < ${start}
          AND reached_at >= ${since} ORDER BY period_start DESC`
        .map((row) => ({ from: Number(row['period_start']), at: Number(row['reached_at']) }))
        .find(({ from, at }) => at >= budgetPeriod({ period }, from).end)?.from;
    },
    /** Keys of products whose higher costs are expected. */
    expected: (connectionId: string, now: number): ReadonlySet<string> =>
      new Set(
        sql.texts`SELECT product FROM expected_products WHERE connection_id = ${connectionId}
            AND until > ${now}`,
      ),
    expect: (connectionId: string, product: string, until: number): void =>
      void sql.run`INSERT OR REPLACE INTO expected_products
        VALUES (${connectionId}, ${product}, ${until})`,
    /** Keeps the first forecast of a week. */
    keepForecast: (connectionId: string, { madeOn, month, low, high }: KeptForecast): void =>
      void sql.run`INSERT OR IGNORE INTO forecasts
        SELECT ${connectionId}, ${madeOn}, ${month}, ${low}, ${high}
        WHERE EXISTS (SELECT 1 FROM connections WHERE id = ${connectionId})`,
    /** Latest first. */
    forecasts: (
      connectionId: string,
      beforeMonth: number,
      limit: number,
    ): readonly KeptForecast[] =>
      sql.all`SELECT made_on, month, low, high FROM forecasts
        WHERE connection_id = ${connectionId} AND month < ${beforeMonth}
        ORDER BY made_on DESC LIMIT ${limit}`.map(toForecast),
  };
}
