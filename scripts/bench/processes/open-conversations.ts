/** Opens a data folder with conversations, and prints how long their use takes, ms. Argument: folder. */
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { medianOf } from '../statistics.ts';
import { timed } from '../context.ts';

const [folder = ''] = process.argv.slice(2);

/** Conversations on a page, messages of a path, hits of a search; as the window asks. */
const PAGE = { list: 20, path: 40, hits: 50 } as const;

/** Repetitions of each; the first warm up. */
const REPEAT = { warm: 5, measured: 40 } as const;

const starting = performance.now();
const fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
const opened = performance.now() - starting;
const { conversations } = fixture.client();
const { entries } = await conversations.list({ limit: PAGE.list });
if (entries.length !== PAGE.list) throw new Error('The page is not full.');

async function median(work: (repetition: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let repetition = 0; repetition < REPEAT.warm + REPEAT.measured; repetition++) {
    const time = await timed(() => work(repetition));
    if (repetition >= REPEAT.warm) times.push(time);
  }
  return medianOf(times, (time) => time);
}

const report = {
  starting: opened,
  listing: await median(() => conversations.list({ limit: PAGE.list })),
  opening: await median(async (repetition) => {
    const conversationId = entries[repetition % entries.length]?.id ?? '';
    await conversations.read({ conversationId });
    await conversations.path({ conversationId, limit: PAGE.path });
  }),
  searching: await median(async () => {
    const found = await conversations.search({ text: 'light', order: 'newest', limit: PAGE.hits });
    if (found.hits.length !== PAGE.hits) throw new Error('The page of hits is not full.');
  }),
  searchingCjk: await median(() =>
    conversations.search({ text: '数据', order: 'newest', limit: PAGE.hits }),
  ),
};
await fixture[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify(report));
