/**
 * Imports large files as a window does and prints the longest hold of the main thread for each, ms of its
 * processor time: what else runs on the machine does not count. Argument: a folder.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { uploadSchema } from '../../../shared/contract/common.ts';
import { uploadsUrl } from '../../../shared/media.ts';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { importFile } from '../../../electron/testing/import-file.ts';

const [folder = ''] = process.argv.slice(2);

/** Until the heap has settled after the file was made, ms. */
const SETTLE = 1000;

const words = (count: number, of: number) =>
  `Text ${of} ${'lorem ipsum dolor sit amet '.repeat(count)}`;
const messages = (count: number, each: number) =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: words(each, at),
  }));

const fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
const { conversations, promptTables } = fixture.client();

async function upload(text: string) {
  const body = new TextEncoder().encode(text);
  const response = await fixture.media(uploadsUrl(), { method: 'POST', body });
  return uploadSchema.parse(await response.json());
}

/** @returns the longest time between two turns of the loop, ms of the thread's processor time */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}

async function importing(text: string): Promise<number> {
  const file = await upload(text);
  await sleep(SETTLE);
  return await longestHold(() => importFile(conversations, { file }));
}

const many = Array.from({ length: 25_000 }, (_, id) => ({
  id: `c${id}`,
  messages: messages(10, 14),
}));
const table = Array.from(
  { length: 95_000 },
  (_, row) => `${row},${words(3, row)},${words(3, row)}`,
);
const holds = {
  many: await importing(JSON.stringify(many)),
  one: await importing(JSON.stringify({ id: 'one', messages: messages(100_000, 37) })),
  long: await importing(JSON.stringify([{ id: 'long', messages: messages(5, 140_000) }])),
  table: await (async () => {
    const file = await upload(`a,b,c\n${table.join('\n')}`);
    await sleep(SETTLE);
    return await longestHold(() => promptTables.readText({ file }));
  })(),
};
await fixture[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify(holds));
