import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBackendFixture, paintedPhoto } from '../../testing/backend-fixture.ts';
import { startCrashingBackend } from '../../testing/crashing-backend.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { noteCleanClose, takeCleanClose } from './clean-close.ts';
import { closeDatabase, openDatabase, transaction } from './database.ts';
import { openFileStore } from './file-store.ts';
import { lockFolder } from './folder-lock.ts';
import { LATEST_VERSION, OLDEST_VERSION } from './migrations/index.ts';

let folder = '';

beforeEach(() => {
  folder = testFolder();
});

/** Every file below a folder: content, size and time of its last change. */
function snapshot(of: string): Readonly<Record<string, string>> {
  const paths = globSync('**/*', { cwd: of }).filter((path) => statSync(join(of, path)).isFile());
  return Object.fromEntries(
    paths.sort().map((path) => {
      const { mtimeMs, size, mode } = statSync(join(of, path));
      const hash = createHash('sha256')
        .update(readFileSync(join(of, path)))
        .digest('hex');
      return [path, `${size} ${mtimeMs} ${mode} ${hash}`];
    }),
  );
}

describe('the library’s database', () => {
  it('is created from nothing, with every migration applied and every write durable', async () => {
    const { database, restoration } = await openDatabase(folder);
    const pragma = (name: string) =>
      Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(restoration).toBeUndefined();
    expect(pragma('user_version')).toBe(LATEST_VERSION);
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous'), 'FULL').toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    database.close();
  });

  it('is created from an empty file, and reopens with its content', async () => {
    await writeFile(join(folder, 'library.db'), '');
    const first = await openDatabase(folder);
    first.database.exec("INSERT INTO settings VALUES ('a', '1')");
    closeDatabase(first.database, folder);
    const second = await openDatabase(folder);
    expect(second.restoration).toBeUndefined();
    expect(second.database.prepare('SELECT value FROM settings').get()).toEqual({ value: '1' });
    second.database.close();
  });

  it('is refused when a newer Gesso made it, with no byte of the folder changed', async () => {
    const data = join(folder, 'data');
    await using fixture = await createBackendFixture({ dataFolder: data });
    await fixture.importPhoto(await noisePng(20, 20));
    await fixture.backend().close();
    const database = new DatabaseSync(join(data, 'library.db'));
    database.exec(`PRAGMA user_version = ${LATEST_VERSION + 1}`);
    database.close();
    const before = snapshot(data);
    const start = createBackendFixture({ dataFolder: data });
    await expect(start).rejects.toMatchObject({
      kind: 'database-newer',
      details: { libraryVersion: LATEST_VERSION + 1 },
    });
    expect(snapshot(data)).toEqual(before);
    const old = new DatabaseSync(join(data, 'library.db'));
    old.exec(`PRAGMA user_version = ${LATEST_VERSION}`);
    old.close();
    await fixture.restart().catch(() => undefined);
  });

  it('is refused when a newer Gesso made it and crashed with a log', async () => {
    const live = join(folder, 'live');
    await mkdir(live);
    const { database } = await openDatabase(live);
    database.exec(`PRAGMA user_version = ${LATEST_VERSION + 5}`);
    for (const name of readdirSync(live)) await copyFile(join(live, name), join(folder, name));
    database.close();
    await rm(live, { recursive: true });
    expect(readFileSync(join(folder, 'library.db')).readUInt32BE(60)).not.toBe(LATEST_VERSION + 5);
    const before = snapshot(folder);
    await expect(openDatabase(folder)).rejects.toMatchObject({ kind: 'database-newer' });
    expect(snapshot(folder)).toEqual(before);
  });

  it('is set aside, never deleted, when damaged, and replaced by an empty one without a backup', async () => {
    const contents = [Buffer.alloc(4096, 0x5a), Buffer.from('not a database'), undefined];
    for (const content of contents) {
      const data = await mkdtemp(join(folder, 'data-'));
      const path = join(data, 'library.db');
      if (content === undefined) (await openDatabase(data)).database.close();
      // the header is whole, the tables are not
      const damaged = content ?? (await readFile(path)).fill(0xff, 4096);
      await writeFile(path, damaged);
      const { database, restoration } = await openDatabase(data);
      expect(database.prepare('SELECT count(*) AS n FROM photos').get()).toEqual({ n: 0 });
      database.close();
      expect(restoration).toEqual({ reason: 'damaged', from: undefined, isSettled: false });
      const aside = readdirSync(data).find((name) => /^library\.damaged-\d+\.db$/u.test(name));
      expect(await readFile(join(data, aside ?? ''))).toEqual(damaged);
    }
  });

  it('is refused with a message before version 1.0.0, with no byte of the folder changed', async () => {
    const { database } = await openDatabase(folder);
    database.exec(`PRAGMA user_version = ${OLDEST_VERSION - 1}`);
    database.close();
    const before = snapshot(folder);
    await expect(openDatabase(folder)).rejects.toMatchObject({
      kind: 'database-older',
      message: expect.stringContaining('before 1.0.0'),
    });
    expect(snapshot(folder)).toEqual(before);
  });

  it('is verified completely unless Gesso closed it cleanly', async () => {
    await using fixture = await createBackendFixture({});
    const path = join(fixture.dataFolder, 'library.db');
    await fixture.backend().close();
    expect(existsSync(`${path}.closed`)).toBe(true);
    expect(takeCleanClose(path)).toBe(true);
    expect(takeCleanClose(path), 'after a crash there is no note').toBe(false);
    noteCleanClose(path);
    const bytes = await readFile(path);
    await sleep(5);
    await writeFile(path, bytes);
    expect(takeCleanClose(path), 'touched by somebody').toBe(false);
  });

  it('rolls back a transaction that throws', async () => {
    const { database } = await openDatabase(folder);
    const failing = () =>
      transaction(database, () => {
        database.exec("INSERT INTO settings VALUES ('a', '1')");
        throw new Error('in the middle');
      });
    expect(failing).toThrow('in the middle');
    expect(database.isTransaction).toBe(false);
    expect(database.prepare('SELECT * FROM settings').all()).toEqual([]);
    database.close();
  });
});

