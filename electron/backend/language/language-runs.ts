/**
 * Answers of language models while they are written. The backend owns them: a window attaches, goes
 * away and comes back without anything being lost, and closing a pane is not stopping. Nothing is
 * repeated by itself once the first word is here.
 */
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type {
  LanguageMessage,
  LanguageRequest,
  LanguageRun,
} from '../../../shared/contract/language.ts';
import { chatBody } from '../../../shared/api/chat.ts';
import { completionBody } from '../../../shared/api/completions.ts';
import type { LanguageAnswer } from '../../../shared/api/language-answer.ts';
import type { Model } from '../../../shared/api/models.ts';
import type { CleanError } from '../clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import type { LanguageEvent, ServiceClient } from '../service/index.ts';
import type { Allowance } from '../spend/watch/index.ts';
import { EventJoiner } from './event-joiner.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { RunEnd, RunStore } from './run-store.ts';

/** Numbers of this module. */
const RUNS = {
  /** Arrived text is written down at least this often, ms. */
  journalInterval: 250,
} as const;

/** See the file comment. */
export interface LanguageRuns {
  /** Marks answers that were incomplete when Gesso ended. Call once, before anything else. */
  resume(): void;
  models(): Promise<readonly Model[]>;
  /** @throws AppError `invalid-input` naming a value out of range, `no-connection` */
  start(request: LanguageRequest): { readonly runId: string };
  /** @throws AppError `not-found` */
  follow(
    runId: string,
    afterSequence: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LanguageMessage, void, void>;
  stop(runId: string): void;
  list(limit: number): readonly LanguageRun[];
  /** True when nothing is being written. */
  isIdle(): boolean;
  close(): Promise<void>;
}

/** An answer that is being written. */
interface LiveRun {
  readonly controller: AbortController;
  readonly log: MessageLog;
  readonly finished: Promise<void>;
}

export function createLanguageRuns(parts: {
  readonly store: RunStore;
  readonly connections: Pick<Connections, 'active' | 'ready'>;
  /** Asks before paid work. */
  readonly allowance: Pick<Allowance, 'require'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
}): LanguageRuns {
  const { store, connections } = parts;
  const live = new Map<string, LiveRun>();
  let isClosing = false;

  function start(request: LanguageRequest): { readonly runId: string } {
    const connection = connections.active();
    requireGood(request);
    parts.allowance.require([{ connectionId: connection.id, category: 'llm', price: undefined }]);
    const runId = store.add(request, connection);
    const controller = new AbortController();
    const journal = createJournal(store, runId);
    const log = createMessageLog((message) => journal.add(message));
    const finished = write(runId, connection.id, request, controller.signal, log, journal)
      .catch((error: unknown) => parts.log(`answer ${runId}: ${toAppError(error).message}`))
      .finally(() => live.delete(runId));
    live.set(runId, { controller, log, finished });
    return { runId };
  }

  /** From the request to the recorded end. */
  async function write(
    runId: string,
    connectionId: string,
    request: LanguageRequest,
    signal: AbortSignal,
    log: MessageLog,
    journal: Journal,
  ): Promise<void> {
    const seen: { firstTextAt?: number; pieces: number; usage?: LanguageRun['usage'] } = {
      pieces: 0,
    };
    const onEvents = (events: readonly LanguageEvent[]) => {
      for (const event of events) {
        if (event.is === 'usage') seen.usage = event.usage;
        if (event.is !== 'text') continue;
        seen.firstTextAt ??= Date.now();
        seen.pieces += event.pieces;
      }
      log.add(events);
    };
    let state: RunEnd['state'] = 'done';
    let error: AppError | undefined;
    try {
      const { client } = await connections.ready(connectionId);
      await ask(client, request, signal, onEvents);
    } catch (thrown) {
      error = parts.cleanError(thrown);
      if (signal.aborted) state = isClosing ? 'interrupted' : 'stopped';
      else state = seen.pieces > 0 ? 'interrupted' : 'failed';
      parts.log(`answer ${runId} ${state}: ${error.kind}`);
    }
    const end: RunEnd = {
      ...seen,
      state,
      endedAt: Date.now(),
      error: state === 'stopped' ? undefined : error?.toData(),
    };
    // Pending text is passed on and written down together with the end.
    log.end({ ...mustGet(runId), ...end });
    store.end(runId, end, journal.whole());
  }

  function mustGet(runId: string): LanguageRun {
    const run = store.get(runId);
    if (run !== undefined) return run;
    throw new AppError({ kind: 'not-found', message: 'This answer no longer exists.' });
  }

  return {
    resume() {
      for (const runId of store.running()) {
        const events = store.events(runId);
        const pieces = events.reduce(
          (sum, event) => sum + (event.is === 'text' ? event.pieces : 0),
          0,
        );
        store.end(
          runId,
          {
            state: 'interrupted',
            endedAt: Date.now(),
            pieces,
            error: {
              kind: 'interrupted',
              message: 'Gesso closed before the answer was complete. The text so far is saved.',
              action: 'retry',
            },
          },
          events,
        );
      }
    },
    async models() {
      const { client } = await connections.ready(connections.active().id);
      return await client.listModels();
    },
    start,
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
    list: (limit) => store.list(limit),
    isIdle: () => live.size === 0,
    async close() {
      isClosing = true;
      for (const { controller } of live.values()) controller.abort();
      await Promise.allSettled([...live.values()].map(({ finished }) => finished));
    },
  };
}

/** Throws for a value out of range before there is a row. */
function requireGood(request: LanguageRequest): void {
  if (request.kind === 'chat') chatBody(withoutKind(request), true);
  else completionBody(withoutKind(request), request.bestOf === undefined);
}

function withoutKind<Request extends LanguageRequest>(request: Request): Omit<Request, 'kind'> {
  const { kind: _kind, ...rest } = request;
  return rest;
}

/** One call. A 429 or a refused connection is tried again before the first word. */
async function ask(
  client: ServiceClient,
  request: LanguageRequest,
  signal: AbortSignal,
  onEvents: (events: readonly LanguageEvent[]) => void,
): Promise<void> {
  const options = { signal, retry: true };
  if (request.kind === 'chat') {
    await client.streamChat(withoutKind(request), { ...options, onEvents });
  } else if (request.bestOf === undefined) {
    await client.streamCompletion(withoutKind(request), { ...options, onEvents });
  } else {
    onEvents(eventsOf(await client.complete(withoutKind(request), options)));
  }
}

/** A whole answer as events. */
function eventsOf({ id, model, created, choices, usage }: LanguageAnswer): LanguageEvent[] {
  const events: LanguageEvent[] = [{ is: 'origin', id, model, created }];
  for (const { index: choice, text, logprobs, finishReason } of choices) {
    events.push({ is: 'text', choice, text, pieces: 1, logprobs });
    if (finishReason !== undefined) events.push({ is: 'finish', choice, reason: finishReason });
  }
  if (usage !== undefined) events.push({ is: 'usage', usage });
  return events;
}

/** Writes messages down a few times a second, and keeps them as a whole. */
interface Journal {
  add(message: LanguageMessage): void;
  flush(): void;
  whole(): readonly LanguageEvent[];
}

function createJournal(store: RunStore, runId: string): Journal {
  const whole = new EventJoiner();
  const waiting = new EventJoiner();
  let sequence = 0;
  let writtenAt = performance.now();
  const flush = () => {
    if (waiting.isEmpty()) return;
    store.append(runId, sequence++, waiting.take());
    writtenAt = performance.now();
  };
  return {
    flush,
    whole: () => whole.events(),
    add({ events }) {
      for (const event of events) {
        whole.add(event);
        waiting.add(event);
      }
      if (performance.now() - writtenAt >= RUNS.journalInterval) flush();
    },
  };
}
