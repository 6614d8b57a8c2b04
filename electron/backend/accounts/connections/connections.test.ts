import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startScriptedService } from '../../../testing/scripted-service.ts';
import { createKeychain, type KeychainEntry } from '../../service/vault/keychain.ts';
import { UNREACHABLE_ADDRESS } from '../../../testing/unreachable-address.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  fixture = await createBackendFixture();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const CANARY = 'gesso-canary-4f1d9c';

/** A server that answers everything in its own way. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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
    await using html = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>');
    });
    await using redirect = await serve((_request, response) => {
      response.writeHead(302, { location: 'https://example.com/' }).end();
    });
    await using other = await serve((_request, response) => response.end('{"hello": "world"}'));
    await using service = await startScriptedService();
    const kinds = {
      'a wrong key': await refusedKind(service.baseUrl),
      'refusing address': await refusedKind(UNREACHABLE_ADDRESS),
      'a web page': await refusedKind(html.baseUrl),
      'a redirect': await refusedKind(redirect.baseUrl),
      'another service': await refusedKind(other.baseUrl),
      'no address': await refusedKind('not an address'),
      'another scheme': await refusedKind('ftp://example.com'),
      'plain http to another computer': await refusedKind('http://example.com'),
      'a key of two lines': await refusedKind(service.baseUrl, `${CANARY}\nx`),
    };
    expect(kinds).toEqual({
      'a wrong key': 'key-rejected',
      'refusing address': 'unreachable',
      'a web page': 'not-the-service',
      'a redirect': 'not-the-service',
      'another service': 'bad-answer',
      'no address': 'invalid-input',
      'another scheme': 'invalid-input',
      'plain http to another computer': 'invalid-input',
      'a key of two lines': 'invalid-input',
    });
  });

  it('leaves no key behind when the connection cannot be stored', async () => {
    const kept = new Map<string, string>();
    await using service = await startScriptedService();
    await fixture[Symbol.asyncDispose]();
    const keychain = createKeychain({ openEntry: memoryEntry(kept) });
    fixture = await createBackendFixture({ ports: { keychain } });
    const { client } = fixture;
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(fixture.dataFolder, 'library.db'));
    database.exec(
      "CREATE TRIGGER no BEFORE INSERT ON connections BEGIN SELECT raise(ABORT, 'full'); END",
    );
    database.close();
    const draft = { name: 'Mine', baseUrl: service.baseUrl, key: service.key };
    await expect(client().connections.add(draft)).rejects.toMatchObject({ code: 'APP_ERROR' });
    expect([...kept.values()]).toEqual([]);
  });
});

/** A keychain that works. */
function memoryEntry(kept: Map<string, string>) {
  return (_service: string, account: string): Promise<KeychainEntry> =>
    Promise.resolve({
      getPassword: () => Promise.resolve(kept.get(account) ?? null),
      setPassword: (secret) => Promise.resolve(void kept.set(account, secret)),
      deleteCredential: () => Promise.resolve(kept.delete(account)),
    });
}

describe('a connected account', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await service.server.close();
  });

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
    const photo = await fixture.importPhoto(await noisePng(90, 60));
    await fixture.paint(photo.id, { x: 20, y: 20, width: 9, height: 9 });
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done', connectionName: 'Mine' });
  });

  it('may have an address with a path', async () => {
    const paths: string[] = [];
    await using gateway = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.statusCode = request.headers.authorization === 'Bearer good-key' ? 200 : 401;
      response.end('{"data": []}');
    });
    const baseUrl = `${gateway.baseUrl}/proxy/one/`;
    await fixture.client().connections.add({ name: 'Gateway', baseUrl, key: 'good-key' });
    expect(new Set(paths)).toEqual(new Set(['/proxy/one/v3/openai/models']));
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
    const photo = await fixture.importPhoto(await noisePng(60, 60));
    await fixture.paint(photo.id, { x: 2, y: 2, width: 9, height: 9 });
    const running = client().cleanup.run({ photoId: photo.id });
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
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({
      ports: {
        keychain: createKeychain({
          openEntry: (...of) =>
            reach.isUp ? open(...of) : Promise.reject(new Error('no D-Bus session')),
        }),
      },
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
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({
      ports: { keychain: createKeychain({ openEntry: memoryEntry(kept) }) },
    });
    const added = await fixture.client().connections.add(draft());
    expect(added.keyState).toBe('kept');
    kept.clear(); // as a restart does without a keychain
    await fixture.restart();
    const [, account] = await fixture.client().connections.list();
    expect(account?.keyState).toBe('missing');
    const photo = await fixture.importPhoto(await noisePng(60, 60));
    await fixture.paint(photo.id, { x: 2, y: 2, width: 9, height: 9 });
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({
      state: 'failed',
      error: { kind: 'key-missing', action: 'open-settings' },
    });
    expect(job.error?.message).toContain('Nothing was sent.');
    expect(id).not.toBe(added.id);
  });
});

