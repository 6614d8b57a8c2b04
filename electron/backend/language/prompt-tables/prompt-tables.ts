import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { LanguageRun } from '../../../../shared/contract/language.ts';
import type {
  PromptRow,
  PromptTable,
  ReadTable,
} from '../../../../shared/contract/prompt-tables.ts';
import { CONCERNS_ALL, type AppError } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import { retryInBackground } from '../../service/common/background.ts';
import { transaction } from '../../library/database.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { BudgetGuard } from '../../accounts/spend/watch/index.ts';
import type { Changes } from '../../service/common/changes.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { ModelLists } from '../models/model-list.ts';
import { os } from '../../service/common/procedures.ts';
import type { Uploads } from '../../library/uploads.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import { requireCountable } from './countable.ts';
import { BYTE_ORDER_MARK, type CsvStyle, csvLine, guarded } from '../../../../shared/export/csv.ts';
import {
  TABLE_SAMPLE,
  planTable,
  pricesOfRows,
  requireComplete,
  rowRequest,
} from './table-plan.ts';
import { type WaitingRow, createPromptTableRows } from './table-rows.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { TableEnd, TablePart } from './table-parts.ts';

/** Transfers the bytes of a file. @throws AppError `invalid-input`, `too-large`, `cancelled` */
async function readTable(
  thread: ReadingThread,
  text: string | ReadingSource,
  signal: AbortSignal,
): Promise<ReadTable> {
  const source = typeof text === 'string' ? { bytes: new TextEncoder().encode(text) } : text;
  const parts = thread.read<TablePart, TableEnd>('table', source, signal);
  const rows: TablePart[number][] = [];
  for (;;) {
    const { done, value } = await parts.next();
    if (done === true) return { ...value, rows };
    for (const row of value) rows.push(row);
  }
}

const TABLES = {
  page: 500,
  /** How long a removal can be undone, ms. */
  undo: 86_400_000,
} as const;

interface ActiveTable {
  readonly connectionId: string;
  readonly calls: Parameters<BudgetGuard['require']>[0];
  left: number;
  readonly again: WaitingRow[] | undefined;
}

