import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { createJobFeed } from './job-feed.ts';

function jobAt(revision: number, id = 'a', fraction?: number): Job {
  return {
    id,
    revision,
    kind: 'cleanup',
    brief: { kind: 'cleanup' },
    state: 'processing',
    title: 'photo.png',
    subject: {
      photoId: 'p',
      photoName: 'photo.png',
      region: { x: 0, y: 0, width: 1, height: 1 },
    },
    connectionId: 'practice',
    connectionName: 'Practice',
    isPractice: true,
    createdAt: 0,
    isAcknowledged: false,
    stars: 0,
    isLate: false,
    isRemoved: false,
    hasKeptAnswer: false,
    canLookAgain: false,
    outputs: [],
    ...(fraction === undefined ? {} : { fraction }),
  };
}

/** A log of changes with a feed, as the runner has them. */
function createLog() {
  const feed = createJobFeed();
  const stored: Job[] = [];
  return {
    feed,
    change() {
      const job = jobAt(stored.length + 1, `job ${stored.length % 3}`);
      stored.push(job);
      feed.publish(job);
    },
    read: (after: number, signal?: AbortSignal) =>
      feed.read(after, (revision) => stored.filter((job) => job.revision > revision), signal),
  };
}

describe('the stream of job changes', () => {
  it('tells every change once and in order, however often a reader breaks off and comes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('change', 'read', 'break off'), { maxLength: 60 }),
        async (actions) => {
          const log = createLog();
          const seen: number[] = [];
          let count = 0;
          let reader = log.read(-1);
          for (const action of actions) {
            if (action === 'change') {
              log.change();
              count++;
            } else if (action === 'break off') {
              await reader.return();
              reader = log.read(seen.at(-1) ?? -1);
            } else if (seen.length < count) {
              const { value } = await reader.next();
              seen.push(value?.revision ?? -1);
            }
          }
          await reader.return();
          reader = log.read(seen.at(-1) ?? -1);
          while (seen.length < count) seen.push((await reader.next()).value?.revision ?? -1);
          await reader.return();
          expect(seen).toEqual(Array.from({ length: count }, (_, index) => index + 1));
          expect(log.feed.readerCount()).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves no listener behind when a reader goes away, at whatever moment', async () => {
    const log = createLog();
    log.change();
    log.change();
    const inBacklog = log.read(-1);
    await inBacklog.next();
    expect(log.feed.readerCount()).toBe(1);
    await inBacklog.return();
    expect(log.feed.readerCount()).toBe(0);

    const controller = new AbortController();
    const aborted = log.read(-1, controller.signal);
    await aborted.next();
    controller.abort();
    while ((await aborted.next()).done !== true);
    expect(log.feed.readerCount()).toBe(0);

    const live = new AbortController();
    const waiting = log.read(2, live.signal).next();
    live.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(log.feed.readerCount()).toBe(0);
  });

  it('ends at once for a reader that has gone before it began', async () => {
    const log = createLog();
    log.change();
    expect(await log.read(-1, AbortSignal.abort()).next()).toEqual({
      done: true,
      value: undefined,
    });
  });

  it('tells how far a job is although another job has changed since', async () => {
    const feed = createJobFeed();
    const reader = feed.read(-1, () => [jobAt(5, 'a'), jobAt(6, 'b')], undefined);
    await reader.next();
    await reader.next();
    const next = reader.next();
    feed.publishProgress(jobAt(5, 'a', 0.5));
    expect((await next).value).toMatchObject({ id: 'a', fraction: 0.5 });
    await reader.return();
  });
});
