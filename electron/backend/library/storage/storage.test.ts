import { existsSync } from 'node:fs';
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { readLibraryLocation } from '../open-library-location.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  fixture = await createBackendFixture({ ports: { chooseFolder: undefined } });
});

const storage = () => fixture.client().storage;
const place = (name: string) => join(fixture.folder, name);

/** Waits until the work on the library has ended. */
async function ended(): Promise<string | undefined> {
  const { state, error } = await vi.waitFor(async () => {
    const work = await storage().work();
    if (work === null || work.state === 'running') throw new Error('It goes on.');
    return work;
  });
  return error?.message ?? state;
}

async function moved(): Promise<void> {
  await storage().move({ typed: place('new') });
  expect(await ended()).toBe('done');
}

async function names(): Promise<readonly string[]> {
  return (await fixture.client().photos.recent()).map(({ name }) => name);
}

async function addPhoto(name: string): Promise<string> {
  // a size for each name: the same bytes would be the same photo
  const { id } = await fixture.importPhoto(await noisePng(40 + name.length, 48), name);
  await fixture.client().photos.open({ photoId: id });
  return id;
}

describe('a library that is moved', () => {
  it('is in the new folder after the next start, with later changes', async () => {
    await addPhoto('the-early-one.png');
    expect(await storage().move({ typed: place('new') })).toBe(true);
    expect(await ended()).toBe('done');
    await addPhoto('late.png');
    expect((await storage().read({})).folder).toBe(fixture.dataFolder);
    await fixture.restart();
    const now = await storage().read({});
    expect(now).toMatchObject({ folder: place('new'), earlier: [fixture.dataFolder] });
    expect(now.order).toBeUndefined();
    expect((await names()).toSorted()).toEqual(['late.png', 'the-early-one.png']);
    await fixture.restart({
      whileClosed: () => Promise.resolve(expect(problemsIn(place('new'))).toEqual([])),
    });
  });

  it('keeps the old folder until it is removed, and deletes nothing else in it', async () => {
    await addPhoto('a.png');
    await moved();
    await fixture.restart();
    expect(existsSync(join(fixture.dataFolder, 'library.db'))).toBe(true);
    await writeFile(join(fixture.dataFolder, 'mine.txt'), 'mine');
    await storage().removeEarlier({ folder: fixture.dataFolder });
    expect(existsSync(join(fixture.dataFolder, 'library.db'))).toBe(false);
    expect(existsSync(join(fixture.dataFolder, 'files'))).toBe(false);
    expect(existsSync(join(fixture.dataFolder, 'mine.txt'))).toBe(true);
    await fixture.restart();
    expect(await names()).toEqual(['a.png']);
  });

  it('stays in place when a finished copy is missing at the start', async () => {
    await addPhoto('a.png');
    await moved();
    await fixture.restart({
      async whileClosed() {
        await rm(place('new'), { recursive: true });
        await writeFile(place('new'), 'a file where the folder was');
      },
    });
    const now = await storage().read({});
    expect(now.folder).toBe(fixture.dataFolder);
    expect(now.failure).toBeDefined();
    expect(await names()).toEqual(['a.png']);
  });

  it('is moved once when two moves are ordered at the same moment', async () => {
    const moves = ['new', 'second'].map((name) => storage().move({ typed: place(`${name}/in`) }));
    const ends = await Promise.allSettled(moves);
    const [refused, ...more] = ends.flatMap((end, at) => (end.status === 'rejected' ? [at] : []));
    expect(more).toEqual([]);
    expect(existsSync(place(refused === 0 ? 'new' : 'second'))).toBe(false);
    expect(await ended()).toBe('done');
  });

  it('refuses a folder that is in use, is the library itself, or is inside it', async () => {
    await mkdir(place('full'));
    await writeFile(join(place('full'), 'a'), '');
    const move = (path: string) => storage().move({ typed: path });
    await expect(move(place('full'))).rejects.toThrow('This folder is not empty.');
    await expect(move(fixture.dataFolder)).rejects.toThrow('in this folder already');
    await expect(move(join(fixture.dataFolder, 'x'))).rejects.toThrow('inside the library');
    await expect(move(join(place('full'), 'a'))).rejects.toThrow('This is not a folder.');
    await expect(move('relative')).rejects.toThrow('Enter a full path');
    expect(await storage().work()).toBeNull();
  });

  it('refuses the library and a folder inside it by another name of the disk', async () => {
    await symlink(fixture.dataFolder, place('link'), 'junction');
    const move = (path: string) => storage().move({ typed: path });
    await expect(move(place('link'))).rejects.toThrow('in this folder already');
    await expect(move(join(place('link'), 'x', 'y'))).rejects.toThrow('inside the library');
    expect(existsSync(join(fixture.dataFolder, 'x'))).toBe(false);
    expect(await storage().work()).toBeNull();
  });

  it('offers ways out when its disk is missing', async () => {
    await moved();
    await fixture.restart();
    const start = fixture.restart({ whileClosed: () => rename(place('new'), place('away')) });
    await expect(start).rejects.toThrow('Connect its disk and start Gesso again.');
    expect(existsSync(place('new'))).toBe(false);
    await rename(place('away'), place('new'));
    await fixture.restart();
    expect((await storage().read({})).folder).toBe(place('new'));
  });
});

