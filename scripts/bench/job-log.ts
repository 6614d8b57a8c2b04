/** Start-up and listing with many finished jobs in the log, beside few. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const JOB_LOG = {
  few: 100,
  many: 10_000,
  /** Times as long as with few. */
  bound: 1.3,
} as const;

/** The output of `processes/open-log.ts`; milliseconds. */
interface Opening {
  readonly starting: number;
  readonly listing: number;
}

/** See the file comment. */
export async function measureJobLog(context: BenchContext): Promise<readonly Figure[]> {
  const folders = {
    few: join(context.folder, 'few-jobs'),
    many: join(context.folder, 'many-jobs'),
  };
  for (const [name, folder] of Object.entries(folders)) {
    await mkdir(folder);
    const count = name === 'few' ? JOB_LOG.few : JOB_LOG.many;
    await runProcess('fill-log.ts', folder, String(count));
  }
  const few: Opening[] = [];
  const many: Opening[] = [];
  // Quick and noisy: more often than the rest, and alternating.
  for (let repetition = 0; repetition < context.repeat * 6; repetition++) {
    context.say(`jobs: ${repetition + 1} of ${context.repeat * 6}`);
    few.push(JSON.parse(await runProcess('open-log.ts', folders.few)) as Opening);
    many.push(JSON.parse(await runProcess('open-log.ts', folders.many)) as Opening);
  }
  const figure = (name: string, read: (opening: Opening) => number) =>
    withRatioBound(
      {
        name,
        unit: 'ms',
        gesso: medianOf(many, read),
        baseline: { name: 'with 100', value: medianOf(few, read) },
      },
      JOB_LOG.bound,
    );
  return [
    figure('10,000 finished jobs: opening the backend', ({ starting }) => starting),
    figure('10,000 finished jobs: the first page of the list', ({ listing }) => listing),
  ];
}
