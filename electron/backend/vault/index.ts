/** The door of the vault. */
export { createKeychain, type KeychainOptions } from './keychain.ts';
export type { SecretLookup, SecretStore, SecretStoreStatus } from './secret-store.ts';
