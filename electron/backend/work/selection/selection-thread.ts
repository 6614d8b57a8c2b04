/** Runs one request at a time: a newer one replaces an older one. A crashed thread is restarted. */
import { Worker } from 'node:worker_threads';
import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import { workerEntry } from '../../../workers/worker-entry.ts';
import type {
  SelectionAnswer,
  HeldPicture,
  SelectionRefusal,
  SelectionWork,
  ThreadData,
  WorkKind,
} from './messages.ts';

/** Time after which an idle thread is ended to free memory, ms. */
export const THREAD_IDLE = { inHand: 180_000, released: 15_000 } as const;

/** Only transfers pixels. */
const HOLD = { kind: 'hold', order: { forObject: false } } as const;

/** Kinds that neither replace requests nor are replaced. */
const PATIENT: ReadonlySet<WorkKind> = new Set(['hold', 'part']);

export type SelectionThread = ReturnType<typeof createSelectionThread>;

export interface ChosenPicture {
  readonly key: string;
  read(): Promise<Omit<HeldPicture, 'key'>>;
}

interface Order {
  readonly id: number;
  readonly kind: WorkKind;
  readonly order: SelectionWork[WorkKind]['order'];
  readonly choose: () => ChosenPicture;
  /** A newer request replaced it. */
  isOver: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param files for tests: the thread's entry, and OpenCV's */
export function createSelectionThread(
  files: { readonly entry?: URL; readonly openCv?: string } = {},
) {
  const { entry = workerEntry('./selection-worker', import.meta.url), openCv } = files;
  const newest = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker | undefined;
  let held: string | undefined;
  let running: Order | undefined;
  const waiting: Order[] = [];
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;
  let isInHand = false;

  function start(): Worker {
    const thread = new Worker(entry, { workerData: { newest, openCv } satisfies ThreadData });
    thread.on('message', (message: SelectionAnswer) => answered(message));
    thread.on('error', (error) => ended(thread, String(error)));
    thread.on('exit', () => ended(thread, 'The thread ended.'));
    return thread;
  }

  async function next(): Promise<void> {
    if (running !== undefined) return;
    const order = waiting.shift();
    if (order === undefined) return;
    running = order;
    clearTimeout(idle);
    try {
      const { key, read } = order.choose();
      const picture = key === held ? { key } : { key, ...(await read()) };
      if (running !== order) return;
      worker ??= start();
      held = key;
      const { id, kind, order: content, isOver } = order;
      // The pixels serve the next request.
      const work = isOver ? HOLD : { kind, order: content };
      worker.postMessage({ id, ...work, picture }, []);
    } catch (error) {
      finish(order, () => order.reject(error));
    }
  }

  function answered(message: SelectionAnswer): void {
    if (running?.id !== message.id) return;
    const order = running;
    finish(order, () => {
      if ('answer' in message) order.resolve(message.answer);
      else order.reject(toError(message.refusal));
    });
  }

  function ended(thread: Worker, message: string): void {
    if (worker !== thread) return;
    worker = undefined;
    held = undefined;
    const order = running;
    if (order !== undefined)
      finish(order, () =>
        order.reject(
          new AppError(
            'tool-unavailable',
            'The selection stopped in the middle. Your mask is unchanged. Try again.',
            { action: 'retry', details: { error: message } },
          ),
        ),
      );
  }

  function finish(order: Order, answer: () => void): void {
    if (running === order) running = undefined;
    answer();
    rest();
    void next();
  }

  function rest(): void {
    clearTimeout(idle);
    const milliseconds = isInHand ? THREAD_IDLE.inHand : THREAD_IDLE.released;
    if (running === undefined && waiting.length === 0)
      idle = setTimeout(() => void end(), milliseconds).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const thread = worker;
    worker = undefined;
    held = undefined;
    await thread?.terminate();
  }

  function supersede(isMeant: (order: Order) => boolean): void {
    for (const order of waiting.filter(isMeant)) {
      waiting.splice(waiting.indexOf(order), 1);
      order.reject(cancelled());
    }
    if (running === undefined || running.isOver || !isMeant(running)) return;
    running.isOver = true;
    running.reject(cancelled());
  }

  return {
    /** @param choose is called once the request is next */
    async run<Kind extends WorkKind>(
      kind: Kind,
      order: SelectionWork[Kind]['order'],
      choose: () => ChosenPicture,
      signal?: AbortSignal,
    ): Promise<SelectionWork[Kind]['answer']> {
      if (isClosed || signal?.aborted === true) throw cancelled();
      const id = (lastId += 1);
      if (!PATIENT.has(kind)) {
        Atomics.store(newest, 0, id);
        supersede((older) => !PATIENT.has(older.kind));
      }
      function onAbort(): void {
        Atomics.add(newest, 0, newest[0] === id ? 1 : 0);
        supersede((older) => older.id === id);
        void next();
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.push({ id, kind, order, choose, isOver: false, resolve, reject });
      void next();
      try {
        return (await promise) as SelectionWork[Kind]['answer'];
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    held: () => held,
    /** A tool is active: the thread stays for some minutes after each request. */
    retain: () => void (isInHand = true),
    /** Ends the thread soon after the current and any later request. */
    release() {
      isInHand = false;
      rest();
    },
    async close() {
      isClosed = true;
      supersede(() => true);
      running = undefined;
      await end();
    },
  };
}

function toError(refusal: SelectionRefusal): AppError {
  switch (refusal.reason) {
    case 'superseded':
      return cancelled();
    case 'not-loaded':
      return new AppError(
        'tool-unavailable',
        'The object tool can’t start on this computer. The brush and the other tools work.',
        { details: { error: refusal.message } },
      );
    case 'failed':
      return new AppError(
        'unexpected',
        'The selection failed. Your mask is unchanged. Try again, or paint with the brush.',
        { action: 'retry', details: { error: refusal.message } },
      );
  }
}
