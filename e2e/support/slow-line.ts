/**
 * A slow connection to the backend, as on a busy machine: the next action comes before the answer to the
 * previous one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';

/**
 * Delays half of the window's messages and all of its requests; the messages stay in order.
 *
 * @param most milliseconds
 * @param onSent called with each message when the window sends it
 */
export async function slowDown(
  page: Page,
  most: number,
  onSent: (message: string | Buffer) => void,
): Promise<void> {
  await page.routeWebSocket(/./u, (socket) => {
    const server = socket.connectToServer();
    let last = Promise.resolve();
    socket.onMessage((message) => {
      onSent(message);
      last = pass(message, last);
    });

    async function pass(message: string | Buffer, before: Promise<void>): Promise<void> {
      await before;
      if (Math.random() < 0.5) await sleep(Math.random() * most);
      server.send(message);
    }
  });
  await page.route(/./u, async (route) => {
    await sleep(Math.random() * most);
    await route.continue();
  });
}
