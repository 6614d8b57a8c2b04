/** 2,000 conversations of 50 messages beside 20: the list, the search, opening one. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const CONVERSATIONS = {
  few: 20,
  many: 2_000,
  /** Times as long as with few. */
  bound: 1.5,
} as const;

/** The output of `processes/open-conversations.ts`; milliseconds. */
interface Use {
  readonly starting: number;
  readonly listing: number;
  readonly opening: number;
  readonly searching: number;
  readonly searchingCjk: number;
}

/** See the file comment. */
export async function measureConversations(context: BenchContext): Promise<readonly Figure[]> {
  const folders = {
    few: join(context.folder, 'few-conversations'),
    many: join(context.folder, 'many-conversations'),
  };
  for (const [name, folder] of Object.entries(folders)) {
    await mkdir(folder);
    context.say(`conversations: filling (${name})`);
    const count = name === 'few' ? CONVERSATIONS.few : CONVERSATIONS.many;
    await runProcess('fill-conversations.ts', folder, String(count));
  }
  const few: Use[] = [];
  const many: Use[] = [];
  // Quick and noisy: more often than the rest, and alternating.
  for (let repetition = 0; repetition < context.repeat * 3; repetition++) {
    context.say(`conversations: ${repetition + 1} of ${context.repeat * 3}`);
    few.push(JSON.parse(await runProcess('open-conversations.ts', folders.few)) as Use);
    many.push(JSON.parse(await runProcess('open-conversations.ts', folders.many)) as Use);
  }
  const figure = (name: string, read: (use: Use) => number) =>
    withRatioBound(
      {
        name,
        unit: 'ms',
        gesso: medianOf(many, read),
        baseline: { name: `with ${CONVERSATIONS.few}`, value: medianOf(few, read) },
      },
      CONVERSATIONS.bound,
    );
  return [
    figure('2,000 conversations: opening the backend', ({ starting }) => starting),
    figure('2,000 conversations: the first page of the list', ({ listing }) => listing),
    figure('2,000 conversations: opening one', ({ opening }) => opening),
    figure('2,000 conversations: a common word, newest first', ({ searching }) => searching),
    figure('2,000 conversations: a Chinese word, newest first', ({ searchingCjk }) => searchingCjk),
  ];
}
