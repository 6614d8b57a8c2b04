import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Least interval between two values, ms. */
const FEED_INTERVAL = 150;

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

export function createChangeFeed() {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // One for each window.
  const closing = new AbortController();
  const followers = new Set<Set<string>>();

  return {
    changed(...ids: readonly string[]): void {
      for (const waiting of followers) for (const id of ids) waiting.add(id);
      emitter.emit('changed');
    },
    /** The first value comes immediately and is empty. */
    async *read(signal: AbortSignal | undefined): AsyncGenerator<readonly string[], void, void> {
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
    close: (): void => closing.abort(),
  };
}
