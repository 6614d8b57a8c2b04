/** Counts what a window that asks and does not read costs the program. */
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { os, type RouterClient } from '@orpc/server';
import { expect, it, vi } from 'vitest';
import type { Router } from '../backend/api/router/router.ts';
import { openContractLine } from './contract-line.ts';

const ANSWER = 'x'.repeat(10_000);

/** A window. @param together frames that arrive at once, as those of one packet do */
function openLine(together = 1) {
  const arrived: unknown[] = [];
  const counts = { made: 0, sent: 0, mostAtOnce: 0, begun: 0, cutOff: 0 };
  const router = {
    large: os.handler(async () => {
      await Promise.resolve();
      counts.made += 1;
      counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.made - counts.sent);
      return ANSWER;
    }),
    never: os.handler(async () => {
      counts.begun += 1;
      return await new Promise<string>(() => undefined);
    }),
  };
  const { port1, port2 } = new MessageChannel();
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ port: port2 }));
  const logged: string[] = [];
  const line = openContractLine(
    router as unknown as Router,
    {
      send(frame) {
        counts.sent += 1;
        port1.postMessage(frame);
      },
      cutOff() {
        counts.cutOff += 1;
        line.close();
      },
    },
    (each) => void logged.push(each),
  );
  port1.on('message', (frame) => {
    arrived.push(frame);
    if (arrived.length >= together) for (const each of arrived.splice(0)) line.receive(each);
  });
  return {
    client,
    counts,
    logged,
    [Symbol.dispose]() {
      line.close();
      port2.close();
    },
  };
}

it('B7 holds few answers in memory at a time, however many are requested', async () => {
  using window = openLine(300);
  const answers = await Promise.all(Array.from({ length: 300 }, () => window.client.large()));
  expect(answers.every((answer) => answer.length === ANSWER.length)).toBe(true);
  expect(window.counts).toMatchObject({ made: 300, sent: 300, cutOff: 0 });
  expect(window.counts.mostAtOnce).toBeLessThanOrEqual(8);
});

it('B7 pending calls do not block others', async () => {
  using window = openLine();
  for (let asked = 0; asked < 40; asked++) window.client.never().catch(() => undefined);
  expect(await window.client.large()).toHaveLength(ANSWER.length);
  expect(window.counts).toMatchObject({ begun: 40, cutOff: 0 });
});

it('B7 disconnects a window that sends requests without end', async () => {
  using window = openLine();
  for (let asked = 0; asked < 6000; asked++) window.client.never().catch(() => undefined);
  await vi.waitFor(() => expect(window.counts.cutOff).toBe(1));
  expect(window.logged).toEqual(['window: it asked for too much at once and was cut off']);
  expect(window.counts.begun).toBeLessThanOrEqual(2001);
});
