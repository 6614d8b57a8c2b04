/** An API key is only in the keychain (in memory here) and in one header. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createPracticeServer } from '../../electron/practice-service/server.ts';
import { listen } from '../../electron/testing/listen.ts';
import {
  checkConnection,
  connectAccount,
  openNoise,
  paintStroke,
  runCleanUp,
  waitForStudio,
} from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';

test('S20 S21 a key leaves no trace anywhere', async ({ openProcess: open, folder }) => {
  const key = 'gesso-canary-7f3a9c51d2';
  const service = createPracticeServer({ key });
  const { port } = await service.listen(0);
  const { page, host, dataFolder } = await open();
  await connectAccount(page, `http://127.0.0.1:${port}`, key);
  // the first page has an “Open photos…” of its own
  await waitForStudio(page);
  await openNoise(page, folder);
  await paintStroke(page);
  await runCleanUp(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText(/key ending in 51d2/u)).toBeVisible();

  expect(await page.content()).not.toContain(key);
  const storage = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(storage).not.toContain(key);
  expect(host.output() + host.errors()).not.toContain(key);
  expect(await filesWith(dataFolder, key)).toEqual([]);
  if (process.platform === 'linux') {
    for (const name of ['cmdline', 'environ']) {
      expect(await readFile(`/proc/${host.pid}/${name}`, 'latin1')).not.toContain(key);
    }
  }
  await service.close();
});

test('S11 S25 S46 the page runs no foreign code, reaches no one else', async ({ open }) => {
  const { page } = await open({ expectedLines: /Content Security Policy|Trusted/u });
  await expect(page.getByRole('button', { name: 'Start with a sample' })).toBeVisible();
  const tried = await page.evaluate(async () => {
    const refused = async (attempt: () => unknown) => {
      try {
        await attempt();
        return false;
      } catch {
        return true;
      }
    };
    const inline = document.createElement('script');
    inline.append('window.inlineRan = true'); // its text may be set, but does not run
    document.body.append(inline);
    return {
      // in a separate task, because code evaluated by a debugger is exempt from the policy
      eval: await new Promise((resolve) => {
        setTimeout(() => {
          // oxlint-disable-next-line no-eval -- it must be refused
          resolve(refused(() => window.eval('1')));
        });
      }),
      fetch: await refused(() => fetch('https://example.com')),
      markup: await refused(() => document.body.insertAdjacentHTML('beforeend', '<b>bold</b>')),
      parsed: await refused(() => new DOMParser().parseFromString('<b>bold</b>', 'text/html')),
      // oxlint-disable-next-line no-script-url -- it must be refused
      foreignScript: await refused(() => {
        document.createElement('script').src = 'https://example.com/a.js';
      }),
      foreignWorker: await refused(() => new Worker('data:text/javascript,1')),
      otherPolicy: await refused(() => window.trustedTypes?.createPolicy('other', {})),
      cleared: await refused(() => document.createElement('i').insertAdjacentHTML('beforeend', '')),
      inline: !('inlineRan' in window),
    };
  });
  expect(tried).toEqual({
    eval: true,
    fetch: true,
    markup: true,
    parsed: true,
    foreignScript: true,
    foreignWorker: true,
    otherPolicy: true,
    cleared: false,
    inline: true,
  });
});

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: object): unknown };
  }
}

async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path, 'latin1')).includes(text)) found.push(path);
  }
  return found;
}

test('S20 removes a saved key from the window’s memory @second', async ({ open, service }) => {
  const { page } = await open({ isFresh: true });
  const heap = async (): Promise<string> => {
    const session = await page.context().newCDPSession(page);
    const chunks: string[] = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await session.detach();
    return chunks.join('');
  };
  await page.getByRole('button', { name: 'Connect an account…' }).click();
  await page.getByLabel('API key').fill(service.key);
  expect((await heap()).includes(service.key), 'while it is typed').toBe(true);
  await checkConnection(page, service.baseUrl, service.key);
  await waitForStudio(page);
  await expect.poll(async () => (await heap()).includes(service.key)).toBe(false);
});

test('S24 offers a moved service’s address, and sends it no key first', async ({ open }) => {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const location = `https://new.example.com/eu${request.url ?? ''}`;
    response.writeHead(308, { location }).end();
  });
  await using moved = await listen(server);
  const { page } = await open();
  await connectAccount(page, moved.baseUrl, 'gesso-canary-7f3a9c51d2');
  await expect(page.getByText(/moved to https:\/\/new\.example\.com\/eu\. /u)).toBeVisible();
  const address = page.getByLabel('Service address');
  await page.getByRole('button', { name: 'Use https://new.example.com/eu' }).click();
  await expect(address).toHaveValue('https://new.example.com/eu');
  await expect(page.getByText(/has moved to/u)).toHaveCount(0);
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue('gesso-canary-7f3a9c51d2');
  expect(calls).toBe(1);
});
