/** Emits the latest value immediately, and after changes a few times a second at most. */
import { EventEmitter, once } from 'node:events';
import { pauseUntil } from './pause-until.ts';

/** Least time between two values, ms. */
const FEED_INTERVAL = 200;

interface LatestFeed<Value> {
  changed(): void;
  /** Signals progress without a change by the user; it is sent less often. */
  moved(): void;
  read(signal: AbortSignal | undefined): AsyncGenerator<Value, void, void>;
  close(): void;
}

/** @param movedInterval least time between two values while only `moved` is called, ms */
export function createLatestFeed<Value>(
  latest: () => Value,
  movedInterval = FEED_INTERVAL,
): LatestFeed<Value> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // Each window adds two.
  const closing = new AbortController();
  let version = 0;
  let changedVersion = 0;

  return {
    changed() {
      version += 1;
      changedVersion = version;
      emitter.emit('news');
      emitter.emit('changed');
    },
    moved() {
      version += 1;
      emitter.emit('news');
    },
    async *read(signal) {
      const stop = AbortSignal.any(
        signal === undefined ? [closing.signal] : [closing.signal, signal],
      );
      let sentVersion = -1;
      let sentAt = Number.NEGATIVE_INFINITY;
      const pause = (): number => {
        const interval = changedVersion > sentVersion ? FEED_INTERVAL : movedInterval;
        return sentAt + interval - performance.now();
      };
      try {
        while (!stop.aborted) {
          if (sentVersion === version) await once(emitter, 'news', { signal: stop });
          for (let rest = pause(); rest > 0; rest = pause()) {
            await pauseUntil(emitter, 'changed', rest, stop);
          }
          sentVersion = version;
          yield latest();
          sentAt = performance.now();
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    },
    close: () => closing.abort(),
  };
}
