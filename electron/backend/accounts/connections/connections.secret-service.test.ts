/** Keys in a real Secret Service, which `scripts/test-keychain.ts` starts. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeychain } from '../../service/vault/keychain.ts';
import { createConnectionKeys } from './connection-keys.ts';

const keychain = createKeychain({ service: `gesso-test-${randomUUID()}` });
const mine = { id: 'a', name: 'Mine', baseUrl: 'https://a.example/v3', gateway: undefined };
const doctored = { ...mine, baseUrl: 'https://b.example' };

it('S53 the keyring stores a key with its address, and another process asks for it again elsewhere', async () => {
  const keys = createConnectionKeys(keychain, () => undefined);
  await keys.write(mine, 'service', 'k\u00E9y-1');
  const later = createConnectionKeys(keychain, () => ['https://b.example']);
  expect(await later.read(mine, 'service')).toBe('k\u00E9y-1');
  await expect(later.read(doctored, 'service')).rejects.toMatchObject({ kind: 'key-missing' });
});

it('S53 gives an entry of 1.0.0 the address of the first start', async () => {
  await keychain.set('a', 'raw-key');
  const first = createConnectionKeys(keychain, () => ['https://a.example']);
  expect(await first.state(mine)).toBe('kept');
  expect(await keychain.get('a')).toEqual({
    state: 'stored',
    secret: 'raw-key\nhttps://a.example',
  });
  const later = createConnectionKeys(keychain, () => undefined);
  expect(await later.read(mine, 'service')).toBe('raw-key');
  expect(await later.state(doctored)).toBe('other-address');
});
