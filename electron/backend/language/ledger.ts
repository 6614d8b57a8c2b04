/** Records what answers cost. Rows are only added, and outlive their conversation. */
import type { DatabaseSync } from 'node:sqlite';
import type { LanguageRun, Spent } from '../../../shared/contract/language.ts';
import { COST_UNITS } from '../accounts/spend/cost-units.ts';
import { runCost, storedCost } from './run-rows.ts';
import { toColumn } from '../library/row-values.ts';

export type Ledger = ReturnType<typeof createTokenLedger>;

const DAY = 86_400_000;

export function createTokenLedger(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO answer_ledger (run_id, connection_id, is_practice, model, conversation_id, began_at,
       ended_at, prompt_tokens, completion_tokens, price_in, price_out, cost,
       estimated_cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // `total` because `sum` fails on overflow; negative figures count as 0, because an older version
  // stored any number of the service.
  const sums = `SELECT count(*) AS answers, total(max(prompt_tokens, 0)) AS prompt,
    total(max(completion_tokens, 0)) AS completion, total(max(cost, 0)) AS cost,
    total(CASE WHEN cost IS NULL THEN estimated_cost END) AS estimated,
    coalesce(sum(cost IS NULL AND is_practice = 0), 0) AS unknown FROM answer_ledger`;
  const ofConversation = database.prepare(`${sums} WHERE conversation_id = ?`);
  const ofDay = database.prepare(
    `${sums} WHERE connection_id = ? AND began_at >= ? AND began_at < ?`,
  );

  return {
    /** Call in the transaction of an answer's end. Failed answers are not billed and not added. */
    add(run: LanguageRun, connectionId: string): void {
      if (run.state === 'failed') return;
      insert.run(
        run.id,
        connectionId,
        toColumn(run.isPractice),
        run.model,
        run.conversationId ?? null,
        run.createdAt,
        run.endedAt ?? Date.now(),
        run.usage?.promptTokens ?? null,
        run.usage?.completionTokens ?? null,
        run.priceIn ?? null,
        run.priceOut ?? null,
        runCost(run.usage, run) ?? null,
        storedCost(run.estimatedCost),
      );
    },
    ofConversation: (conversationId: string): Spent => toSpent(ofConversation.get(conversationId)),
    /** @param day since 1970, UTC */
    ofDay: (connectionId: string, day: number): Spent =>
      toSpent(ofDay.get(connectionId, day * DAY, (day + 1) * DAY)),
  };
}

function toSpent(row: Readonly<Record<string, unknown>> | undefined): Spent {
  return {
    answers: Number(row?.['answers'] ?? 0),
    promptTokens: Math.min(Number.MAX_SAFE_INTEGER, Number(row?.['prompt'] ?? 0)),
    completionTokens: Math.min(Number.MAX_SAFE_INTEGER, Number(row?.['completion'] ?? 0)),
    cost: Number(row?.['cost'] ?? 0) / COST_UNITS,
    estimated: Number(row?.['estimated'] ?? 0) / COST_UNITS,
    unknown: Number(row?.['unknown'] ?? 0),
  };
}
