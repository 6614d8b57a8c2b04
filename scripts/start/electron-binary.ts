import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import { proxyEnvironment } from './proxy-environment.ts';

/** Where Electron's releases are fetched from, unless a mirror is set. */
const RELEASES = 'https://github.com';
/** Longest wait for an answer from the server of the releases, ms. */
const PROBE_MILLISECONDS = 10_000;

/** Returns `undefined` if it is not installed. */
export async function installedElectron(project: string): Promise<string | undefined> {
  const folder = join(project, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override === undefined && !existsSync(pathFile)) return undefined;
  const name = existsSync(pathFile) ? await readFile(pathFile, 'utf8') : 'electron';
  const path = join(override ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : undefined;
}

/** @returns the path; `undefined` if it cannot be fetched here */
export async function fetchElectron(
  project: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const proxy = proxyEnvironment(process.env);
  const trouble = await whyUnreachable(proxy);
  if (trouble !== undefined) {
    say(`Electron cannot be fetched: ${trouble}.`);
    return undefined;
  }
  say('Fetching Electron (about 120 MB, once) …');
  // stdout is for programs; a terminal's stderr gets the progress bar after half a minute
  const child = spawn(process.execPath, [join(project, 'node_modules/electron/install.js')], {
    env: { ...process.env, ...proxy },
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `its installer ended with ${signal ?? `code ${code}`}`),
    );
  });
  if (failure === undefined) return installedElectron(project);
  say(`Electron could not be fetched: ${failure}; its own words are above.`);
  return undefined;
}

/** Fails within seconds on a closed network, where the installer would try for long. */
async function whyUnreachable(
  proxy: ReturnType<typeof proxyEnvironment>,
): Promise<string | undefined> {
  const { ELECTRON_MIRROR, npm_config_electron_mirror } = process.env;
  const address = ELECTRON_MIRROR ?? npm_config_electron_mirror ?? RELEASES;
  const signal = AbortSignal.timeout(PROBE_MILLISECONDS);
  let restore = () => undefined as void;
  try {
    // for this request alone, as the program that may follow sets its own proxy
    restore = setGlobalProxyFromEnv(proxy);
    await fetch(address, { method: 'HEAD', signal });
    return undefined;
  } catch (error) {
    if (signal.aborted) {
      return `${address} has not answered within ${PROBE_MILLISECONDS / 1000} seconds`;
    }
    return `${address} cannot be reached (${causeOf(error)})`;
  } finally {
    restore();
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === 'fetch failed') return causeOf(error.cause);
  const { code = error.name } = error as NodeJS.ErrnoException;
  return error.message === '' ? code : error.message;
}
