/** Frames of a page that took too long while something was done in it. */
import type { Page } from 'playwright';

/**
 * @param limit milliseconds; a longer frame is seen as a halt
 * @returns their number
 */
export async function slowFrames(
  page: Page,
  limit: number,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(() => {
    const intervals: number[] = [];
    let last = performance.now();
    function tick(now: number): void {
      intervals.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    }
    requestAnimationFrame(tick);
    Object.assign(window, { intervals });
  });
  await act();
  const intervals = await page.evaluate(
    () => (window as unknown as { intervals: number[] }).intervals,
  );
  return intervals.filter((interval) => interval > limit).length;
}
