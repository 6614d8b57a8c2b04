/** Tests what is sent of files that contain more than their picture. */
import { copyFile, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import {
  startTrainingService,
  writeFiles,
  type TrainingService,
} from '../../../testing/training.ts';
import { rowsOf, untilNone, WHOLE_LIST } from '../../../testing/training-list.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { bareFile } from '../../vision/imaging/sent/bare-file.ts';
import { PRIVATE_FILES } from '../../vision/imaging/testing/private-files.ts';

let training: TrainingService;
let fixture: BackendFixture;
let folder = '';
beforeEach(async () => {
  training = await startTrainingService();
  fixture = await createBackendFixture({
    service: training.target,
    uploadWaits: { firstHold: 20, afterBreaks: [20, 40] },
  });
  folder = join(fixture.folder, 'set');
});

const ALL = { view: WHOLE_LIST };
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function addFolder(): Promise<void> {
  await fixture.backend().training.addPaths([folder]);
  await untilNone(fixture, 'checking');
}

async function uploadAll(): Promise<void> {
  await fixture.client().training.upload({ selection: ALL });
  await untilNone(fixture, 'checking', 'waiting', 'sending', 'finishing');
}

async function bareBytes(path: string): Promise<Buffer> {
  const file = await readFile(path);
  const { parts = [] } = (await bareFile(file, 'look')) ?? {};
  return Buffer.concat(
    parts.map((part) => (part instanceof Uint8Array ? part : file.subarray(part.start, part.end))),
  );
}

/** SHA-256 of what has arrived, by the file's name. */
async function arrived(): Promise<ReadonlyMap<string, string | undefined>> {
  const assets = await training.assets();
  return new Map(
    (await rowsOf(fixture)).map(({ name, assetId }) => [
      name,
      assets.find(({ assets_id: id }) => String(id) === assetId)?.upload?.sha256,
    ]),
  );
}

async function manyFiles(): Promise<Readonly<Record<string, Uint8Array>>> {
  const entries = PRIVATE_FILES.map(async ({ name, make }) => [name, await make()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

it('sends only the picture of every kind of file, and says so in the check', async () => {
  const files = await manyFiles();
  await writeFiles(folder, { ...files, 'plain.png': await noisePng(60, 50, 1) });
  await addFolder();
  for (const { name, marks } of await rowsOf(fixture)) {
    expect([name, marks.includes('camera')]).toEqual([name, name !== 'plain.png']);
  }
  await uploadAll();
  const sent = await arrived();
  for (const name of [...Object.keys(files), 'plain.png']) {
    expect([name, sent.get(name)]).toEqual([name, sha(await bareBytes(join(folder, name)))]);
  }
}, 60_000);

it('sends whole files when the settings say so', async () => {
  await fixture.client().settings.update({ trainingKeepsCameraData: true });
  const files = await manyFiles();
  await writeFiles(folder, files);
  await addFolder();
  await uploadAll();
  const sent = await arrived();
  for (const [name, bytes] of Object.entries(files)) {
    expect([name, sent.get(name)]).toEqual([name, sha(bytes)]);
  }
}, 60_000);

it('recognises a file after the settings have changed', async () => {
  const [{ make }] = PRIVATE_FILES as [(typeof PRIVATE_FILES)[number]];
  await writeFiles(folder, { 'a.jpg': await make() });
  await addFolder();
  await uploadAll();
  await fixture.client().settings.update({ trainingKeepsCameraData: true });
  await copyFile(join(folder, 'a.jpg'), join(folder, 'again.jpg'));
  await addFolder();
  const again = (await rowsOf(fixture)).find(({ name }) => name === 'again.jpg');
  expect(again).toMatchObject({ state: 'duplicate', likeName: 'a.jpg' });
  expect(await training.assets()).toHaveLength(1);
});
