/** Where secrets are kept: the operating system's keychain, or nothing better than memory. */

/** The place where secrets go. */
export interface SecretStoreStatus {
  /** `keychain`: kept by the operating system. `memory`: only until Gesso is closed. */
  readonly kept: 'keychain' | 'memory';
  /** The place's name on this system: "macOS Keychain", "Windows Credential Manager", "Secret Service (keyring)". */
  readonly name: string;
  /** The reason why the keychain cannot be used, as a sentence; only with `memory`. */
  readonly reason?: string | undefined;
}

/** The result of looking for a secret. */
export type SecretLookup =
  | { readonly state: 'stored'; readonly secret: string }
  | { readonly state: 'none' }
  /** The keychain is there but said no (locked, denied, timed out). */
  | { readonly state: 'locked'; readonly reason: string }
  /** There is no keychain now, and the secret is not in memory. */
  | { readonly state: 'unavailable'; readonly reason: string };

/** Keeps secrets by account name. Never writes one to a file. */
export interface SecretStore {
  status(): Promise<SecretStoreStatus>;
  get(account: string): Promise<SecretLookup>;
  /** @returns where it is kept now; rejects with AppError `keychain` when the keychain said no */
  set(account: string, secret: string): Promise<SecretStoreStatus>;
  /** Forgets the secret; nothing happens when there is none. */
  delete(account: string): Promise<void>;
}
