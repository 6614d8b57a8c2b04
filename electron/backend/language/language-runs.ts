/**
 * Answers of language models while they are written. The backend owns them: a window attaches, goes
 * away and comes back without anything being lost, and closing a pane is not stopping. Nothing is
 * repeated by itself once the first word is here.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { AppError, toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import type {
  LanguageMessage,
  LanguageRequest,
  LanguageRun,
} from '../../../shared/contract/language.ts';
import type { Model } from '../../../shared/api/models.ts';
import { costOfText, expectedCost } from '../../../shared/language/expected-cost.ts';
import { requestBody } from '../../../shared/language/request-body.ts';
import type { CleanError } from '../common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import { isPractice } from '../connections/practice-id.ts';
import { transaction } from '../library/database.ts';
import type { LanguageEvent } from '../service/index.ts';
import type { Allowance } from '../spend/watch/index.ts';
import { askModel, type ReadPicture } from './ask-model.ts';
import { textsOf } from './event-joiner.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import { NOT_SAVED, recordEnd } from './record-end.ts';
import { createRunJournal, type RunJournal } from './run-journal.ts';
import type { RunEnd, RunPlace, RunStore, TokenPrices } from './run-store.ts';

/** An answer that is wanted. */
export interface AnswerOrder {
  readonly request: LanguageRequest;
  /** For one in a conversation. */
  readonly place?: RunPlace | undefined;
}

/** Where answers begin, and whether the budget was asked for already. */
export interface BeginOptions {
  /** The active connection unless given. */
  readonly connectionId?: string | undefined;
  readonly isAllowed?: boolean | undefined;
}

/** What the library knows of a model. */
export interface ModelFacts {
  readonly prices: TokenPrices | undefined;
  /** See `KeptModel`. */
  readonly tokenRatio: number;
  readonly takesPictures: boolean;
}

