/** The entry of a picture worker, which takes one piece of work at a time from the pool. */
import { parentPort } from 'node:worker_threads';
import type { WorkMessage, WorkRequest } from './work/messages.ts';
import { runWork } from './work/run-work.ts';

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
port.on('message', (work: WorkRequest) => {
  void runWork(work, (message: WorkMessage, transfer) => port.postMessage(message, transfer));
});
