/** Tests that masks in answers cross the connections of both hosts as bytes, not as text. */
import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient, type ClientContext, type ClientLink } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { implement } from '@orpc/server';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { cleanupContract } from '../../shared/contract/cleanup.ts';
import { decodeMaskTiles, encodeMaskTiles } from '../../shared/mask/mask-tiles.ts';
import { tilesOf } from '../testing/masks.ts';

const LEFT = tilesOf({ x: 10, y: 10, width: 400, height: 30 });
const RIGHT = tilesOf({ x: 900, y: 700, width: 3, height: 500 });
const contract = { run: cleanupContract.run };
const router = implement(contract).router({
  run: implement(contract.run).handler(() => ({
    jobId: 'a',
    joined: false,
    jobIds: ['a', 'b'],
    masks: [LEFT, RIGHT].map((tiles) => new Blob([encodeMaskTiles(tiles)])),
    runId: 'run',
    stored: [],
  })),
});

async function masksOver(link: ClientLink<ClientContext>) {
  const client: ContractRouterClient<typeof contract> = createORPCClient(link);
  const { jobIds, masks } = await client.run({ photoId: 'photo' });
  expect(jobIds).toEqual(['a', 'b']);
  return Promise.all(
    masks.map(async (mask) => decodeMaskTiles(new Uint8Array(await mask.arrayBuffer()))),
  );
}

describe('masks in an answer', () => {
  it('arrive unchanged over a WebSocket, each at about its own size', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const handler = new SocketHandler(router);
    server.on('connection', (socket) => void handler.upgrade(socket));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = new WebSocket(`ws://127.0.0.1:${address.port}`);
    onTestFinished(() => socket.terminate());
    let received = 0;
    socket.on('message', (data) => {
      received += Buffer.isBuffer(data) ? data.byteLength : 0;
    });
    await once(socket, 'open');
    expect(await masksOver(new SocketLink({ websocket: socket }))).toEqual([LEFT, RIGHT]);
    const sent = encodeMaskTiles(LEFT).byteLength + encodeMaskTiles(RIGHT).byteLength;
    expect(received).toBeGreaterThan(sent);
    expect(received).toBeLessThan(sent + 2000);
  });

  it('arrive unchanged over a MessagePort', async () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    new PortHandler(router).upgrade(port1);
    port1.start();
    port2.start();
    expect(await masksOver(new PortLink({ port: port2 }))).toEqual([LEFT, RIGHT]);
  });
});
