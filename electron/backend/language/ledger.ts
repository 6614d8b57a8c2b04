/** Records what answers cost. Rows are only added, and outlive their conversation. */
import type { DatabaseSync } from 'node:sqlite';
import type { LanguageRun, Spent } from '../../../shared/contract/language.ts';
import { COST_UNITS } from '../accounts/spend/cost-units.ts';
import { runCost, storedCost } from './run-rows.ts';
import { createSql, sqlPart } from '../library/row-values.ts';

export type Ledger = ReturnType<typeof createTokenLedger>;

const DAY = 86_400_000;

export function createTokenLedger(database: DatabaseSync) {
  const sql = createSql(database);
  // `total` because `sum` fails on overflow; negative figures count as 0, because an older version
  // stored any number of the service.
  const sums = sqlPart`SELECT count(*) AS answers, total(max(prompt_tokens, 0)) AS prompt,
    total(max(completion_tokens, 0)) AS completion, total(max(cost, 0)) AS cost,
    total(CASE WHEN cost IS NULL THEN estimated_cost END) AS estimated,
    coalesce(sum(cost IS NULL AND is_practice = 0), 0) AS unknown FROM answer_ledger`;

  return {
    /** Call in the transaction of an answer's end. Failed answers are not billed and not added. */
    add(run: LanguageRun, connectionId: string): void {
      if (run.state === 'failed') return;
      sql.insert('answer_ledger', {
        runId: run.id,
        connectionId,
        isPractice: run.isPractice,
        model: run.model,
        conversationId: run.conversationId,
        beganAt: run.createdAt,
        endedAt: run.endedAt ?? Date.now(),
        promptTokens: run.usage?.promptTokens,
        completionTokens: run.usage?.completionTokens,
        priceIn: run.priceIn,
        priceOut: run.priceOut,
        cost: runCost(run.usage, run),
        estimatedCost: storedCost(run.estimatedCost),
      });
    },
    ofConversation: (conversationId: string): Spent =>
      toSpent(sql.get`${sums} WHERE conversation_id = ${conversationId}`),
    /** @param day since 1970, UTC */
    ofDay: (connectionId: string, day: number): Spent =>
      toSpent(sql.get`${sums} WHERE connection_id = ${connectionId}
          AND began_at >= ${day * DAY} AND began_at < ${(day + 1) * DAY}`),
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
