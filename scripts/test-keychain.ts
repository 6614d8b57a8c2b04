/**
 * Tests the keychain in a D-Bus session and keyring of its own. Without them it prints why and
 * passes.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  inKeychainSession,
  keychainEnvironment,
  whyNoKeychainSession,
} from './keychain/session.ts';
import { exitCode, PROJECT } from './package/run.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const reason = whyNoKeychainSession();
  if (reason !== undefined) {
    process.stdout.write(`Keychain test not run: ${reason}\n`);
    return 0;
  }
  const home = await mkdtemp(join(tmpdir(), 'gesso-keychain-'));
  try {
    return await runInSession(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function runInSession(home: string): Promise<number> {
  const vitest = join(
    dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  );
  const config = join(import.meta.dirname, 'vitest.keychain.config.ts');
  const [program, ...parameters] = inKeychainSession([
    process.execPath,
    vitest,
    'run',
    '--config',
    config,
    ...process.argv.slice(2),
  ]);
  const child = spawn(program, parameters, {
    cwd: PROJECT,
    env: keychainEnvironment(home),
    stdio: 'inherit',
  });
  return await exitCode(child);
}
