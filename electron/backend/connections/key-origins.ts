/**
 * Where a key may go. It belongs to the origin of the address that it was entered for, and the service's to that of
 * its gateway as well: a library that comes from a backup can say any address.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectionRow } from './connection-rows.ts';

/** Whose key. */
export type KeyOwner = 'service' | 'gateway';

/** The addresses of a connection. */
export type KeyTargets = Pick<ConnectionRow, 'baseUrl' | 'gateway'>;

/** Where a call with this key may lead, by what the connection says. */
export function originsOf({ baseUrl, gateway }: KeyTargets, owner: KeyOwner): readonly string[] {
  const ofGateway = gateway === undefined ? [] : [originOf(gateway.baseUrl)];
  return owner === 'gateway' ? ofGateway : [originOf(baseUrl), ...ofGateway];
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** A key as it is in the keychain: with its origins, on a second line, which no key can have. */
export function withOrigins(key: string, origins: readonly string[]): string {
  return `${key}\n${origins.join(' ')}`;
}

/** @returns no origins for a key that 1.0.0 has written */
export function readKey(entry: string): {
  readonly key: string;
  readonly origins: readonly string[] | undefined;
} {
  const end = entry.indexOf('\n');
  if (end === -1) return { key: entry, origins: undefined };
  return { key: entry.slice(0, end), origins: entry.slice(end + 1).split(' ') };
}

/** Origins of the keys that 1.0.0 has written, by connection; `undefined` for any other. */
export type FirstOrigins = (connectionId: string, owner: KeyOwner) => readonly string[] | undefined;

const firstSchema = z.record(
  z.string(),
  z.strictObject({ service: z.array(z.string()), gateway: z.array(z.string()) }),
);

/**
 * Reads what the first start of a version that keeps origins has found, or writes it now. It is outside the library
 * and never changed: a library that is restored later has no say about keys without an origin.
 *
 * @param home the usual data folder
 * @param rows the connections of the library
 * @param isRestored the library came from a backup just now: its addresses count for no key
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
    return new Map<string, z.infer<typeof firstSchema>[string]>(); // the keys are asked for again
  }
}
