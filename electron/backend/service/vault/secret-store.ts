export interface SecretStoreStatus {
  /** `memory`: only until Gesso quits. */
  readonly kept: 'keychain' | 'memory';
  readonly name: string;
  /** Why the keychain cannot be used, as a sentence; only with `memory`. */
  readonly reason?: string | undefined;
}

export type SecretLookup =
  | { readonly state: 'stored'; readonly secret: string }
  | { readonly state: 'none' }
  /** The keychain refused (locked, denied, timed out). */
  | { readonly state: 'locked'; readonly reason: string }
  /** There is no keychain, and the secret is not in memory. */
  | { readonly state: 'unavailable'; readonly reason: string };

/** Never writes a secret to a file. */
export interface SecretStore {
  status(): Promise<SecretStoreStatus>;
  get(account: string): Promise<SecretLookup>;
  /** @returns where it is stored; rejects with AppError `keychain` if the keychain refused */
  set(account: string, secret: string): Promise<SecretStoreStatus>;
  delete(account: string): Promise<void>;
}
