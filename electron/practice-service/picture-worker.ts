/** The entry of a picture worker, which takes one piece of work at a time from the pool. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PictureWorkerOptions, WorkMessage, WorkRequest } from './work/messages.ts';
import { runWork } from './work/run-work.ts';

const options: PictureWorkerOptions = workerData;
const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
port.on('message', (work: WorkRequest) => {
  void runWork(work, options, (message: WorkMessage, transfer) =>
    port.postMessage(message, transfer),
  );
});
