import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS, type Change, type Topic } from '../../../../shared/contract/changes.ts';
import { os } from './procedures.ts';

/** Least interval between two values, ms. */
const INTERVAL = 100;

export type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // One for each window.
  const closing = new AbortController();
  let revision = Date.now(); // Greater than before a restart.
  const revisions = new Map<Topic, number>(TOPICS.map((topic) => [topic, revision]));
  /** Changes that were not sent to each follower yet. */
  const followers = new Set<Map<Topic, Set<string>>>();

  async function* follow(
    afterRevision: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Change[], void, void> {
    const stop = AbortSignal.any(
      signal === undefined ? [closing.signal] : [closing.signal, signal],
    );
    // A revision above the latest means that the clock was set back before this start.
    const missed = [...revisions].filter(
      ([, latest]) => latest > afterRevision || afterRevision > revision,
    );
    const waiting = new Map(missed.map(([topic]) => [topic, new Set<string>()]));
    followers.add(waiting);
    try {
      while (!stop.aborted) {
        const changes = [...waiting].map(([topic, ids]) => ({
          topic,
          ids: [...ids],
          revision: revisions.get(topic) ?? revision,
        }));
        waiting.clear();
        yield changes;
        await sleep(INTERVAL, undefined, { signal: stop });
        if (waiting.size === 0) await once(emitter, 'published', { signal: stop });
      }
    } catch (error) {
      if (!stop.aborted) throw error;
    } finally {
      followers.delete(waiting);
    }
  }

  return {
    /** Without ids, anything of the topic may have changed. */
    publish(topic: Topic, ...ids: readonly string[]): void {
      revision += 1;
      revisions.set(topic, revision);
      for (const waiting of followers) {
        const before = waiting.get(topic);
        if (before === undefined || ids.length === 0) waiting.set(topic, new Set(ids));
        else if (before.size > 0) for (const id of ids) before.add(id);
      }
      emitter.emit('published');
    },
    procedures: {
      follow: os.changes.follow.handler(({ input, signal }) => follow(input.afterRevision, signal)),
    },
    close: (): void => closing.abort(),
  };
}
