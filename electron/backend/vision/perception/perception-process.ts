/** One request at a time. Requests that keep crashing the process pause for a while. */
import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import type {
  ModelName,
  PerceptionAnswer,
  PerceptionKind,
  PerceptionOrder,
  PerceptionRefusal,
  PerceptionWork,
} from '../../../perception/messages.ts';
import type { ProcessHandle } from '../../../workers/fork-process.ts';

/** Time after which an idle process is ended to free memory, ms. */
export const PERCEPTION_IDLE = { inHand: 180_000, released: 20_000 } as const;
/** Consecutive crashes by one kind of request before it pauses. */
const MOST_ENDS = 3;
/** Longest request, ms: the slowest known takes seconds. */
export const PERCEPTION_MOST = 300_000;
/** Pause after crashes or failed loading, ms. */
export const PERCEPTION_PAUSE = 60_000;

const WORDS: Readonly<Record<PerceptionKind, string>> = {
  load: 'Preparing to find things',
  embed: 'Finding objects',
  segment: 'Finding objects',
  text: 'Finding text',
  faces: 'Finding faces',
};

export type PerceptionProcess = ReturnType<typeof createPerceptionProcess>;

interface Order {
  readonly message: PerceptionOrder;
  readonly lane: string | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param start missing where the host cannot */
export function createPerceptionProcess(
  start: (() => ProcessHandle) | undefined,
  log: (line: string) => void,
) {
  let handle: ProcessHandle | undefined;
  let running: Order | undefined;
  const waiting: Order[] = [];
  let idle: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;
  let lastId = 0;
  let generation = 0;
  /** Crashes by kind since its last answer, and the time of the last one. */
  const ends = new Map<PerceptionKind, { readonly count: number; readonly at: number }>();
  /** Why and since when a model cannot be loaded. */
  const notLoaded = new Map<ModelName, { readonly reason: string; readonly at: number }>();
  let isClosed = false;
  let isInHand = false;

  function started(): ProcessHandle {
    if (handle !== undefined) return handle;
    if (start === undefined) throw new Error('This host has no such process.');
    const process = start();
    generation += 1;
    process.onMessage((message) => answered(message as PerceptionAnswer));
    process.onEnd((reason) => ended(process, reason));
    handle = process;
    return process;
  }

  function next(): void {
    if (running !== undefined) return;
    const order = waiting.shift();
    if (order === undefined) return;
    clearTimeout(idle);
    running = order;
    limit = setTimeout(() => stop('It did not answer in time.'), PERCEPTION_MOST).unref();
    try {
      started().post(order.message);
    } catch (error) {
      stop(String(error));
    }
  }

  function stop(reason: string): void {
    handle?.kill();
    ended(handle, reason);
  }

  function answered(message: PerceptionAnswer): void {
    const order = running;
    if (order?.message.id !== message.id) return;
    ends.delete(order.message.kind);
    takeNext();
    if ('answer' in message) order.resolve(message.answer);
    else order.reject(refused(message.refusal, modelOf(order.message)));
  }

  function refused({ reason, message }: PerceptionRefusal, model: ModelName): AppError {
    log(`perception: ${message}`);
    if (reason !== 'not-loaded') return stopped(message);
    notLoaded.set(model, { reason: message, at: Date.now() });
    return notHere(message);
  }

  function ended(process: ProcessHandle | undefined, reason: string): void {
    if (handle !== process) return;
    handle = undefined;
    const order = running;
    if (order === undefined) return; // It was idle: the next request starts another one.
    log(`perception: the process ended: ${reason}`);
    const { kind } = order.message;
    ends.set(kind, { count: (ends.get(kind)?.count ?? 0) + 1, at: Date.now() });
    takeNext();
    order.reject(isPaused(kind) ? paused(kind) : stopped(reason));
  }

  function isPaused(kind: PerceptionKind): boolean {
    const last = ends.get(kind);
    return last !== undefined && last.count >= MOST_ENDS && isRecent(last.at);
  }

  function unavailable(model: ModelName): string | undefined {
    if (start === undefined) return 'This host has no such process.';
    const last = notLoaded.get(model);
    return last !== undefined && isRecent(last.at) ? last.reason : undefined;
  }

  function takeNext(): void {
    clearTimeout(limit);
    running = undefined;
    rest();
    next();
  }

  function rest(): void {
    clearTimeout(idle);
    const milliseconds = isInHand ? PERCEPTION_IDLE.inHand : PERCEPTION_IDLE.released;
    if (running === undefined && waiting.length === 0) idle = setTimeout(end, milliseconds).unref();
  }

  function end(): void {
    clearTimeout(idle);
    clearTimeout(limit);
    const process = handle;
    handle = undefined;
    process?.kill();
  }

  function drop(isMeant: (order: Order) => boolean): void {
    for (const order of waiting.filter(isMeant)) {
      waiting.splice(waiting.indexOf(order), 1);
      order.reject(cancelled());
    }
  }

  return {
    /** A newer request of `lane` replaces waiting ones. @throws `cancelled`, `tool-unavailable` */
    async run<Kind extends PerceptionKind>(
      kind: Kind,
      order: PerceptionWork[Kind]['order'],
      { signal, lane }: { readonly signal?: AbortSignal | undefined; readonly lane?: string } = {},
    ): Promise<PerceptionWork[Kind]['answer']> {
      if (isClosed || signal?.aborted === true) throw cancelled();
      const message = { id: (lastId += 1), kind, order } as PerceptionOrder;
      const missing = unavailable(modelOf(message));
      if (missing !== undefined) throw notHere(missing);
      if (isPaused(kind)) throw paused(kind);
      if (lane !== undefined) drop((older) => older.lane === lane);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      function onAbort(): void {
        drop((older) => older.message === message);
        reject(cancelled()); // A running request continues, and its answer is dropped.
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push({ message, lane, resolve, reject });
      next();
      try {
        return (await promise) as PerceptionWork[Kind]['answer'];
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    /** Number of started processes: what an earlier one had cached is gone. */
    generation: () => generation,
    unavailable,
    /** A tool is active: the process stays for some minutes after each request. */
    retain: () => void (isInHand = true),
    /** Soon after the current and any later request. */
    release() {
      isInHand = false;
      rest();
    },
    close() {
      isClosed = true;
      drop(() => true);
      running?.reject(cancelled());
      running = undefined;
      end();
      return Promise.resolve();
    },
  };
}

const MODELS = { embed: 'objects', segment: 'objects', text: 'text', faces: 'faces' } as const;

function modelOf(message: PerceptionOrder): ModelName {
  return message.kind === 'load' ? message.order.model : MODELS[message.kind];
}

function stopped(message: string): AppError {
  return new AppError(
    'tool-unavailable',
    'Finding things in the picture stopped in the middle. Nothing has changed. Try again.',
    { action: 'retry', details: { error: message } },
  );
}

function isRecent(at: number): boolean {
  return Math.abs(Date.now() - at) < PERCEPTION_PAUSE;
}

function paused(kind: PerceptionKind): AppError {
  return new AppError(
    'tool-unavailable',
    `${WORDS[kind]} stopped ${MOST_ENDS} times in a row. Nothing has changed. Try again in a minute.`,
    { action: 'retry' },
  );
}

function notHere(message: string): AppError {
  return new AppError(
    'tool-unavailable',
    'Gesso can’t find things in pictures on this computer. Everything else works.',
    { details: { error: message } },
  );
}
