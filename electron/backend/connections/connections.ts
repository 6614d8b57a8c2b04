/**
 * Where the service is reached: accounts that the user connected, and the built-in practice
 * service. Addresses are rows, keys are in the keychain, and nothing here gives a key back.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type {
  Connection,
  ConnectionDraft,
  KeyStorage,
} from '../../../shared/contract/connections.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { transaction } from '../library/database.ts';
import type { HostPorts, PracticeServiceHandle } from '../ports.ts';
import {
  createServiceClient,
  normaliseBaseUrl,
  normaliseKey,
  type ServiceClient,
  type ServiceClientOptions,
} from '../service/index.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/** A connection that is ready to be called. */
export interface ReadyConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly client: ServiceClient;
}

/** See the file comment. */
export interface Connections {
  list(): Promise<readonly Connection[]>;
  keyStorage(): Promise<KeyStorage>;
  /** @throws AppError when the check fails; nothing is saved then */
  add(draft: ConnectionDraft): Promise<Connection>;
  replaceKey(connectionId: string, key: string): Promise<Connection>;
  check(connectionId: string): Promise<void>;
  activate(connectionId: string): void;
  remove(connectionId: string): Promise<void>;
  activatePractice(): Promise<Connection>;
  /** Id and name of the active connection. @throws AppError `no-connection` */
  active(): { readonly id: string; readonly name: string; readonly baseUrl: string };
  /** @throws AppError `no-connection`, `key-missing`, `keychain` */
  ready(connectionId: string): Promise<ReadyConnection>;
  close(): Promise<void>;
}

/** The practice service's id; it has no row. */
export const PRACTICE_ID = 'practice';
const PRACTICE_NAME = 'Practice';
const ACTIVE = 'active-connection';

interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly keyHint: string;
}

