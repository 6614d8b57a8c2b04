/**
 * The entry of the process that finds things in pictures: a child process of Node, or a utility process of
 * Electron. A crash of a native library ends it alone. Its argument is the folder of the models.
 */
import { openWorkerPort } from '../workers/worker-port.ts';
import { createOrders } from './carry-out.ts';
import type { PerceptionAnswer, PerceptionOrder } from './messages.ts';

const [folder = ''] = process.argv.slice(2);
const carryOut = createOrders(folder);
const port = openWorkerPort<PerceptionOrder, PerceptionAnswer>();
let last: Promise<void> = Promise.resolve();

// one after another, in the order in which they come
port.onMessage((order) => {
  last = last.then(async () => port.post(await carryOut(order)));
});
