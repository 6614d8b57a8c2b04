/** The entry of the thread that measures films: one order after the other. */
import { parentPort } from 'node:worker_threads';
import { readFilmFacts } from './film-facts.ts';
import type { MeasureAnswer, MeasureOrder } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');

port.on('message', ({ id, path }: MeasureOrder) => {
  void readFilmFacts(path)
    // the file is gone, or may not be read: nothing of it can be measured
    .catch(() => 'unreadable' as const)
    .then((finding) => port.postMessage({ id, finding } satisfies MeasureAnswer));
});
