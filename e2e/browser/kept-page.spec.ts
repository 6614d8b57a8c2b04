/** A page reused by several tests carries nothing from one to the next. */
import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { listen } from '../../electron/testing/listen.ts';
import { openKeptPage } from '../support/kept-page.ts';
import { expect, test as base } from '../support/gesso.ts';

const PAGE = `<!doctype html><input><script>
  var events = [];
  addEventListener('mousemove', ({ shiftKey, buttons }) => events.push({ shiftKey, buttons }));
</script>`;

const VIEWPORT = { width: 1024, height: 700 };

const test = base.extend<{ readonly site: string }>({
  site: async ({}, use) => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/blank' ? '<!doctype html>' : PAGE);
    });
    await using running = await listen(server);
    await use(`${running.baseUrl}/`);
  },
});

/** Returns everything that one page could leave to the next. */
function traces(page: Page) {
  return page.evaluate(() => ({
    name: window.name,
    kept: sessionStorage.length,
    history: history.length,
    focus: document.activeElement?.tagName,
    size: [innerWidth, innerHeight],
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrint: matchMedia('print').matches,
    cookie: document.cookie,
  }));
}

test('a reused page is like new after it was cleared, and is dropped when it cannot be cleared', async ({
  browser,
  site,
}) => {
  const kept = await openKeptPage(browser, { viewport: VIEWPORT, reducedMotion: 'reduce' });
  const { context, page } = kept;
  const toBlank = (): Promise<unknown> => page.goto(`${site}blank`);
  await toBlank();
  await page.goto(site);
  const asNew = await traces(page);

  const heard: string[] = [];
  page.on('request', (request) => heard.push(new URL(request.url()).pathname));
  await page.route('**/routed', (route) => route.fulfill({ body: 'routed' }));
  await page.setViewportSize({ width: 500, height: 400 });
  await page.emulateMedia({ media: 'print', reducedMotion: 'no-preference', colorScheme: 'dark' });
  await page.evaluate(async () => {
    window.name = 'old';
    sessionStorage.setItem('of', 'old');
    document.cookie = 'of=old';
    history.pushState('old', '', '#old');
    document.querySelector('input')?.focus();
    await fetch('/routed');
  });
  await context.newPage();
  await page.mouse.move(300, 300);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  expect(heard).toEqual(['/routed']);
  expect(await traces(page)).not.toEqual(asNew);

  expect(await kept.clear(toBlank)).toBe(true);
  await page.goto(site);
  expect({ ...(await traces(page)), history: 0 }).toEqual({ ...asNew, history: 0 });
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(asNew.history);
  await page.mouse.move(310, 310);
  const events = await page.evaluate(() => (window as unknown as { events: unknown[] }).events);
  expect(events.at(-1)).toEqual({ shiftKey: false, buttons: 0 });
  expect(await page.evaluate(async () => (await fetch('/routed')).text())).toContain('<input>');
  expect(heard).toEqual(['/routed']);
  expect(context.pages()).toEqual([page]);

  await page.addInitScript(() => undefined);
  expect(await kept.clear(toBlank)).toBe(false);
  await context.close();
});

test('does not reuse a page that the test has closed', async ({ browser, site }) => {
  const kept = await openKeptPage(browser, { viewport: VIEWPORT });
  await kept.page.close();
  expect(await kept.clear((page) => page.goto(site))).toBe(false);
  await kept.context.close();
});
