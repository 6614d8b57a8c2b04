/** `npm start`: builds changed parts and opens Gesso, in Electron or through the browser host. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { runBrowserHost } from '../../electron/browser-host/run.ts';
import { buildIfChanged } from './build-cache.ts';
import { fetchElectron, installedElectron } from './electron-binary.ts';
import { readStartOptions, USAGE, type StartOptions } from './options.ts';
import { electronTarget, rendererTarget } from './targets.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Everything but the address goes to stderr, so that stdout is one line that programs can read. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function start(options: StartOptions): Promise<void> {
  const electron = options.host === 'browser' ? undefined : await findElectron(options.host);
  if (electron !== undefined) {
    await buildIfChanged(PROJECT, electronTarget(PROJECT));
    await runElectron(electron, options.electronArguments);
    return;
  }
  await buildIfChanged(PROJECT, rendererTarget(PROJECT));
  await runBrowserHost(options.browserArguments);
}

async function findElectron(choice: 'automatic' | 'electron'): Promise<string | undefined> {
  const found = (await installedElectron(PROJECT)) ?? (await fetchElectron(PROJECT, say));
  if (found !== undefined && (choice === 'electron' || hasScreen())) return found;
  if (choice === 'electron') {
    throw new Error(
      'Electron is not installed and cannot be fetched here. Start with "--host browser" to use Chromium or Chrome instead.',
    );
  }
  say(
    found === undefined
      ? 'Electron is not available here, so Gesso opens in Chromium or Chrome.'
      : 'There is no screen for Electron, so Gesso serves a browser instead.',
  );
  return undefined;
}

function hasScreen(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}

/** Electron ends with this process and the other way round. */
async function runElectron(binary: string, args: readonly string[]): Promise<void> {
  const child = spawn(binary, [PROJECT, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise<number>((done, reject) => {
    child.once('error', reject);
    child.once('close', (code) => done(code ?? 1));
  });
}

try {
  const options = readStartOptions(process.argv.slice(2));
  if (options === 'help') process.stdout.write(USAGE);
  else await start(options);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
