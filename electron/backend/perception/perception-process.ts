/**
 * The process that finds things in pictures, as the backend sees it: started with the first order, one order
 * at a time, ended after some idle minutes. A process that ends in the middle is started again for the next
 * order; one that never gives an answer is given up until Gesso starts again.
 */
import { AppError, cancelled } from '../../../shared/errors/app-error.ts';
import type {
  PerceptionAnswer,
  PerceptionKind,
  PerceptionOrder,
  PerceptionRefusal,
  PerceptionWork,
} from '../../perception/messages.ts';
import type { PerceptionHandle } from '../common/ports.ts';

/** Milliseconds after which an unused process is ended, because of its memory. */
export const PERCEPTION_IDLE = { inHand: 180_000, released: 20_000 } as const;
/** Ends in a row, without an answer between them, after which it is not started again. */
const MOST_ENDS = 3;

/** See the file comment. */
export interface PerceptionProcess {
  /**
   * @param options.signal ends the wait; an order that has not been sent is dropped
   * @param options.lane a newer order of the same lane takes the place of those that wait
   * @throws AppError `cancelled`, `tool-unavailable`
   */
  run<Kind extends PerceptionKind>(
    kind: Kind,
    order: PerceptionWork[Kind]['order'],
    options?: { readonly signal?: AbortSignal | undefined; readonly lane?: string | undefined },
  ): Promise<PerceptionWork[Kind]['answer']>;
  /** How many processes were started: what one held is gone with it. */
  generation(): number;
  /** Why nothing can be found on this computer; `undefined` while nothing says so. */
  unavailable(): string | undefined;
  /** A tool is in hand: the process stays for some minutes after each order. */
  retain(): void;
  /** It ends soon after the order under way, and after any later one. */
  release(): void;
  /** Ends it at once. */
  close(): Promise<void>;
}

interface Order {
  readonly message: PerceptionOrder;
  readonly lane: string | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param start starts the process; missing where the host cannot */
export function createPerceptionProcess(
  start: (() => PerceptionHandle) | undefined,
  log: (line: string) => void,
): PerceptionProcess {
  let handle: PerceptionHandle | undefined;
  let running: Order | undefined;
  const waiting: Order[] = [];
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let generation = 0;
  let endsInARow = 0;
  let broken = start === undefined ? 'This host has no such process.' : undefined;
  let isClosed = false;
  let isInHand = false;

  function started(): PerceptionHandle {
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
    try {
      started().post(order.message);
    } catch (error) {
      handle?.kill();
      ended(handle, String(error));
    }
  }

  function answered(message: PerceptionAnswer): void {
    const order = running;
    if (order?.message.id !== message.id) return;
    endsInARow = 0;
    settle();
    if ('answer' in message) order.resolve(message.answer);
    else order.reject(refused(message.refusal));
  }

  function refused({ reason, message }: PerceptionRefusal): AppError {
    log(`perception: ${message}`);
    if (reason === 'not-loaded') broken = message;
    return reason === 'not-loaded' ? notHere(message) : stopped(message);
  }

  function ended(process: PerceptionHandle | undefined, reason: string): void {
    if (handle !== process) return;
    handle = undefined;
    const order = running;
    if (order === undefined) return; // it was idle: the next order starts another one
    log(`perception: the process ended: ${reason}`);
    endsInARow += 1;
    if (endsInARow >= MOST_ENDS) broken = reason;
    settle();
    order.reject(broken === undefined ? stopped(reason) : notHere(reason));
  }

  function settle(): void {
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
    run: (kind, order, { signal, lane } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed || signal?.aborted === true) {
          reject(cancelled());
          return;
        }
        if (broken !== undefined) {
          reject(notHere(broken));
          return;
        }
        if (lane !== undefined) drop((older) => older.lane === lane);
        lastId += 1;
        const message = { id: lastId, kind, order } as PerceptionOrder;
        const onAbort = (): void => {
          drop((older) => older.message === message);
          reject(cancelled()); // a running one goes on: its answer is dropped
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const after =
          <Value>(then: (value: Value) => void) =>
          (value: Value): void => {
            signal?.removeEventListener('abort', onAbort);
            then(value);
          };
        waiting.push({
          message,
          lane,
          resolve: after((answer: unknown) =>
            resolve(answer as PerceptionWork[typeof kind]['answer']),
          ),
          reject: after(reject),
        });
        next();
      }),
    generation: () => generation,
    unavailable: () => broken,
    retain: () => void (isInHand = true),
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

function stopped(message: string): AppError {
  return new AppError({
    kind: 'tool-unavailable',
    message: 'Finding things in the picture stopped in the middle. Nothing has changed. Try again.',
    action: 'retry',
    details: { error: message },
  });
}

function notHere(message: string): AppError {
  return new AppError({
    kind: 'tool-unavailable',
    message: 'Gesso can’t find things in pictures on this computer. Everything else works.',
    details: { error: message },
  });
}