describe('S20 S21 the key', () => {
  it('S20 S21 is in no file, answer, error or log line, whatever happens', async () => {
    await using service = await startScriptedService();
    const { client } = fixture;
    const answers: unknown[] = [];
    const note = async (work: Promise<unknown>) =>
      void answers.push(await work.catch((error: unknown) => error));
    const draft = { name: 'Mine', baseUrl: service.baseUrl, key: service.key };
    await note(client().connections.add({ ...draft, key: `${service.key}-wrong` }));
    await note(client().connections.add(draft));
    await note(client().connections.list());
    const photo = await fixture.importPhoto(await noisePng(90, 60));
    for (const play of [0, 1, 2]) {
      service.play((cleanup) => {
        // services that repeat what they were sent
        const sentKey = String(cleanup.message.headers.authorization);
        const encoded = Buffer.from(service.key).toString('base64');
        if (play === 0) cleanup.answerWith(400, `{"message": "no: ${sentKey}", "code": 400}`);
        if (play === 1) cleanup.answerWith(500, `<p>${sentKey} ${encoded}</p>`);
        if (play === 2) void cleanup.answer();
      });
      await fixture.paint(photo.id, { x: 20, y: 20, width: 9 + play, height: 9 });
      const { jobId } = await client().cleanup.run({ photoId: photo.id });
      await note(fixture.until(jobId));
    }
    await note(client().jobs.list({ limit: 10 }));
    const files = () =>
      globSync('**/*', { cwd: fixture.dataFolder })
        .map((path) => join(fixture.dataFolder, path))
        .filter((path) => statSync(path).isFile());
    const whileOpen = files().map((path) => readFileSync(path, 'latin1'));
    await fixture.backend().close();
    const afterwards = files().map((path) => readFileSync(path, 'latin1'));
    const everything = [...whileOpen, ...afterwards, JSON.stringify([answers, fixture.logged])];
    expect(everything.length).toBeGreaterThan(8);
    const forms = [service.key, Buffer.from(service.key).toString('base64').slice(0, 20)];
    for (const text of everything) {
      for (const form of forms) expect(text.includes(form)).toBe(false);
    }
  });
});

describe('the practice service', () => {
  it('is started once when needed, and stopped at the end', async () => {
    let starts = 0;
    let stops = 0;
    await using service = await startScriptedService();
    await using own = await createBackendFixture({
      ports: {
        startPracticeService: async () => {
          starts++;
          const { baseUrl, key } = service;
          return { baseUrl, key, stop: () => Promise.resolve(void stops++) };
        },
      },
    });
    expect(starts).toBe(0);
    await Promise.all([
      own.client().connections.activatePractice(),
      own.client().connections.activatePractice(),
    ]);
    expect(starts).toBe(1);
    await own.backend().close();
    expect(stops).toBe(1);
  });

  it('reports a failed start, and can start at the next attempt', async () => {
    let starts = 0;
    await using service = await startScriptedService();
    await using own = await createBackendFixture({
      ports: {
        startPracticeService: async () => {
          if (starts++ === 0) throw new Error('no port');
          const { baseUrl, key } = service;
          return { baseUrl, key, stop: () => Promise.resolve() };
        },
      },
    });
    const first = own.client().connections.activatePractice();
    await expect(first).rejects.toMatchObject({ code: 'APP_ERROR' });
    expect(await own.client().connections.activatePractice()).toMatchObject({ isActive: true });
  });
});
