/** Tests that unreadable rows are left out alone, at every start and in every list. */
import { expect, it } from 'vitest';
import { aTask, createTaskBench, type TaskBench } from '../../../../testing/task-bench.ts';
import { hearOfLeftOut } from '../../../library/unreadable.ts';

let bench: TaskBench;

it('skips an unreadable job, and keeps the others and the start working', async () => {
  bench = await createTaskBench({ look: () => aTask('processing') });
  const [broken, odd, good] = [await bench.start(1), await bench.start(2), await bench.start(3)];
  await bench.pass(5000);
  const set = (column: string, value: string, id: string) =>
    bench.database().prepare(`UPDATE jobs SET ${column} = ? WHERE id = ?`).run(value, id);
  set('request', '{"kind":"video"}', broken);
  set('findings', '{"expiresAt":1.5,"fileCount":-1,"seed":"7"}', odd);
  set('error', '{"kind":"of a later version"}', odd);
  await bench.restart();
  const told: string[] = [];
  hearOfLeftOut(bench.database(), {
    log: (line) => void told.push(line),
    note: () => undefined,
    tell: ({ message }) => void told.push(message),
  });
  const ids = () =>
    bench
      .runner()
      .list({ limit: 10 })
      .map(({ id }) => id);
  expect(new Set(ids())).toEqual(new Set([odd, good]));
  expect(ids()).toHaveLength(2);
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`^left out: job ${broken}: `, 'u')),
    expect.stringContaining('Everything else is there.'),
  ]);
  expect(bench.job(odd)).toMatchObject({ error: undefined, expiresAt: undefined, seed: '7' });
  bench.script.look = () => aTask('succeeded');
  await bench.pass(60_000);
  expect([odd, good].map((id) => bench.job(id).state)).toEqual(['done', 'done']);
});
