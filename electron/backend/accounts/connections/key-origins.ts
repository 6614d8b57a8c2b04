/**
 * A restored library could name any address, so a key goes only to the origins that it was entered
 * for.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectionRow } from './connection-rows.ts';

export type KeyOwner = 'service' | 'gateway';

export type KeyTargets = Pick<ConnectionRow, 'baseUrl' | 'gateway'>;

export function originsOf({ baseUrl, gateway }: KeyTargets, owner: KeyOwner): readonly string[] {
  const ofGateway = gateway === undefined ? [] : [originOf(gateway.baseUrl)];
  return owner === 'gateway' ? ofGateway : [originOf(baseUrl), ...ofGateway];
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/**
 * Formats a keychain entry: the key, and its origins on a second line, which no key can contain.
 */
export function withOrigins(key: string, origins: readonly string[]): string {
  return `${key}\n${origins.join(' ')}`;
}

/** @returns no origins for a key of 1.0.0 */
export function readKey(entry: string): {
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
