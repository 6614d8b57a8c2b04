/** The line of a worker's file to the program that has started it: as a thread, or as a process of either host. */
import { parentPort } from 'node:worker_threads';

interface WorkerPort<Order, Answer> {
  onMessage(listener: (order: Order) => void): void;
  /** @param transfer handed over by a thread; a process copies */
  post(answer: Answer, transfer?: readonly ArrayBuffer[]): void;
}

/** The line that a utility process of Electron has. */
interface UtilityPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** @throws Error in a program that nobody has started as a worker */
export function openWorkerPort<Order, Answer>(): WorkerPort<Order, Answer> {
  if (parentPort !== null) {
    const port = parentPort;
    return {
      onMessage: (listener) => void port.on('message', listener),
      post: (answer, transfer = []) => port.postMessage(answer, transfer),
    };
  }
  const { parentPort: utility } = process as { readonly parentPort?: UtilityPort };
  if (utility !== undefined) {
    return {
      onMessage: (listener) => utility.on('message', ({ data }) => listener(data as Order)),
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
      post: (answer) => utility.postMessage(answer),
    };
  }
  if (process.send === undefined) throw new Error('This file is started as a worker.');
  // the program is gone, however it went
  process.on('disconnect', () => process.exit(0));
  return {
    onMessage: (listener) => void process.on('message', (order) => listener(order as Order)),
    post: (answer) => void process.send?.(answer),
  };
}
