import { describe, expect, it } from 'vitest';
import { createTaskBench, type TaskBench } from '../../../../testing/task-bench.ts';
import type { JobDeps } from '../job-deps.ts';
import { createJobPublisher } from './job-publisher.ts';

let bench: TaskBench;

/** Returns a publisher with one running job, its news, and its clock. */
async function running() {
  bench = await createTaskBench();
  const { id } = bench.jobs().add(
    {
      request: bench.request('1'),
      profile: '',
      subject: undefined,
      connectionId: 'account',
      connectionName: 'Account',
      requestHash: 'hash',
      patchIds: [],
    },
    0,
  );
  let now = 0;
  // facts of the moment need the rows alone
  const parts = {
    database: bench.database(),
    jobs: bench.jobs(),
    files: bench.files(),
  } as JobDeps;
  const clock = { now: () => now, after: () => () => undefined, random: () => 0 };
  const log = (line: string) => expect.unreachable(line);
  const publisher = createJobPublisher({ ...parts, log }, {} as never, clock);
  const news: number[] = [];
  publisher.onProgress(() => void news.push(now));
  return { id, publisher, news, at: (time: number) => void (now = time) };
}

describe('progress of a job', () => {
  it('is published at most every 100 ms when only fractions change', async () => {
    const { id, publisher, news, at } = await running();
    for (const time of [0, 50, 99, 100, 150, 200]) {
      at(time);
      publisher.setProgress(id, { fraction: (time + 1) / 1000 });
    }
    expect(news).toEqual([0, 100, 200]);
    expect(publisher.fraction(id)).toBe(0.201);
  });

  it('is published at once for other facts, and only when they change', async () => {
    const { id, publisher, news, at } = await running();
    publisher.setProgress(id, { fraction: 0.1 });
    at(10);
    publisher.setProgress(id, { expectedAt: 500 });
    at(20);
    publisher.setProgress(id, { expectedAt: 500 });
    at(30);
    publisher.setProgress(id, { fraction: 0.2, expectedAt: 600 });
    expect(news).toEqual([0, 10, 30]);
    expect(publisher.expectedAt(id)).toBe(600);
  });
});
