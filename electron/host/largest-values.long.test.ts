/** The largest value that the contract allows for each procedure, over both hosts' connections. */
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient, type ClientContext, type ClientLink } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { os } from '@orpc/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { contract } from '../../shared/contract/index.ts';
import type { Router } from '../backend/api/router/router.ts';
import { createHostBench } from '../browser-host/testing/host-bench.ts';
import { servePort } from './serve-port.ts';
import { byDepth } from '../testing/depth.ts';
import { largestValue } from '../testing/largest-value.ts';

/** Characters of one value; in the deep run nearly those of the largest document with its marks. */
const MOST = byDepth(1_500_000, 31_000_000);

interface Tried {
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

/** Every procedure that takes anything. */
function procedures(node: unknown, path: readonly string[] = []): readonly Tried[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('~orpc' in node) {
    const { inputSchema } = node['~orpc'] as { readonly inputSchema?: z.ZodType };
    return inputSchema === undefined ? [] : [{ path, schema: inputSchema }];
  }
  return Object.entries(node).flatMap(([name, each]) => procedures(each, [...path, name]));
}

const TRIED = procedures(contract);

/** Answers with the length of what came, and with as many characters as were asked for. */
function echo(): Router {
  const router: Record<string, Record<string, unknown>> = {
    test: { letters: os.input(z.int()).handler(({ input }) => '字'.repeat(input)) },
  };
  for (const { path, schema } of TRIED) {
    const [room = '', name = ''] = path;
    const handler = os.input(schema).handler(({ input }) => lengthOf(input));
    router[room] = { ...router[room], [name]: handler };
  }
  return router as unknown as Router;
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

async function tryAll(link: ClientLink<ClientContext>): Promise<void> {
  const client: Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  > = createORPCClient(link);
  for (const { path, schema } of TRIED) {
    const [room = '', name = ''] = path;
    const value = largestValue(schema, MOST);
    expect(await client[room]?.[name]?.(value), path.join('.')).toBe(lengthOf(schema.parse(value)));
  }
  const letters = await client['test']?.['letters']?.(MOST);
  expect(letters).toHaveLength(MOST);
}

describe('the largest values of the contract', () => {
  it('are known for every procedure', () => {
    expect(TRIED.length).toBeGreaterThan(150);
    for (const { path, schema } of TRIED) {
      const parsed = schema.safeParse(largestValue(schema, 10_000));
      expect(parsed.error, path.join('.')).toBeUndefined();
    }
  });

  it(
    'pass through the browser host’s connection to the backend and back',
    async () => {
      await using bench = await createHostBench({ router: echo() });
      const cookie = await bench.signIn();
      const socket = await bench.openSocket('/rpc', { cookie, origin: bench.origin });
      if (!(socket instanceof WebSocket)) throw new Error('refused');
      await tryAll(new SocketLink({ websocket: socket }));
      socket.close();
    },
    byDepth(60_000, 600_000),
  );

  it(
    'pass through the Electron host’s connection to the backend and back',
    async () => {
      const { port1, port2 } = new MessageChannel();
      onTestFinished(() => port1.close());
      servePort(
        echo(),
        {
          // a port of Electron gives the data in an event
          on(event: string, listener: (given: { readonly data: unknown }) => void) {
            port1.on(event, (data) => listener({ data }));
            return this;
          },
          postMessage: (frame: unknown) => port1.postMessage(frame),
        } as unknown as Parameters<typeof servePort>[1],
        (line) => {
          throw new Error(line);
        },
      );
      await tryAll(new PortLink({ port: port2 }));
    },
    byDepth(60_000, 600_000),
  );
});
