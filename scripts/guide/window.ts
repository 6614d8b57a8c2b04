import type { Browser, Page } from 'playwright';
import { openHost } from '../../electron/browser-host/run.ts';

const VIEWPORT = { width: 1440, height: 900 } as const;

/** Hides what differs between runs: hours and days, carets, tooltips. */
const STILL = `
  time, [role="tooltip"] { visibility: hidden !important; }
  * { caret-color: transparent !important; }
`;

export async function withWindow(
  browser: Browser,
  dataFolder: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const host = await openHost(
    { port: 0, dataFolder, answerTimeout: undefined, pictures: [] },
    () => undefined,
    { practice: { taskSpeed: 4 } },
  );
  const context = await browser.newContext({
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    colorScheme: 'dark',
    timezoneId: 'UTC',
  });
  try {
    const page = await context.newPage();
    await page.goto(host.url);
    await act(page);
  } finally {
    await context.close();
    await host.close(true);
  }
}

/** Waits until two screenshots in a row are equal. Returns PNG. */
export async function takePicture(page: Page): Promise<Buffer> {
  await page.mouse.move(VIEWPORT.width - 2, 4);
  let last = await page.screenshot({ style: STILL, animations: 'disabled' });
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await page.screenshot({ style: STILL, animations: 'disabled' });
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}
