/** Runs answers. Nothing is repeated automatically after the first text. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { toAppError, notFound } from '../../../shared/errors/app-error.ts';
import type { LanguageRequest, LanguageRun } from '../../../shared/contract/language.ts';
import { expectedCost } from '../../../shared/language/expected-cost.ts';
import { requestBody } from '../../../shared/language/request-body.ts';
import type { CleanError } from '../service/common/clean-error.ts';
import type { Connections } from '../accounts/connections/connections.ts';
import { isPractice } from '../library/practice-id.ts';
import { transaction } from '../library/database.ts';
import { skipUnreadable } from '../library/unreadable.ts';
import type { BudgetGuard } from '../accounts/spend/watch/index.ts';
import { os } from '../service/common/procedures.ts';
import { createAnswerWriter, type Seen } from './answer-writer.ts';
import type { ReadPicture } from './ask-model.ts';
import { choiceTexts } from './event-joiner.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import { createRunJournal, type RunJournal } from './run-journal.ts';
import type { RunPlace, LanguageRunStore, TokenPrices } from './run-store.ts';

interface AnswerOrder {
  readonly request: LanguageRequest;
  readonly place?: RunPlace | undefined;
}

interface BeginOptions {
  readonly connectionId?: string | undefined;
  readonly isAllowed?: boolean | undefined;
}

export interface ModelFacts {
  readonly prices: TokenPrices | undefined;
  /** See `KeptModel`. */
  readonly tokenRatio: number;
  readonly takesPictures: boolean;
  /** The price depends on more than the number of tokens. */
  readonly arePricesRough: boolean;
}

export type LanguageRuns = ReturnType<typeof createLanguageRuns>;

interface LiveRun {
  readonly journal: RunJournal;
  readonly seen: Seen;
  readonly controller: AbortController;
  readonly log: MessageLog;
  readonly finished: Promise<void>;
}

