/** One template for many rows: planned, sent a few at a time, stopped, taken up again. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { LanguageRequest, LanguageRun } from '../../../../shared/contract/language.ts';
import type {
  PromptRow,
  PromptTable,
  PromptTableDraft,
  PromptTablePlan,
  ReadTable,
} from '../../../../shared/contract/prompt-tables.ts';
import { AppError, type AppErrorKind } from '../../../../shared/errors/app-error.ts';
import {
  costRange,
  expectedCost,
  promptTokensOf,
} from '../../../../shared/language/expected-cost.ts';
import { fillTemplate, rowValues, templateFit } from '../../../../shared/language/template.ts';
import type { CleanError } from '../../common/clean-error.ts';
import type { Connections } from '../../connections/connections.ts';
import { saveByHost } from '../../common/save-by-host.ts';
import { keepTrying } from '../../common/unawaited.ts';
import { transaction } from '../../library/database.ts';
import type { HostPorts } from '../../common/ports.ts';
import type { Allowance } from '../../spend/watch/index.ts';
import { createChangeFeed } from '../change-feed.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { ModelLists } from '../models/model-list.ts';
import { readTable } from './read-table.ts';
import type { ReadingSource } from '../reading/messages.ts';
import type { ReadingThread } from '../reading/read-in-thread.ts';
import { requireCountable } from './countable.ts';
import { tableCsv } from './table-csv.ts';
import { createPromptTableRows, type PromptRowState, type WaitingRow } from './table-rows.ts';

export type PromptTables = ReturnType<typeof createPromptTables>;

/** Numbers of this module. */
const TABLES = {
  /** Rows whose tokens are estimated for the plan; the others are taken to be like them. */
  sample: 500,
  /** Rows that are read at once for a file. */
  page: 500,
  /** How long a removal can be undone, ms. */
  undo: 86_400_000,
} as const;

/** Every row would meet these: the table pauses, and the row waits. */
const PAUSING = new Set<AppErrorKind>([
  'no-connection',
  'key-missing',
  'key-rejected',
  'unreachable',
  'not-the-service',
  'rate-limited',
  'not-permitted',
  'no-credit',
  'keychain',
]);

/** A running table. */
interface ActiveTable {
  readonly connectionId: string;
  /** Rows that may still begin. */
  left: number;
  /** Rows on their way. */
  sent: number;
  /** Rows that are sent again; missing: those that wait, in their order. */
  readonly again: WaitingRow[] | undefined;
}

