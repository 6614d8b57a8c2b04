import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from './answer.ts';
import { ownedBuffers, type WorkMessage, type WorkRequest } from './pictures/pool.ts';
import { runners } from './pictures/work.ts';

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
const runs = runners(workerData);

port.on('message', ({ kind, request }: WorkRequest) => {
  const say = (message: WorkMessage): void => port.postMessage(message, ownedBuffers(message));
  const run = runs[kind] as (work: unknown) => Promise<unknown>;
  run(request).then(
    (result) => say({ result }),
    (error: unknown) => {
      if (error instanceof ServiceError) say({ refusal: error.refusal });
      else say({ failure: String(error) });
    },
  );
});
