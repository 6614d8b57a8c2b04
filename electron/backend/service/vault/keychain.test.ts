import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { createKeychain, type KeychainEntry } from './keychain.ts';
import { runKeychainProcess } from './testing/run-keychain-process.ts';

const SECRET = 'gesso-canary-5521';

/** A keychain whose every call does this. */
function keychainThat(answer: () => Promise<never>, timeoutMilliseconds = 1000) {
  const entry: KeychainEntry = {
    getPassword: answer,
    setPassword: answer,
    deleteCredential: answer,
  };
  return createKeychain({ openEntry: () => Promise.resolve(entry), timeoutMilliseconds });
}

describe('without a keychain (no D-Bus session)', () => {
  it('S20 keeps secrets in memory for this run, gives the reason, and writes no file', async () => {
    const home = testFolder();
    const environment = { HOME: home, XDG_RUNTIME_DIR: home, PATH: process.env['PATH'] };

    const first = await runKeychainProcess(['set', 'gesso-test', 'a'], environment, SECRET);
    const kept = { kept: 'memory', reason: expect.stringContaining('in memory') };
    expect(first).toMatchObject({
      set: kept,
      got: { state: 'stored', secret: SECRET },
      status: kept,
    });
    // Another process sees nothing: not on disk, not in the kernel's key ring.
    const second = await runKeychainProcess(['get', 'gesso-test', 'a'], environment);
    expect(second).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('DBus') });
    expect(await runKeychainProcess(['status', 'gesso-test'], environment)).toMatchObject(kept);
    expect(await readdir(home)).toEqual([]);
    expect(await readFile('/proc/keys', 'utf8').catch(() => '')).not.toContain('gesso-test');
  });

  it('drops a deleted key', async () => {
    const keychain = createKeychain({ openEntry: () => Promise.reject(new Error('no bus')) });
    expect(await keychain.set('a', SECRET)).toMatchObject({ kept: 'memory' });
    expect(await keychain.get('b')).toMatchObject({ state: 'unavailable' });
    await keychain.delete('a');
    expect(await keychain.get('a')).toMatchObject({ state: 'unavailable' });
    expect(JSON.stringify(await keychain.status())).not.toContain(SECRET);
  });

  it('still names memory for another key once the keychain has come back', async () => {
    let isThere = false;
    const entry: KeychainEntry = {
      getPassword: () => Promise.resolve(null),
      setPassword: () => Promise.resolve(),
      deleteCredential: () => Promise.resolve(true),
    };
    const openEntry = () =>
      isThere ? Promise.resolve(entry) : Promise.reject(new Error('no bus'));
    const keychain = createKeychain({ openEntry });
    for (const account of ['a', 'b']) await keychain.set(account, SECRET);
    isThere = true;
    await keychain.set('a', SECRET);
    expect(await keychain.status()).toMatchObject({ kept: 'memory' });
    await keychain.set('b', SECRET);
    expect(await keychain.status()).toMatchObject({ kept: 'keychain' });
  });
});

describe('a keychain that refuses', () => {
  it('is locked when a prompt is dismissed', async () => {
    const keychain = keychainThat(() =>
      Promise.reject(new Error("Couldn't access platform storage: prompt was dismissed")),
    );
    expect(await keychain.get('a')).toMatchObject({ state: 'locked' });
    await expect(keychain.set('a', SECRET)).rejects.toMatchObject({ kind: 'keychain' });
    await expect(keychain.delete('a')).rejects.toMatchObject({ kind: 'keychain', action: 'retry' });
    expect(await keychain.status()).toMatchObject({ kept: 'keychain' });
    expect(await keychain.get('a'), 'not kept in memory behind the back').toMatchObject({
      state: 'locked',
    });
  });

  it('is locked when it never answers, and is not asked again meanwhile', async () => {
    let calls = 0;
    const keychain = keychainThat(() => {
      calls += 1;
      return new Promise(() => undefined);
    }, 20);
    const lookups = await Promise.all([keychain.get('a'), keychain.get('b'), keychain.get('c')]);
    expect(lookups.map((lookup) => lookup.state)).toEqual(['locked', 'locked', 'locked']);
    expect(calls).toBe(1);
  });

  it('works again once it answers', async () => {
    const held = new Map<string, string>();
    let isBroken = true;
    const keychain = createKeychain({
      openEntry: (_service, account) =>
        isBroken
          ? Promise.reject(new Error('Platform failure: DBus error'))
          : Promise.resolve({
              getPassword: () => Promise.resolve(held.get(account) ?? null),
              setPassword: (secret) => Promise.resolve(void held.set(account, secret)),
              deleteCredential: () => Promise.resolve(held.delete(account)),
            }),
    });
    expect(await keychain.status()).toMatchObject({ kept: 'memory' });
    isBroken = false;
    expect(await keychain.status()).toMatchObject({ kept: 'keychain' });
    expect(await keychain.set('a', SECRET)).toMatchObject({ kept: 'keychain' });
    expect(await keychain.get('a')).toEqual({ state: 'stored', secret: SECRET });
    expect(held.get('a')).toBe(SECRET);
  });
});
