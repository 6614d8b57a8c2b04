/** The real program for a measurement: the browser host from source, the built page, Chromium. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startHost, type HostProcess } from '../../e2e/support/host-process.ts';
import { VIEWPORT, type BenchContext } from './context.ts';

/** A window of Gesso on an empty data folder. */
export interface BenchWindow {
  readonly host: HostProcess;
  readonly page: Page;
}

/**
 * Starts a host of its own with an empty data folder, opens its page in a fresh browser profile,
 * and ends both afterwards.
 *
 * @param prepare called before the page is loaded
 */
export async function withGesso<Result>(
  context: BenchContext,
  act: (window: BenchWindow) => Promise<Result>,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Result> {
  return withHost(context, (host) =>
    withPage(context, async (page) => {
      await prepare(page);
      await page.goto(host.url);
      return act({ host, page });
    }),
  );
}

/** Starts a host of its own with an empty data folder and ends it afterwards. */
export async function withHost<Result>(
  context: BenchContext,
  act: (host: HostProcess) => Promise<Result>,
): Promise<Result> {
  const dataFolder = await mkdtemp(join(context.folder, 'data-'));
  const host = await startHost(['--data-dir', dataFolder]);
  try {
    return await act(host);
  } finally {
    await host.kill();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** A page in a fresh browser profile. */
export async function withPage<Result>(
  context: BenchContext,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const profile = await context.browser.newContext({ viewport: VIEWPORT });
  try {
    return await act(await profile.newPage());
  } finally {
    await profile.close();
  }
}
