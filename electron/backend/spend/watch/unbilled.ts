/** Our own calls that no bill shows yet, with their expected cost. */
import type { DatabaseSync } from 'node:sqlite';
import type { ChargedCategory } from '../../../../shared/api/billing.ts';

/** Calls and their cost. */
export interface UnbilledCalls {
  /** 1/10000 USD of those whose price is known. */
  readonly cost: number;
  readonly calls: number;
  /** Calls without a known price. */
  readonly unpriced: number;
}

/**
 * @param since Unix ms
 * @param scope calls to models are billed as `llm`, all other work of Gesso as `gen_api`
 */
export type ReadUnbilled = (
  connectionId: string,
  since: number,
  scope: ChargedCategory | 'all',
) => UnbilledCalls;

export function createReadUnbilled(database: DatabaseSync): ReadUnbilled {
  // a call that failed, or was stopped before it left, is not billed
  const jobs = database.prepare(
    `SELECT count(*) AS calls, coalesce(sum(price), 0) AS cost, coalesce(sum(price IS NULL), 0) AS unpriced
     FROM jobs WHERE connection_id = ? AND created_at >= ? AND kind <> 'watch'
       AND stored_file_id IS NULL AND state <> 'failed' AND (state <> 'cancelled' OR task_id IS NOT NULL)`,
  );
  const answers = database.prepare(
    `SELECT count(*) AS calls FROM language_runs
     WHERE connection_id = ? AND created_at >= ? AND state <> 'failed'`,
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
      const calls = Number(answers.get(connectionId, since)?.['calls'] ?? 0);
      counts.calls += calls;
      counts.unpriced += calls;
    }
    return counts;
  };
}
