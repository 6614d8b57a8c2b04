/** Tests the contract over a real message channel, with frames that no window sends. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { RouterClient } from '@orpc/server';
import { expect, it, vi } from 'vitest';
import type { Router } from '../backend/api/router/router.ts';
import { createBackendFixture } from '../testing/backend-fixture.ts';
import { servePort } from './serve-port.ts';
import { FakeMessageChannel } from './testing/electron-port.ts';

it('S21 refuses broken frames without their content, rejects nothing, and calls continue', async () => {
  await using fixture = await createBackendFixture();
  const printed = vi.spyOn(console, 'error');
  const logged: string[] = [];
  const { port1, port2 } = new FakeMessageChannel();
  servePort(fixture.backend().router, port1, (line) => void logged.push(line));
  const broken = ['{"key":"secret-in-a-frame', 17, null, {}, [], new Uint8Array([0xff, 0]), '[]'];
  for (const frame of broken) port2.postMessage(frame);

  const client: RouterClient<Router> = createORPCClient(new RPCLink({ port: port2 }));
  expect((await client.app.info()).version).toBe('0.0.0');
  await vi.waitFor(() => expect(logged).toHaveLength(broken.length));
  expect(logged.join('\n')).not.toContain('secret');
  expect(printed).not.toHaveBeenCalled();
  port2.close();
});
