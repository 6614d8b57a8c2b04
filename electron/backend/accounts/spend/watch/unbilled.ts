import type { DatabaseSync } from 'node:sqlite';
import { COST_UNITS } from '../cost-units.ts';

interface UnbilledCalls {
  /** 1/10000 USD of calls with a known price. */
  readonly cost: number;
  readonly calls: number;
  /** Calls without a known price. */
  readonly unpriced: number;
}

/**
 * @param since Unix ms @param scope `all` or a category: models are billed as `llm`, all others as
 * `gen_api`
 */
export type ReadUnbilled = (connectionId: string, since: number, scope: string) => UnbilledCalls;

/** Longest wait before sending that is looked for, so that an index is used, ms. */
const MOST_WAITING = 7 * 24 * 60 * 60 * 1000;

export function createReadUnbilled(database: DatabaseSync): ReadUnbilled {
  // Failed and unsent calls are not billed.
  const jobs = database.prepare(
    `SELECT count(*) AS calls, coalesce(sum(price), 0) AS cost, coalesce(sum(price IS NULL), 0) AS unpriced
     FROM jobs WHERE connection_id = ?1 AND kind <> 'watch'
       AND (state = 'waiting'
         OR (created_at >= ?2 - ${MOST_WAITING} AND coalesce(submitted_at, created_at) >= ?2))
       AND stored_file_id IS NULL AND state <> 'failed' AND (state <> 'cancelled' OR task_id IS NOT NULL)`,
  );
  const answers = database.prepare(
    `SELECT count(*) AS calls, total(max(coalesce(cost, estimated_cost), 0)) AS cost,
       coalesce(sum(coalesce(cost, estimated_cost) IS NULL), 0) AS unpriced
     FROM answer_ledger WHERE connection_id = ? AND began_at >= ?`,
  );
  // Their cost is known only at their end.
  const running = database.prepare(
    `SELECT count(*) AS calls FROM language_runs
     WHERE connection_id = ? AND created_at >= ? AND state = 'running'`,
  );
  return (connectionId, since, scope) => {
    const counts = { cost: 0, calls: 0, unpriced: 0 };
    if (scope === 'all' || scope === 'gen_api') {
      const row = jobs.get(connectionId, since);
      counts.cost += Number(row?.['cost'] ?? 0);
      counts.calls += Number(row?.['calls'] ?? 0);
      counts.unpriced += Number(row?.['unpriced'] ?? 0);
    }
    if (scope === 'all' || scope === 'llm') {
      const ended = answers.get(connectionId, since);
      const open = Number(running.get(connectionId, since)?.['calls'] ?? 0);
      counts.cost += Math.ceil(Number(ended?.['cost'] ?? 0) / COST_UNITS);
      counts.calls += Number(ended?.['calls'] ?? 0) + open;
      counts.unpriced += Number(ended?.['unpriced'] ?? 0) + open;
    }
    return counts;
  };
}
