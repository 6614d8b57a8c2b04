/** Moving a library: the copy of its files, each read again, beside copying and flushing the same files. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const STORAGE = {
  /** 1 GB together. */
  files: 250,
  fileBytes: 4_000_000,
  /** Times as long: 0.7 of the bytes a second. */
  copying: 1 / 0.7,
  /** Without a turn of the main thread, ms. */
  stop: 50,
} as const;

interface CopyTime {
  readonly milliseconds: number;
  readonly longest: number;
}

/** See the file comment. */
export async function measureStorage(context: BenchContext): Promise<readonly Figure[]> {
  const from = join(context.folder, 'storage');
  await fill(from);
  const times = { library: [] as CopyTime[], bare: [] as CopyTime[] };
  // the first round is not counted: the files come into the system's memory
  for (let repetition = 0; repetition <= context.repeat; repetition++) {
    context.say(`storage: copy ${repetition} of ${context.repeat}`);
    for (const way of ['bare', 'library'] as const) {
      const to = join(context.folder, `storage-${way}`);
      await mkdir(to);
      const printed = JSON.parse(await runProcess('run-copy.ts', way, from, to)) as CopyTime;
      if (repetition > 0) times[way].push(printed);
      await rm(to, { recursive: true });
    }
  }
  await rm(from, { recursive: true });
  const stop = medianOf(times.library, ({ longest }) => longest);
  const copying = withRatioBound(
    {
      name: '1 GB in 250 files: copied to another folder and read again',
      unit: 'ms',
      gesso: medianOf(times.library, ({ milliseconds }) => milliseconds),
      baseline: {
        name: 'cp -r and fsync',
        value: medianOf(times.bare, ({ milliseconds }) => milliseconds),
      },
    },
    STORAGE.copying,
  );
  return [
    { ...copying, bound: { text: '≥ 0.7 of its speed', isMet: copying.bound?.isMet ?? false } },
    {
      name: 'the same: longest time without a turn of the main thread',
      unit: 'ms',
      gesso: stop,
      bound: { text: `≤ ${STORAGE.stop} ms`, isMet: stop <= STORAGE.stop },
    },
  ];
}

async function fill(folder: string): Promise<void> {
  for (let index = 0; index < STORAGE.files; index++) {
    const bytes = randomBytes(STORAGE.fileBytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const inside = join(folder, 'files', hash.slice(0, 2));
    await mkdir(inside, { recursive: true });
    await writeFile(join(inside, hash), bytes);
  }
}
