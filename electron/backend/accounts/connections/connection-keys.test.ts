/** A key goes only to the addresses that it was entered for, whatever a library contains. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noteRestoration } from '../../library/restore.ts';
import {
  startQuirkyServer,
  type QuirkyServer,
} from '../../service/client/testing/quirky-server.ts';
import { createKeychain } from '../../service/vault/keychain.ts';
import { memoryEntry } from './testing/memory-entry.ts';

const KEY = 'gesso-key-of-mine-7781';
const GATEWAY_KEY = 'gateway-key-5150';

/** A server that lets every key in, but not one that the check makes up. */
const listen = () =>
  startQuirkyServer(({ headers }, response) => {
    if (JSON.stringify(headers).includes('gesso-check-')) response.statusCode = 401;
    response.end('{"data": []}');
  });
/** What was sent to a server. */
const receivedBy = ({ seen }: QuirkyServer) => JSON.stringify(seen.map(({ headers }) => headers));

let kept: Map<string, string>;
let isLocked: boolean;
let fixture: BackendFixture;
let mine: QuirkyServer;
let foreign: QuirkyServer;

beforeEach(async () => {
  kept = new Map();
  isLocked = false;
  const openEntry = memoryEntry(kept, () => isLocked);
  fixture = await createBackendFixture({ ports: { keychain: createKeychain({ openEntry }) } });
  [mine, foreign] = [await listen(), await listen()];
});
afterEach(async () => {
  for (const server of [mine, foreign]) await server[Symbol.asyncDispose]();
});

const connections = () => fixture.client().connections;
const add = () => connections().add({ name: 'Mine', baseUrl: mine.baseUrl, key: KEY });
const gatewayAt = (baseUrl: string) => {
  const omits = { omitRequest: false, omitResponse: false };
  return {
    baseUrl,
    headerName: 'x-gateway',
    scheme: 'none',
    scope: 'everything',
    ...omits,
  } as const;
};
const setGateway = (connectionId: string, baseUrl: string, key?: string) =>
  connections().update({ connectionId, gateway: { ...gatewayAt(baseUrl), key } });
const check = (connectionId: string) => connections().check({ connectionId });
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'was sent',
    (error: { data: { kind: string; message: string } }) =>
      `${error.data.kind}: ${error.data.message}`,
  );
const stateOf = async (id: string) =>
  (await connections().list()).find((each) => each.id === id)?.keyState;

/** The library has another address than the key; nothing is sent there. */
async function expectKeptBack(id: string): Promise<void> {
  expect(await stateOf(id)).toBe('other-address');
  expect(await refusal(check(id))).toContain(foreign.baseUrl);
  expect(foreign.seen).toEqual([]);
}

/** As a library that comes back, doctored, has it. */
const doctor = (column: 'base_url' | 'gateway', value: string) => () => {
  fixture.sql((database) => database.prepare(`UPDATE connections SET ${column} = ?`).run(value));
  return Promise.resolve();
};

/** As 1.0.0 has left it: keys alone, and no addresses of them. */
async function asBefore(): Promise<void> {
  for (const [account, entry] of kept) kept.set(account, entry.split('\n')[0] ?? '');
  await rm(join(fixture.dataFolder, 'first-addresses.json'));
}

describe('an address in the library without a matching key', () => {
  it('S53 of the service is sent nothing, is named, and gets the newly entered key', async () => {
    const { id } = await add();
    await fixture.restart({ whileClosed: doctor('base_url', `${foreign.baseUrl}/v9`) });
    expect(await stateOf(id)).toBe('other-address');
    expect(await refusal(check(id))).toBe(
      `key-missing: The key of “Mine” was entered for ${mine.baseUrl}, but the connection now leads to ${foreign.baseUrl}. Nothing was sent. If you trust this address, enter the key again in Settings.`,
    );
    expect(foreign.seen).toEqual([]);
    await connections().replaceKey({ connectionId: id, key: 'another-key-0001' });
    await check(id);
    expect(await stateOf(id)).toBe('kept');
    expect(receivedBy(foreign)).toContain('another-key-0001');
    expect(receivedBy(foreign)).not.toContain(KEY);
  });

  it('S53 of a gateway is sent neither key', async () => {
    const { id } = await add();
    await setGateway(id, mine.baseUrl, GATEWAY_KEY);
    await check(id);
    const gateway = JSON.stringify({ ...gatewayAt(foreign.baseUrl), keyHint: '5150' });
    await fixture.restart({ whileClosed: doctor('gateway', gateway) });
    await expectKeptBack(id);
  });

  it('S53 matches its key with another path of the same origin', async () => {
    const { id } = await add();
    await fixture.restart({ whileClosed: doctor('base_url', `${mine.baseUrl}/proxy`) });
    await check(id);
    expect(await stateOf(id)).toBe('kept');
  });
});

