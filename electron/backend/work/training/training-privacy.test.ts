/** Tests what is sent of files that contain more than their picture. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../../testing/hash-of.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { createTrainingBench, type TrainingBench } from '../../../testing/training.ts';
import { rowsOf } from '../../../testing/training-list.ts';
import { bareFile } from '../../vision/imaging/sent/bare-file.ts';
import { PRIVATE_FILES } from '../../vision/imaging/testing/private-files.ts';

let bench: TrainingBench;
beforeEach(async () => {
  bench = await createTrainingBench();
});

async function bareBytes(path: string): Promise<Buffer> {
  const file = await readFile(path);
  const { parts = [] } = (await bareFile(file, 'look')) ?? {};
  return Buffer.concat(
    parts.map((part) => (part instanceof Uint8Array ? part : file.subarray(part.start, part.end))),
  );
}

/** SHA-256 of what has arrived, by the file's name. */
async function arrived() {
  const assets = await bench.training.assets();
  const sentAs = new Map(assets.map(({ assets_id: id, upload }) => [String(id), upload?.sha256]));
  const rows = await rowsOf(bench.fixture);
  return Object.fromEntries(rows.map(({ name, assetId = '' }) => [name, sentAs.get(assetId)]));
}

async function privateFiles(): Promise<Readonly<Record<string, Uint8Array>>> {
  const entries = PRIVATE_FILES.map(async ({ name, make }) => [name, await make()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

it('sends only the picture of every kind of file, and says so in the check', async () => {
  const files = await privateFiles();
  await bench.add({ ...files, 'plain.png': await noisePng(60, 50, 1) });
  for (const { name, marks } of await rowsOf(bench.fixture)) {
    expect([name, marks.includes('camera')]).toEqual([name, name !== 'plain.png']);
  }
  await bench.uploadAll();
  const expected: Record<string, string> = {};
  for (const name of [...Object.keys(files), 'plain.png']) {
    expected[name] = hashOf(await bareBytes(join(bench.folder, name)));
  }
  expect(await arrived()).toEqual(expected);
}, 60_000);

it('sends whole files when the settings say so', async () => {
  await bench.fixture.client().settings.update({ trainingKeepsCameraData: true });
  const files = await privateFiles();
  await bench.add(files);
  await bench.uploadAll();
  const hashes = Object.entries(files).map(([name, bytes]) => [name, hashOf(bytes)]);
  expect(await arrived()).toEqual(Object.fromEntries(hashes));
}, 60_000);

it('recognises a file after the settings have changed', async () => {
  const [{ make }] = PRIVATE_FILES as [(typeof PRIVATE_FILES)[number]];
  await bench.add({ 'a.jpg': await make() });
  await bench.uploadAll();
  await bench.fixture.client().settings.update({ trainingKeepsCameraData: true });
  await copyFile(join(bench.folder, 'a.jpg'), join(bench.folder, 'again.jpg'));
  await bench.add();
  const again = (await rowsOf(bench.fixture)).find(({ name }) => name === 'again.jpg');
  expect(again).toMatchObject({ state: 'duplicate', likeName: 'a.jpg' });
  expect(await bench.training.assets()).toHaveLength(1);
});
