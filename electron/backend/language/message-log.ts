/** Batches thousands of chunks to at most a hundred numbered messages a second. */
import { EventEmitter, on } from 'node:events';
import type { LanguageMessage, LanguageRun } from '../../../shared/contract/language.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { EventJoiner } from './event-joiner.ts';

export const MESSAGES = {
  /** Chunks within this time are one message: a screen frame, ms. */
  window: 16,
  /** A chunk this long after the last message is sent immediately, ms. */
  rest: 100,
  /** Characters that trigger a message before the window ends. */
  characters: 2048,
  /** Least interval between messages, ms: at most a hundred a second. */
  leastInterval: 10,
} as const;

export type MessageLog = ReturnType<typeof createMessageLog>;

/** @param onMessage called with each message before any subscriber */
export function createMessageLog(onMessage: (message: LanguageMessage) => void) {
  const messages: LanguageMessage[] = [];
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // One for each window.
  const pending = new EventJoiner();
  let lastAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function flush(end?: LanguageRun): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.isEmpty() && end === undefined) return;
    const sequence = messages.length;
    const events = pending.take();
    const message = { sequence, events, end };
    lastAt = performance.now();
    messages.push(message);
    onMessage(message);
    emitter.emit('message', message);
  }

  return {
    add(events: readonly LanguageEvent[]): void {
      for (const event of events) pending.add(event);
      const since = performance.now() - lastAt;
      const isMuch = pending.characters() >= MESSAGES.characters;
      // After a pause, and for the first text, waiting gains nothing.
      if (since >= (isMuch ? MESSAGES.leastInterval : MESSAGES.rest)) flush();
      else timer ??= setTimeout(flush, Math.max(MESSAGES.window, MESSAGES.leastInterval - since));
    },
    pending: (): readonly LanguageEvent[] => pending.events(),
    flush: (): void => flush(),
    /** Nothing may be added afterwards. */
    end: (run: LanguageRun): void => flush(run),
    async *read(
      afterSequence: number,
      signal: AbortSignal | undefined,
    ): AsyncGenerator<LanguageMessage, void, void> {
      const isGone = () => signal?.aborted === true;
      if (isGone()) return;
      // Subscribes before reading the past, so that nothing is missed.
      const live = on(emitter, 'message', signal === undefined ? {} : { signal });
      try {
        let next = afterSequence + 1;
        for (;;) {
          for (const message of messages.slice(next)) {
            next = message.sequence + 1;
            yield message;
            if (message.end !== undefined) return;
          }
          await live.next(); // Returns at once for messages that came during the read.
        }
      } catch (error) {
        if (!isGone()) throw error;
      } finally {
        await live.return?.();
      }
    },
  };
}
