/** Processes of the measurements that report their own figures. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROCESSES = join(import.meta.dirname, 'processes');

/** As at the start of both hosts: the limit comes before the program's sources. */
const HOST = ['--import', join(import.meta.dirname, '../../electron/web-host/limit-memory.ts')];

/** @returns what the script has printed */
export async function runProcess(script: string, ...args: readonly string[]): Promise<string> {
  return await printed([join(PROCESSES, script), ...args]);
}

/** As `runProcess`, with the memory settings under which the hosts run the backend. */
export async function runAsHost(script: string, ...args: readonly string[]): Promise<string> {
  return await printed([...HOST, join(PROCESSES, script), ...args]);
}

async function printed(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout;
}
