import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { appErrorSchema } from '../../../../shared/contract/common.ts';
import {
  languageEventSchema,
  languageParametersSchema,
} from '../../../../shared/contract/language.ts';
import {
  promptRowStateSchema,
  promptTableSchema,
  type PromptRow,
  type PromptTable,
  type PromptTableDraft,
} from '../../../../shared/contract/prompt-tables.ts';
import { type AppErrorData, notFound } from '../../../../shared/errors/app-error.ts';
import { splitThoughts } from '../../../../shared/language/thought-tags.ts';
import { readRows } from '../../library/unreadable.ts';
import { choiceTexts } from '../event-joiner.ts';
import { COST_UNITS } from '../../accounts/spend/cost-units.ts';
import { RUN_COLUMNS, toAnswerRun } from '../run-rows.ts';
import {
  createSql,
  optionalText,
  sqlPart,
  storedJson,
  storedList,
} from '../../library/row-values.ts';

type PromptRowState = PromptRow['state'];

export interface WaitingRow {
  readonly position: number;
  readonly cells: readonly string[];
}

const cellsSchema = z.array(z.string());
const NO_ROWS = { waiting: 0, running: 0, done: 0, failed: 0, unknown: 0 };

export function createPromptTableRows(database: DatabaseSync) {
  const sql = createSql(database);
  function countsOf(id: string): PromptTable['counts'] {
    const found = sql.all`SELECT state, count(*) AS count FROM prompt_rows
      WHERE table_id = ${id} GROUP BY state`.map((row) => [
      String(row['state']),
      Number(row['count']),
    ]);
    return { ...NO_ROWS, ...Object.fromEntries(found) };
  }

  function toTable(row: Readonly<Record<string, unknown>>): PromptTable {
    const id = String(row['id']);
    const states = countsOf(id);
    return {
      id,
      name: String(row['name']),
      createdAt: Number(row['created_at']),
      state: promptTableSchema.shape.state.parse(row['state']),
      template: String(row['template']),
      model: String(row['model']),
      parameters: storedJson(languageParametersSchema, row['parameters']) ?? {},
      columns: cellsSchema.parse(JSON.parse(String(row['columns']))),
      counts: states,
      rows: Object.values(states).reduce((sum, count) => sum + count, 0),
      cost: Number(row['cost']) / COST_UNITS,
      isCostRough: row['is_rough'] === 1,
      error: storedJson(appErrorSchema, row['error']),
    };
  }

  return {
    /** Call within a transaction. @returns its id */
    add(name: string, draft: PromptTableDraft, at: number): string {
      const id = randomUUID();
      const { template, model, parameters, table } = draft;
      const heads = JSON.stringify(table.columns);
      sql.insert('prompt_tables', {
        id,
        name,
        state: 'paused',
        template,
        model,
        parameters,
        columns: heads,
        createdAt: at,
      });
      for (const [position, cells] of table.rows.entries()) {
        sql.run`INSERT INTO prompt_rows (table_id, position, cells, state)
          VALUES (${id}, ${position}, ${cells}, 'waiting')`;
      }
      return id;
    },
    get(id: string): PromptTable {
      const row = sql.get`SELECT * FROM prompt_tables WHERE id = ${id} AND removed_at IS NULL`;
      if (row !== undefined) return toTable(row);
      throw notFound('This table no longer exists.');
    },
    list: () =>
      readRows(
        database,
        'prompt table',
        sql.all`SELECT * FROM prompt_tables
          WHERE removed_at IS NULL ORDER BY number DESC LIMIT 500`,
        toTable,
      ),
    rows(id: string, state: PromptRowState | undefined, offset: number, limit: number) {
      const isWanted = state === undefined ? sqlPart`TRUE` : sqlPart`prompt_rows.state = ${state}`;
      const found = sql.all`SELECT position, cells, prompt_rows.state AS row_state, run_id, events,
        ${RUN_COLUMNS}
        FROM prompt_rows LEFT JOIN language_runs ON language_runs.id = prompt_rows.run_id
        WHERE table_id = ${id} AND ${isWanted} ORDER BY position LIMIT ${limit} OFFSET ${offset}`;
      return readRows(database, 'row of a prompt table', found, toRow);
    },
    countsOf,
    setState: (id: string, state: PromptTable['state'], error?: AppErrorData) =>
      void sql.run`UPDATE prompt_tables SET state = ${state}, error = ${error} WHERE id = ${id}`,
    setRemoved: (id: string, at: number | undefined) =>
      void sql.run`UPDATE prompt_tables SET removed_at = ${at} WHERE id = ${id}`,
    pauseAll: () => void sql.run`UPDATE prompt_tables SET state = 'paused' WHERE state = 'running'`,
    purge(before: number): void {
      sql.run`DELETE FROM language_runs WHERE id IN (SELECT run_id FROM prompt_rows
          JOIN prompt_tables
          ON prompt_tables.id = table_id WHERE removed_at < ${before})`;
      sql.run`DELETE FROM prompt_tables WHERE removed_at < ${before}`;
    },
    waiting: (id: string, limit: number) =>
      sql.all`SELECT position, cells FROM prompt_rows
        WHERE table_id = ${id} AND state = 'waiting'
        ORDER BY position LIMIT ${limit}`.map(toWaiting),
    triable: (id: string) =>
      sql.all`SELECT position, cells FROM prompt_rows WHERE table_id = ${id}
          AND state IN ('failed', 'unknown')
        ORDER BY position`.map(toWaiting),
    begin: (id: string, position: number, runId: string) =>
      void sql.run`UPDATE prompt_rows SET state = 'running', run_id = ${runId}
        WHERE table_id = ${id} AND position = ${position}`,
    setStateOfRun: (runId: string, state: PromptRowState) =>
      void sql.run`UPDATE prompt_rows SET state = ${state} WHERE run_id = ${runId}`,
    /** @param cost 1/10000 USD */
    addCost: (id: string, cost: number, isRough: boolean) =>
      void sql.run`UPDATE prompt_tables
        SET cost = cost + ${Math.round(cost * COST_UNITS)}, is_rough = is_rough
          OR ${Number(isRough)} WHERE id = ${id}`,
    tableOfRun: (runId: string): string | undefined =>
      optionalText(sql.value`SELECT table_id FROM prompt_rows WHERE run_id = ${runId}`),
    runningRuns: (id: string) =>
      sql.texts`SELECT run_id FROM prompt_rows WHERE table_id = ${id} AND state = 'running'`,
  };
}

