/**
 * The messages of one answer: the thousands of pieces that the service sends become at most a hundred
 * messages a second, numbered, and kept for readers that come later.
 */
import { EventEmitter, on } from 'node:events';
import type { LanguageMessage, LanguageRun } from '../../../shared/contract/language.ts';
import type { LanguageEvent } from '../service/index.ts';
import { EventJoiner } from './event-joiner.ts';

/** Numbers of this module. */
export const MESSAGES = {
  /** Pieces that arrive within this time, ms, are one message: a frame of the screen. */
  window: 16,
  /** A piece that comes this long after the last message, ms, does not wait for others. */
  rest: 100,
  /** Characters that are sent before the window ends … */
  characters: 2048,
  /** … but messages are at least this far apart, ms: at most a hundred a second. */
  leastInterval: 10,
} as const;

export interface MessageLog {
  add(events: readonly LanguageEvent[]): void;
  /** Pieces that no message has yet. */
  pending(): readonly LanguageEvent[];
  /** Sends the pending pieces as a message now. */
  flush(): void;
  /** Sends the pending pieces as a message now, together with the end. Nothing may be added after it. */
  end(run: LanguageRun): void;
  /** The messages after a sequence, then new ones, up to the end. */
  read(
    afterSequence: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LanguageMessage, void, void>;
}

/** @param onMessage called with each message right when it is made, before any reader sees it */
export function createMessageLog(onMessage: (message: LanguageMessage) => void): MessageLog {
  const messages: LanguageMessage[] = [];
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // one for each open window
  const pending = new EventJoiner();
  let lastAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function flush(end?: LanguageRun): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.isEmpty() && end === undefined) return;
    const sequence = messages.length;
    const events = pending.take();
    const message = { sequence, events, ...(end === undefined ? {} : { end }) };
    lastAt = performance.now();
    messages.push(message);
    onMessage(message);
    emitter.emit('message', message);
  }

  return {
    add(events) {
      for (const event of events) pending.add(event);
      const since = performance.now() - lastAt;
      const isMuch = pending.characters() >= MESSAGES.characters;
      // after a rest, the first text above all, nothing is gained by waiting
      if (since >= (isMuch ? MESSAGES.leastInterval : MESSAGES.rest)) flush();
      else timer ??= setTimeout(flush, Math.max(MESSAGES.window, MESSAGES.leastInterval - since));
    },
    pending: () => pending.events(),
    flush: () => flush(),
    end: (run) => flush(run),
    async *read(afterSequence, signal) {
      const isGone = () => signal?.aborted === true;
      if (isGone()) return;
      // Listening starts before the past is read, so that nothing falls between the two.
      const live = on(emitter, 'message', signal === undefined ? {} : { signal });
      try {
        let next = afterSequence + 1;
        for (;;) {
          for (const message of messages.slice(next)) {
            next = message.sequence + 1;
            yield message;
            if (message.end !== undefined) return;
          }
          await live.next(); // at once for messages that came during the read
        }
      } catch (error) {
        if (!isGone()) throw error;
      } finally {
        await live.return?.();
      }
    },
  };
}
