/**
 * A line to the backend that takes its time, as on a machine with other work: what the user does next
 * comes before the answer to what was done before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';

/**
 * Holds half of the window's messages back, and all that it fetches; the messages stay in their order.
 *
 * @param most milliseconds
 * @param onSent takes each message when the window has sent it
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
