/** The keys of connections in the keychain: the service's own, and a gateway's beside it. */
import type { Connection } from '../../../shared/contract/connections.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { SecretStore } from '../vault/secret-store.ts';

/** Whose key. */
export type KeyOwner = 'service' | 'gateway';

/** See the file comment. */
export interface ConnectionKeys {
  /** The state of the service's key. */
  state(connectionId: string): Promise<Connection['keyState']>;
  /** @throws AppError `keychain`, `key-missing` */
  read(
    connection: { readonly id: string; readonly name: string },
    owner: KeyOwner,
  ): Promise<string>;
  /** @throws AppError `keychain` */
  write(connectionId: string, owner: KeyOwner, key: string): Promise<void>;
  forget(connectionId: string, owner: KeyOwner): Promise<void>;
}

export function createConnectionKeys(keychain: SecretStore): ConnectionKeys {
  return {
    async state(connectionId) {
      const found = await keychain.get(account(connectionId, 'service'));
      switch (found.state) {
        case 'stored':
          return (await keychain.status()).kept === 'keychain' ? 'kept' : 'in-memory';
        case 'locked':
          return 'locked';
        case 'none':
          return 'missing';
        case 'unavailable':
          return 'unreachable';
      }
    },
    async read({ id, name }, owner) {
      const found = await keychain.get(account(id, owner));
      if (found.state === 'stored') return found.secret;
      if (found.state === 'locked') {
        throw new AppError({
          kind: 'keychain',
          message: `Gesso can’t read the key. ${found.reason}`,
          action: 'retry',
        });
      }
      const which = owner === 'service' ? 'The key' : 'The gateway key';
      if (found.state === 'unavailable') {
        throw new AppError({
          kind: 'keychain',
          message: `${which} of “${name}” can’t be read: the keychain can’t be reached. Start it, or enter the key again in Settings to use it until you quit Gesso.`,
          action: 'open-settings',
          details: { reason: found.reason },
        });
      }
      throw new AppError({
        kind: 'key-missing',
        message: `${which} of “${name}” is not on this computer. Enter it again in Settings.`,
        action: 'open-settings',
      });
    },
    async write(connectionId, owner, key) {
      await keychain.set(account(connectionId, owner), key);
    },
    forget: (connectionId, owner) => keychain.delete(account(connectionId, owner)),
  };
}

/** SECURITY: S20 the last four characters are all that is ever shown of a key; none of a short one. */
export function hintOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

function account(connectionId: string, owner: KeyOwner): string {
  return owner === 'service' ? connectionId : `${connectionId}/gateway`;
}