function toWaiting(row: Readonly<Record<string, unknown>>): WaitingRow {
  return {
    position: Number(row['position']),
    cells: cellsSchema.parse(JSON.parse(String(row['cells']))),
  };
}

function toRow(row: Readonly<Record<string, unknown>>): PromptRow {
  const base = {
    index: Number(row['position']),
    state: promptRowStateSchema.parse(row['row_state']),
    cells: cellsSchema.parse(JSON.parse(String(row['cells']))),
  };
  const { run_id: runId, events, state } = row;
  if (typeof runId !== 'string' || typeof state !== 'string' || base.state === 'waiting') {
    return { ...base, outputs: [], finishReasons: [] };
  }
  const run = toAnswerRun(runId, '', row);
  return {
    ...base,
    outputs: typeof events === 'string' ? outputsOf(events) : [],
    finishReasons: run.finishReasons,
    usage: run.usage,
    cost: run.cost,
    estimatedCost: run.estimatedCost,
    milliseconds: run.endedAt === undefined ? undefined : Math.max(0, run.endedAt - run.createdAt),
    error: run.error,
  };
}

function outputsOf(events: string): readonly string[] {
  const texts = choiceTexts(storedList(languageEventSchema, events));
  return texts.map((text) => splitThoughts(text).text);
}
