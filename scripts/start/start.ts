import { resolve } from 'node:path';
import { hasScreen } from '../../electron/browser-host/open-window.ts';
import { runBrowserHost } from '../../electron/browser-host/run.ts';
import {
  electronArguments,
  readStartOrder,
  type StartOrder,
} from '../../electron/terminal/start-order.ts';
import { EXIT } from '../../electron/terminal/terminal-run.ts';
import { START_USAGE } from '../../electron/terminal/usage.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { buildIfChanged } from './build-cache.ts';
import { fetchElectron, installedElectron } from './electron-binary.ts';
import { open } from './open.ts';
import { runElectron } from './run-electron.ts';
import { electronTarget, rendererTarget } from './targets.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Everything but the address goes to stderr, so that programs can read stdout. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function start(order: StartOrder): Promise<number> {
  const isRecipe = order.recipe !== undefined;
  return await open(order.host, {
    findElectron: async () =>
      (await installedElectron(PROJECT)) ?? (await fetchElectron(PROJECT, say)),
    hasScreen,
    async openInElectron(binary) {
      await buildIfChanged(PROJECT, electronTarget());
      return await runElectron(binary, [PROJECT, ...electronArguments(order)]);
    },
    async openInBrowser() {
      if (!isRecipe) await buildIfChanged(PROJECT, rendererTarget());
      await runBrowserHost(order);
    },
    // a recipe opens no window, so no message mentions one
    say: isRecipe ? () => undefined : say,
  });
}

try {
  const order = readStartOrder(process.argv.slice(2), { folder: process.cwd() });
  if (order.isHelp) process.stdout.write(START_USAGE);
  else process.exitCode = await start(order);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof AppError ? EXIT.wrongOrder : 1;
}
