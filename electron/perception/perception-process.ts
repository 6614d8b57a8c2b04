/**
 * Entry of the detection process, a Node child process or an Electron utility process, so that a
 * crash of a native library ends it alone. Its argument is the folder of models.
 */
import { openWorkerPort } from '../workers/worker-port.ts';
import { createOrders } from './carry-out.ts';
import type { PerceptionAnswer, PerceptionOrder } from './messages.ts';

const [folder = ''] = process.argv.slice(2);
const carryOut = createOrders(folder);
const port = openWorkerPort<PerceptionOrder, PerceptionAnswer>();
let last: Promise<void> = Promise.resolve();

// One by one, in order.
port.onMessage((order) => {
  last = last.then(async () => port.post(await carryOut(order)));
});
