import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Least interval between two values, ms. */
const FEED_INTERVAL = 150;

export interface ChangeFeed {
  changed(...ids: readonly string[]): void;
  /** The first value comes immediately and is empty. */
  read(signal: AbortSignal | undefined): AsyncGenerator<readonly string[], void, void>;
  close(): void;
}

export function createChangeFeed(): ChangeFeed {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // One for each window.
  const closing = new AbortController();
  const followers = new Set<Set<string>>();

  return {
    changed(...ids) {
      for (const waiting of followers) for (const id of ids) waiting.add(id);
      emitter.emit('changed');
    },
    async *read(signal) {
      const stop = AbortSignal.any(
        signal === undefined ? [closing.signal] : [closing.signal, signal],
      );
      const waiting = new Set<string>();
      followers.add(waiting);
      try {
        yield [];
        while (!stop.aborted) {
          if (waiting.size === 0) await once(emitter, 'changed', { signal: stop });
          const ids = [...waiting];
          waiting.clear();
          if (ids.length > 0) yield ids;
          await sleep(FEED_INTERVAL, undefined, { signal: stop });
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      } finally {
        followers.delete(waiting);
      }
    },
    close: () => closing.abort(),
  };
}
