import { appendFile, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import { trainingUrl } from '../../../../shared/media.ts';
import { heicFile } from '../../vision/imaging/testing/heic-file.ts';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import { hashOf } from '../../../testing/hash-of.ts';
import { noisePng } from '../../../testing/pictures.ts';
import {
  ALL,
  createTrainingBench,
  writeFiles,
  type TrainingBench,
  type TrainingService,
} from '../../../testing/training.ts';
import { rowsOf, untilNone, untilSummary, WHOLE_LIST } from '../../../testing/training-list.ts';

let bench: TrainingBench;
let training: TrainingService;
let fixture: BackendFixture;
let folder = '';

beforeEach(async () => {
  bench = await createTrainingBench();
  ({ training, fixture, folder } = bench);
  await fixture.client().settings.update({ trainingLeastSide: 100 });
});

async function retryAll() {
  await fixture.client().training.retryFailed({ selection: ALL });
  await bench.untilSent();
}

async function states() {
  const rows = await rowsOf(fixture);
  return Object.fromEntries(rows.map((row) => [`${row.folder}/${row.name}`, row.state]));
}

const stored = async () => (await training.assets()).filter(({ upload }) => upload !== null);

/** Names of Gesso's copies; one goes right after its upload is recorded. */
const copies = () => readdir(join(fixture.dataFolder, 'training'));

const offeredAs = (name: string, byteLength: number) =>
  ({ name, folder: '', byteLength, modifiedAt: 1_700_000_000_000 }) as const;

async function handOver(name: string, bytes: Uint8Array, said = bytes.byteLength) {
  const url = trainingUrl(offeredAs(name, said));
  return fixture.media(url, { method: 'POST', body: new Uint8Array(bytes) });
}

describe('a folder of pictures', () => {
  it('is read by name, sent nowhere before it is ordered, then uploaded byte for byte', async () => {
    const twice = await noisePng(160, 140, 9);
    await writeFiles(folder, {
      'a 2.png': undefined,
      'a 10.png': undefined,
      'deep/a 2.png': undefined,
      'same.png': twice,
      'same again.png': twice,
      'notes.txt': Buffer.from('hello'),
      '.DS_Store': Buffer.from('x'),
      'empty.jpg': Buffer.alloc(0),
    });
    expect(await bench.add()).toEqual({ added: 7, known: 0 });
    expect(await states()).toEqual({
      'set/a 2.png': 'ready',
      'set/a 10.png': 'ready',
      'set/deep/a 2.png': 'ready',
      'set/same.png': expect.stringMatching(/ready|duplicate/u) as string,
      'set/same again.png': expect.stringMatching(/ready|duplicate/u) as string,
      'set/notes.txt': 'skipped',
      'set/empty.jpg': 'skipped',
    });
    expect(await training.assets()).toEqual([]);

    await bench.uploadAll();
    const assets = await training.assets();
    const rows = await rowsOf(fixture);
    const done = rows.filter(({ state }) => state === 'done');
    expect(done).toHaveLength(4);
    expect(assets).toHaveLength(4);
    for (const { name, folder: inFolder, assetId } of done) {
      const bytes = await readFile(join(fixture.folder, inFolder, name));
      const asset = assets.find(({ assets_id: id }) => String(id) === assetId);
      expect([name, asset?.upload?.sha256]).toEqual([name, hashOf(bytes)]);
    }
    // both names of the same content have its asset, and only one was sent
    const [one, other] = rows.filter(({ name }) => name.startsWith('same'));
    expect(one?.assetId).toBe(other?.assetId);
    const notice = { title: 'Training files uploaded', body: '4 uploaded.' };
    await expect.poll(() => bench.notices).toEqual([notice]);
    // nothing of the folder was copied
    expect(await copies()).toEqual([]);
  });

  it('adds nothing twice when it is added again, even after a restart or as other files', async () => {
    await bench.add({ 'a.png': undefined, 'b.png': undefined });
    await bench.uploadAll();
    expect(await bench.add()).toEqual({ added: 0, known: 2 });
    await fixture.restart();
    await copyFile(join(folder, 'a.png'), join(folder, 'renamed.png'));
    expect(await bench.add()).toEqual({ added: 1, known: 2 });
    const renamed = (await rowsOf(fixture)).find(({ name }) => name === 'renamed.png');
    expect(renamed).toMatchObject({ state: 'duplicate', likeName: 'a.png' });
    expect(renamed?.assetId).toBeDefined();
    expect(await training.assets()).toHaveLength(2);
  });

  it('is uploaded once for each connection', async () => {
    await bench.add({ 'a.png': undefined });
    await bench.uploadAll();
    await fixture.connectAccount();
    await copyFile(join(folder, 'a.png'), join(folder, 'b.png'));
    await bench.add();
    expect((await rowsOf(fixture)).map(({ state }) => state)).toEqual(['ready', 'done']);
    await bench.uploadAll();
    expect(await training.assets()).toHaveLength(2);
  });
});

describe('files that are sent as bytes', () => {
  it('are kept until they are uploaded, then only their asset and a thumbnail stay', async () => {
    const bytes = await noisePng(160, 140, 3);
    const offered = offeredAs('a.png', bytes.byteLength);
    expect(await fixture.client().training.missing({ files: [offered] })).toEqual([0]);
    expect((await handOver('a.png', bytes)).ok).toBe(true);
    expect(await fixture.client().training.missing({ files: [offered] })).toEqual([]);
    // a kill may leave a part of another one
    await writeFile(join(fixture.dataFolder, 'training', 'half.part'), 'x');
    await fixture.restart();
    await untilNone(fixture, 'checking');
    expect(await copies()).toHaveLength(1);
    const taken = async () => (await fixture.client().library.usage()).otherBytes;
    expect(await taken()).toBe(bytes.byteLength);
    await bench.uploadAll();
    await expect.poll(copies).toEqual([]);
    await expect.poll(taken).toBe(0);
    const [row] = await rowsOf(fixture);
    expect(row).toMatchObject({ name: 'a.png', state: 'done', width: 160, format: 'png' });
    const thumbnail = await fixture.bytes(row?.thumbnailUrl);
    expect((await sharp(thumbnail).metadata()).format).toBe('webp');
    expect((await training.assets())[0]?.upload?.sha256).toBe(hashOf(bytes));
  });

  it('leave nothing when they break off or exceed the declared length', async () => {
    const bytes = await noisePng(60, 50);
    for (const said of [bytes.byteLength + 1, bytes.byteLength - 1]) {
      expect((await handOver('a.png', bytes, said)).status, String(said)).toBe(415);
    }
    expect(await rowsOf(fixture)).toEqual([]);
    expect(await copies()).toEqual([]);
  });
});

const noise = async (seed: number, height = 150) => sharp(await noisePng(170, height, seed));

describe('the check of training files', () => {
  it('names size, proportions, orientation, transparency, CMYK, depth, animation and near-duplicates', async () => {
    const photo = await sharp('assets/samples/two-dogs.jpg')
      .resize(350, 300, { fit: 'fill' })
      .jpeg()
      .toBuffer();
    const flat = (background: string) =>
      sharp({ create: { width: 170, height: 150, channels: 3, background } })
        .png()
        .toBuffer();
    await bench.add({
      '1 fine.png': undefined,
      '2 small.png': await noisePng(160, 99, 21),
      '3 narrow.png': await noisePng(242, 120, 22),
      '4 photo.jpg': photo,
      '5 turned.jpg': await (await noise(23)).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      '6 alpha.png': await (await noise(24)).ensureAlpha(0.5).png().toBuffer(),
      '7 cmyk.jpg': await (await noise(25)).toColourspace('cmyk').jpeg().toBuffer(),
      '8 deep.png': await (await noise(26)).toColourspace('rgb16').png().toBuffer(),
      '9 smaller photo.jpg': await sharp(photo).resize(320).jpeg({ quality: 60 }).toBuffer(),
      'flat 1.png': await flat('#888'),
      'flat 2.png': await flat('#223'),
      'scan.tif': await (await noise(27)).tiff().toBuffer(),
      'broken.png': (await noisePng(170, 150, 28)).subarray(0, 40_000),
    });
    const found = Object.fromEntries(
      (await rowsOf(fixture)).map(({ name, state, marks }) => [name, [state, ...marks].join(' ')]),
    );
    expect(found).toEqual({
      '1 fine.png': 'ready',
      '2 small.png': 'ready small',
      '3 narrow.png': 'ready narrow',
      '4 photo.jpg': expect.stringMatching(/^ready(?: near)?$/u) as string,
      '5 turned.jpg': 'ready rotated',
      '6 alpha.png': 'ready alpha',
      '7 cmyk.jpg': 'ready cmyk',
      '8 deep.png': 'ready deep',
      '9 smaller photo.jpg': expect.stringMatching(/^ready(?: near)?$/u) as string,
      'flat 1.png': 'ready',
      'flat 2.png': 'ready',
      'scan.tif': 'convertible',
      'broken.png': 'skipped',
    });
    const { marks, counts } = await untilSummary(fixture, () => true);
    expect(marks).toMatchObject({ small: 1, near: 1, rotated: 1, animated: 0, camera: 0 });
    expect(counts).toMatchObject({ ready: 11, convertible: 1, skipped: 1 });
    await fixture.client().settings.update({ trainingLeastSide: 141 });
    const stricter = await untilSummary(fixture, (summary) => summary.marks.small > 1);
    const view = { ...WHOLE_LIST, mark: 'small' } as const;
    expect((await rowsOf(fixture, view)).length).toBe(stricter.marks.small);
  });

  it('offers copies that every service reads alike, and never changes the files', async () => {
    const files = {
      'scan.tif': await (await noise(27, 130)).toColourspace('rgb16').tiff().toBuffer(),
      'turned.jpg': await (await noise(23, 130)).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      'alpha.png': await (await noise(24, 130)).ensureAlpha(0).png().toBuffer(),
      'phone.heic': heicFile({ turns: 1 }),
    };
    await writeFiles(folder, files);
    await bench.add();
    const found = new Map((await rowsOf(fixture)).map((row) => [row.name, row]));
    expect(found.get('phone.heic')).toMatchObject({ state: 'convertible', format: 'heic' });
    await fixture.client().training.convert({ selection: ALL, isFlattened: true });
    await untilNone(fixture, 'checking');
    const rows = await rowsOf(fixture);
    expect(Object.fromEntries(rows.map((row) => [row.name, row]))).toMatchObject({
      'scan.tif': { state: 'ready', marks: [], convertedTo: 'png' },
      'turned.jpg': { marks: [], convertedTo: 'jpeg', width: 130, height: 170 },
      'alpha.png': { state: 'ready', marks: [], convertedTo: 'png' },
      'phone.heic': { state: 'ready', convertedTo: 'png', width: 32, height: 48 },
    });
    await bench.uploadAll();
    expect(await training.assets()).toHaveLength(4);
    for (const [name, bytes] of Object.entries(files)) {
      expect([name, hashOf(await readFile(join(folder, name)))]).toEqual([name, hashOf(bytes)]);
    }
    await expect.poll(copies).toEqual([]);
  });
});

describe('commands on an upload', () => {
  it('cancel, pause, resume, remove and undo, and asset ids stay for good', async () => {
    const { training: orders, settings } = fixture.client();
    await settings.update({ trainingUploads: 1 });
    await bench.add({ '1.png': undefined, '2.png': undefined, '3.png': undefined });
    const slow = { path: '/v3/assets/training_dataset', kind: 'delay', delayMilliseconds: 60_000 };
    // a fault that no call has met would meet a later one
    const received = async () => (await training.service.records()).map(({ path }) => path);
    await training.fault(slow);
    await orders.upload({ selection: ALL });
    await untilSummary(fixture, ({ counts }) => counts.sending === 1);
    await expect.poll(received).toEqual([slow.path]);
    // one on its way stays in the list
    const first = await orders.remove({ selection: ALL });
    expect(first.removed).toBe(2);
    const { removalId } = first;
    expect(await orders.restore({ removalId })).toEqual({ changed: 2 });
    expect(await orders.cancel({ selection: ALL })).toEqual({ changed: 3 });
    await untilSummary(fixture, ({ counts, active }) => counts.ready === 3 && active.length === 0);

    await training.fault(slow);
    await orders.upload({ selection: ALL });
    await untilSummary(fixture, ({ counts }) => counts.sending === 1);
    await expect.poll(received).toEqual([slow.path, slow.path]);
    await orders.pause();
    const stuck = (await rowsOf(fixture)).find(({ state }) => state === 'sending');
    const paused = await untilSummary(fixture, ({ queue }) => !queue.isRunning);
    expect(paused.counts.waiting).toBe(2);
    await orders.cancel({ selection: { ids: [stuck?.id ?? 0] } });
    await untilSummary(fixture, ({ counts, active }) => counts.ready === 1 && active.length === 0);
    expect(await stored()).toEqual([]);
    await orders.resume();
    await untilNone(fixture, 'waiting', 'sending', 'finishing');
    const ids = (await stored()).map(({ assets_id: id }) => String(id));
    expect((await orders.assetIds({ selection: ALL })).text.split('\n').toSorted()).toEqual(ids);

    // what was uploaded is kept when it is removed, the rest is forgotten with the next start
    expect((await orders.remove({ selection: ALL })).removed).toBe(3);
    expect(await rowsOf(fixture)).toEqual([]);
    await fixture.restart();
    const removed = { ...WHOLE_LIST, filter: 'removed' } as const;
    const kept = (await rowsOf(fixture, removed)).map(({ assetId }) => assetId);
    expect(new Set(kept)).toEqual(new Set(ids));
    await fixture.client().training.restoreRows({ selection: { view: removed } });
    expect(await rowsOf(fixture)).toHaveLength(2);
  });

  it('save asset ids as JSON, and skipped files with their reasons', async () => {
    await bench.add({ 'a, b.png': undefined, '=1+1.txt': Buffer.from('x') });
    await bench.uploadAll();
    const save = async (what: 'assets-json' | 'skipped-csv') => {
      await fixture.client().training.save({ what });
      return await readFile(await fixture.writeSaved(), 'utf8');
    };
    const row = (await rowsOf(fixture)).find(({ state }) => state === 'done');
    const bytes = await readFile(join(folder, 'a, b.png'));
    expect(JSON.parse(await save('assets-json'))).toMatchObject([
      {
        assetId: row?.assetId,
        name: 'a, b.png',
        uploadedAt: new Date(row?.uploadedAt ?? 0).toISOString(),
        sha256: hashOf(bytes),
        bytes: bytes.byteLength,
      },
    ]);
    const [, skipped] = (await save('skipped-csv')).trim().split('\r\n');
    expect(skipped).toBe(
      `'=1+1.txt,set,skipped,"“=1+1.txt” is not a picture (PNG, WebP, JPEG, HEIC, TIFF, AVIF, GIF or BMP).",1`,
    );
  });
});

describe('an upload with errors', () => {
  const STORAGE = '/storage/*';
  const TRUNCATED = { contentType: 'application/json', body: '{"assets_id": 41' };
  /** XML, as object storage refuses. */
  const storageRefusal = (status: number, code: string) => {
    const body = `<Error><Code>${code}</Code><Message>No.</Message></Error>`;
    return { path: STORAGE, kind: 'answer', status, contentType: 'application/xml', body };
  };
  const TICKETS = '/v3/assets/training_dataset';
  const FIREWALL = {
    status: 403,
    body: '<!DOCTYPE html><title>Just a moment...</title>',
    contentType: 'text/html',
    times: 4,
  };

  it('continues by itself after each error of service and storage, without a second copy', async () => {
    const faults: readonly Readonly<Record<string, unknown>>[] = [
      storageRefusal(403, 'AccessDenied'),
      { path: TICKETS, kind: 'expired-urls' },
      { path: STORAGE, kind: 'cut-upload', afterBytes: 900_000 },
      storageRefusal(500, 'InternalError'),
      { path: STORAGE, kind: 'rate-limit', retryAfterSeconds: 0 },
      { path: TICKETS, kind: 'rate-limit', retryAfterSeconds: 0 },
      { path: TICKETS, kind: 'answer', status: 500, body: {} },
      { path: TICKETS, kind: 'hang-up' },
      { path: TICKETS, kind: 'answer', ...FIREWALL },
      { path: TICKETS, kind: 'answer', ...TRUNCATED },
    ];
    // the service's clock is an hour slow: nothing may depend on either
    await training.service.post('/practice/state', { skewSeconds: -3600 });
    const names = faults.map((_, index) => [`${index}.png`, undefined]);
    const large = await noisePng(600, 520, 70);
    await bench.add({ ...Object.fromEntries(names), '2.png': large });
    const rows = (await rowsOf(fixture)).toReversed();
    for (const [index, fault] of faults.entries()) {
      const selection = { ids: [rows[index]?.id ?? 0] };
      await training.fault(fault);
      await fixture.client().training.upload({ selection });
      await untilNone(fixture, 'waiting', 'sending', 'finishing');
      // an answer that makes no sense is the one fault that asks for the user
      if (fault['body'] === TRUNCATED.body) await retryAll();
      const row = (await rowsOf(fixture)).find(({ id }) => id === selection.ids[0]);
      expect([fault, row?.state, row?.error]).toEqual([fault, 'done', undefined]);
      expect([fault, (await stored()).length]).toEqual([fault, index + 1]);
    }
  });

  it('resends to the same address when no answer comes, and ends as unknown', async () => {
    await bench.add({ 'a.png': undefined });
    await training.fault({ path: STORAGE, kind: 'hang-up', times: 3 });
    await bench.uploadAll();
    const [row] = await rowsOf(fixture);
    expect(row).toMatchObject({ state: 'unknown', error: { kind: 'outcome-unknown' } });
    const [asset] = await training.assets();
    expect(row?.assetId).toBe(String(asset?.assets_id));
    // nothing goes on by itself; the user keeps the asset, or sends the file again
    expect(await fixture.client().training.retryFailed({ selection: ALL })).toEqual({ changed: 0 });
    await bench.uploadAll();
    expect((await rowsOf(fixture))[0]).toMatchObject({ state: 'done' });
    expect(await training.assets()).toHaveLength(2);
  });

  it('stops the queue at an error that every file would get, and reports it', async () => {
    await bench.add({ 'a.png': undefined, 'b.png': undefined, 'c.png': undefined });
    const body = { code: 401, reason: 'INVALID_API_KEY', message: 'no' };
    await training.fault({ path: TICKETS, kind: 'answer', status: 401, body, times: 3 });
    await fixture.client().training.upload({ selection: ALL });
    const isPaused = ({ queue }: TrainingSummary) => queue.pausedBy !== undefined;
    const { queue } = await untilSummary(fixture, isPaused);
    expect(queue).toMatchObject({ isRunning: false, pausedBy: { kind: 'key-rejected' } });
    const { counts } = await untilSummary(fixture, ({ active }) => active.length === 0);
    expect(counts.waiting).toBe(3);
  });

  it('fails a file of a removed connection, and sends it with another one when retried', async () => {
    await bench.add({ 'a.png': undefined });
    const connectionId = await fixture.connectAccount();
    const body = { code: 401, reason: 'INVALID_API_KEY', message: 'no' };
    await training.fault({ path: TICKETS, kind: 'answer', status: 401, body, times: 1 });
    const { connections, training: orders } = fixture.client();
    await orders.upload({ selection: ALL });
    await untilSummary(fixture, ({ queue, active }) => !queue.isRunning && active.length === 0);
    await connections.remove({ connectionId });
    await connections.activatePractice();
    await orders.resume();
    const { queue } = await untilSummary(fixture, ({ counts }) => counts.failed === 1);
    expect(queue).toEqual({ isRunning: true });
    await retryAll();
    expect(await training.assets()).toHaveLength(1);
  });

  it('fails a missing or growing file, and retries it when it is there and stable', async () => {
    await bench.add({ 'grows.png': undefined, 'goes.png': undefined });
    await rm(join(folder, 'goes.png'));
    await appendFile(join(folder, 'grows.png'), 'x');
    await bench.uploadAll();
    expect(await states()).toEqual({
      'set/goes.png': 'failed',
      'set/grows.png': 'done', // it was read again before it was sent
    });
    // without the byte behind its end
    const bytes = (await readFile(join(folder, 'grows.png'))).subarray(0, -1);
    expect((await training.assets())[0]?.upload?.sha256).toBe(hashOf(bytes));
    await writeFiles(folder, { 'goes.png': await noisePng(160, 140, 40) });
    await retryAll();
    expect((await training.assets()).length).toBe(2);
  });

  it('lists files that can’t be sent above copies when errors come first', async () => {
    const picture = await noisePng(120, 120);
    await bench.add({
      'a.png': picture,
      'b copy.png': picture,
      'damaged.png': picture.subarray(0, 60),
    });
    await bench.uploadAll();
    const rows = await rowsOf(fixture, { ...WHOLE_LIST, sort: 'state' });
    expect(rows.map(({ state }) => state)).toEqual(['skipped', 'duplicate', 'done']);
  });
});
