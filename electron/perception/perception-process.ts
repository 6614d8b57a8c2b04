/**
 * The entry of the process that finds things in pictures: a child process of Node, or a utility process of
 * Electron. A crash of a native library ends it alone. Its argument is the folder of the models.
 */
import { createOrders } from './carry-out.ts';
import type { PerceptionAnswer, PerceptionOrder } from './messages.ts';

/** The line to the process that has started this one, under Electron. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const [folder = ''] = process.argv.slice(2);
const carryOut = createOrders(folder);
const { parentPort } = process as { readonly parentPort?: ParentPort };
let last: Promise<void> = Promise.resolve();

/** One after another, in the order in which they come. */
function take(order: PerceptionOrder): void {
  last = last.then(async () => post(await carryOut(order)));
}

function post(answer: PerceptionAnswer): void {
  if (parentPort === undefined) process.send?.(answer);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
  else parentPort.postMessage(answer);
}

if (parentPort === undefined) {
  process.on('message', (order) => take(order as PerceptionOrder));
  // the program is gone, however it went
  process.on('disconnect', () => process.exit(0));
} else {
  parentPort.on('message', ({ data }) => take(data as PerceptionOrder));
}