export function createConnections(parts: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly ports: Pick<HostPorts, 'keychain' | 'startPracticeService'>;
  readonly clientOptions: ServiceClientOptions;
}): Connections {
  const { database, settings, ports, clientOptions } = parts;
  const all = database.prepare('SELECT * FROM connections ORDER BY created_at');
  const byId = database.prepare('SELECT * FROM connections WHERE id = ?');
  const insert = database.prepare(
    'INSERT INTO connections (id, name, base_url, key_hint, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const setHint = database.prepare('UPDATE connections SET key_hint = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM connections WHERE id = ?');
  const clients = new Map<string, ServiceClient>();
  let practice: Promise<PracticeServiceHandle> | undefined;

  function startPractice(): Promise<PracticeServiceHandle> {
    practice ??= ports.startPracticeService().catch((error: unknown) => {
      practice = undefined; // the next attempt may work
      throw error;
    });
    return practice;
  }

  function row(id: string): ConnectionRow {
    const found = byId.get(id);
    if (found === undefined) {
      throw new AppError({
        kind: 'not-found',
        message: 'This connection does not exist any more.',
      });
    }
    return toRow(found);
  }

  function forgetClient(id: string): void {
    clients.get(id)?.close();
    clients.delete(id);
  }

  function activeId(): string | undefined {
    return settings.getInternal(ACTIVE);
  }

  async function describe(found: ConnectionRow): Promise<Connection> {
    return {
      id: found.id,
      kind: 'account',
      name: found.name,
      baseUrl: found.baseUrl,
      isActive: activeId() === found.id,
      keyHint: found.keyHint,
      keyState: await keyState(found.id),
    };
  }

  async function keyState(id: string): Promise<Connection['keyState']> {
    const found = await ports.keychain.get(id);
    switch (found.state) {
      case 'stored':
        return (await ports.keychain.status()).kept === 'keychain' ? 'kept' : 'in-memory';
      case 'locked':
        return 'locked';
      case 'none':
      case 'unavailable':
        return 'missing';
    }
  }

  function describePractice(): Connection {
    return {
      id: PRACTICE_ID,
      kind: 'practice',
      name: PRACTICE_NAME,
      baseUrl: '',
      isActive: activeId() === PRACTICE_ID,
      keyState: 'not-needed',
    };
  }

  async function checkKey(baseUrl: string, key: string): Promise<void> {
    const client = createServiceClient({ baseUrl, key }, clientOptions);
    try {
      await client.checkKey();
    } finally {
      client.close();
    }
  }

  async function storedKey(id: string): Promise<string> {
    const found = await ports.keychain.get(id);
    if (found.state === 'stored') return found.secret;
    if (found.state === 'locked') {
      throw new AppError({
        kind: 'keychain',
        message: `The keychain did not give the key: ${found.reason} Unlock it and try again.`,
        action: 'retry',
      });
    }
    throw new AppError({
      kind: 'key-missing',
      message: `The key of “${row(id).name}” is not on this computer. Enter it again in Settings.`,
      action: 'open-settings',
    });
  }

  return {
    async list() {
      const accounts = await Promise.all(all.all().map((found) => describe(toRow(found))));
      return [describePractice(), ...accounts];
    },
    async keyStorage() {
      return ports.keychain.status();
    },
    async add(draft) {
      const baseUrl = normaliseBaseUrl(draft.baseUrl);
      const key = normaliseKey(draft.key);
      await checkKey(baseUrl, key);
      const id = randomUUID();
      await ports.keychain.set(id, key);
      try {
        transaction(database, () => {
          insert.run(id, draft.name, baseUrl, hintOf(key), Date.now());
          settings.setInternal(ACTIVE, id);
        });
      } catch (error) {
        await ports.keychain.delete(id); // a key without its connection would stay for ever
        throw error;
      }
      return describe(row(id));
    },
    async replaceKey(connectionId, typed) {
      const key = normaliseKey(typed);
      await checkKey(row(connectionId).baseUrl, key);
      await ports.keychain.set(connectionId, key);
      setHint.run(hintOf(key), connectionId);
      forgetClient(connectionId);
      return describe(row(connectionId));
    },
    async check(connectionId) {
      await checkKey(row(connectionId).baseUrl, await storedKey(connectionId));
    },
    activate(connectionId) {
      if (connectionId !== PRACTICE_ID) row(connectionId);
      settings.setInternal(ACTIVE, connectionId);
    },
    async remove(connectionId) {
      row(connectionId);
      await ports.keychain.delete(connectionId);
      remove.run(connectionId);
      forgetClient(connectionId);
      if (activeId() === connectionId) settings.setInternal(ACTIVE, undefined);
    },
    async activatePractice() {
      await startPractice();
      settings.setInternal(ACTIVE, PRACTICE_ID);
      return describePractice();
    },
    active() {
      const id = activeId();
      if (id === PRACTICE_ID) return { id, name: PRACTICE_NAME, baseUrl: PRACTICE_ID };
      const found = id === undefined ? undefined : byId.get(id);
      if (found === undefined) {
        throw new AppError({
          kind: 'no-connection',
          message: 'No service is connected. Use the practice service or connect your account.',
          action: 'use-practice',
        });
      }
      const { name, baseUrl } = toRow(found);
      return { id: String(id), name, baseUrl };
    },
    async ready(connectionId) {
      if (connectionId === PRACTICE_ID) {
        const { baseUrl, key } = await startPractice();
        let client = clients.get(PRACTICE_ID);
        if (client === undefined) {
          client = createServiceClient({ baseUrl, key }, clientOptions);
          clients.set(PRACTICE_ID, client);
        }
        return { id: PRACTICE_ID, name: PRACTICE_NAME, baseUrl, client };
      }
      const { name, baseUrl } = row(connectionId);
      let client = clients.get(connectionId);
      if (client === undefined) {
        client = createServiceClient(
          { baseUrl, key: await storedKey(connectionId) },
          clientOptions,
        );
        clients.set(connectionId, client);
      }
      return { id: connectionId, name, baseUrl, client };
    },
    async close() {
      for (const client of clients.values()) client.close();
      clients.clear();
      const started = await practice?.catch(() => undefined); // one that never came needs no end
      await started?.stop();
    },
  };
}

function toRow(found: Record<string, unknown>): ConnectionRow {
  return {
    id: String(found['id']),
    name: String(found['name']),
    baseUrl: String(found['base_url']),
    keyHint: String(found['key_hint']),
  };
}

/** SECURITY: S20 the last four characters are all that is ever shown of a key; none of a short one. */
function hintOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}
