/** `npm start`: builds changed parts and opens Gesso, in Electron or through the browser host. */
import { resolve } from 'node:path';
import { runBrowserHost } from '../../electron/browser-host/run.ts';
import { isRecipeOrder } from '../../electron/terminal/recipe-order.ts';
import { EXIT } from '../../electron/terminal/terminal-run.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { buildIfChanged } from './build-cache.ts';
import { fetchElectron, installedElectron } from './electron-binary.ts';
import { open } from './open.ts';
import { readStartOptions, USAGE, type StartOptions } from './options.ts';
import { runElectron } from './run-electron.ts';
import { electronTarget, rendererTarget } from './targets.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Everything but the address goes to stderr, so that stdout is one line that programs can read. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function start(options: StartOptions): Promise<number> {
  const isRecipe = isRecipeOrder(options.browserArguments);
  return await open(options.host, {
    findElectron: async () =>
      (await installedElectron(PROJECT)) ?? (await fetchElectron(PROJECT, say)),
    hasScreen,
    async openInElectron(binary) {
      await buildIfChanged(PROJECT, electronTarget(PROJECT));
      return await runElectron(binary, [PROJECT, ...options.electronArguments]);
    },
    async openInBrowser() {
      if (!isRecipe) await buildIfChanged(PROJECT, rendererTarget(PROJECT));
      await runBrowserHost(options.browserArguments);
    },
    // a recipe opens no window, so nothing is to be said about one
    say: isRecipe ? () => undefined : say,
  });
}

function hasScreen(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}

try {
  const options = readStartOptions(process.argv.slice(2));
  if (options === 'help') process.stdout.write(USAGE);
  else process.exitCode = await start(options);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof AppError ? EXIT.wrongOrder : 1;
}
