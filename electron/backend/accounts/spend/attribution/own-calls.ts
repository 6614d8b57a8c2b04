import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import { formatDecimal } from '../../../../../shared/api/exact-decimal.ts';
import { LEDGER_DIGITS } from '../cost-units.ts';
import { createSql, sqlPart } from '../../../library/row-values.ts';
import type { CostAttribution } from '../../../../../shared/contract/attribution.ts';

export interface OwnCalls {
  /** First second of the hour, UTC. */
  readonly start: number;
  readonly work:
    | { readonly is: 'job'; readonly kind: JobKindName }
    | { readonly is: 'model'; readonly model: string };
  /** Calls or tokens that should be billed. */
  readonly ours: number;
  /** Calls or tokens with an unknown outcome. */
  readonly possible: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Failed or unsent calls are not billed; whether these were sent is unknown. */
const UNKNOWN_STATES = sqlPart`('unknown', 'expired')`;

const ofJobs = (connectionId: string, { start, end }: Range) => sqlPart`FROM jobs
  WHERE connection_id = ${connectionId} AND coalesce(submitted_at, created_at) >= ${start * 1000}
    AND coalesce(submitted_at, created_at) < ${end * 1000} AND kind <> 'watch'
    AND stored_file_id IS NULL
    AND submitted_at IS NOT NULL AND state <> 'failed' AND (state <> 'cancelled'
      OR task_id IS NOT NULL)`;

/** The ledger is permanent, even for deleted conversations. */
const ofAnswers = (connectionId: string, { start, end }: Range) => sqlPart`FROM answer_ledger
  WHERE connection_id = ${connectionId} AND began_at >= ${start * 1000}
    AND began_at < ${end * 1000}`;

// Integer totals may exceed what can be read.
const TOKENS = sqlPart`CAST(coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0) AS REAL)`;
const COST = sqlPart`CAST(max(cost, 0) AS REAL)`;

/** Times are seconds, UTC. */
export function createOwnCallReader(database: DatabaseSync) {
  const sql = createSql(database);

  return {
    byHour(connectionId: string, range: Range): readonly OwnCalls[] {
      const jobs = sql.all`SELECT coalesce(submitted_at, created_at) / 3600000 * 3600 AS start,
        kind,
        sum(state NOT IN ${UNKNOWN_STATES}) AS ours, sum(state IN ${UNKNOWN_STATES}) AS possible
        ${ofJobs(connectionId, range)} GROUP BY 1, kind`;
      const answers = sql.all`SELECT began_at / 3600000 * 3600 AS start, model,
        sum(${TOKENS}) AS ours, sum(prompt_tokens IS NULL) AS possible
        ${ofAnswers(connectionId, range)} GROUP BY 1, 2`;
      return [...jobs, ...answers].map(({ start, kind, model, ours, possible }) => ({
        start: Number(start),
        work:
          kind === undefined
            ? { is: 'model', model: String(model ?? '') }
            : { is: 'job', kind: String(kind) as JobKindName },
        ours: Number(ours),
        possible: Number(possible),
      }));
    },
    dearest(connectionId: string, range: Range, limit: number): CostAttribution['dearest'] {
      const photos = sql.all`SELECT
        coalesce((SELECT id FROM recipe_runs WHERE recipe_runs.id = jobs.batch_id), photo_id) AS id,
        max((SELECT name FROM recipe_runs WHERE recipe_runs.id = jobs.batch_id)) AS recipe,
        max(photo_name) AS photo, count(*) AS calls, sum(price) AS cost
        ${ofJobs(connectionId, range)} AND photo_id <> ''
        GROUP BY 1 ORDER BY cost DESC NULLS LAST, calls DESC LIMIT ${limit}`;
      const models = sql.all`SELECT model AS id, model AS name, count(*) AS calls,
        sum(${TOKENS}) AS tokens, sum(${COST}) AS cost
        ${ofAnswers(connectionId, range)}
        GROUP BY 1 ORDER BY cost DESC NULLS LAST, tokens DESC LIMIT ${limit}`;
      const conversations = sql.all`SELECT conversation_id AS id, count(*) AS calls,
        sum(${TOKENS}) AS tokens, sum(${COST}) AS cost,
        coalesce((SELECT title FROM conversations WHERE conversations.id = conversation_id),
          'a deleted conversation') AS name
        ${ofAnswers(connectionId, range)} AND conversation_id IS NOT NULL
        GROUP BY 1 ORDER BY cost DESC NULLS LAST, tokens DESC LIMIT ${limit}`;
      const ofPhotos = photos.map((row) => ({
        kind: row['recipe'] === null ? ('photo' as const) : ('recipe' as const),
        id: String(row['id']),
        name: typeof row['recipe'] === 'string' ? row['recipe'] : String(row['photo']),
        calls: Number(row['calls']),
        ...(row['cost'] === null ? {} : { cost: String(row['cost']) }),
      }));
      return [
        ...ofPhotos,
        ...models.map((row) => dearestAnswers('model', row)),
        ...conversations.map((row) => dearestAnswers('conversation', row)),
      ];
    },
  };
}

function dearestAnswers(
  kind: 'model' | 'conversation',
  row: Readonly<Record<string, unknown>>,
): CostAttribution['dearest'][number] {
  const { cost } = row;
  return {
    kind,
    id: String(row['id']),
    name: String(row['name']),
    calls: Number(row['calls']),
    tokens: Number(row['tokens']),
    // The ledger's units are added exactly, and rounded for display.
    ...(typeof cost === 'number' || typeof cost === 'bigint'
      ? { cost: formatDecimal({ value: BigInt(cost), scale: LEDGER_DIGITS }) }
      : {}),
  };
}
