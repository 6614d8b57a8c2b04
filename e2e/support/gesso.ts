/** Fixtures: Gesso in Chromium with its own data folder, and a practice service to inspect. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { waitForStudio } from '../flows/studio.ts';
import { SHORT_FORM_TAG } from '../../scripts/test/second-tier.ts';
import { startService } from '../../electron/practice-service/test-support.ts';
import type { CallRecord } from '../../electron/practice-service/testing/steering.ts';
import { startHost, type HostProcess } from './host-process.ts';
import { PRACTICE, startInnerHost, type InnerDeps, type InnerHost } from './inner-host.ts';
import { answered, watchCalls } from './open-calls.ts';
import { lendThumbnails } from './sample-thumbnails.ts';
import { slowDown } from './slow-line.ts';
import { test as base, USUAL, type WorkerFixtures } from './worker.ts';

/** Maximum delay of each message of the window, ms; see docs/adding-a-screen.md. */
const SLOW_LINE = Number(process.env['GESSO_TEST_SLOW_LINE'] ?? 0);

/**
 * Console lines that a page cannot prevent: a request with an error status, and an unknown host. Tests
 * cause both; the window reports them in its own words.
 */
const BROWSERS_OWN =
  /^Failed to load resource: |^WebSocket connection to 'ws:\/\/127\.0\.0\.1:\d+\/rpc' failed: /u;

export interface GessoWindow<Host extends InnerHost = InnerHost> {
  readonly host: Host;
  readonly page: Page;
  readonly dataFolder: string;
  /** Ends Gesso like Ctrl+C, once all calls of the window are answered. */
  quit(): Promise<void>;
}

/** A practice service of the test's own. */
export interface Service {
  readonly baseUrl: string;
  readonly key: string;
  /** Sends JSON with the key. @throws Error unless it is accepted */
  post(path: string, body: object): Promise<void>;
  /** Makes the next calls to a path fail, see docs/practice-service.md. */
  fault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  /** Removes all faults, and answers the calls that one delays. */
  endFaults(): Promise<void>;
  /** Returns received requests, oldest first. @param path of the calls; all unless given */
  requests(path?: string): Promise<readonly CallRecord[]>;
  /** Returns the exact bytes of a sent picture. */
  sent(requestId: number | undefined, what: 'image' | 'mask'): Promise<Buffer>;
}

/** How Gesso is started; each field has a default. Dependencies are only for hosts inside the test's process. */
interface OpenOptions extends InnerDeps {
  /** The same one for all windows of a test. */
  readonly dataFolder?: string;
  readonly args?: readonly string[];
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Console lines that a test causes; any other fails it. */
  readonly expectedLines?: RegExp;
  /** Uses a new renderer process, for tests that search its memory. */
  readonly isFresh?: boolean;
}

interface Fixtures {
  /** Removed after the test. */
  readonly folder: string;
  /** Starts Gesso inside the test's process, and opens a window. */
  readonly open: (options?: OpenOptions) => Promise<GessoWindow>;
  /** The same in a separate process, for kills, signals, output and memory. */
  readonly openProcess: (options?: OpenOptions) => Promise<GessoWindow<HostProcess>>;
  readonly service: Service;
}

export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const parent = process.env['GESSO_TEST_DATA'] ?? tmpdir();
    const folder = await mkdtemp(join(parent, 'gesso e2e “ü” '));
    await use(folder);
    // a host that was ended may still write a last small picture
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
  open: async ({ browser, lender, thumbnails, folder }, use) => {
    await useWindows({ browser, lender, thumbnails }, folder, startInnerHost, use);
  },
  openProcess: async ({ browser, lender, thumbnails, folder }, use) => {
    await useWindows({ browser, lender, thumbnails }, folder, startProcess, use);
  },
  service: async ({}, use) => {
    const key = 'gesso-test-key-4711';
    const { url, server, ...service } = await startService({ ...PRACTICE, key });
    const post: Service['post'] = async (path, body) => {
      const answer = await service.post(path, body);
      if (!answer.ok) throw new Error(`The service refused it: ${await answer.text()}`);
    };
    await use({
      baseUrl: url,
      key,
      post,
      fault: (fault) => post('/practice/faults', fault),
      endFaults: async () => void (await service.call('/practice/faults', { method: 'DELETE' })),
      async requests(path) {
        const requests = await service.records();
        return requests.filter((each) => path === undefined || each.path === path);
      },
      async sent(requestId, what) {
        const sent = await service.sent(requestId === undefined ? undefined : { id: requestId });
        const file = sent[`${what}_file`];
        if (typeof file !== 'string') throw new Error(`The request ${requestId} has no ${what}.`);
        return Buffer.from(file, 'base64');
      },
    });
    await server.close();
  },
});