describe('the lock of a data folder', () => {
  it('admits one process at a time, and the next one after it', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ kind: 'in-use' }));
    lock.release();
    lockFolder(folder).release();
  });

  it('is recreated with a note when its file is damaged, and stays held when it is held', async () => {
    const path = join(folder, 'in-use.lock');
    for (const content of ['garbage', Buffer.alloc(4096, 0x5a)]) {
      await writeFile(path, content);
      let damages = 0;
      lockFolder(folder, () => (damages += 1)).release();
      expect(damages).toBe(1);
    }
    await using fixture = await createBackendFixture({ dataFolder: join(folder, 'data') });
    await fixture.backend().close();
    await writeFile(join(folder, 'data', 'in-use.lock'), 'garbage');
    await fixture.restart();
    expect(fixture.logged).toContain('in-use.lock was damaged and has been made anew');
    expect(() => lockFolder(join(folder, 'data'))).toThrow(
      expect.objectContaining({ kind: 'in-use' }),
    );
  });

  it('names its file when that causes the failure', async () => {
    await mkdir(join(folder, 'data', 'in-use.lock'), { recursive: true });
    await expect(createBackendFixture({ dataFolder: join(folder, 'data') })).rejects.toMatchObject({
      kind: 'storage',
      message:
        'Gesso can’t use the file “in-use.lock” in its data folder. Delete it and start Gesso again.',
    });
  });

  it('blocks another process, and ends with its own, even by kill -9', async () => {
    await using service = await startScriptedService();
    await using other = await startCrashingBackend(folder, service);
    await expect(createBackendFixture({ dataFolder: folder })).rejects.toMatchObject({
      kind: 'in-use',
      message: expect.stringContaining('already open'),
    });
    const rect = { x: 0, y: 0, width: 2, height: 2 };
    await other.ask({ kind: 'paint-photo', rect, size: { width: 9, height: 9 }, seed: 1 });
    await other.kill();
    await using fixture = await createBackendFixture({ dataFolder: folder });
    expect(await fixture.client().photos.recent()).toHaveLength(1);
  });

  it('says so when the folder cannot be used', async () => {
    const path = join(folder, 'a file');
    await writeFile(path, 'x');
    await expect(createBackendFixture({ dataFolder: path })).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining('can’t use'),
    });
    await expect(createBackendFixture({ dataFolder: join(path, 'below') })).rejects.toMatchObject({
      kind: 'storage',
    });
  });
});

async function* chunks(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part);
}

