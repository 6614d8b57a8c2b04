/**
 * Runs the end-to-end tests under Electron itself, where its program file is installed and a window
 * can be shown; otherwise one line says why not, and nothing fails.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findDisplay, whyNoElectron } from '../e2e/electron/find-electron.ts';
import { buildPrograms } from './package/build.ts';
import { PROJECT } from './package/run.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const reason = await whyNoElectron();
  if (reason !== undefined) return notRun(reason);
  const display = findDisplay();
  if (display === undefined) return notRun('there is no display, and no xvfb-run to make one');
  const built = await buildPrograms(false);
  if (built.code !== 0) {
    process.stdout.write(built.output);
    return built.code;
  }
  return await playwright(display.wrapper);
}

function notRun(reason: string): number {
  process.stdout.write(`Electron tests not run: ${reason}.\n`);
  return 0;
}

function playwright(wrapper: readonly string[]): Promise<number> {
  const command = [
    ...wrapper,
    process.execPath,
    join(PROJECT, 'node_modules', 'playwright', 'cli.js'),
    'test',
    '--config',
    join(PROJECT, 'e2e', 'electron', 'playwright.config.ts'),
    ...process.argv.slice(2),
  ];
  const [program = process.execPath, ...parameters] = command;
  const child = spawn(program, parameters, { cwd: PROJECT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