export function createPromptTables(deps: {
  readonly database: DatabaseSync;
  readonly runs: LanguageRuns;
  readonly models: Pick<ModelLists, 'factsOf'>;
  readonly connections: Pick<Connections, 'active' | 'activeId'>;
  readonly budgetGuard: Pick<BudgetGuard, 'require' | 'countAhead'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly reading: ReadingThread;
  readonly uploads: Pick<Uploads, 'during'>;
  readonly concurrentCalls: () => number;
  readonly csvStyle: () => CsvStyle;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly changes: Pick<Changes, 'publish'>;
  readonly now: () => number;
}) {
  const { database, runs, now } = deps;
  const rows = createPromptTableRows(database);
  const changed = (tableId: string) => deps.changes.publish('prompt-tables', tableId);
  const active = new Map<string, ActiveTable>();
  let isClosing = false;

  deps.budgetGuard.countAhead((connectionId) =>
    [...active.values()].flatMap((table) =>
      table.connectionId === connectionId ? table.calls.slice(table.calls.length - table.left) : [],
    ),
  );

  function factsOf(model: string) {
    return deps.models.factsOf(deps.connections.activeId() ?? '', model);
  }

  function pump(tableId: string): void {
    const run = active.get(tableId);
    if (run === undefined || isClosing) return;
    const table = rows.get(tableId);
    const { running } = table.counts;
    const atOnce = Math.min(deps.concurrentCalls() - running, run.left);
    const next = atOnce > 0 ? (run.again?.splice(0, atOnce) ?? rows.waiting(tableId, atOnce)) : [];
    for (const { position, cells } of next) {
      try {
        const order = { request: rowRequest(table, cells) };
        const record = ([runId = '']: readonly string[]) => rows.begin(tableId, position, runId);
        const [runId = ''] = runs.begin([order], record, {
          connectionId: run.connectionId,
          isAllowed: true,
        });
        run.left -= 1;
        void goOnAfter(runId, tableId);
      } catch (thrown) {
        pause(tableId, deps.cleanError(thrown));
        return;
      }
    }
    if (running + next.length === 0) finish(tableId);
    changed(tableId);
  }

  /** Sends the next row after a run; logs its error, because there is no caller. */
  async function goOnAfter(runId: string, tableId: string): Promise<void> {
    await runs.ended(runId);
    try {
      pump(tableId);
    } catch (thrown) {
      const error = deps.cleanError(thrown);
      active.delete(tableId);
      deps.log(`prompt table ${tableId}: ${error.message}`);
      retryInBackground(`prompt table ${tableId} is not paused yet`, deps.log, () => {
        if (!active.has(tableId) && !isClosing) pause(tableId, error);
      });
    }
  }

  /** @param sample rows used to estimate the price @param again missing: waiting ones */
  function send(
    table: PromptTable,
    sample: readonly WaitingRow[],
    count: number,
    again?: readonly WaitingRow[],
  ): PromptTable {
    const { id } = table;
    requireCountable(table.parameters);
    const { id: connectionId } = deps.connections.active();
    const prices = pricesOfRows(table, sample, count, factsOf(table.model));
    const calls = prices.map((price) => ({ connectionId, category: 'llm' as const, price }));
    deps.budgetGuard.require(calls);
    rows.setState(id, 'running');
    active.set(id, { connectionId, calls, left: count, again: again && [...again] });
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
    changed(tableId);
  }

  function* allRows(tableId: string): Generator<PromptRow> {
    const total = rows.get(tableId).rows;
    for (let offset = 0; offset < total; offset += TABLES.page) {
      yield* rows.rows(tableId, undefined, offset, TABLES.page); // Skips unreadable ones.
    }
  }

  const procedures = {
    readText: os.promptTables.readText.handler(
      ({ input: { file }, signal = new AbortController().signal }) =>
        typeof file === 'string'
          ? readTable(deps.reading, file, signal)
          : deps.uploads.during(file, (source) => readTable(deps.reading, source, signal)),
    ),
    plan: os.promptTables.plan.handler(({ input }) => planTable(input, factsOf(input.model))),
    create: os.promptTables.create.handler(({ input: { name = '', ...draft } }) => {
      requireComplete(draft);
      const id = transaction(database, () => rows.add(name.trim(), draft, now()));
      changed(id);
      return rows.get(id);
    }),
    list: os.promptTables.list.handler(() => rows.list()),
    read: os.promptTables.read.handler(({ input }) => rows.get(input.tableId)),
    rows: os.promptTables.rows.handler(({ input: { tableId: id, state, offset, limit } }) => {
      const table = rows.get(id);
      const total = state === undefined ? table.rows : table.counts[state];
      return { rows: rows.rows(id, state, offset, limit), total };
    }),
    start: os.promptTables.start.handler(({ input: { tableId: id, rows: which } }) => {
      const table = rows.get(id);
      if (active.has(id)) return table;
      const { waiting } = table.counts;
      const count = which === 'first' ? Math.min(1, waiting) : waiting;
      return send(table, rows.waiting(id, Math.min(count, TABLE_SAMPLE)), count);
    }),
    stop: os.promptTables.stop.handler(({ input: { tableId: id } }) => {
      pause(rows.get(id).id);
      for (const runId of rows.runningRuns(id)) runs.stop(runId);
      return rows.get(id);
    }),
    retry: os.promptTables.retry.handler(({ input: { tableId: id } }) => {
      const table = rows.get(id);
      const again = rows.triable(id);
      if (active.has(id) || again.length === 0) return table;
      return send(table, again.slice(0, TABLE_SAMPLE), again.length, again);
    }),
    remove: os.promptTables.remove.handler(({ input: { tableId: id } }) => {
      if (active.has(id)) pause(id);
      for (const runId of rows.runningRuns(id)) runs.stop(runId);
      rows.setRemoved(id, now());
      changed(id);
    }),
    restore: os.promptTables.restore.handler(({ input: { tableId: id } }) => {
      rows.setRemoved(id, undefined);
      changed(id);
    }),
    save: os.promptTables.save.handler(({ input: { tableId: id, isGuarded } }) => {
      const lines = tableCsv(rows.get(id), allRows(id), isGuarded, deps.csvStyle());
      return saveByHost(deps.ports, {
        suggestedName: 'Gesso prompt table.csv',
        mediaType: 'text/csv',
        write: (path) => pipeline(Readable.from(lines), createWriteStream(path, { flags: 'wx' })),
      });
    }),
  };

  return {
    procedures,
    finish(run: LanguageRun): void {
      const tableId = rows.tableOfRun(run.id);
      if (tableId === undefined) return;
      const { error, cost, estimatedCost } = run;
      const isRough = cost === undefined && estimatedCost !== undefined;
      rows.addCost(tableId, cost ?? estimatedCost ?? 0, isRough);
      if (run.state === 'failed' && error !== undefined && CONCERNS_ALL.has(error.kind)) {
        rows.setStateOfRun(run.id, 'waiting');
        rows.setState(tableId, 'paused', error);
        active.delete(tableId);
      } else if (run.state === 'done' || run.state === 'failed') {
        rows.setStateOfRun(run.id, run.state);
      } else rows.setStateOfRun(run.id, 'unknown');
      changed(tableId);
    },
    /** Call at the start: nothing paid continues automatically. */
    resume: () => rows.pauseAll(),
    purge: () => transaction(database, () => rows.purge(now() - TABLES.undo)),
    close() {
      isClosing = true;
    },
  };
}

/** @param isGuarded prefixes cells that would be formulas with an apostrophe */
function* tableCsv(
  table: PromptTable,
  rows: Iterable<PromptRow>,
  isGuarded: boolean,
  style: CsvStyle,
): Generator<string> {
  const outputs = Math.max(1, table.parameters.n ?? 1);
  const line = (cells: readonly (string | number)[]) =>
    csvLine(
      cells.map((cell) => (isGuarded && typeof cell === 'string' ? guarded(cell) : cell)),
      style,
    );
  const names = Array.from({ length: outputs }, (_, index) => `output_${index + 1}`);
  yield (
    BYTE_ORDER_MARK +
      line([
        ...table.columns,
        ...names,
        'finish_reason',
        'prompt_tokens',
        'completion_tokens',
        'cost_usd',
        'seconds',
        'seed',
        'state',
        'error',
      ])
  );
  for (const row of rows) {
    yield line([
      ...row.cells,
      ...names.map((_, index) => row.outputs[index] ?? ''),
      row.finishReasons.map((reason) => reason ?? '').join(' '),
      row.usage?.promptTokens ?? '',
      row.usage?.completionTokens ?? '',
      row.cost === undefined ? '' : (row.cost / 10_000).toFixed(10),
      row.milliseconds === undefined ? '' : (row.milliseconds / 1000).toFixed(3),
      table.parameters.seed ?? '',
      row.state,
      row.error?.message ?? '',
    ]);
  }
}