export function createLanguageRuns(deps: {
  readonly database: DatabaseSync;
  readonly store: LanguageRunStore;
  readonly connections: Pick<Connections, 'active' | 'named' | 'ready'>;
  readonly factsOf: (connectionId: string, model: string) => ModelFacts;
  /** Called in the transaction that starts the answer. */
  readonly onAsked: (connectionId: string, model: string) => void;
  readonly readPicture: ReadPicture;
  readonly requestOf: (run: LanguageRun) => LanguageRequest;
  readonly onChange: (run: Pick<LanguageRun, 'id' | 'conversationId'>) => void;
  readonly budgetGuard: Pick<BudgetGuard, 'require'>;
  readonly cleanError: CleanError;
  readonly flush: () => Promise<void>;
  readonly log: (line: string) => void;
}) {
  const { store, connections } = deps;
  const live = new Map<string, LiveRun>();
  const closing = new AbortController();
  const writer = createAnswerWriter({ ...deps, mustGet, closing: closing.signal });

  /** Starts all or none. @param record called in the transaction @throws AppError as `start` */
  function begin(
    orders: readonly AnswerOrder[],
    record: (runIds: readonly string[]) => void = () => undefined,
    { connectionId, isAllowed = false }: BeginOptions = {},
  ): readonly string[] {
    const connection =
      connectionId === undefined ? connections.active() : connections.named(connectionId);
    const facts = orders.map(({ request }) => deps.factsOf(connection.id, request.model));
    for (const { request } of orders) requestBody(request); // Throws for a value out of range.
    const calls = orders.map(({ request }, index) => {
      const cost = expectedCost(request, facts[index]?.prices, facts[index]?.tokenRatio ?? 1);
      const price = cost === undefined ? undefined : Math.ceil(cost);
      return { connectionId: connection.id, category: 'llm' as const, price };
    });
    if (!isAllowed) deps.budgetGuard.require(calls);
    const runs = orders.map((order, index) => ({
      ...order,
      id: randomUUID(),
      prices: isPractice(connection.id) ? undefined : facts[index]?.prices,
    }));
    const runIds = runs.map(({ id }) => id);
    transaction(deps.database, () => {
      for (const { id, request, place, prices } of runs) {
        const kept =
          place === undefined || request.kind !== 'chat' ? request : { ...request, messages: [] };
        store.add({ id, request: kept, connection, prices, place });
        deps.onAsked(connection.id, request.model);
      }
      record(runIds);
    });
    for (const { id, request, place } of runs) {
      launch(id, connection.id, request);
      deps.onChange({ id, conversationId: place?.conversationId });
    }
    return runIds;
  }

  function launch(runId: string, connectionId: string, request: LanguageRequest): void {
    const controller = new AbortController();
    const seen: Seen = { pieces: 0 };
    const { log: writeLine, flush } = deps;
    const onRefused = (error: unknown) => {
      seen.refusal = deps.cleanError(error);
      controller.abort();
    };
    const journal = createRunJournal({ store, runId, flush, onRefused, log: writeLine });
    const log = createMessageLog((message) => journal.add(message));
    const { signal } = controller;
    const finished = writer
      .write({ runId, connectionId, request, signal, log, journal, seen })
      .catch((error: unknown) => deps.log(`answer ${runId}: ${toAppError(error).message}`))
      .finally(() => live.delete(runId));
    live.set(runId, { controller, log, finished, seen, journal });
  }

  function mustGet(runId: string): LanguageRun {
    const run = store.get(runId);
    if (run !== undefined) return run;
    throw notFound('This answer no longer exists.');
  }

  const stop = (runId: string): void => live.get(runId)?.controller.abort();

  const procedures = {
    models: os.language.models.handler(async () => {
      const { client } = await connections.ready(connections.active().id);
      return await client.listModels();
    }),
    start: os.language.start.handler(({ input }) => {
      const [runId = ''] = begin([{ request: input }]);
      return { runId };
    }),
    follow: os.language.follow.handler(async function* ({ input, signal }) {
      const { runId, afterSequence } = input;
      const active = live.get(runId);
      if (active !== undefined) {
        yield* active.log.read(afterSequence, signal);
        return;
      }
      const run = mustGet(runId);
      const events = afterSequence < 0 ? store.events(runId) : [];
      yield { sequence: Math.max(0, afterSequence + 1), events, end: run };
    }),
    stop: os.language.stop.handler(({ input }) => stop(input.runId)),
    request: os.language.request.handler(({ input }) => deps.requestOf(mustGet(input.runId))),
    list: os.language.list.handler(({ input }) => store.list(input.limit)),
  };

  return {
    procedures,
    /** Marks answers that were incomplete when Gesso quit. Call once, first. */
    resume(): void {
      for (const { id: runId, connectionId } of store.running()) {
        const isReadable = skipUnreadable(deps.database, 'answer', runId, () => {
          const request = deps.requestOf(mustGet(runId));
          writer.interrupt({ runId, connectionId, request }, store.events(runId));
          return true;
        });
        if (isReadable === undefined) store.setAside(runId);
      }
    },
    begin,
    progress(runId: string): Pick<LanguageRun, 'firstTextAt' | 'pieces'> | undefined {
      const seen = live.get(runId)?.seen;
      return seen && { firstTextAt: seen.firstTextAt, pieces: seen.pieces };
    },
    /** `undefined` if the answer is not running. */
    textOf(runId: string, choice: number): string | undefined {
      const run = live.get(runId);
      run?.log.flush();
      return run === undefined ? undefined : (choiceTexts(run.journal.whole())[choice] ?? '');
    },
    ended: async (runId: string): Promise<void> => await live.get(runId)?.finished,
    stop,
    async close(): Promise<void> {
      closing.abort();
      for (const { controller } of live.values()) controller.abort();
      await Promise.allSettled([...live.values()].map(({ finished }) => finished));
    },
  };
}