export function createPromptTables(parts: {
  readonly database: DatabaseSync;
  readonly runs: LanguageRuns;
  readonly models: Pick<ModelLists, 'factsOf'>;
  readonly connections: Pick<Connections, 'active' | 'activeId'>;
  readonly allowance: Pick<Allowance, 'require'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly reading: ReadingThread;
  /** Calls that are sent at the same time. */
  readonly concurrentCalls: () => number;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly now: () => number;
}) {
  const { database, runs, now } = parts;
  const rows = createPromptTableRows(database);
  const feed = createChangeFeed();
  const active = new Map<string, ActiveTable>();
  let isClosing = false;

  function requestOf(
    table: Pick<PromptTable, 'template' | 'model' | 'parameters' | 'columns'>,
    cells: readonly string[],
  ): LanguageRequest {
    const { template, model, parameters, columns } = table;
    const prompt = fillTemplate(template, rowValues(columns, cells));
    return { kind: 'completion', model, ...parameters, prompt };
  }

  function factsOf(model: string) {
    return parts.models.factsOf(parts.connections.activeId() ?? '', model);
  }

  /** @throws AppError `invalid-input` for numbers that nothing can be counted with */
  function plan({ table, ...draft }: PromptTableDraft): PromptTablePlan {
    requireCountable(draft.parameters);
    const source = { ...draft, columns: table.columns };
    const { prices, tokenRatio } = factsOf(draft.model);
    const step = Math.max(1, Math.floor(table.rows.length / TABLES.sample));
    const sample = table.rows.filter((_, index) => index % step === 0);
    const scale = sample.length === 0 ? 0 : table.rows.length / sample.length;
    const requests = sample.map((cells) => requestOf(source, cells));
    const ranges = requests.map((request) => costRange(request, prices, tokenRatio));
    const tokens = requests.reduce((sum, request) => sum + promptTokensOf(request), 0);
    const first = table.rows[0];
    return {
      ...templateFit(draft.template, table.columns),
      firstPrompt:
        first === undefined ? '' : fillTemplate(draft.template, rowValues(table.columns, first)),
      rows: table.rows.length,
      answers: table.rows.length * Math.max(1, draft.parameters.n ?? 1),
      promptTokens: Math.ceil(tokens * tokenRatio * scale),
      costLeast: total(
        ranges.map(({ least }) => least),
        scale,
      ),
      costMost: total(
        ranges.map(({ most }) => most),
        scale,
      ),
    };
  }

  /** Sends waiting rows until as many as allowed are on their way. */
  function pump(tableId: string): void {
    const run = active.get(tableId);
    if (run === undefined || isClosing) return;
    const table = rows.get(tableId);
    const atOnce = Math.min(parts.concurrentCalls() - run.sent, run.left);
    const next = atOnce > 0 ? (run.again?.splice(0, atOnce) ?? rows.waiting(tableId, atOnce)) : [];
    for (const { position, cells } of next) {
      try {
        const order = { request: requestOf(table, cells) };
        const record = ([runId = '']: readonly string[]) => rows.begin(tableId, position, runId);
        const [runId = ''] = runs.begin([order], record, {
          connectionId: run.connectionId,
          isAllowed: true,
        });
        run.left -= 1;
        run.sent += 1;
        void goOnAfter(runId, run, tableId);
      } catch (thrown) {
        pause(tableId, parts.cleanError(thrown));
        return;
      }
    }
    if (run.sent === 0) finish(tableId);
    feed.changed(tableId);
  }

  /** The next row; nobody is there to hear of an error. */
  async function goOnAfter(runId: string, run: { sent: number }, tableId: string): Promise<void> {
    await runs.ended(runId);
    run.sent -= 1;
    try {
      pump(tableId);
    } catch (thrown) {
      const error = parts.cleanError(thrown);
      active.delete(tableId);
      parts.log(`prompt table ${tableId}: ${error.message}`);
      keepTrying(`prompt table ${tableId} is not paused yet`, parts.log, () => {
        if (!active.has(tableId) && !isClosing) pause(tableId, error);
      });
    }
  }

  /**
   * Sends rows, once their cost is allowed.
   *
   * @param sample some of them, for the price of each
   * @param again rows that were sent before; missing: the first that wait
   */
  function send(
    table: PromptTable,
    sample: readonly WaitingRow[],
    count: number,
    again?: readonly WaitingRow[],
  ): PromptTable {
    const { id } = table;
    requireCountable(table.parameters);
    const { id: connectionId } = parts.connections.active();
    const { prices, tokenRatio } = factsOf(table.model);
    const each = sample.map(({ cells }) =>
      expectedCost(requestOf(table, cells), prices, tokenRatio),
    );
    const sum = total(each, 1);
    const price = sum === undefined ? undefined : Math.ceil(sum / Math.max(1, each.length));
    parts.allowance.require(
      Array.from({ length: count }, () => ({ connectionId, category: 'llm' as const, price })),
    );
    if (again !== undefined) rows.retry(id);
    rows.setState(id, 'running');
    active.set(id, { connectionId, left: count, sent: 0, again: again && [...again] });
    pump(id);
    return rows.get(id);
  }

  function finish(tableId: string): void {
    active.delete(tableId);
    const { waiting } = rows.countsOf(tableId);
    rows.setState(tableId, waiting === 0 ? 'done' : 'paused');
  }

  function pause(tableId: string, error?: AppError): void {
    active.delete(tableId);
    rows.setState(tableId, 'paused', error?.toData());
    feed.changed(tableId);
  }

  function* allRows(tableId: string): Generator<PromptRow> {
    for (let offset = 0; ; offset += TABLES.page) {
      const page = rows.rows(tableId, undefined, offset, TABLES.page);
      yield* page;
      if (page.length < TABLES.page) return;
    }
  }

  return {
    /** @param signal ends it; nothing is kept of a table that is read */
    readText: (
      text: string | ReadingSource,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<ReadTable> => readTable(parts.reading, text, signal),
    plan,
    create({ name = '', ...draft }: PromptTableDraft & { readonly name?: string | undefined }) {
      requireCountable(draft.parameters);
      const { unknownNames } = templateFit(draft.template, draft.table.columns);
      if (unknownNames.length > 0) {
        throw new AppError({
          kind: 'invalid-input',
          message: `The table has no column for ${unknownNames.map((each) => `“${each}”`).join(', ')}. Add it, or change the prompt.`,
          details: { request: 'not sent', names: unknownNames.join(', ') },
        });
      }
      if (draft.table.rows.length === 0) {
        throw new AppError({ kind: 'invalid-input', message: 'The table has no rows.' });
      }
      const id = transaction(database, () => rows.add(name.trim(), draft, now()));
      feed.changed(id);
      return rows.get(id);
    },
    list: rows.list,
    read: rows.get,
    rows(id: string, state: PromptRowState | undefined, offset: number, limit: number) {
      const table = rows.get(id);
      const count = state === undefined ? table.rows : table.counts[state];
      return { rows: rows.rows(id, state, offset, limit), total: count };
    },
    start(id: string, which: 'first' | 'all'): PromptTable {
      const table = rows.get(id);
      if (active.has(id)) return table;
      const { waiting } = table.counts;
      const count = which === 'first' ? Math.min(1, waiting) : waiting;
      return send(table, rows.waiting(id, Math.min(count, TABLES.sample)), count);
    },
    stop(id: string): PromptTable {
      pause(rows.get(id).id);
      for (const runId of rows.runningRuns(id)) runs.stop(runId);
      return rows.get(id);
    },
    retry(id: string): PromptTable {
      const table = rows.get(id);
      const again = rows.triable(id);
      if (active.has(id) || again.length === 0) return table;
      return send(table, again.slice(0, TABLES.sample), again.length, again);
    },
    remove(id: string): void {
      if (active.has(id)) pause(id);
      for (const runId of rows.runningRuns(id)) runs.stop(runId);
      rows.setRemoved(id, now());
      feed.changed(id);
    },
    restore(id: string): void {
      rows.setRemoved(id, undefined);
      feed.changed(id);
    },
    async save(id: string, isGuarded: boolean): Promise<SaveOutcome> {
      const table = rows.get(id);
      const lines = tableCsv(table, allRows(id), isGuarded);
      return await saveByHost(parts.ports, {
        suggestedName: 'Gesso prompt table.csv',
        mediaType: 'text/csv',
        write: (path) => pipeline(Readable.from(lines), createWriteStream(path, { flags: 'wx' })),
      });
    },
    async *changes(signal: AbortSignal | undefined) {
      for await (const tableIds of feed.read(signal)) yield { tableIds };
    },
    /** Within the transaction of an answer's end. */
    settle(run: LanguageRun): void {
      const tableId = rows.tableOfRun(run.id);
      if (tableId === undefined) return;
      const { error, cost } = run;
      if (cost !== undefined) rows.addCost(tableId, cost);
      if (run.state === 'failed' && error !== undefined && PAUSING.has(error.kind)) {
        rows.setStateOfRun(run.id, 'waiting');
        rows.setState(tableId, 'paused', error);
        active.delete(tableId);
      } else if (run.state === 'done' || run.state === 'failed') {
        rows.setStateOfRun(run.id, run.state);
      } else rows.setStateOfRun(run.id, 'unknown');
      feed.changed(tableId);
    },
    /** At the start: nothing paid goes on by itself. */
    resume: () => rows.pauseAll(),
    purge: () => transaction(database, () => rows.purge(now() - TABLES.undo)),
    close() {
      isClosing = true;
      feed.close();
    },
  };
}

/** `undefined` when one of them is. */
function total(values: readonly (number | undefined)[], scale: number): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum * scale;
}
