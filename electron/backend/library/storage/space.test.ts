import { expect, it } from 'vitest';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { isLow, watchSpace } from './space.ts';

const GB = 1_000_000_000;

it('is low below 2 GB, and below a twentieth of a disk up to 10 GB', () => {
  expect(isLow({ free: 1.9 * GB, total: 20 * GB })).toBe(true);
  expect(isLow({ free: 2.1 * GB, total: 20 * GB })).toBe(false);
  expect(isLow({ free: 4.9 * GB, total: 100 * GB })).toBe(true);
  expect(isLow({ free: 11 * GB, total: 4000 * GB })).toBe(false);
});

it('reports low disk space once each time', async () => {
  let free = 50 * GB;
  const said: AppErrorData[] = [];
  const read = () => Promise.resolve({ free, total: 500 * GB });
  const watch = watchSpace(
    read,
    (error) => said.push(error),
    () => undefined,
  );
  await watch.check();
  expect(said).toEqual([]);
  free = GB;
  await watch.check();
  await watch.check();
  expect(said.map(({ message }) => message)).toEqual([
    expect.stringContaining('Only 1.0 GB are free on the disk with your library.'),
  ]);
  free = 50 * GB;
  await watch.check();
  free = GB;
  await watch.check();
  expect(said).toHaveLength(2);
  watch.close();
});
