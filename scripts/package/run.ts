import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PROJECT = dirname(dirname(import.meta.dirname));

export interface RunResult {
  readonly code: number;
  /** Both streams, interleaved. */
  readonly output: string;
}

/** @param command name in the package's `bin` @param show passes the output on while it runs */
export async function runTool(
  packageName: string,
  command: string,
  parameters: readonly string[],
  show: boolean,
): Promise<RunResult> {
  const folder = join(PROJECT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: string | Readonly<Record<string, string>>;
  };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}`);
  return await runNode([join(folder, script), ...parameters], show);
}

export async function runNode(parameters: readonly string[], show: boolean): Promise<RunResult> {
  const child = spawn(process.execPath, parameters, {
    cwd: PROJECT,
    // SECURITY: S32 nothing in the environment may make electron-builder publish or sign by chance.
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    if (show) process.stdout.write(chunk);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return { code: await exitCode(child), output };
}

/** Finds the command on the path. Returns standard output alone. */
export async function runCommand(name: string, parameters: readonly string[]): Promise<RunResult> {
  const child = spawn(name, parameters, {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { code: await exitCode(child), output };
}

/** @returns 1 after a signal */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
