/** Start and end of the browser host; its options are those of `npm start`, see the README. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { toAppError } from '../../shared/errors/app-error.ts';
import { createBackend, type Backend } from '../backend/create-backend.ts';
import { installCrashHandler } from '../backend/service/common/crash-handler.ts';
import type { HostPorts } from '../backend/service/common/ports.ts';
import { runInBackground } from '../backend/service/common/background.ts';
import { createKeychain } from '../backend/service/vault/keychain.ts';
import {
  type EmbeddedOptions,
  startEmbeddedPracticeService,
} from '../practice-service/embedded.ts';
import { forkPerception } from '../perception/fork.ts';
import { forkReader } from '../workers/fork-process.ts';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { onSignals } from '../terminal/on-signals.ts';
import type { RecipeOrder } from '../terminal/recipe-order.ts';
import { runRecipeOrder } from '../terminal/run-recipe.ts';
import type { StartOrder } from '../terminal/start-order.ts';
import { processTerminal } from '../terminal/terminal.ts';
import { createLifecycle } from '../web-host/lifecycle.ts';
import { createSelfCheckRun, SELF_CHECK_KEYS } from '../web-host/self-check-run.ts';
import { createStartSelfCheck } from '../web-host/start-self-check.ts';
import { createDownloads } from './downloads.ts';
import { openWindow, type OpenedWindow } from './open-window.ts';
import { startBrowserHost } from './server.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

type LibraryOptions = Pick<StartOrder, 'dataFolder' | 'answerTimeout'>;

/** Runs until the window is closed or a signal arrives. Only the address goes to stdout. */
export async function runBrowserHost(order: StartOrder): Promise<void> {
  try {
    if (order.recipe !== undefined) process.exit(await runRecipe(order.recipe));
    if (order.checksItself) process.exit(await checkItself(order));
    await run(order);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

interface OpenHost {
  /** With this session's token. */
  readonly url: string;
  readonly backend: Backend;
  /** @param isHurried skips the backup */
  close(isHurried: boolean): Promise<void>;
}

/** Replaceable in tests, which may have a folder dialog. */
export interface HostDeps extends Partial<HostPorts> {
  readonly practice?: EmbeddedOptions;
}

/** @throws AppError, or the port's error */
export async function openHost(
  options: LibraryOptions & Pick<StartOrder, 'port' | 'pictures'>,
  log: (line: string) => void,
  deps: HostDeps = {},
): Promise<OpenHost> {
  const downloads = createDownloads(join(dataFolderOf(options), 'downloads'));
  const backend = await openBackend(options, log, deps, (request) => downloads.saveFile(request));
  await downloads.clear();
  const host = await startBrowserHost({
    backend,
    downloads,
    rendererFolder: join(PROJECT, 'out/renderer'),
    port: options.port,
    log,
  });
  runInBackground('opening files', log, () => backend.desktop.openFiles(options.pictures));
  return {
    url: host.url,
    backend,
    async close(isHurried) {
      await host.close();
      await backend.close({ isHurried });
    },
  };
}

async function openBackend(
  options: LibraryOptions,
  log: (line: string) => void,
  { practice, ...ports }: HostDeps,
  saveFile: HostPorts['saveFile'],
): Promise<Backend> {
  return await createBackend(
    {
      paths: {
        data: dataFolderOf(options),
        samples: join(PROJECT, 'assets/samples'),
        notices: join(PROJECT, 'node_modules/@img'),
      },
      keychain: createKeychain(),
      startPracticeService: () => startEmbeddedPracticeService(practice),
      startPerception: () => forkPerception(DEVELOPMENT_MODELS),
      startReader: forkReader,
      saveFile,
      notify: () => undefined, // The window shows it; a closed tab cannot notify.
      showsNotices: () => false,
      startSelfCheck: createStartSelfCheck(process.execPath, [
        join(PROJECT, 'scripts/start.mjs'),
        '--host=browser',
        '--self-check',
      ]),
      writeLogLine: log,
      ...ports,
    },
    {
      version: await readVersion(),
      timeouts:
        options.answerTimeout === undefined ? undefined : { answer: options.answerTimeout * 1000 },
    },
  );
}

/** @returns the exit code */
async function runRecipe(order: RecipeOrder): Promise<number> {
  const terminal = processTerminal(process);
  const code = await runRecipeOrder({
    order,
    folder: process.cwd(),
    terminal,
    async openBackend({ dataFolder }) {
      const options = { dataFolder, answerTimeout: undefined };
      const backend = await openBackend(options, terminal.tell, {}, () =>
        Promise.reject(new Error('There is no window that a file could be saved from.')),
      );
      installCrashHandler({
        process,
        report: (error) => backend.uncaught(error, false),
        giveUp: () => process.exit(1),
      });
      return backend;
    },
  });
  await terminal.flush();
  return code;
}

/** @returns the exit code */
async function checkItself({ report }: StartOrder): Promise<0 | 1> {
  const folder = await mkdtemp(join(tmpdir(), 'gesso-self-check-'));
  const check = createSelfCheckRun({
    version: await readVersion(),
    report,
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  let host: OpenHost | undefined;
  let window: OpenedWindow | undefined;
  try {
    host = await openHost(
      { port: 0, dataFolder: join(folder, 'data'), answerTimeout: undefined, pictures: [] },
      (line) => void process.stderr.write(`${line}\n`),
      {
        practice: { taskSpeed: 20 }, // A clip takes a second.
        keychain: createKeychain({ service: SELF_CHECK_KEYS }),
        selfCheck: check.listener,
      },
    );
    window = await openWindow(`${host.url}#self-check`, join(folder, 'browser'), true);
    if (window === undefined) {
      check.fail('Starting the page', 'This computer has no Chromium or Chrome.');
    }
    void window?.closed.then(() => check.fail('Keeping the page', 'The browser has ended.'));
    return await check.ended;
  } finally {
    await window?.close();
    await host?.close(true);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function run(options: StartOrder): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  let running = 0;
  const host = await openHost(options, log, {
    showProgress: (progress) => (running = progress?.running ?? 0),
  });
  const { backend } = host;
  let window: OpenedWindow | undefined;
  const lifecycle = createLifecycle({
    backend: {
      whenIdle: () => backend.whenIdle(),
      async close({ isHurried }) {
        await window?.close();
        await host.close(isHurried);
      },
    },
    staysWithoutWindow: () => false,
    showWindow: () => undefined, // A second start has its own server and window.
    closeWindows: () => void window?.close(),
    exit: (code) => process.exit(code),
    running: () => running,
    tell: log,
    writeLogLine: log,
  });
  // The reader of the lines is gone, as with SIGHUP; an error of the stream would be logged there
  // too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', lifecycle.systemEnds);
  installCrashHandler({
    process,
    report: (error, isToTell) => backend.uncaught(error, isToTell),
    giveUp: lifecycle.systemEnds,
  });
  onSignals(process, lifecycle.interrupted);

  process.stdout.write(`Gesso is running at ${host.url}\n`);
  if (!options.shouldOpen) return;
  window = await openWindow(host.url, join(dataFolderOf(options), 'browser'));
  if (window === undefined || !(await window.hasOpened)) {
    log(
      'Gesso could not open a window (no Chromium or Chrome, or no screen). Open the address above in a browser. Ctrl+C quits Gesso.',
    );
    return;
  }
  await window.closed;
  lifecycle.windowsClosed();
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(PROJECT, 'package.json'), 'utf8');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : '';
}

/** Separate from Electron's own folder unless one is chosen: two programs never share a library. */
function dataFolderOf({ dataFolder }: Pick<StartOrder, 'dataFolder'>): string {
  if (dataFolder !== undefined) return dataFolder;
  const { env } = process;
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Gesso Browser');
    case 'win32':
      return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Gesso Browser');
    default: {
      const { XDG_DATA_HOME: named = '' } = env; // Only an absolute one counts.
      return join(isAbsolute(named) ? named : join(homedir(), '.local', 'share'), 'gesso-browser');
    }
  }
}

function explain(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return 'This port is already in use. Select another with --port, or leave the option out.';
  if (code === 'EACCES')
    return `Gesso has no permission to use this folder or port: ${(error as Error).message}`;
  const appError = toAppError(error);
  const detail =
    appError.kind === 'unexpected' ? ` ${String(appError.details?.['error'] ?? '')}` : '';
  return appError.message + detail;
}