it('S53 a gateway that moves to another address needs its key again', async () => {
  const { id } = await add();
  await setGateway(id, mine.baseUrl, GATEWAY_KEY);
  expect(await refusal(setGateway(id, foreign.baseUrl))).toContain(
    `key-missing: The gateway key of “Mine” was entered for ${mine.baseUrl}`,
  );
  expect(foreign.seen).toEqual([]);
  await setGateway(id, foreign.baseUrl, 'its-key-0002');
  await check(id);
  expect(receivedBy(foreign)).toContain('its-key-0002');
  expect(receivedBy(foreign)).not.toContain(GATEWAY_KEY);
});

it('keeps a gateway whose key the locked keychain would not give up', async () => {
  const { id } = await add();
  const remove = () => connections().update({ connectionId: id, gateway: null });
  await setGateway(id, mine.baseUrl, GATEWAY_KEY);
  const listed = async () => (await connections().list()).find((each) => each.id === id);
  isLocked = true;
  expect(await refusal(remove())).toContain('keychain: ');
  expect(await listed()).toMatchObject({ gateway: gatewayAt(mine.baseUrl) });
  isLocked = false;
  await remove();
  expect((await listed())?.gateway).toBeUndefined();
  expect([...kept.keys()]).toEqual([id]);
});

it('S53 both keys of a gateway’s connection can be entered again after both are lost', async () => {
  const { id } = await add();
  await setGateway(id, foreign.baseUrl, GATEWAY_KEY);
  kept.clear(); // as a restart does without a keychain
  await fixture.restart();
  const before = foreign.seen.length;
  await connections().replaceKey({ connectionId: id, key: KEY });
  expect(foreign.seen).toHaveLength(before);
  expect(await refusal(check(id))).toBe(
    'key-missing: The gateway key of “Mine” is not on this computer. Enter it again in Settings.',
  );
  await setGateway(id, foreign.baseUrl, GATEWAY_KEY);
  await check(id);
});

it('keeps what was changed while a new key was checked, and no key of a removed account', async () => {
  const { id } = await add();
  const checks: PromiseWithResolvers<void>[] = [];
  const hold = () => {
    const check = Promise.withResolvers<void>();
    checks.push(check);
    return check.promise;
  };
  await using slow = await startQuirkyServer(async ({ headers }, response) => {
    if (JSON.stringify(headers).includes('gesso-check-')) response.statusCode = 401;
    else await hold();
    response.end('{"data": []}');
  });
  const adding = connections().add({ name: 'Slow', baseUrl: slow.baseUrl, key: KEY });
  await expect.poll(() => checks.length).toBe(1);
  checks[0]?.resolve();
  const { id: slowId } = await adding;

  const replacing = connections().replaceKey({ connectionId: slowId, key: 'another-key-0001' });
  await expect.poll(() => checks.length).toBe(2);
  await connections().update({ connectionId: slowId, name: 'Renamed' });
  checks[1]?.resolve();
  expect(await replacing).toMatchObject({ name: 'Renamed', keyHint: '0001' });

  const routing = setGateway(slowId, slow.baseUrl, GATEWAY_KEY);
  await expect.poll(() => checks.length).toBe(3);
  await connections().update({ connectionId: slowId, name: 'Renamed again' });
  checks[2]?.resolve();
  expect(await routing).toMatchObject({ name: 'Renamed again', gateway: { keyHint: '5150' } });

  const late = connections().replaceKey({ connectionId: slowId, key: 'another-key-0002' });
  await expect.poll(() => checks.length).toBe(4);
  await connections().remove({ connectionId: slowId });
  checks[3]?.resolve();
  expect(await refusal(late)).toContain('not-found');
  expect([...kept.keys()]).toEqual([id]);
});

describe('a key from 1.0.0', () => {
  it('S53 works at the address of the first start, and is bound to it from then on', async () => {
    const { id } = await add();
    await fixture.restart({ whileClosed: asBefore });
    expect(await stateOf(id)).toBe('kept');
    await check(id);
    expect(kept.get(id)).toBe(`${KEY}\n${mine.baseUrl}`);
    await fixture.restart({ whileClosed: doctor('base_url', foreign.baseUrl) });
    await expectKeptBack(id);
  });

  it('S53 is not bound to the address of a doctored backup, though it was unreadable before', async () => {
    const { id } = await add();
    isLocked = true;
    await fixture.restart({
      whileClosed: async () => {
        isLocked = false;
        await asBefore();
        isLocked = true;
      },
    });
    expect(await stateOf(id)).toBe('locked');
    await fixture.restart({ whileClosed: doctor('base_url', foreign.baseUrl) });
    isLocked = false;
    await expectKeptBack(id);
  });

  it('S53 is asked for again when a backup is the first library to be opened', async () => {
    const { id } = await add();
    await fixture.restart({
      async whileClosed() {
        await asBefore();
        await doctor('base_url', foreign.baseUrl)();
        noteRestoration(fixture.dataFolder, { reason: 'chosen', from: 1, isSettled: false });
      },
    });
    expect(await refusal(check(id))).toContain(
      'was entered before Gesso kept the address of a key, and this library came later',
    );
    expect(foreign.seen).toEqual([]);
  });
});