describe('stored files', () => {
  async function openStore() {
    const { database } = await openDatabase(folder);
    onTestFinished(() => database.close());
    const store = await openFileStore(database, folder);
    const put = async (content: string, type = 'image/png') =>
      await store.commit(await store.stage(chunks(content)), type);
    return { database, store, put };
  }

  it('have the same id for the same content, stored under its hash', async () => {
    const { store, put } = await openStore();
    const one = await store.commit(await store.stage(chunks('ab', 'c')), 'image/png');
    const two = await put('abc');
    const hash = createHash('sha256').update('abc').digest('hex');
    expect(two).toEqual(one);
    expect(one.path).toBe(join(folder, 'files', hash.slice(0, 2), hash));
    expect(one).toMatchObject({ byteLength: 3, mediaType: 'image/png' });
    expect(await readFile(one.path, 'utf8')).toBe('abc');
    expect(globSync('files/**/*.part', { cwd: folder })).toEqual([]);
    expect(await store.isWhole(one.id)).toBe(true);
  });

  it('flush the folder of all folders only with the first file of each', async () => {
    const { put } = await openStore();
    const contents = Array.from({ length: 2000 }, (_, index) => String(index));
    const folderOf = (content: string) =>
      createHash('sha256').update(content).digest('hex').slice(0, 2);
    const [first = '', second = ''] = contents.filter((each) => folderOf(each) === 'ab');
    await using handle = await open(folder);
    const flush = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
    const flushes = async (content: string): Promise<number> => {
      flush.mockClear();
      await put(content);
      return flush.mock.calls.length;
    };
    expect(await flushes(first)).toBe(3); // The file, its folder, and the folder of that one.
    expect(await flushes(second)).toBe(2);
  });

  it('are rewritten when they went missing or were changed on the disk', async () => {
    const { store, put } = await openStore();
    const file = await put('content');
    for (const harm of [() => rm(file.path), () => writeFile(file.path, 'CONTENT')]) {
      await harm();
      expect(await store.isWhole(file.id)).toBe(false);
      expect((await put('content')).id).toBe(file.id);
      expect(await readFile(file.path, 'utf8')).toBe('content');
      expect(await store.isWhole(file.id)).toBe(true);
    }
  });

  it('gain their detected type when they are inspected, and never lose it', async () => {
    const { put } = await openStore();
    const types = ['application/octet-stream', 'image/png', 'application/octet-stream'];
    const kept: string[] = [];
    for (const type of types) kept.push((await put('same', type)).mediaType);
    expect(kept).toEqual(['application/octet-stream', 'image/png', 'image/png']);
  });

  it('leave nothing when their bytes break off, and remains of a crash are swept', async () => {
    const { store } = await openStore();
    async function* breaking() {
      yield Buffer.from('half');
      throw new Error('the window was closed');
    }
    await expect(store.stage(breaking())).rejects.toThrow('the window was closed');
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
    await store.stage(chunks('never committed'));
    expect(readdirSync(join(folder, 'files'))).toHaveLength(1);
    const again = await openStore();
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
    expect(() => again.store.get('nobody')).toThrow(expect.objectContaining({ kind: 'not-found' }));
  });

  it('have no row before their bytes are stored', async () => {
    const { database, store } = await openStore();
    const staged = await store.stage(chunks('x'));
    await rm(staged.path);
    await expect(store.commit(staged, 'image/png')).rejects.toThrow('ENOENT');
    expect(database.prepare('SELECT * FROM files').all()).toEqual([]);
  });
});

describe('S35 the data folder', () => {
  it('is readable by the user alone with all its files, even with an open umask', async () => {
    const before = process.umask(0);
    try {
      await using service = await startScriptedService();
      const data = join(folder, 'data');
      await mkdir(data);
      chmodSync(data, 0o755); // chosen by the user, and made by somebody else
      await using fixture = await createBackendFixture({ service, dataFolder: data });
      const photo = await paintedPhoto(fixture);
      await fixture.cleanUp(photo.id);
      await fixture.client().photos.verify({ photoId: photo.id });
      await fixture.media('/media/samples/mountain-path');
      const open = globSync('**/*', { cwd: data })
        .map((path) => [path, statSync(join(data, path))] as const)
        .filter(([, { mode }]) => (mode & 0o077) !== 0)
        .map(([path]) => path);
      // the lock and its companion have no content
      expect(open.filter((path) => !path.startsWith('in-use.lock'))).toEqual([]);
    } finally {
      process.umask(before);
    }
  });

  it('is created for the user alone', async () => {
    const data = join(folder, 'new', 'data');
    await using fixture = await createBackendFixture({ dataFolder: data });
    expect((await stat(fixture.dataFolder)).mode & 0o777).toBe(0o700);
  });
});
