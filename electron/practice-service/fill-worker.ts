import { parentPort } from 'node:worker_threads';
import type { FillMessage, FillRequest } from './cleanup/messages.ts';
import { runCleanup } from './cleanup/run.ts';

// Entry of a fill worker: takes one FillRequest at a time from the pool.
const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
port.on('message', (request: FillRequest) => {
  void runCleanup(request, (message: FillMessage, transfer) => port.postMessage(message, transfer));
});
