import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../../shared/contract/jobs.ts';
import { createJobFeed } from './job-feed.ts';

function jobAt(revision: number, id = 'a', fraction?: number): Job {
  return { id, revision, ...(fraction === undefined ? {} : { fraction }) } as Job;
}

/** A log of changes with a feed, as the runner has them. */
function createLog() {
  const feed = createJobFeed();
  const stored: Job[] = [];
  /** As the library has them: each job as it is, the latest change last. */
  const rows = () => stored.slice(-3);
  return {
    feed,
    change() {
      const job = jobAt(stored.length + 1, `job ${stored.length % 3}`);
      stored.push(job);
      feed.publish(job);
    },
    newest: () => stored.at(-1)?.revision ?? -1,
    latest: () => new Map(rows().map(({ id, revision }) => [id, revision])),
    read: (after: number, signal?: AbortSignal) =>
      feed.read(after, (revision) => rows().filter((job) => job.revision > revision), signal),
  };
}

describe('the stream of job changes', () => {
  it('sends each job once and in order, however often a reader reconnects', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('change', 'read', 'break off'), { maxLength: 60 }),
        async (actions) => {
          const log = createLog();
          const seen: number[] = [];
          const received = new Map<string, number>();
          let reader = log.read(-1);
          const last = () => seen.at(-1) ?? -1;
          const take = ({ value }: IteratorResult<readonly Job[], void>): void => {
            const jobs = value ?? [];
            expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
            for (const { id, revision } of jobs) received.set(id, revision);
            seen.push(...jobs.map(({ revision }) => revision));
          };
          for (const action of actions) {
            if (action === 'change') {
              log.change();
            } else if (action === 'break off') {
              await reader.return();
              reader = log.read(last());
            } else if (last() < log.newest()) {
              take(await reader.next());
            }
          }
          await reader.return();
          reader = log.read(last());
          while (last() < log.newest()) take(await reader.next());
          await reader.return();
          expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
          expect(received).toEqual(log.latest());
          expect(log.feed.readerCount()).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves no listener behind when a reader leaves at any moment', async () => {
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

  it('sends the progress of a job although another job has changed since', async () => {
    const feed = createJobFeed();
    const reader = feed.read(-1, () => [jobAt(5, 'a'), jobAt(6, 'b')], undefined);
    await reader.next();
    const next = reader.next();
    feed.publishProgress(jobAt(5, 'a', 0.5));
    expect((await next).value).toMatchObject([{ id: 'a', fraction: 0.5 }]);
    await reader.return();
  });

  it('batches news of many jobs, and sends a few at once', async () => {
    const feed = createJobFeed();
    const controller = new AbortController();
    const messages: string[][] = [];
    const reading = (async () => {
      for await (const jobs of feed.read(-1, () => [], controller.signal)) {
        messages.push(jobs.map(({ id }) => id));
      }
    })();
    for (let revision = 1; revision <= 6; revision++) {
      feed.publish(jobAt(revision, `job ${revision % 3}`));
      await nextTurn();
    }
    expect(messages).toEqual([1, 2, 0, 1, 2, 0].map((number) => [`job ${number}`]));
    for (let revision = 7; revision <= 66; revision++) {
      feed.publish(jobAt(revision, `job ${revision % 20}`));
    }
    await expect.poll(() => messages.length).toBe(7);
    expect(messages.at(-1)?.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, number) => `job ${number}`).toSorted(),
    );
    controller.abort();
    await reading;
  });

  it('keeps the news of a run together, and a single job waits for none of them', async () => {
    const feed = createJobFeed({ intervalOfRuns: 60_000 });
    const reader = feed.read(-1, () => [], undefined);
    const ids = ({ value }: IteratorResult<readonly Job[], void>) => value?.map(({ id }) => id);
    const ofRun = (revision: number): Job => ({
      ...jobAt(revision, `step ${revision}`),
      batchId: 'run',
    });
    const first = reader.next();
    for (let revision = 1; revision <= 6; revision++) feed.publish(ofRun(revision));
    expect(ids(await first)).toHaveLength(6);
    const second = reader.next();
    feed.publish(ofRun(7));
    await nextTurn();
    feed.publish(ofRun(8));
    feed.publish(jobAt(9, 'clean-up'));
    expect(ids(await second)).toEqual(['step 7', 'step 8', 'clean-up']);
    await reader.return();
    expect(feed.readerCount()).toBe(0);
  });
});
