/**
 * Runs the tests in Electron itself. Without its binary or a display it prints why and passes;
 * `--required` fails instead.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findDisplay, whyNoElectron } from '../e2e/electron/find-electron.ts';
import { buildPrograms } from './package/build.ts';
import { exitCode, PROJECT } from './package/run.ts';
import { fetchElectron, installedElectron } from './start/electron-binary.ts';

const given = process.argv.slice(2).filter((each) => each !== '--required');
const isRequired = process.argv.includes('--required');
process.exitCode = await main();

async function main(): Promise<number> {
  if (isRequired && (await installedElectron(PROJECT)) === undefined) {
    await fetchElectron(PROJECT, (line) => process.stdout.write(`${line}\n`));
  }
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
  return isRequired ? 1 : 0;
}

function playwright(wrapper: readonly string[]): Promise<number> {
  const command = [
    ...wrapper,
    process.execPath,
    join(PROJECT, 'node_modules', 'playwright', 'cli.js'),
    'test',
    '--config',
    join(PROJECT, 'e2e', 'electron', 'playwright.config.ts'),
    ...given,
  ];
  const [program = process.execPath, ...parameters] = command;
  return exitCode(spawn(program, parameters, { cwd: PROJECT, stdio: 'inherit' }));
}
