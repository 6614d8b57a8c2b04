import { expect, it } from 'vitest';
import { answering, startQuirkyServer } from '../../service/client/testing/quirky-server.ts';
import { createConnectionClients } from './connections.ts';

it('calls go out with the key that replaced one while it was being read', async () => {
  await using server = await startQuirkyServer(answering(200, '{"data": [], "task": {}}'));
  const clients = createConnectionClients({
    keys: { read: () => Promise.reject(new Error('not asked')) },
    ports: { startPracticeService: () => Promise.reject(new Error('not started')) },
    clientOptions: {},
  });
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  let stored = 'old-key';
  const connect = async () => {
    const key = stored;
    await isRead;
    return { baseUrl: server.baseUrl, key };
  };
  const opened = clients.clientOf('mine', connect);
  stored = 'new-key';
  clients.drop('mine');
  read();
  await (await opened).checkKey();
  await (await clients.clientOf('mine', connect)).checkKey();
  const keys = server.seen.map(({ headers }) => headers.authorization);
  expect(keys).toContain('Bearer new-key');
  expect(keys).not.toContain('Bearer old-key');
  await clients.close();
});
