/** The browser host as its own process, as `npm start` runs it. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const PROJECT = resolve(import.meta.dirname, '../..');

export interface HostProcess {
  /** With the token of this run. */
  readonly url: string;
  readonly pid: number;
  /** Everything written to stdout so far. */
  output(): string;
  /** Everything written to stderr so far. */
  errors(): string;
  /** Stops the host like Ctrl+C. @returns the exit code */
  stop(): Promise<number | null>;
  /** Kills the host like a crash. */
  kill(): Promise<void>;
}

/** A failed start. */
export interface FailedStart {
  readonly code: number | null;
  readonly errors: string;
}

/**
 * @param args options of `npm start`
 * @param env added to the environment
 * @returns the running host, or how the start failed
 */
export async function tryStartHost(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HostProcess | FailedStart> {
  const child = spawn(
    process.execPath,
    ['scripts/start.mjs', '--host', 'browser', '--no-open', ...args],
    { cwd: PROJECT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const url = new Promise<string>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /^Gesso is running at (\S+)$/mu.exec(output)?.[1];
      if (found !== undefined) done(found);
    });
  });
  const first = await Promise.race([url, ended]);
  if (typeof first !== 'string') return { code: first, errors };
  return {
    url: first,
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    async stop() {
      child.kill('SIGINT');
      return await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Like {@link tryStartHost}, but throws if the start failed. */
export async function startHost(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HostProcess> {
  const host = await tryStartHost(args, env);
  if ('url' in host) return host;
  throw new Error(`Gesso did not start (exit code ${host.code}).\n${host.errors}`);
}
