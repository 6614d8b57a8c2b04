/** Keeps secrets in the system's keychain, else in memory. Nothing is ever written to a file. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { SecretLookup, SecretStore, SecretStoreStatus } from './secret-store.ts';

export type KeychainEntry = Awaited<ReturnType<typeof openSystemEntry>>;

/** Throws if there is no keychain. */
type OpenEntry = (service: string, account: string) => Promise<KeychainEntry>;

interface KeychainOptions {
  /** Service name of the entries; default: "Gesso". */
  readonly service?: string | undefined;
  /** Longest wait for a keychain, which may ask the user for a password. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Replaceable in tests. */
  readonly openEntry?: OpenEntry | undefined;
}

const DEFAULTS = {
  service: 'Gesso',
  /** Long enough to type a password into the keychain's prompt. */
  timeoutMilliseconds: 30_000,
} as const;

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

/** The keychain refused, and the user can do something about it. */
class LockedError extends Error {}

// SECURITY: S20 the keychain or memory: there is no third place.
export function createKeychain(options: KeychainOptions = {}): SecretStore {
  const service = options.service ?? DEFAULTS.service;
  const timeout = options.timeoutMilliseconds ?? DEFAULTS.timeoutMilliseconds;
  const openEntry = options.openEntry ?? openSystemEntry;
  const name = NAMES[process.platform] ?? 'Secret Service (keyring)';
  const memory = new Map<string, string>();
  /** Why the keychain is not used; `undefined` while it works. */
  let unusable: string | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  /** A call never returned. Each occupies a thread, so there is never more than one. */
  let isHanging = false;

  /** Sequential, each with a time limit. */
  async function ask<T>(account: string, call: (entry: KeychainEntry) => Promise<T>): Promise<T> {
    const turn = queue.then(async () => {
      if (isHanging) throw new LockedError('it is still waiting for an earlier answer');
      isHanging = true;
      const work = openEntry(service, account).then(call);
      void work.catch(() => undefined).finally(() => (isHanging = false));
      return await withinTime(work, timeout);
    });
    queue = turn.catch(() => undefined);
    return await turn;
  }

  function status(): SecretStoreStatus {
    return unusable === undefined
      ? { kept: 'keychain', name }
      : { kept: 'memory', name, reason: unusable };
  }

  function noKeychain(error: unknown): string {
    unusable = `Gesso can’t use ${name}, so it keeps API keys in memory. You enter them again after a restart. (${shortText(error)})`;
    return unusable;
  }

  return {
    async status() {
      try {
        // Opening is enough: it does not ask for a password.
        await ask('status', () => Promise.resolve());
        if (memory.size === 0) unusable = undefined;
      } catch (error) {
        if (!isLocked(error)) noKeychain(error);
      }
      return status();
    },

    async get(account): Promise<SecretLookup> {
      const held = memory.get(account);
      if (held !== undefined) return { state: 'stored', secret: held };
      try {
        const secret = await ask(account, (entry) => entry.getPassword());
        return secret === null ? { state: 'none' } : { state: 'stored', secret };
      } catch (error) {
        if (isLocked(error)) return { state: 'locked', reason: lockedSentence(name, error) };
        return { state: 'unavailable', reason: noKeychain(error) };
      }
    },

    async set(account, secret) {
      try {
        await ask(account, (entry) => entry.setPassword(secret));
        memory.delete(account);
        if (memory.size === 0) unusable = undefined;
      } catch (error) {
        if (isLocked(error)) throw keychainError(name, error);
        noKeychain(error);
        memory.set(account, secret);
      }
      return status();
    },

    async delete(account) {
      memory.delete(account);
      try {
        await ask(account, (entry) => entry.deleteCredential());
      } catch (error) {
        if (isLocked(error)) throw keychainError(name, error);
        // Without a keychain there was only memory.
        noKeychain(error);
      }
    },
  };
}

/** On demand: without the native module, memory is used. */
async function openSystemEntry(service: string, account: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without this option the library silently falls back to the kernel's key ring, which lasts until
  // reboot.
  const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    getPassword: (): Promise<string | null> => entry.getPassword(),
    setPassword: (secret: string): Promise<void> => entry.setPassword(secret),
    deleteCredential: (): Promise<boolean> => entry.deleteCredential(),
  };
}

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const seconds = Math.round(milliseconds / 1000);
    timer = setTimeout(
      () => reject(new LockedError(`it gave no answer within ${seconds} seconds`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Uses the library's messages, which have no codes, to tell "locked" from "missing". */
function isLocked(error: unknown): boolean {
  if (error instanceof LockedError) return true;
  const text = shortText(error);
  // The service runs but has no keyring.
  if (/no result found/iu.test(text)) return false;
  return /couldn't access platform storage|locked|dismissed|denied|canceled|cancelled|not allowed/iu.test(
    text,
  );
}

function lockedSentence(name: string, error: unknown): string {
  return `${name} is locked or denied access. Unlock it and try again. (${shortText(error)})`;
}

function keychainError(name: string, error: unknown): AppError {
  return new AppError('keychain', lockedSentence(name, error), { action: 'retry', cause: error });
}

/** The library's message, which never repeats a secret. */
function shortText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/gu, ' ').trim().slice(0, 200);
}
