import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startScriptedService } from '../../../testing/scripted-service.ts';
import { answering, startQuirkyServer } from '../../service/client/testing/quirky-server.ts';
import { createKeychain } from '../../service/vault/keychain.ts';
import { memoryEntry } from './testing/memory-entry.ts';
import { UNREACHABLE_ADDRESS } from '../../../testing/unreachable-address.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  fixture = await createBackendFixture();
});

const CANARY = 'gesso-canary-4f1d9c';

/** A draft that must be refused. @returns the kind; nothing is saved, and the key appears nowhere */
async function refusedKind(baseUrl: string, key = CANARY): Promise<string> {
  const adding = fixture.client().connections.add({ name: 'Mine', baseUrl, key });
  const error = await adding.then(
    () => undefined,
    (thrown: { data?: { kind: string } }) => thrown,
  );
  const connections = await fixture.client().connections.list();
  expect(connections.map(({ kind }) => kind)).toEqual(['practice']);
  expect(connections[0]?.isActive).toBe(false);
  expect(JSON.stringify([error, fixture.logged])).not.toContain(CANARY);
  return error?.data?.kind ?? 'was let in';
}

describe('an account that cannot be connected', () => {
  it('saves nothing and gives the specific reason', async () => {
    const page = answering(200, '<h1>Sign in</h1>', { 'content-type': 'text/html' });
    await using html = await startQuirkyServer(page);
    const moved = answering(302, '', { location: 'https://example.com/' });
    await using redirect = await startQuirkyServer(moved);
    await using other = await startQuirkyServer(answering(200, '{"hello": "world"}'));
    await using service = await startScriptedService();
    const refused: readonly (readonly [string, string, address: string, key?: string])[] = [
      ['a wrong key', 'key-rejected', service.baseUrl],
      ['refusing address', 'unreachable', UNREACHABLE_ADDRESS],
      ['a web page', 'not-the-service', html.baseUrl],
      ['a redirect', 'not-the-service', redirect.baseUrl],
      ['another service', 'bad-answer', other.baseUrl],
      ['no address', 'invalid-input', 'not an address'],
      ['another scheme', 'invalid-input', 'ftp://example.com'],
      ['plain http to another computer', 'invalid-input', 'http://example.com'],
      ['a key of two lines', 'invalid-input', service.baseUrl, `${CANARY}\nx`],
    ];
    for (const [what, kind, address, key] of refused) {
      expect([what, await refusedKind(address, key)]).toEqual([what, kind]);
    }
  });

  it('leaves no key behind when the connection cannot be stored', async () => {
    const kept = new Map<string, string>();
    await using service = await startScriptedService();
    await fixture[Symbol.asyncDispose]();
    const keychain = createKeychain({ openEntry: memoryEntry(kept) });
    fixture = await createBackendFixture({ ports: { keychain } });
    const { client } = fixture;
    fixture.fill('connections');
    const draft = { name: 'Mine', baseUrl: service.baseUrl, key: service.key };
    await expect(client().connections.add(draft)).rejects.toMatchObject({ code: 'APP_ERROR' });
    expect([...kept.values()]).toEqual([]);
  });
});

