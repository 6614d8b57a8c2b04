/** All that depends on the active connection follows an added or activated one. */
import { beforeEach, expect, it, vi } from 'vitest';
import { BILLS_PATH } from '../../shared/api/billing.ts';
import { PROGRESS_PATH } from '../../shared/api/progress.ts';
import { createBackendFixture, type BackendFixture } from '../testing/backend-fixture.ts';
import { startQuirkyServer, type QuirkyServer } from './service/client/testing/quirky-server.ts';
import { KEEP_CURRENT } from './accounts/spend/watch/keep-current.ts';

let server: QuirkyServer;
let fixture: BackendFixture;

/** A service without anything, which refuses the key where the progress of a task is asked for. */
beforeEach(async () => {
  server = await startQuirkyServer(async (request, response) => {
    await request.body;
    const isRefused = request.url?.startsWith(PROGRESS_PATH) === true;
    const refusal = { code: 401, reason: 'INVALID_API_KEY', message: 'No', metadata: {} };
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? refusal : { data: [], task: {} }));
  });
  fixture = await createBackendFixture();
});

const askedFor = (path: string) => server.seen.filter(({ url }) => url.startsWith(path)).length;

async function addAccount(name: string): Promise<string> {
  const { baseUrl } = server;
  return (await fixture.client().connections.add({ name, baseUrl, key: `key-of-${name}` })).id;
}

const activate = (connectionId: string) => fixture.client().connections.activate({ connectionId });

const looks = () => askedFor(PROGRESS_PATH);

it('lists the models of the first account once added, and of each activated one', async () => {
  const { changes, models } = fixture.client();
  const published = await changes.follow({ afterRevision: -1 });
  const shown = async (id: string | undefined) => {
    for await (const topics of {
      [Symbol.asyncIterator]: () => ({ next: () => published.next() }),
    }) {
      if (!topics.some(({ topic }) => topic === 'models')) continue;
      const { connectionId } = await models.list();
      if (connectionId === id) return connectionId;
    }
    throw new Error('The stream of changes ended.');
  };
  expect(await shown(undefined)).toBeUndefined();
  const first = await addAccount('first');
  expect(await shown(first)).toBe(first);
  const second = await addAccount('second');
  await activate(second);
  expect(await shown(second)).toBe(second);
});

it('tells all windows of changed settings and prices', async () => {
  const { changes, settings, prices } = fixture.client();
  const published = await changes.follow({ afterRevision: -1 });
  await published.next();
  const connectionId = await addAccount('priced');
  await prices.set({ connectionId, kind: 'video', price: 100 });
  await settings.update({ maskOpacity: 0.3 });
  const told = new Set<string>();
  for await (const topics of published) {
    for (const { topic } of topics) told.add(topic);
    if (told.has('prices') && told.has('settings')) break;
  }
});

it('tells all windows of an added, activated and removed account', async () => {
  const { changes, connections } = fixture.client();
  const published = await changes.follow({ afterRevision: -1 });
  let told = 0;
  const counted = (async () => {
    for await (const topics of published) {
      told += topics.filter(({ topic }) => topic === 'connections').length;
    }
  })();
  await expect.poll(() => told).toBe(1);
  const first = await addAccount('first');
  await expect.poll(() => told).toBe(2);
  const second = await addAccount('second');
  await expect.poll(() => told).toBe(3);
  await activate(second);
  await expect.poll(() => told).toBe(4);
  await connections.remove({ connectionId: first });
  await expect.poll(() => told).toBe(5);
  await fixture.backend().close();
  await counted;
});

it('polls a task that waits for a valid key when another account is added or activated', async () => {
  await addAccount('first');
  const { jobs } = fixture.client();
  const { jobId } = await jobs.watch({ taskId: 'a-task', family: 'progress' });
  await jobs.pollNow();
  await expect.poll(async () => (await fixture.job(jobId)).error?.kind).toBe('key-rejected');
  const before = looks();
  const second = await addAccount('second');
  await expect.poll(looks).toBeGreaterThan(before);
  await jobs.cancel({ jobId });
  const again = await jobs.watch({ taskId: 'another', family: 'progress' });
  await jobs.pollNow();
  await expect.poll(async () => (await fixture.job(again.jobId)).error?.kind).toBe('key-rejected');
  const earlier = looks();
  await activate(second);
  await expect.poll(looks).toBeGreaterThan(earlier);
});

it('syncs bills soon after an account was added or activated, and after the computer slept', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  /** Ends the wait that has begun since the last call. */
  const endWait = () => {
    const begun = timers.mock.calls.filter(([, wait]) => wait === KEEP_CURRENT.afterStart);
    timers.mockClear();
    expect(begun).toHaveLength(1);
    begun[0]?.[0]();
  };
  const bills = () => askedFor(BILLS_PATH);
  await addAccount('first');
  endWait();
  await expect.poll(bills).toBeGreaterThan(0);
  const second = await addAccount('second');
  endWait();
  await activate(second);
  const before = bills();
  endWait();
  await expect.poll(bills).toBeGreaterThan(before);
  fixture.backend().pollNow();
  endWait();
});
