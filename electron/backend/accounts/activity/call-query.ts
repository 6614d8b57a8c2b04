import type { DatabaseSync } from 'node:sqlite';
import {
  OPERATIONS,
  type CallQuery,
  type RecordedCall,
} from '../../../../shared/contract/activity.ts';
import { OPERATION_WORDS, OUTCOME_WORDS } from '../../../../shared/activity/words.ts';
import { readRows } from '../../library/unreadable.ts';
import { foldCase } from '../../library/fold-case.ts';
import { CALL_COLUMNS, toCall } from './call-rows.ts';

/** @returns in list order; empty after a deleted call */
export function queryCalls(database: DatabaseSync, query: CallQuery): readonly RecordedCall[] {
  const { conditions, values } = filterOf(query);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = database
    .prepare(
      `SELECT ${CALL_COLUMNS} FROM activity_calls ${where} ORDER BY started_at DESC, id DESC LIMIT ?`,
    )
    .all(...values, query.limit);
  return readRows(database, 'call', rows, toCall);
}

function filterOf(query: CallQuery) {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, ...wanted: readonly (string | number)[]) => {
    conditions.push(condition);
    values.push(...wanted);
  };
  const marks = (wanted: readonly unknown[]) => wanted.map(() => '?').join(', ');
  const { operations, outcomes, connectionId, jobId, from, before } = query;
  if (operations !== undefined) where(`operation IN (${marks(operations)})`, ...operations);
  if (outcomes !== undefined) where(`outcome IN (${marks(outcomes)})`, ...outcomes);
  if (connectionId !== undefined) where('connection_id = ?', connectionId);
  if (jobId !== undefined) where('job_id = ?', jobId);
  if (from !== undefined) where('started_at >= ?', from);
  if (before !== undefined) {
    where('(started_at, id) < (SELECT started_at, id FROM activity_calls WHERE id = ?)', before);
  }
  const text = foldCase(query.text?.trim() ?? '');
  if (text !== '') {
    const named = OPERATIONS.filter((each) => OPERATION_WORDS[each].toLowerCase().includes(text));
    const ended = Object.entries(OUTCOME_WORDS).filter(([, words]) =>
      words.toLowerCase().includes(text),
    );
    // `fold_case` knows more letters than `lower`, but is too slow for every row.
    const written = `instr(lower(address || ' ' || connection_name || ' ' || coalesce(status, '') || ' ' ||
      coalesce(error, '') || ' ' || method || ' ' || coalesce(job_id, '')), ?) > 0`;
    const connected =
      'connection_id IN (SELECT id FROM connections WHERE instr(fold_case(name), ?) > 0)';
    where(
      `(${written} OR ${connected} OR operation IN (${marks(named)}) OR outcome IN (${marks(ended)}))`,
      text,
      text,
      ...named,
      ...ended.map(([outcome]) => outcome),
    );
  }
  return { conditions, values };
}
