import type { KeychainEntry } from '../../../service/vault/keychain.ts';

/** @param isLocked true while every access is refused @returns a function that opens an account’s entry */
export function memoryEntry(kept: Map<string, string>, isLocked: () => boolean = () => false) {
  return (_service: string, account: string): Promise<KeychainEntry> => {
    const ask = <Value>(value: () => Value) =>
      isLocked() ? Promise.reject(new Error('locked')) : Promise.resolve(value());
    return Promise.resolve({
      getPassword: () => ask(() => kept.get(account) ?? null),
      setPassword: (secret) => ask(() => void kept.set(account, secret)),
      deleteCredential: () => ask(() => kept.delete(account)),
    });
  };
}