/** See the file comment. */
export interface LanguageRuns {
  /** Marks answers that were incomplete when Gesso ended. Call once, before anything else. */
  resume(): void;
  models(): Promise<readonly Model[]>;
  /** @throws AppError `invalid-input` naming a value out of range, `no-connection` */
  start(request: LanguageRequest): { readonly runId: string };
  /**
   * Begins answers together: all of them, or none.
   *
   * @param record called within the transaction that makes their rows
   * @returns their ids, in the same order
   * @throws AppError as `start`, `over-budget`
   */
  begin(
    orders: readonly AnswerOrder[],
    record?: (runIds: readonly string[]) => void,
    options?: BeginOptions,
  ): readonly string[];
  /** The figures of an answer that is being written, as far as they have come. */
  progress(runId: string): Pick<LanguageRun, 'firstTextAt' | 'pieces'> | undefined;
  /** The text of a choice so far; `undefined` when the answer is not being written. */
  textOf(runId: string, choice: number): string | undefined;
  /** Resolves when an answer has ended; at once when none is being written. */
  ended(runId: string): Promise<void>;
  /** @throws AppError `not-found` */
  follow(
    runId: string,
    afterSequence: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LanguageMessage, void, void>;
  stop(runId: string): void;
  /** @throws AppError `not-found` */
  get(runId: string): LanguageRun;
  list(limit: number): readonly LanguageRun[];
  /** True when nothing is being written. */
  isIdle(): boolean;
  close(): Promise<void>;
}

/** An answer that is being written. */
interface LiveRun {
  readonly journal: RunJournal;
  readonly seen: Seen;
  readonly controller: AbortController;
  readonly log: MessageLog;
  readonly finished: Promise<void>;
}

interface Seen {
  firstTextAt?: number;
  pieces: number;
  /** The model has thought: something came, though no text yet. */
  hasThoughts?: boolean;
  usage?: LanguageRun['usage'];
  /** The disk takes nothing for so long that the answer was ended. */
  refusal?: AppError;
}

/** Counts what has come. */
function look(seen: Seen, events: readonly LanguageEvent[]): void {
  for (const event of events) {
    if (event.is === 'usage') seen.usage = event.usage;
    if (event.is === 'text') seen.pieces += event.pieces;
    if (event.is === 'thoughts') seen.hasThoughts = true;
  }
}

/** The program ended while the answer was written. */
const CLOSED: AppErrorData = {
  kind: 'interrupted',
  message: 'Gesso closed before the answer was complete.',
  action: 'retry',
};

/** An answer that was ended since nothing of it could be written down. */
const DISK_WAS_FULL: AppErrorData = {
  kind: 'disk-full',
  message: 'The disk was full, so Gesso ended the answer. The text so far is saved.',
  action: 'retry',
};

export function createLanguageRuns(parts: {
  readonly database: DatabaseSync;
  readonly store: RunStore;
  readonly connections: Pick<Connections, 'active' | 'named' | 'ready'>;
  readonly factsOf: (connectionId: string, model: string) => ModelFacts;
  /** A model is asked; called within the transaction that begins the answer. */
  readonly onAsked: (connectionId: string, model: string) => void;
  readonly readPicture: ReadPicture;
  /** The request of an answer, with the messages that it was sent with. */
  readonly requestOf: (run: LanguageRun) => LanguageRequest;
  /** An answer has begun or ended. */
  readonly onChange: (run: Pick<LanguageRun, 'id' | 'conversationId'>) => void;
  /** Asks before paid work. */
  readonly allowance: Pick<Allowance, 'require'>;
  readonly cleanError: CleanError;
  /** Resolves when everything that was written down is on the disk. */
  readonly flush: () => Promise<void>;
  readonly log: (line: string) => void;
}): LanguageRuns {
  const { store, connections } = parts;
  const live = new Map<string, LiveRun>();
  const closing = new AbortController();

  function begin(
    orders: readonly AnswerOrder[],
    record: (runIds: readonly string[]) => void = () => undefined,
    { connectionId, isAllowed = false }: BeginOptions = {},
  ): readonly string[] {
    const connection =
      connectionId === undefined ? connections.active() : connections.named(connectionId);
    const facts = orders.map(({ request }) => parts.factsOf(connection.id, request.model));
    for (const { request } of orders) requestBody(request); // throws for a value out of range
    const calls = orders.map(({ request }, index) => ({
      connectionId: connection.id,
      category: 'llm' as const,
      price: expectedCost(request, facts[index]?.prices, facts[index]?.tokenRatio ?? 1),
    }));
    if (!isAllowed) parts.allowance.require(calls);
    const runs = orders.map((order, index) => ({
      ...order,
      id: randomUUID(),
      prices: isPractice(connection.id) ? undefined : facts[index]?.prices,
    }));
    const runIds = runs.map(({ id }) => id);
    transaction(parts.database, () => {
      for (const { id, request, place, prices } of runs) {
        const kept =
          place === undefined || request.kind !== 'chat' ? request : { ...request, messages: [] };
        store.add({ id, request: kept, connection, prices, place });
        parts.onAsked(connection.id, request.model);
      }
      record(runIds);
    });
    for (const { id, request, place } of runs) {
      launch(id, connection.id, request);
      parts.onChange({ id, conversationId: place?.conversationId });
    }
    return runIds;
  }

  function launch(runId: string, connectionId: string, request: LanguageRequest): void {
    const controller = new AbortController();
    const seen: Seen = { pieces: 0 };
    const { log: writeLine, flush } = parts;
    const onRefused = (error: unknown) => {
      seen.refusal = parts.cleanError(error);
      controller.abort();
    };
    const journal = createRunJournal({ store, runId, flush, onRefused, log: writeLine });
    const log = createMessageLog((message) => journal.add(message));
    const finished = write(runId, connectionId, request, controller.signal, { log, journal, seen })
      .catch((error: unknown) => parts.log(`answer ${runId}: ${toAppError(error).message}`))
      .finally(() => live.delete(runId));
    live.set(runId, { controller, log, finished, seen, journal });
  }

  /** From the request to the recorded end. */
  async function write(
    runId: string,
    connectionId: string,
    request: LanguageRequest,
    signal: AbortSignal,
    { log, journal, seen }: { log: MessageLog; journal: RunJournal; seen: Seen },
  ): Promise<void> {
    const onEvents = (events: readonly LanguageEvent[]) => {
      look(seen, events);
      if (seen.pieces > 0) seen.firstTextAt ??= Date.now();
      log.add(events);
    };
    const begun = mustGet(runId);
    let state: RunEnd['state'] = 'done';
    let error: AppErrorData | undefined;
    try {
      const { client } = await connections.ready(connectionId);
      await askModel(client, request, parts.readPicture, signal, onEvents);
    } catch (thrown) {
      const isClosing = closing.signal.aborted;
      if (seen.refusal !== undefined) {
        state = 'interrupted';
        error = NOT_SAVED;
      } else if (signal.aborted && !isClosing) state = 'stopped';
      else {
        const hasBegun = seen.pieces > 0 || seen.hasThoughts === true;
        state = signal.aborted || hasBegun ? 'interrupted' : 'failed';
        error = saying(signal.aborted ? CLOSED : parts.cleanError(thrown).toData(), state, seen);
      }
      parts.log(`answer ${runId} ${state}: ${error?.kind ?? 'stopped'}`);
    }
    journal.finish(log.pending());
    const whole = journal.whole();
    const { firstTextAt, pieces, usage } = seen;
    const end: RunEnd = {
      state,
      error,
      firstTextAt,
      pieces,
      usage,
      estimatedCost: estimatedCost(runId, connectionId, request, seen, whole),
      endedAt: Date.now(),
    };
    let isTold = false;
    const tell = (run: LanguageRun) => {
      if (!isTold) log.end(run);
      isTold = true;
    };
    try {
      const run = await recordEnd({
        // on disk before a window hears of it: it reads the conversation then
        record: () => store.end(runId, recorded(end), whole),
        // followers have all of the text; whoever comes now follows from its beginning
        onRefused: (refusal) => tell({ ...begun, ...end, state: 'interrupted', error: refusal }),
        closing: closing.signal,
        log: parts.log,
      });
      if (run === undefined) return;
      tell(run);
      parts.onChange(run);
    } catch (thrown) {
      tell({ ...begun, ...end });
      parts.onChange(begun);
      throw thrown;
    }
  }

  /** 1/10000 USD, about: of an answer whose text came, and not its usage. */
  function estimatedCost(
    runId: string,
    connectionId: string,
    request: LanguageRequest,
    seen: Seen,
    events: readonly LanguageEvent[],
  ): number | undefined {
    const hasBegun = seen.pieces > 0 || seen.hasThoughts === true;
    if (seen.usage !== undefined || !hasBegun) return undefined;
    const { tokenRatio } = parts.factsOf(connectionId, request.model);
    // thoughts are billed as the answer is
    const texts = [...textsOf(events), ...textsOf(events, 'thoughts')];
    return costOfText(request, texts, mustGet(runId), tokenRatio);
  }

  function mustGet(runId: string): LanguageRun {
    const run = store.get(runId);
    if (run !== undefined) return run;
    throw new AppError({ kind: 'not-found', message: 'This answer no longer exists.' });
  }

  return {
    resume() {
      for (const { id: runId, connectionId } of store.running()) {
        const events = store.events(runId);
        const seen: Seen = { pieces: 0 };
        look(seen, events);
        const request = parts.requestOf(mustGet(runId));
        store.end(
          runId,
          {
            pieces: seen.pieces,
            firstTextAt: seen.firstTextAt,
            usage: seen.usage,
            state: 'interrupted',
            endedAt: Date.now(),
            estimatedCost: estimatedCost(runId, connectionId, request, seen, events),
            error: saying(CLOSED, 'interrupted', seen),
          },
          events,
        );
      }
    },
    async models() {
      const { client } = await connections.ready(connections.active().id);
      return await client.listModels();
    },
    start(request) {
      const [runId = ''] = begin([{ request }]);
      return { runId };
    },
    begin,
    progress(runId) {
      const seen = live.get(runId)?.seen;
      return seen && { firstTextAt: seen.firstTextAt, pieces: seen.pieces };
    },
    textOf(runId, choice) {
      const run = live.get(runId);
      run?.log.flush();
      return run === undefined ? undefined : (textsOf(run.journal.whole())[choice] ?? '');
    },
    ended: async (runId) => await live.get(runId)?.finished,
    async *follow(runId, afterSequence, signal) {
      const active = live.get(runId);
      if (active !== undefined) {
        yield* active.log.read(afterSequence, signal);
        return;
      }
      const run = mustGet(runId);
      const events = afterSequence < 0 ? store.events(runId) : [];
      yield { sequence: Math.max(0, afterSequence + 1), events, end: run };
    },
    stop: (runId) => live.get(runId)?.controller.abort(),
    get: mustGet,
    list: (limit) => store.list(limit),
    isIdle: () => live.size === 0,
    async close() {
      closing.abort();
      for (const { controller } of live.values()) controller.abort();
      await Promise.allSettled([...live.values()].map(({ finished }) => finished));
    },
  };
}

/** As it is written down: once it is on the disk, nobody needs to hear that it is not. */
function recorded(end: RunEnd): RunEnd {
  return end.error === NOT_SAVED ? { ...end, error: DISK_WAS_FULL } : end;
}

/** The error of an answer that broke off says that its text is kept, where there is any. */
function saying(
  error: AppErrorData | undefined,
  state: RunEnd['state'],
  { pieces }: Pick<Seen, 'pieces'>,
): AppErrorData | undefined {
  if (error === undefined || state !== 'interrupted' || pieces === 0) return error;
  return { ...error, message: `${error.message} The text so far is saved.` };
}
