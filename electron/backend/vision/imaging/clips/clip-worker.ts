import { openWorkerPort } from '../../../../workers/worker-port.ts';
import { readFilmFacts } from './film-facts.ts';
import type { MeasureAnswer, MeasureOrder } from './messages.ts';

const port = openWorkerPort<MeasureOrder, MeasureAnswer>();

port.onMessage(({ id, path }) => {
  void readFilmFacts(path)
    // The file is gone or unreadable.
    .catch(() => 'unreadable' as const)
    .then((finding) => port.post({ id, finding }));
});
