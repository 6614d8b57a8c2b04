import type { Connection } from '../../../../shared/contract/connections.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { SecretStore } from '../../service/vault/secret-store.ts';
import type { ConnectionRow } from './connection-rows.ts';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type KeyOwner = 'service' | 'gateway';

type KeyTargets = Pick<ConnectionRow, 'baseUrl' | 'gateway'>;

function originsOf({ baseUrl, gateway }: KeyTargets, owner: KeyOwner): readonly string[] {
  const ofGateway = gateway === undefined ? [] : [originOf(gateway.baseUrl)];
  return owner === 'gateway' ? ofGateway : [originOf(baseUrl), ...ofGateway];
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** The key, and its origins on a second line, which no key can contain. */
function withOrigins(key: string, origins: readonly string[]): string {
  return `${key}\n${origins.join(' ')}`;
}

/** @returns no origins for a key of 1.0.0 */
function readKey(entry: string): {
  readonly key: string;
  readonly origins: readonly string[] | undefined;
} {
  const end = entry.indexOf('\n');
  if (end === -1) return { key: entry, origins: undefined };
  return { key: entry.slice(0, end), origins: entry.slice(end + 1).split(' ') };
}

/** Origins of keys that 1.0.0 wrote, by connection; `undefined` for others. */
export type FirstOrigins = (connectionId: string, owner: KeyOwner) => readonly string[] | undefined;

const firstSchema = z.record(
  z.string(),
  z.strictObject({ service: z.array(z.string()), gateway: z.array(z.string()) }),
);

/**
 * Stored outside the library and never changed, so that a restored library cannot add any.
 * @param home default data folder
 * @param isRestored the library was just restored from a backup, so its addresses don't count
 */
export function openFirstOrigins(
  home: string,
  rows: () => readonly ConnectionRow[],
  isRestored: boolean,
): FirstOrigins {
  const path = join(home, 'first-addresses.json');
  if (!existsSync(path)) {
    const first = isRestored
      ? []
      : rows().map((row) => [
          row.id,
          { service: originsOf(row, 'service'), gateway: originsOf(row, 'gateway') },
        ]);
    writeFileSync(`${path}.part`, JSON.stringify(Object.fromEntries(first)), {
      mode: 0o600,
      flush: true,
    });
    renameSync(`${path}.part`, path);
  }
  const known = readFirst(path);
  return (connectionId, owner) => known.get(connectionId)?.[owner];
}

function readFirst(path: string) {
  try {
    return new Map(Object.entries(firstSchema.parse(JSON.parse(readFileSync(path, 'utf8')))));
  } catch {
    return new Map<string, z.infer<typeof firstSchema>[string]>(); // The user must enter the keys again.
  }
}

type KeyConnection = Pick<ConnectionRow, 'id' | 'name' | 'baseUrl' | 'gateway'>;

export type ConnectionKeys = ReturnType<typeof createConnectionKeys>;

/** @param firstOrigins of keys that 1.0.0 wrote */
export function createConnectionKeys(keychain: SecretStore, firstOrigins: FirstOrigins) {
  /** Adds missing origins to keys of 1.0.0. */
  async function find(id: string, owner: KeyOwner) {
    const found = await keychain.get(account(id, owner));
    if (found.state !== 'stored') return found;
    const entry = readKey(found.secret);
    const origins = entry.origins ?? firstOrigins(id, owner);
    if (entry.origins === undefined && origins !== undefined)
      await keychain.set(account(id, owner), withOrigins(entry.key, origins));
    return { state: 'stored', key: entry.key, origins } as const;
  }

  return {
    async state(connection: KeyConnection): Promise<Connection['keyState']> {
      let found: Awaited<ReturnType<typeof find>>;
      try {
        found = await find(connection.id, 'service');
      } catch (error) {
        if (error instanceof AppError && error.kind === 'keychain') return 'locked';
        throw error;
      }
      switch (found.state) {
        case 'stored':
          if (strangeOrigin(connection, 'service', found.origins) !== undefined)
            return 'other-address';
          return (await keychain.status()).kept === 'keychain' ? 'kept' : 'in-memory';
        case 'locked':
          return 'locked';
        case 'none':
          return 'missing';
        case 'unavailable':
          return 'unreachable';
      }
    },
    /** @throws AppError `keychain`, `key-missing` */
    async read(connection: KeyConnection, owner: KeyOwner): Promise<string> {
      const { id, name } = connection;
      const found = await find(id, owner);
      if (found.state === 'stored') {
        // SECURITY: S53 a key goes only to the origins that it was entered for: a restored library
        // could name any address.
        const strange = strangeOrigin(connection, owner, found.origins);
        if (strange === undefined) return found.key;
        throw elsewhere(name, owner, strange, found.origins);
      }
      if (found.state === 'locked') {
        throw new AppError('keychain', `Gesso can’t read the key. ${found.reason}`, {
          action: 'retry',
        });
      }
      const which = owner === 'service' ? 'The key' : 'The gateway key';
      if (found.state === 'unavailable') {
        throw new AppError(
          'keychain',
          `${which} of “${name}” can’t be read: the keychain can’t be reached. Start it, or enter the key again in Settings to use it until you quit Gesso.`,
          { action: 'open-settings', details: { reason: found.reason } },
        );
      }
      throw new AppError(
        'key-missing',
        `${which} of “${name}” is not on this computer. Enter it again in Settings.`,
        { action: 'open-settings' },
      );
    },
    /** Neither in the keychain nor in memory, so that only the user has it. */
    async isGone({ id }: Pick<KeyConnection, 'id'>, owner: KeyOwner): Promise<boolean> {
      const { state } = await find(id, owner);
      return state === 'none' || state === 'unavailable';
    },
    /** For the connection's addresses. @throws AppError `keychain` */
    async write(
      connection: Omit<KeyConnection, 'name'>,
      owner: KeyOwner,
      key: string,
    ): Promise<void> {
      const entry = withOrigins(key, originsOf(connection, owner));
      await keychain.set(account(connection.id, owner), entry);
    },
    forget: (connectionId: string, owner: KeyOwner): Promise<void> =>
      keychain.delete(account(connectionId, owner)),
  };
}

function strangeOrigin(
  connection: KeyTargets,
  owner: KeyOwner,
  origins: readonly string[] = [],
): string | undefined {
  return originsOf(connection, owner).find((origin) => !origins.includes(origin));
}

function elsewhere(
  name: string,
  owner: KeyOwner,
  strange: string,
  origins: readonly string[] | undefined,
): AppError {
  const which = owner === 'service' ? 'The key' : 'The gateway key';
  const entered =
    origins === undefined
      ? 'was entered before Gesso kept the address of a key, and this library came later'
      : `was entered for ${origins.join(' and ')}`;
  return new AppError(
    'key-missing',
    `${which} of “${name}” ${entered}, but the connection now leads to ${strange}. Nothing was sent. If you trust this address, enter the key again in Settings.`,
    { action: 'open-settings' },
  );
}

/** SECURITY: S20 at most the last four characters of a key are shown; none of a short one. */
export function hintOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

function account(connectionId: string, owner: KeyOwner): string {
  return owner === 'service' ? connectionId : `${connectionId}/gateway`;
}
