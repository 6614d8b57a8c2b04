/** Needs a D-Bus session with an unlocked keyring, see `scripts/test-keychain.ts`. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeychain } from './keychain.ts';
import { runKeychainProcess } from './testing/run-keychain-process.ts';

const service = `gesso-test-${randomUUID()}`;
const keychain = createKeychain({ service, timeoutMilliseconds: 10_000 });

/** Asks the service to lock the keyring, as a desktop does with the screen. */
function lockKeyring(): void {
  const sent = spawnSync('dbus-send', [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login',
  ]);
  expect(sent.stderr.toString()).toBe('');
}

describe('the Secret Service', () => {
  it('stores, replaces and deletes a secret', async () => {
    expect(await keychain.status()).toEqual({ kept: 'keychain', name: 'Secret Service (keyring)' });
    expect(await keychain.get('a')).toEqual({ state: 'none' });
    expect(await keychain.set('a', 'first')).toMatchObject({ kept: 'keychain' });
    expect(await keychain.get('a')).toEqual({ state: 'stored', secret: 'first' });
    await keychain.set('a', 'secönd 🔑');
    expect(await keychain.get('a')).toEqual({ state: 'stored', secret: 'secönd 🔑' });
    expect(await keychain.get('b')).toEqual({ state: 'none' });
    await keychain.delete('a');
    await keychain.delete('a');
    expect(await keychain.get('a')).toEqual({ state: 'none' });
  });

  it('returns a stored secret to another process', async () => {
    await keychain.set('shared', 'from here');
    const read = await runKeychainProcess(['get', service, 'shared'], process.env);
    expect(read).toEqual({ state: 'stored', secret: 'from here' });
  });

  it('S20 leaves no plain copy in the home folder', async () => {
    await keychain.set('canary', 'gesso-canary-plain');
    const files = await readdir(homedir(), { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name));
      expect(bytes.includes('gesso-canary-plain'), file.name).toBe(false);
    }
  });

  it('reports that it is locked, and stores nothing elsewhere', async () => {
    await keychain.set('kept', 'behind the lock');
    lockKeyring();
    const state = await keychain.get('kept');
    expect(state).toMatchObject({ state: 'locked', reason: expect.stringContaining('locked') });
    await expect(keychain.set('new', 'x')).rejects.toMatchObject({ kind: 'keychain' });
    expect(await keychain.status()).toMatchObject({ kept: 'keychain' });
    const other = await runKeychainProcess(['get', service, 'kept'], process.env);
    expect(other).toMatchObject({ state: 'locked' });
  });
});
