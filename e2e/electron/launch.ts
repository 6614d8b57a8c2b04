/** Gesso under Electron, for tests: a fresh data folder each time, the built program, one window. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { test as base } from 'playwright/test';
import { PROJECT, requireElectron } from './find-electron.ts';

export interface RunningGesso {
  readonly application: ElectronApplication;
  /** Its window's page, loaded. */
  readonly page: Page;
  readonly dataFolder: string;
  /** What the program wrote to its standard output and standard error. */
  readonly output: () => string;
}

/** Command line for a data folder; also for a second start on the same one. */
export function commandLine(dataFolder: string): string[] {
  // As root (containers) Chromium has no process sandbox; the limits of the page are tested anyway.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...asRoot, PROJECT, `--data-dir=${dataFolder}`];
}

/** The environment without what would turn Electron into plain Node. */
export function electronEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS'].includes(entry[0]),
  );
  return Object.fromEntries(entries);
}

/** Starts Gesso and waits for its page. @throws Error when Electron's program file is not there */
export async function launchGesso(dataFolder: string): Promise<RunningGesso> {
  const application = await _electron.launch({
    executablePath: await requireElectron(),
    args: commandLine(dataFolder),
    env: electronEnvironment(),
    cwd: PROJECT,
  });
  let output = '';
  const child = application.process();
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const page = await application.firstWindow();
  await page.waitForLoadState('load');
  return { application, page, dataFolder, output: () => output };
}

/** Playwright's `test` with a Gesso of its own for each test. */
export const test = base.extend<{ readonly gesso: RunningGesso }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  gesso: async ({}, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'gesso-electron-'));
    const gesso = await launchGesso(dataFolder);
    await use(gesso);
    // A test may have closed it already.
    await gesso.application.close().catch(() => undefined);
    await rm(dataFolder, { recursive: true, force: true });
  },
});

export { expect } from 'playwright/test';