describe('a backup in one file', () => {
  async function backUp(): Promise<string> {
    const file = place('all.gessobackup');
    await storage().backUp({ typed: file });
    expect(await ended()).toBe('done');
    return file;
  }

  it('is restored in another data folder after the next start', async () => {
    await addPhoto('a.png');
    const file = await backUp();
    await using other = await createBackendFixture({ ports: { chooseFolder: undefined } });
    await other.client().storage.restore({ typed: file });
    await vi.waitFor(async () =>
      expect(await other.client().storage.work()).toMatchObject({ state: 'done' }),
    );
    expect(await other.client().photos.recent()).toEqual([]);
    await other.restart();
    expect((await other.client().photos.recent()).map(({ name }) => name)).toEqual(['a.png']);
    const { folder, earlier } = await other.client().storage.read({});
    expect(earlier).toEqual([other.dataFolder]);
    expect(problemsIn(folder)).toEqual([]);
    await other.client().storage.goBackTo({ folder: other.dataFolder });
    await other.restart();
    expect(await other.client().photos.recent()).toEqual([]);
  });

  it('S53 names the accounts in it, and where their keys would go', async () => {
    const omits = { omitRequest: false, omitResponse: false, keyHint: '' };
    const header = { headerName: 'x-gateway', scheme: 'none', scope: 'language' };
    const gateway = JSON.stringify({ baseUrl: 'https://g.example', ...header, ...omits });
    const insert = `INSERT INTO connections (id, name, base_url, key_hint, chat_path, gateway, created_at)
      VALUES ('a', ?, 'https://a.example', '', '/c', ?, 1)`;
    fixture.sql((database) => database.prepare(insert).run('Mi\u202Ene\u0000', gateway));
    const file = await backUp();
    await storage().restore({ typed: file });
    expect(await ended()).toBe('done');
    expect((await storage().work())?.accounts).toEqual([
      { name: 'Mine', addresses: ['https://a.example', 'https://g.example'] },
    ]);
  });

  it('is refused when it is truncated, changed, or something else, and nothing is lost', async () => {
    await addPhoto('a.png');
    const file = await backUp();
    const whole = await readFile(file);
    const { length } = whole;
    const ends = [0.1 * length, 0.5 * length, 0.9 * length, length - 1600].map(Math.round);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(length >> 1) ^ 1, length >> 1);
    const outcomeOf = async (bytes: Buffer | string) => {
      await writeFile(place('bad.gessobackup'), bytes);
      await storage().restore({ typed: place('bad.gessobackup') });
      return await ended();
    };
    for (const bytes of [flipped, ...ends.map((end) => whole.subarray(0, end))])
      expect(await outcomeOf(bytes)).toMatch(/This backup is (?:cut off|damaged)/u);
    expect(await outcomeOf('not a backup')).toContain('This file is not a backup of Gesso.');
    expect(readLibraryLocation(fixture.dataFolder).order).toBeUndefined();
    expect(await readdir(join(fixture.dataFolder, 'restored'))).toEqual([]);
    await fixture.restart();
    expect(await names()).toEqual(['a.png']);
  });

  it('writes nothing outside the new folder', async () => {
    const file = await backUp();
    const bytes = await readFile(file);
    const at = bytes.indexOf('library.db', 512);
    bytes.write('../../a.db', at);
    await writeFile(file, bytes);
    await storage().restore({ typed: file });
    expect(await ended()).toContain('This backup is damaged.');
    await truncate(file, 0);
    await storage().restore({ typed: file });
    expect(await ended()).toContain('is not a backup of Gesso');
  });
});

describe('an automatic backup', () => {
  it('replaces the library at the next start, which stays in the list', async () => {
    await addPhoto('the-first-one.png');
    await fixture.restart();
    const [backup] = (await storage().read({})).backups;
    await addPhoto('second.png');
    await storage().restoreBackup({ name: backup?.name ?? '' });
    expect((await names()).toSorted()).toEqual(['second.png', 'the-first-one.png']);
    await fixture.restart();
    // the newer picture comes back by its file, not by its name
    await vi.waitFor(async () => expect(await names()).toContain('the-first-one.png'));
    expect(await names()).not.toContain('second.png');
    const before = (await storage().read({})).backups.find(({ kind }) => kind === 'before-restore');
    await storage().restoreBackup({ name: before?.name ?? '' });
    await fixture.restart();
    expect(await names()).toEqual(expect.arrayContaining(['the-first-one.png', 'second.png']));
  });

  it('stays until it replaces the library, when it is the oldest and more follow', async () => {
    for (const name of ['a.png', 'bb.png', 'ccc.png']) {
      await addPhoto(name);
      await fixture.restart();
    }
    const oldest = (await storage().read({})).backups.at(-1);
    await addPhoto('dddd.png');
    await storage().restoreBackup({ name: oldest?.name ?? '' });
    await storage().cleanUp({ kind: 'backups', withOnlyHere: true });
    await fixture.restart();
    const { failure, backups } = await storage().read({});
    expect(failure).toBeUndefined();
    expect(backups.some(({ kind }) => kind === 'before-restore')).toBe(true);
    expect(await readdir(join(fixture.dataFolder, 'backups'))).not.toContain('ordered.part');
  });
});