describe('a connected account', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await service.server.close();
  });

  /** Starts again with this keychain, and without a library. */
  async function beginWith(...options: Parameters<typeof createKeychain>): Promise<void> {
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ ports: { keychain: createKeychain(...options) } });
  }

  async function painted(): Promise<string> {
    const photo = await fixture.importPhoto(await noisePng(90, 60));
    await fixture.paint(photo.id, { x: 20, y: 20, width: 9, height: 9 });
    return photo.id;
  }

  const draft = () => ({ name: ' Mine ', baseUrl: `${service.url}/`, key: ` ${testKey}\n` });

  it('is active at once, shows four characters of its key, and works', async () => {
    const added = await fixture.client().connections.add(draft());
    expect(added).toMatchObject({
      kind: 'account',
      name: 'Mine',
      baseUrl: service.url,
      isActive: true,
      keyHint: testKey.slice(-4),
      keyState: 'in-memory',
    });
    await fixture.client().connections.check({ connectionId: added.id });
    const job = await fixture.cleanUp(await painted());
    expect(job).toMatchObject({ state: 'done', connectionName: 'Mine' });
  });

  it('finishes a paid call that was sent before it was renamed or removed', async () => {
    const hold = Promise.withResolvers<void>();
    await using held = await startScriptedService(async (cleanup) => {
      await hold.promise;
      await cleanup.answer();
    });
    const { client } = fixture;
    const account = { name: 'Mine', baseUrl: held.baseUrl, key: held.key };
    const { id } = await client().connections.add(account);
    const photoId = await painted();
    const arrived = held.next();
    const { jobId } = await client().cleanup.run({ photoId });
    await arrived;
    await client().connections.update({ connectionId: id, name: 'Ours' });
    await client().connections.remove({ connectionId: id });
    hold.resolve();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(held.postCount()).toBe(1);
  });

  it('can be replaced, activated and removed, and is inactive once removed', async () => {
    const { client } = fixture;
    const first = await client().connections.add(draft());
    const second = await client().connections.add({ ...draft(), name: 'Second' });
    const active = async () =>
      (await client().connections.list()).filter((each) => each.isActive).map(({ id }) => id);
    // with one in use, a new one waits until the user wants it
    expect(second.isActive).toBe(false);
    expect(await active()).toEqual([first.id]);
    await client().connections.activate({ connectionId: second.id });
    expect(await active()).toEqual([second.id]);
    await client().connections.activate({ connectionId: first.id });
    const replacing = client().connections.replaceKey({ connectionId: first.id, key: 'wrong-key' });
    await expect(replacing).rejects.toMatchObject({ data: { kind: 'key-rejected' } });
    await client().connections.check({ connectionId: first.id }); // the good key is still there
    await client().connections.replaceKey({ connectionId: first.id, key: testKey });
    await client().connections.remove({ connectionId: first.id });
    expect(await active()).toEqual([]);
    const running = client().cleanup.run({ photoId: await painted() });
    await expect(running).rejects.toMatchObject({ data: { kind: 'no-connection' } });
    const gone = client().connections.activate({ connectionId: first.id });
    await expect(gone).rejects.toMatchObject({ data: { kind: 'not-found' } });
    const again = client().connections.remove({ connectionId: first.id });
    await expect(again).rejects.toMatchObject({ data: { kind: 'not-found' } });
  });

  it('is unknown, not missing, when its keychain cannot be reached', async () => {
    const kept = new Map<string, string>();
    const reach = { isUp: true };
    const open = memoryEntry(kept);
    await beginWith({
      openEntry: (...of) =>
        reach.isUp ? open(...of) : Promise.reject(new Error('no D-Bus session')),
    });
    const { id } = await fixture.client().connections.add(draft());
    reach.isUp = false;
    await fixture.restart();
    const [, account] = await fixture.client().connections.list();
    expect(account?.keyState).toBe('unreachable');
    const check = fixture.client().connections.check({ connectionId: id });
    await expect(check).rejects.toMatchObject({
      data: {
        kind: 'keychain',
        message:
          'The key of “Mine” can’t be read: the keychain can’t be reached. Start it, or enter the key again in Settings to use it until you quit Gesso.',
      },
    });
    reach.isUp = true;
    expect((await fixture.client().connections.list())[1]?.keyState).toBe('kept');
  });

  it('loses its key after a restart without a keychain, and says what to do', async () => {
    const { id } = await fixture.client().connections.add(draft());
    expect(await fixture.client().connections.keyStorage()).toMatchObject({ kept: 'memory' });
    const kept = new Map<string, string>();
    await beginWith({ openEntry: memoryEntry(kept) });
    const added = await fixture.client().connections.add(draft());
    expect(added.keyState).toBe('kept');
    kept.clear(); // as a restart does without a keychain
    await fixture.restart();
    const [, account] = await fixture.client().connections.list();
    expect(account?.keyState).toBe('missing');
    const job = await fixture.cleanUp(await painted());
    expect(job).toMatchObject({
      state: 'failed',
      error: { kind: 'key-missing', action: 'open-settings' },
    });
    expect(job.error?.message).toContain('Nothing was sent.');
    expect(id).not.toBe(added.id);
  });
});

describe('the practice service', () => {
  it('is started once when needed, again after a failed start, and stopped at the end', async () => {
    let starts = 0;
    let stops = 0;
    await using service = await startScriptedService();
    await using own = await createBackendFixture({
      ports: {
        startPracticeService: async () => {
          if (starts++ === 0) throw new Error('no port');
          const { baseUrl, key } = service;
          return { baseUrl, key, stop: () => Promise.resolve(void stops++) };
        },
      },
    });
    expect(starts).toBe(0);
    const failing = own.client().connections.activatePractice();
    await expect(failing).rejects.toMatchObject({ code: 'APP_ERROR' });
    await Promise.all([
      own.client().connections.activatePractice(),
      own.client().connections.activatePractice(),
    ]);
    expect(starts).toBe(2);
    await own.backend().close();
    expect(stops).toBe(1);
  });

  it('is started again for the next call after it has ended by itself', async () => {
    const crashes: (() => void)[] = [];
    await using service = await startScriptedService();
    await using own = await createBackendFixture({
      ports: {
        startPracticeService() {
          const { promise: ended, resolve } = Promise.withResolvers<void>();
          crashes.push(resolve);
          const baseUrl = crashes.length === 1 ? UNREACHABLE_ADDRESS : service.baseUrl;
          return Promise.resolve({
            baseUrl,
            key: service.key,
            ended,
            stop: () => Promise.resolve(),
          });
        },
      },
    });
    const { connections, models } = own.client();
    await connections.activatePractice();
    crashes[0]?.();
    expect(await models.refresh({ connectionId: 'practice' })).toMatchObject({ error: undefined });
  });
});
