/** Kills the detection process in the middle of its work. */
import { expect, it } from 'vitest';
import { perceptionWith, readSample } from '../../../testing/perception-bench.ts';

it('continues after its process was killed, and says so', async () => {
  const { perception, started, logged } = perceptionWith();
  const picture = await readSample('fig-in-a-bowl.jpg', 1024);
  await perception.warm('objects');
  const reading = perception.embed('fig', picture);
  started[0]?.kill();
  await expect(reading).rejects.toMatchObject({ kind: 'tool-unavailable', action: 'retry' });
  expect(logged.join()).toContain('the process ended');
  expect(perception.unavailable()).toBeUndefined();
  await perception.embed('fig', picture);
  expect(started).toHaveLength(2);
  expect(perception.holds('fig')).toBe(true);
});

it('drops the pictures that an ended process had read', async () => {
  const { perception, started } = perceptionWith();
  await perception.embed('fig', await readSample('fig-in-a-bowl.jpg', 1024));
  started[0]?.kill();
  const before = started.length;
  await expect
    .poll(() => perception.segment('fig', { points: [] }).catch(() => 'ended'))
    .toBeUndefined();
  expect(started.length).toBeGreaterThanOrEqual(before);
});
