/** The entry of the thread that measures films: one order after the other. */
import { openWorkerPort } from '../../../workers/worker-port.ts';
import { readFilmFacts } from './film-facts.ts';
import type { MeasureAnswer, MeasureOrder } from './messages.ts';

const port = openWorkerPort<MeasureOrder, MeasureAnswer>();

port.onMessage(({ id, path }) => {
  void readFilmFacts(path)
    // the file is gone, or may not be read: nothing of it can be measured
    .catch(() => 'unreadable' as const)
    .then((finding) => port.post({ id, finding }));
});
