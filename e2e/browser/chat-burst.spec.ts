/** A long answer that arrives at once: its end is shown, all of it is there, and the reading position stays. */
import type { Page } from 'playwright';
import { sendMessage, showChat } from '../flows/chat.ts';
import { answerText, piecesOf } from '../support/answer-text.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer } from '../support/model-server.ts';

/** Characters of the answer, in tokens of about four. */
const LENGTH = 60_000;

// the headless shell anchors the scroll position differently when content above gets its height
test.use({ wanted: 'as used' });

test('shows a long burst answer whole, and stays where one reads @second', async ({ open }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  await showChat(page);
  await sendMessage(page, 'All at once, please');
  const call = await server.nextCall();
  const pieces = piecesOf(answerText(LENGTH), LENGTH / 4);
  await page.evaluate(holdWindow);
  for (const piece of pieces) call.write(piece);
  call.finish();
  const text = page.locator('[data-message-text]').last();
  await expect.poll(() => wordsIn(pieces.join(''), page)).toBe(true);
  await page.evaluate(releaseFrames);
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeInViewport();
  const whole = await text.textContent();

  // further up, where content above was never laid out
  await page.getByRole('region', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, -1_500);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Regenerate' })).not.toBeInViewport();
  const [height, place] = await page.evaluate(readPlace);
  await page.evaluate(runIdleCallbacks);
  const [after, placeAfter] = await page.evaluate(readPlace);
  expect(after).not.toBe(height);
  expect(Math.abs(placeAfter - place)).toBeLessThanOrEqual(1);

  await page.reload();
  await showChat(page);
  await page.getByRole('listitem').getByText('All at once, please').click();
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeInViewport();
  expect(await text.textContent()).toBe(whole);
});

/** True if all long words of the source are on the page, in order. */
async function wordsIn(source: string, page: Page): Promise<boolean> {
  const shown = (await page.locator('[data-message-text]').last().textContent()) ?? '';
  let from = 0;
  for (const [word] of source.matchAll(/[a-z]{6,}/gu)) {
    const at = shown.indexOf(word, from);
    if (at < 0) return false;
    from = at;
  }
  return true;
}

/** Returns the total height, and the position of a visible paragraph. */
function readPlace(): [number, number] {
  const scroller = document.querySelector('[role="region"][aria-label="Messages"]');
  const { left, top, width, bottom } = scroller?.getBoundingClientRect() ?? new DOMRect();
  const found = globalThis as unknown as { seen?: Element | null | undefined };
  for (let y = top + 50; y < bottom && found.seen == null; y += 5) {
    found.seen = document.elementFromPoint(left + width / 2, y)?.closest('[data-message-text] p');
  }
  return [scroller?.scrollHeight ?? 0, found.seen?.getBoundingClientRect().top ?? Number.NaN];
}

interface HeldWindow {
  readonly idle: Map<number, IdleRequestCallback>;
  releaseFrames(): void;
}

/** Stops frames, the clock and idle callbacks of the window, so that the text arrives at once. */
function holdWindow(): void {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel, performance } = globalThis;
  const frames = new Map<number, FrameRequestCallback>();
  const idle = new Map<number, IdleRequestCallback>();
  const now = performance.now();
  let last = 1e9; // frames requested earlier have smaller numbers
  Object.defineProperty(performance, 'now', { value: () => now, configurable: true });
  Object.assign(globalThis, {
    requestAnimationFrame(callback: FrameRequestCallback) {
      last += 1;
      frames.set(last, callback);
      return last;
    },
    cancelAnimationFrame(handle: number) {
      if (!frames.delete(handle)) cancel(handle);
    },
    requestIdleCallback(callback: IdleRequestCallback) {
      last += 1;
      idle.set(last, callback);
      return last;
    },
    cancelIdleCallback: (handle: number) => idle.delete(handle),
    held: {
      idle,
      releaseFrames() {
        Reflect.deleteProperty(performance, 'now');
        Object.assign(globalThis, { requestAnimationFrame: request });
        request((at) => {
          for (const callback of frames.values()) callback(at);
        });
      },
    },
  });
}

function releaseFrames(): void {
  (globalThis as unknown as { held: HeldWindow }).held.releaseFrames();
}

/** Runs idle callbacks until none is left. */
function runIdleCallbacks(): void {
  const { idle } = (globalThis as unknown as { held: HeldWindow }).held;
  for (const [handle, callback] of idle) {
    idle.delete(handle);
    callback({ didTimeout: false, timeRemaining: () => 50 });
  }
}
