import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** @param environment the whole one @param secret given on standard input */
export async function runKeychainProcess(
  commandLine: readonly string[],
  environment: NodeJS.ProcessEnv,
  secret = '',
): Promise<unknown> {
  const script = join(import.meta.dirname, 'keychain-process.ts');
  const child = spawn(process.execPath, [script, ...commandLine], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(secret);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') throw new Error(`keychain process failed: ${errors}`);
  return JSON.parse(output);
}
