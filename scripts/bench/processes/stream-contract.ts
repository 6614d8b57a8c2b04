/**
 * The same stream through the whole backend: service client, journal on disk, messages, and the
 * contract over a message port, read at its other end. Arguments: base URL, repetitions, data folder.
 */
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/message-port';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import type { Contract } from '../../../shared/contract/index.ts';
import { reportWork } from './report-work.ts';

const [baseUrl = '', times = '1', folder = ''] = process.argv.slice(2);
const fixture = await createBackendFixture({ folder, service: { baseUrl, key: 'key' } });
const { port1, port2 } = new MessageChannel();
new RPCHandler(fixture.backend().router).upgrade(port1);
port1.start();
const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port2 }));
port2.start();

await reportWork(Number(times), async () => {
  const { runId } = await client.language.start({ kind: 'completion', model: 'a', prompt: 'b' });
  let messages = 0;
  let pieces = 0;
  let tokens: number | undefined;
  for await (const message of await client.language.follow({ runId, afterSequence: -1 })) {
    messages += 1;
    for (const event of message.events) {
      if (event.is === 'text') pieces += event.pieces;
      if (event.is === 'usage') tokens = event.usage.completionTokens;
    }
  }
  if (pieces !== tokens) throw new Error(`${pieces} pieces have arrived.`);
  return messages;
});
port1.close();
await fixture[Symbol.asyncDispose]();
