/** `npm start` on an installed tree, in a copy of the project: its own `out` is not touched. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PROJECT } from '../../e2e/support/host-process.ts';
import { timed, type BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { medianOf } from './statistics.ts';

/** Folders that a fresh clone does not have, or does not need here. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'node_modules',
  'out',
  'dist',
  '.git',
  'test-results',
]);

/** @returns the times until the address is printed, with and without a build */
export async function measureStarting(context: BenchContext): Promise<readonly Figure[]> {
  const copy = await copyProject(context.folder);
  const bare: number[] = [];
  const npm: number[] = [];
  const cold: number[] = [];
  const cached: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`starting: ${repetition + 1} of ${context.repeat}`);
    bare.push(await timed(() => runToEnd(process.execPath, ['-e', ''], copy)));
    npm.push(await timed(() => runToEnd('npm', ['exec', '--', 'node', '-e', ''], copy)));
    await rm(join(copy, 'out'), { recursive: true, force: true });
    cold.push(await startGesso(context, copy));
    cached.push(await startGesso(context, copy));
  }
  const beside = { name: "node -e ''", value: medianOf(bare, (each) => each) };
  const figure = (name: string, times: readonly number[]): Figure => ({
    name,
    unit: 'ms',
    gesso: medianOf(times, (each) => each),
    baseline: beside,
  });
  return [
    figure('nothing built yet → address printed', cold),
    figure('built already → address printed', cached),
    figure('npm running an empty program, for comparison', npm),
  ];
}

async function copyProject(folder: string): Promise<string> {
  const copy = join(folder, 'installed');
  await cp(PROJECT, copy, {
    recursive: true,
    filter: (path) => path === PROJECT || !LEFT_OUT.has(basename(path)),
  });
  await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** @returns milliseconds until the address is printed; then the program is ended again */
async function startGesso(context: BenchContext, copy: string): Promise<number> {
  const dataFolder = await mkdtemp(join(context.folder, 'start-'));
  const options = ['--host', 'browser', '--no-open', '--data-dir', dataFolder];
  const began = performance.now();
  const child = run('npm', ['start', '--', ...options], copy);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const took = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/^Gesso is running at /mu.test(output)) resolve(performance.now() - began);
    });
    child.once('close', () => reject(new Error(`Gesso did not start.\n${errors}`)));
  });
  // npm, its shell and Gesso are one group of processes.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
  await rm(dataFolder, { recursive: true, force: true });
  return took;
}

function runToEnd(command: string, args: readonly string[], folder: string): Promise<void> {
  const child = run(command, args, folder);
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

function run(command: string, args: readonly string[], folder: string) {
  return spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
