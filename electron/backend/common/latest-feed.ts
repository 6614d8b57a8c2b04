/** Tells followers the latest of something: at once, and again after changes, a few times a second at most. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Least time between two values, ms. */
const FEED_INTERVAL = 200;

/** See the file comment. */
export interface LatestFeed<Value> {
  changed(): void;
  read(signal: AbortSignal | undefined): AsyncGenerator<Value, void, void>;
  /** Ends all streams. */
  close(): void;
}

/** @param latest reads the value as it is @param interval least time between two values, ms */
export function createLatestFeed<Value>(
  latest: () => Value,
  interval = FEED_INTERVAL,
): LatestFeed<Value> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // one for each open window
  const closing = new AbortController();
  let version = 0;

  return {
    changed() {
      version += 1;
      emitter.emit('changed');
    },
    async *read(signal) {
      const stop = AbortSignal.any(
        signal === undefined ? [closing.signal] : [closing.signal, signal],
      );
      let told = -1;
      try {
        while (!stop.aborted) {
          if (told === version) await once(emitter, 'changed', { signal: stop });
          told = version;
          yield latest();
          await sleep(interval, undefined, { signal: stop });
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    },
    close: () => closing.abort(),
  };
}
