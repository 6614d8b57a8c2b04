/** The contract over a real message channel, with frames that no window sends. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { RouterClient } from '@orpc/server';
import type { MessagePortMain } from 'electron';
import { expect, it, vi } from 'vitest';
import type { Router } from '../backend/router.ts';
import { createBackendFixture } from '../testing/backend-fixture.ts';
import { servePort } from './serve-port.ts';

/** Electron's port hands over events where Node's hands over the data. */
function asElectrons(port: MessagePort): Pick<MessagePortMain, 'on' | 'postMessage'> {
  const on = (event: string, listener: (event: { readonly data: unknown }) => void) =>
    port.on(event, (data: unknown) => listener({ data }));
  return {
    on: on as unknown as MessagePortMain['on'],
    postMessage: (message) => port.postMessage(message),
  };
}

it('S21 broken frames are refused without their content, reject nothing, and calls go on', async () => {
  await using fixture = await createBackendFixture();
  const printed = vi.spyOn(console, 'error');
  const logged: string[] = [];
  const { port1, port2 } = new MessageChannel();
  servePort(fixture.backend().router, asElectrons(port1), (line) => void logged.push(line));
  const broken = ['{"key":"secret-in-a-frame', 17, null, {}, [], new Uint8Array([0xff, 0]), '[]'];
  for (const frame of broken) port2.postMessage(frame);

  const client: RouterClient<Router> = createORPCClient(new RPCLink({ port: port2 }));
  expect((await client.app.info()).version).toBe('0.0.0');
  await vi.waitFor(() => expect(logged).toHaveLength(broken.length));
  expect(logged.join('\n')).not.toContain('secret');
  expect(printed).not.toHaveBeenCalled();
  port2.close();
});