describe('a storage clean-up', () => {
  const kind = async (wanted: string) =>
    (await storage().read({})).kinds.find((each) => each.kind === wanted);

  it('deletes photos without another copy when the user says so, and none that is open', async () => {
    const client = fixture.client();
    const open = await addPhoto('open.png');
    await addPhoto('no-longer-open.png');
    await client.screenState.update({ openPhotoIds: [open], openPhotoId: open });
    expect(await kind('photos')).toMatchObject({ removable: 0, onlyHere: 1 });
    const without = await storage().cleanUp({ kind: 'photos', withOnlyHere: false });
    expect(without.removed).toBe(0);
    expect((await names()).length).toBe(2);
    const all = await storage().cleanUp({ kind: 'photos', withOnlyHere: true });
    expect(all).toEqual({ removed: 1 });
    expect(await names()).toEqual(['open.png']);
  });

  it('deletes many photos in pieces, between which others go on', async () => {
    await addPhoto('one-of-many.png');
    fixture.sql((database) => {
      const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('photos');
      const copied = columns.map(({ name }) =>
        name === 'id' ? "'copy ' || value" : `"${String(name)}"`,
      );
      const many =
        'WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 999)';
      database.exec(`${many} INSERT INTO photos SELECT ${copied.join()} FROM photos, n`);
      database.exec(
        `INSERT OR IGNORE INTO photo_purposes (photo_id, purpose, used_at) SELECT id, 'studio', 0 FROM photos`,
      );
    });
    const seen = new Set<number>();
    const count = () =>
      fixture.sql((database) => database.prepare('SELECT count(*) AS count FROM photos').get());
    const over = new AbortController();
    const cleaning = storage().cleanUp({ kind: 'photos', withOnlyHere: true });
    void cleaning.finally(() => over.abort());
    while (!over.signal.aborted) {
      seen.add(Number(count()?.['count']));
      await setImmediate();
    }
    expect([...seen]).toContain(500);
    expect(await cleaning).toEqual({ removed: 1000 });
    expect(await names()).toEqual([]);
  });

  it('keeps the newest backup, and keeps set-aside databases until the user says so', async () => {
    for (const name of ['a.png', 'bb.png', 'ccc.png']) {
      await addPhoto(name);
      await fixture.restart();
    }
    const [newest] = (await storage().read({})).backups;
    await writeFile(join(fixture.dataFolder, 'library.db.before-version-3'), 'old');
    expect(await kind('backups')).toMatchObject({ onlyHere: 1 });
    const { removed } = await storage().cleanUp({ kind: 'backups', withOnlyHere: false });
    expect(removed).toBeGreaterThan(0);
    expect((await storage().read({})).backups[0]).toEqual(newest);
    expect(existsSync(join(fixture.dataFolder, 'library.db.before-version-3'))).toBe(true);
    await storage().cleanUp({ kind: 'backups', withOnlyHere: true });
    expect(existsSync(join(fixture.dataFolder, 'library.db.before-version-3'))).toBe(false);
  });

  it('of conversations removes old ones, and restores them', async () => {
    const client = fixture.client();
    const { id } = await client.conversations.create({});
    expect(await kind('conversations')).toMatchObject({ onlyHere: 0 });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 100 * 24 * 60 * 60 * 1000);
    const done = await storage().cleanUp({ kind: 'conversations', withOnlyHere: true });
    expect(done.removed).toBe(1);
    expect((await client.conversations.list({ limit: 10 })).entries).toEqual([]);
    // of its own message, which stays when something else is cleaned up
    const other = await client.conversations.create({});
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 100 * 24 * 60 * 60 * 1000);
    await storage().cleanUp({ kind: 'conversations', withOnlyHere: true });
    await storage().cleanUp({ kind: 'backups', withOnlyHere: false });
    await storage().undo({ undoId: done.undoId ?? '' });
    const { entries } = await client.conversations.list({ limit: 10 });
    expect(entries.map((entry) => entry.id)).toEqual([id]);
    expect(other.id).not.toBe(id);
  });
});
