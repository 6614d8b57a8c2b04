/** A large library beside a small one: opening it, and closing it with its backup. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const LIBRARY = {
  few: 100,
  many: 10_000,
  /** Opening, times as long as with few. */
  openingBound: 1.3,
  /** Closing with a backup, times as long as copying and flushing the same file. */
  closingBound: 1.5,
} as const;

/** The output of `processes/open-library.ts`; milliseconds, and counts of backups. */
interface Round {
  readonly opening: number;
  readonly unchanged: number;
  readonly closing: number;
  readonly copying: number;
  readonly backupsUnchanged: number;
  readonly backupsChanged: number;
}

/** See the file comment. */
export async function measureLibrary(context: BenchContext): Promise<readonly Figure[]> {
  const few = join(context.folder, 'few-photos');
  const many = join(context.folder, 'many-photos');
  for (const [folder, count] of [
    [few, LIBRARY.few],
    [many, LIBRARY.many],
  ] as const) {
    context.say(`library: ${count} photos are made`);
    await mkdir(folder);
    await runProcess('fill-library.ts', folder, String(count));
  }
  const small: Round[] = [];
  const large: Round[] = [];
  // Quick and noisy: more often than the rest, and alternating.
  for (let repetition = 0; repetition < context.repeat * 3; repetition++) {
    context.say(`library: ${repetition + 1} of ${context.repeat * 3}`);
    small.push(JSON.parse(await runProcess('open-library.ts', few)) as Round);
    large.push(JSON.parse(await runProcess('open-library.ts', many)) as Round);
  }
  const inVain = large.reduce((sum, round) => sum + round.backupsUnchanged, 0);
  if (large.some((round) => round.backupsChanged === 0)) throw new Error('No backup was made.');
  return [
    withRatioBound(
      {
        name: '10,000 photos: opening, to the newest 60',
        unit: 'ms',
        gesso: medianOf(large, ({ opening }) => opening),
        baseline: { name: 'with 100', value: medianOf(small, ({ opening }) => opening) },
      },
      LIBRARY.openingBound,
    ),
    withRatioBound(
      {
        name: '10,000 photos: closing with a backup',
        unit: 'ms',
        gesso: medianOf(large, ({ closing }) => closing),
        baseline: {
          name: 'copying and flushing',
          value: medianOf(large, ({ copying }) => copying),
        },
      },
      LIBRARY.closingBound,
    ),
    {
      name: '10,000 photos: closing when nothing changed',
      unit: 'ms',
      gesso: medianOf(large, ({ unchanged }) => unchanged),
    },
    {
      name: 'backups when nothing changed',
      unit: 'count',
      gesso: inVain,
      bound: { text: 'none', isMet: inVain === 0 },
    },
  ];
}
