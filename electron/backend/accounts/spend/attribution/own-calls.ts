import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import { formatDecimal } from '../../../../../shared/api/exact-decimal.ts';
import { LEDGER_DIGITS } from '../cost-units.ts';
import { createSql, sqlPart, type SqlPart } from '../../../library/row-values.ts';
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

/** Seconds by the service's clock, as its bills have them. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Unix ms by this computer's clock, as our calls have them. */
type LocalRange = readonly [from: number, to: number];

/** Failed or unsent calls are not billed; whether these were sent is unknown. */
const UNKNOWN_STATES = sqlPart`('unknown', 'expired')`;

const ofJobs = (connectionId: string, [from, to]: LocalRange) => sqlPart`FROM jobs
  WHERE connection_id = ${connectionId} AND coalesce(submitted_at, created_at) >= ${from}
    AND coalesce(submitted_at, created_at) < ${to} AND kind <> 'watch'
    AND stored_file_id IS NULL
    AND submitted_at IS NOT NULL AND state <> 'failed' AND (state <> 'cancelled'
      OR task_id IS NOT NULL)`;

/** The ledger is permanent, even for deleted conversations. */
const ofAnswers = (connectionId: string, [from, to]: LocalRange) => sqlPart`FROM answer_ledger
  WHERE connection_id = ${connectionId} AND began_at >= ${from} AND began_at < ${to}`;

// Integer totals may exceed what can be read.
const TOKENS = sqlPart`CAST(coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0) AS REAL)`;
const COST = sqlPart`CAST(max(cost, 0) AS REAL)`;

function localRange({ start, end }: Range, clockAhead: number): LocalRange {
  return [start * 1000 - clockAhead, end * 1000 - clockAhead];
}

/** `clockAhead`: how far the service's clock is ahead of this computer's, ms. */
export function createOwnCallReader(database: DatabaseSync) {
  const sql = createSql(database);

  return {
    byHour(connectionId: string, billed: Range, clockAhead: number): readonly OwnCalls[] {
      const range = localRange(billed, clockAhead);
      const hourOf = (time: SqlPart) =>
        sqlPart`CAST((${time} + ${clockAhead}) / 3600000 AS INTEGER) * 3600`;
      const jobs = sql.all`SELECT ${hourOf(sqlPart`coalesce(submitted_at, created_at)`)} AS start,
        kind,
        sum(state NOT IN ${UNKNOWN_STATES}) AS ours, sum(state IN ${UNKNOWN_STATES}) AS possible
        ${ofJobs(connectionId, range)} GROUP BY 1, kind`;
      const answers = sql.all`SELECT ${hourOf(sqlPart`began_at`)} AS start, model,
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
    dearest(
      connectionId: string,
      billed: Range,
      clockAhead: number,
      limit: number,
    ): CostAttribution['dearest'] {
      const range = localRange(billed, clockAhead);
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
