import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { cp, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../testing/backend-fixture.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { pixelSet } from '../../testing/masks.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { createLibraryBackups, isSound, listBackups } from './backups.ts';
import { openDatabase } from './database.ts';

let folder = '';
let service: ScriptedService;

beforeEach(async () => {
  folder = testFolder();
  service = await startScriptedService();
});

const dataFolder = () => join(folder, 'data');
const library = () => join(dataFolder(), 'library.db');

function open(): Promise<BackendFixture> {
  return createBackendFixture({ service, folder, dataFolder: dataFolder() });
}

/** The recovery once all files were looked through. */
async function recoveryOf(fixture: BackendFixture) {
  return vi.waitFor(async () => {
    const { recovery } = await fixture.client().app.info();
    expect(recovery?.isUnderWay).not.toBe(true);
    return recovery;
  });
}

async function namesOf(fixture: BackendFixture): Promise<readonly string[]> {
  return (await fixture.client().photos.recent({})).map(({ name }) => name);
}

/** A library that was closed while a call waited behind another one. */
async function closedWithWaitingCall() {
  const fixture = await open();
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.client().settings.update({ imageCallsPerMinute: 1 });
  await fixture.cleanUp(photoId);
  await fixture.paint(photoId, { x: 80, y: 60, width: 20, height: 10 });
  const { jobId } = await fixture.client().cleanup.run({ photoId });
  expect((await fixture.job(jobId)).state).toBe('waiting');
  await fixture.backend().close();
  return { fixture, jobId };
}

/** Ways to lose a database. */
const LOSSES = {
  damaged: () => writeFile(library(), Buffer.alloc(9000, 0x5a)),
  'cut off': () => truncate(library(), Math.floor(statSync(library()).size / 2)),
  '0 bytes': () => truncate(library(), 0),
  missing: () => rm(library()),
};

describe('backups of the library', () => {
  it('are made at each clean close with changes, and the newest three are kept', async () => {
    const fixture = await open();
    const counts: number[] = [];
    for (let round = 0; round < 5; round++) {
      await fixture.importPhoto(await noisePng(30 + round, 20));
      await fixture.restart();
      counts.push(listBackups(dataFolder()).length);
    }
    await fixture.backend().close();
    expect(counts).toEqual([1, 2, 3, 3, 3]);
    const backups = listBackups(dataFolder());
    expect(backups.every(({ path }) => isSound(path))).toBe(true);
    expect(statSync(backups[0]?.path ?? '').mode & 0o777).toBe(0o600);
    const left = readdirSync(join(dataFolder(), 'backups'));
    expect(left.filter((name) => !/^library-\d+\.db$|^covered$/u.test(name))).toEqual([]);
    expect(readFileSync(backups[0]?.path ?? '')).toEqual(readFileSync(library()));
  });

  it('are not made when nothing changed or the system shuts down', async () => {
    const fixture = await open();
    await fixture.importPhoto(await noisePng(30, 20));
    await fixture.restart();
    const before = listBackups(dataFolder());
    await fixture.restart();
    await fixture.restart();
    expect(listBackups(dataFolder())).toEqual(before);
    await fixture.importPhoto(await noisePng(31, 20));
    await fixture.backend().close({ isHurried: true });
    expect(listBackups(dataFolder())).toEqual(before);
    await fixture.restart(); // closed already: opens again, and the next close makes up for it
    await fixture.backend().close();
    expect(listBackups(dataFolder())).toHaveLength(2);
  });

  it('are not waited for once closing is hurried', async () => {
    const fixture = await open();
    await fixture.importPhoto(await noisePng(30, 20));
    const before = listBackups(dataFolder());
    const closing = fixture.backend().close();
    await fixture.backend().close({ isHurried: true });
    await closing;
    expect(listBackups(dataFolder())).toEqual(before);
  });

  it('are made daily while the library is open, and verified completely', async () => {
    const { database } = await openDatabase(folder);
    const logged: string[] = [];
    let time = Date.now();
    const backups = createLibraryBackups({
      database,
      folder,
      wasBackedUp: false,
      log: (line) => void logged.push(line),
      now: () => time,
    });
    const change = (value: string) =>
      database.prepare(`INSERT OR REPLACE INTO settings VALUES ('a', ?)`).run(value);
    change('1');
    await backups.tend();
    expect(listBackups(folder)).toMatchObject([{ at: time, isChecked: true }]);
    change('2');
    time += 23 * 60 * 60_000;
    await backups.tend();
    expect(listBackups(folder), 'not yet a day').toHaveLength(1);
    time += 60 * 60_000;
    await backups.tend();
    expect(listBackups(folder)).toHaveLength(2);
    time += 25 * 60 * 60_000;
    await backups.tend();
    expect(listBackups(folder), 'nothing is new').toHaveLength(2);
    expect(logged).toEqual([]);
    database.close();
  });

  it('do not replace good ones when they are damaged, and the next start reads the library', async () => {
    const fixture = await open();
    await fixture.importPhoto(await noisePng(30, 20));
    await fixture.backend().close();
    const { database } = await openDatabase(dataFolder());
    const parts = { database, folder: dataFolder(), wasBackedUp: true, log: () => undefined };
    const first = createLibraryBackups(parts);
    await first.tend();
    const [good] = listBackups(dataFolder());
    expect(good?.isChecked).toBe(true);
    for (let later = 1; later <= 5; later++) {
      await writeFile(join(dataFolder(), 'backups', `library-${Date.now() + later}.db`), 'broken');
      await createLibraryBackups({ ...parts, wasBackedUp: false }).afterClose();
    }
    expect(listBackups(dataFolder())).toContainEqual(good);
    await writeFile(join(dataFolder(), 'backups', `library-${Date.now() + 9e6}.db`), 'broken');
    await first.tend();
    first.noteClosing();
    await first.afterClose();
    expect(existsSync(`${library()}.closed`)).toBe(false);
    database.close();
  });
});

describe('a library whose database is lost', () => {
  for (const [loss, lose] of Object.entries(LOSSES)) {
    it(`(${loss}) is restored from the newest sound backup, and newer photos from their files`, async () => {
      const fixture = await open();
      const photo = await paintedPhoto(fixture);
      await fixture.backend().close();
      const mask = pixelSet(await fixture.restart().then(() => fixture.mask(photo.id)));
      const newer = await noisePng(64, 48, 9);
      await fixture.importPhoto(newer, 'newer.png');
      await fixture.backend().close({ isHurried: true });
      await lose();
      await writeFile(join(dataFolder(), 'backups', `library-${Date.now()}.db`), 'a broken backup');

      await fixture.restart();
      const from = listBackups(dataFolder()).at(-1)?.at;
      expect(await recoveryOf(fixture)).toEqual({
        reason: loss === 'damaged' || loss === 'cut off' ? 'damaged' : 'missing',
        backupFrom: from,
        isUnderWay: false,
        adopted: 1,
        left: 0,
      });
      expect(pixelSet(await fixture.mask(photo.id))).toEqual(mask);
      const names = await namesOf(fixture);
      expect(names, 'under its own name').toEqual(['newer.png', 'noise 1.png']);
      const again = await fixture.importPhoto(newer, 'newer.png');
      expect((await fixture.client().photos.recent({}))[0]?.id).toBe(again.id);
      expect(await namesOf(fixture)).toEqual(['newer.png', 'noise 1.png']);
      expect(problemsIn(dataFolder())).toEqual([]);
      await fixture.restart();
      expect((await fixture.client().app.info()).recovery, 'said once').toBeUndefined();
      await fixture.backend().close();
    });
  }

  it('is rebuilt from its files without a backup: photos and answers, no overlay or thumbnail', async () => {
    const fixture = await open();
    const photo = await paintedPhoto(fixture);
    await fixture.client().photos.verify({ photoId: photo.id });
    await fixture.cleanUp(photo.id);
    expect(globSync('files/*/*', { cwd: dataFolder() })).toHaveLength(4);
    await fixture.backend().close({ isHurried: true });
    rmSync(library());
    await fixture.restart();
    expect(await recoveryOf(fixture)).toMatchObject({ reason: 'missing', adopted: 2, left: 0 });
    expect((await namesOf(fixture)).toSorted()).toEqual(['noise 1 result.png', 'noise 1.png']);
    expect(globSync('files/*/*', { cwd: dataFolder() })).toHaveLength(4);
    expect(problemsIn(dataFolder())).toEqual([]);
  });

  it('names a picture by its time when its name is lost, and skips only the broken line', async () => {
    const fixture = await open();
    await fixture.importPhoto(await noisePng(64, 48, 9), 'first.png');
    await fixture.importPhoto(await noisePng(64, 48, 10), 'Anna’s “best”.png');
    await fixture.backend().close({ isHurried: true });
    rmSync(library());
    const names = join(dataFolder(), 'library.names');
    const [, second = ''] = readFileSync(names, 'utf8').split('\n');
    await writeFile(names, `["cut of\n${second}\n{}\n`);
    await fixture.restart();
    expect(await recoveryOf(fixture)).toMatchObject({ adopted: 2, left: 0 });
    expect((await namesOf(fixture)).toSorted()).toEqual([
      'Anna’s “best”.png',
      expect.stringMatching(/^Recovered \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/u),
    ]);
  });

  it('does not resend possibly sent calls: waiting calls are unknown, recipes paused', async () => {
    const { fixture, jobId } = await closedWithWaitingCall();
    const sent = service.postCount();
    await truncate(library(), 0);
    await fixture.restart();
    const ended = await fixture.until(jobId);
    expect(ended.state).toBe('unknown');
    expect(ended.error?.message).toBe(
      'The library came from a backup that was made before the service answered. The call may have been made and paid for since. Look at Spend and Activity before you run it again.',
    );
    await recoveryOf(fixture);
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(sent);
  });

  it('says on a prompt table under way that its rows may have been sent since', async () => {
    const fixture = await open();
    const table = await fixture.client().promptTables.create({
      template: 'Say {{word}}',
      model: 'a-model',
      parameters: {},
      table: { columns: ['word'], rows: [['one']] },
    });
    fixture.sql((database) => database.exec("UPDATE prompt_tables SET state = 'running'"));
    await fixture.backend().close();
    await truncate(library(), 0);
    await fixture.restart();
    expect(await fixture.client().promptTables.read({ tableId: table.id })).toMatchObject({
      state: 'paused',
      error: { kind: 'outcome-unknown' },
    });
  });

  it('shows a result as received when the blended picture of the backup is missing', async () => {
    const fixture = await open();
    const { id: photoId } = await paintedPhoto(fixture);
    await fixture.cleanUp(photoId);
    const patchOf = async () => (await fixture.client().photos.get({ photoId })).patches[0];
    const { id: patchId = '', url = '' } = (await patchOf()) ?? {};
    const blended = (opacity: number) =>
      fixture
        .client()
        .patchBlend.save({ photoId, patchId, blend: { opacity, feather: 0, strokes: [] } });
    await blended(0.3);
    await fixture.restart(); // backed up at the close
    await blended(0.7);
    await fixture.backend().tend();
    await fixture.backend().close({ isHurried: true });
    await truncate(library(), 0);
    await fixture.restart();
    await recoveryOf(fixture);
    const patch = await patchOf();
    expect(patch).toMatchObject({ id: patchId, url });
    expect(patch?.blend).toBeUndefined();
    expect((await fixture.media(url)).status).toBe(200);
    expect(problemsIn(dataFolder())).toEqual([]);
  });

  it('resumes when its restore was interrupted', async () => {
    const fixture = await open();
    await fixture.importPhoto(await noisePng(30, 20));
    await fixture.backend().close();
    await truncate(library(), 0);
    const { database, restoration } = await openDatabase(dataFolder());
    expect(restoration).toMatchObject({ reason: 'missing', isSettled: false });
    database.close(); // a crash before anything was reconciled
    const second = await openDatabase(dataFolder());
    expect(second.restoration).toEqual(restoration);
    second.database.close();
    await fixture.restart();
    expect(await recoveryOf(fixture)).toMatchObject({ reason: 'missing' });
  });
});

describe('a library after a kill', () => {
  /** The data folder as a kill leaves it: copied while the library is open. */
  async function killed(change: (data: string) => Promise<unknown>): Promise<BackendFixture> {
    const fixture = await open();
    await fixture.importPhoto(await noisePng(30, 20), 'older.png');
    await fixture.restart();
    await fixture.importPhoto(await noisePng(64, 48, 9), 'Anna’s “best” 🦊.png');
    const data = join(folder, 'killed');
    await cp(dataFolder(), data, { recursive: true });
    await fixture.backend().close();
    await change(data);
    return createBackendFixture({ service, folder, dataFolder: data });
  }
  const BOTH = ['Anna’s “best” 🦊.png', 'older.png'];

  it('keeps everything and reports nothing when its log is complete', async () => {
    const fixture = await killed(() => Promise.resolve());
    expect(await recoveryOf(fixture)).toBeUndefined();
    expect((await namesOf(fixture)).toSorted()).toEqual(BOTH);
  });

  it.each([
    ['is gone', (log: string) => rm(log)],
    ['has a damaged header', (log: string) => damage(log, 20)],
    ['has a damaged frame', (log: string) => damage(log, 32 + 24 + 100)],
  ])('re-adds its pictures by their names when its log %s', async (_, change) => {
    const fixture = await killed((data) => change(join(data, 'library.db-wal')));
    expect(await recoveryOf(fixture)).toEqual({
      reason: 'log-lost',
      isUnderWay: false,
      adopted: 1,
      left: 0,
    });
    expect((await namesOf(fixture)).toSorted()).toEqual(BOTH);
    expect(problemsIn(join(folder, 'killed'))).toEqual([]);
    await fixture.restart();
    expect((await fixture.client().app.info()).recovery, 'said once').toBeUndefined();
  });

  it('adds a picture that was stored and has no row yet', async () => {
    const png = await noisePng(50, 40, 3);
    const hash = createHash('sha256').update(png).digest('hex');
    const fixture = await killed(async (data) => {
      await mkdir(join(data, 'files', hash.slice(0, 2)), { recursive: true });
      await writeFile(join(data, 'files', hash.slice(0, 2), hash), png);
    });
    expect(await recoveryOf(fixture)).toMatchObject({ reason: 'unclosed', adopted: 1 });
    expect(await namesOf(fixture)).toContainEqual(expect.stringMatching(/^Recovered .*\.png$/u));
  });

  it('does not resend a waiting call when its log is lost', async () => {
    const { fixture, jobId } = await closedWithWaitingCall();
    const sent = service.postCount();
    // as a kill leaves it, with a log that is gone
    renameSync(`${library()}.closed`, `${library()}.open`);
    await fixture.restart();
    expect((await fixture.until(jobId)).state).toBe('unknown');
    expect((await recoveryOf(fixture))?.reason).toBe('log-lost');
    expect(service.postCount()).toBe(sent);
  });
});

/** Inverts a byte. */
async function damage(path: string, at: number): Promise<void> {
  const bytes = readFileSync(path);
  bytes[at] = ~(bytes[at] ?? 0);
  await writeFile(path, bytes);
}

it('refuses to start over a folder with the database’s name, and leaves it unchanged', async () => {
  mkdirSync(join(library(), 'mine'), { recursive: true });
  await expect(open()).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringMatching(/but a folder has that name\. Move it away/u) as string,
  });
  expect(readdirSync(library())).toEqual(['mine']);
  expect(readdirSync(dataFolder()).filter((name) => /^library\.(?!db$)/u.test(name))).toEqual([]);
});