/** The body of two tests: the short form, with the tag `@short`, is a part of the long one. */
export type TestBody = Parameters<typeof test>[2];

export function isShortForm(): boolean {
  return test.info().title.endsWith(SHORT_FORM_TAG);
}

/** A step that the short form leaves out. */
export async function longStep(title: string, body: () => Promise<void>): Promise<void> {
  if (!isShortForm()) await test.step(title, body);
}

/** @throws Error for options that only work inside the test's process */
function startProcess(args: readonly string[], deps: InnerDeps): Promise<HostProcess> {
  if (Object.keys(deps).length > 0)
    throw new Error(`A process takes none of these: ${Object.keys(deps).join(', ')}.`);
  return startHost(args);
}

/** Hands out a way to open windows, and closes windows and hosts after the test. */
async function useWindows<Host extends InnerHost>(
  worker: Pick<WorkerFixtures, 'browser' | 'lender' | 'thumbnails'>,
  folder: string,
  start: (args: readonly string[], deps: InnerDeps) => Promise<Host>,
  use: (open: (options?: OpenOptions) => Promise<GessoWindow<Host>>) => Promise<void>,
): Promise<void> {
  const { browser, lender, thumbnails } = worker;
  const contexts: BrowserContext[] = [];
  const hosts: Host[] = [];
  /** The host of the shared window is gone. */
  let hasQuit = false;

  async function openAnother(): Promise<Page> {
    const context = await browser.newContext(USUAL);
    contexts.push(context);
    return context.newPage();
  }

  await use(async (options = {}) => {
    const { dataFolder = join(folder, 'data'), args = [], ...others } = options;
    const { viewport, expectedLines, isFresh, ...deps } = others;
    if (!existsSync(dataFolder)) await lendThumbnails(thumbnails, dataFolder);
    // like a user who closes a window and opens the next
    if (hasQuit) await lender.takeBack();
    const lent = await lender.lend(isFresh);
    const port = String(lent?.port ?? 0);
    const host = await start(['--data-dir', dataFolder, '--port', port, ...args], deps);
    hosts.push(host);
    if (lent !== undefined) hasQuit = false;
    const page = lent?.page ?? (await openAnother());
    if (viewport !== undefined) await page.setViewportSize(viewport);
    page.on('pageerror', (error) => {
      throw new Error(`The page threw: ${error.message}`, { cause: error });
    });
    page.on('console', (message) => {
      if (BROWSERS_OWN.test(message.text())) return;
      if (expectedLines?.test(message.text()) === true) return;
      throw new Error(`The page wrote into the console: ${message.text()}`);
    });
    // added at the start: a listener added with a key press may miss the dialog
    page.on('filechooser', () => undefined);
    const onSent = watchCalls(page);
    if (SLOW_LINE > 0) await slowDown(page, SLOW_LINE, onSent);
    await page.goto(host.url);
    if (deps.account === 'practice') await waitForStudio(page);
    return {
      host,
      page,
      dataFolder,
      async quit() {
        await answered(page);
        await host.stop();
        if (lent !== undefined) hasQuit = true;
      },
    };
  });
  await lender.takeBack();
  for (const context of contexts) await context.close();
  for (const host of hosts) await host.kill();
}

export { expect } from 'playwright/test';
