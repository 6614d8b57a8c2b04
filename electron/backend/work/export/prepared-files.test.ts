import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { openPreparedFiles, servedFile } from './prepared-files.ts';

const wanted = (key: string, write: (path: string) => Promise<unknown>) => ({
  key,
  name: `${key}.png`,
  mediaType: 'image/png',
  write,
});
const words = (text: string) => (path: string) => writeFile(path, text);

it('serves a file while a slow one is still being made', async () => {
  const prepared = await openPreparedFiles(join(testFolder(), 'outgoing'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = prepared.prepare(wanted('slow', () => promise));
  const { id } = await prepared.prepare(wanted('quick', words('abc')));
  const served = servedFile(prepared, id).then(({ byteLength }) => byteLength);
  const first = await Promise.race([served, slow.then(() => 'the slow one')]).finally(resolve);
  expect(first).toBe(3);
  await slow;
});

it('forgets the oldest file', async () => {
  const prepared = await openPreparedFiles(join(testFolder(), 'outgoing'), 1);
  const first = await prepared.prepare(wanted('first', words('a')));
  const second = await prepared.prepare(wanted('second', words('bc')));
  await expect(prepared.find(first.id)).rejects.toMatchObject({ kind: 'not-found' });
  expect((await prepared.find(second.id)).path).toBe(second.path);
});

it('opens although its folder cannot be emptied, as while another program reads in it', async () => {
  const inTheWay = join(testFolder(), 'file');
  await writeFile(inTheWay, 'x');
  await expect(openPreparedFiles(join(inTheWay, 'outgoing'))).resolves.toBeDefined();
});
