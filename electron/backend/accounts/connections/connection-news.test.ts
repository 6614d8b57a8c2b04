/** Tests that everything that depends on the active connection is notified of its changes. */
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startScriptedService } from '../../../testing/scripted-service.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { createSettingsStore } from '../../library/settings/settings-store.ts';
import { createKeychain } from '../../service/vault/keychain.ts';
import { memoryEntry } from './testing/memory-entry.ts';
import { createConnections, type Connections } from './connections.ts';
import { PRACTICE_ID } from '../../library/practice-id.ts';
import { UNREACHABLE_ADDRESS } from '../../../testing/unreachable-address.ts';

let connections: Connections;
let news = 0;

beforeEach(async () => {
  const { database } = await testDatabase();
  connections = createConnections({
    database,
    settings: createSettingsStore(database),
    ports: {
      keychain: createKeychain({ openEntry: memoryEntry(new Map()) }),
      startPracticeService: () =>
        Promise.resolve({ baseUrl: UNREACHABLE_ADDRESS, key: 'k', stop: () => Promise.resolve() }),
    },
    clientOptions: {},
    firstOrigins: () => undefined,
  });
  news = 0;
  connections.onChange(() => {
    news += 1;
  });
});
afterEach(() => connections.close());

it('announces a new, another active or an edited connection, and no unchanged one', async () => {
  await using service = await startScriptedService();
  const client = createRouterClient(connections.procedures);
  const step = async (work: () => unknown): Promise<number> => {
    const before = news;
    await work();
    return news - before;
  };
  expect(await step(() => client.activatePractice())).toBe(1);
  expect(await step(() => client.activatePractice())).toBe(0);
  let id = '';
  const draft = { name: 'Mine', baseUrl: service.baseUrl, key: service.key };
  expect(await step(async () => ({ id } = await client.add(draft)))).toBe(1);
  expect(await step(() => client.activate({ connectionId: id }))).toBe(1);
  expect(await step(() => client.activate({ connectionId: id }))).toBe(0);
  expect(await step(() => client.update({ connectionId: id, name: 'Ours' }))).toBe(1);
  expect(await step(() => client.remove({ connectionId: id }))).toBe(1);
  expect(await step(() => client.activate({ connectionId: PRACTICE_ID }))).toBe(1);
});
