/** Addresses are in rows, keys in the keychain; nothing here returns a key. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_CHAT_PATH } from '../../../../shared/api/chat.ts';
import type {
  Connection,
  ConnectionChange,
  ConnectionDraft,
  Gateway,
  GatewayDraft,
  KeyStorage,
} from '../../../../shared/contract/connections.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import {
  enteredBaseUrl,
  normaliseBaseUrl,
  normaliseKey,
  type GatewayConnection,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../service/client/index.ts';
import { createConnectionClients, gatewayConnection } from './connection-clients.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createConnectionKeys, hintOf } from './connection-keys.ts';
import { createConnectionRows, type ConnectionRow } from './connection-rows.ts';
import type { FirstOrigins } from './key-origins.ts';
import { PRACTICE_ID } from '../../library/practice-id.ts';

export interface ReadyConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly client: ServiceClient;
}

export interface Connections {
  list(): Promise<readonly Connection[]>;
  keyStorage(): Promise<KeyStorage>;
  /** Saves nothing if the check fails. @throws AppError */
  add(draft: ConnectionDraft): Promise<Connection>;
  /** Saves nothing if a new gateway rejects the key. @throws AppError */
  update(change: ConnectionChange): Promise<Connection>;
  replaceKey(connectionId: string, key: string): Promise<Connection>;
  check(connectionId: string): Promise<void>;
  activate(connectionId: string): void;
  remove(connectionId: string): Promise<void>;
  activatePractice(): Promise<Connection>;
  /** `undefined` without a connection. */
  activeId(): string | undefined;
  /** @throws AppError `no-connection` */
  active(): { readonly id: string; readonly name: string; readonly baseUrl: string };
  /** @throws AppError `not-found` */
  named(connectionId: string): {
    readonly id: string;
    readonly name: string;
    readonly baseUrl: string;
  };
  /** @throws AppError `no-connection`, `key-missing`, `keychain` */
  ready(connectionId: string): Promise<ReadyConnection>;
  /**
   * Unix ms by the clock of the active connection's service; this computer's until it has answered.
   */
  serviceTime(): number;
  /** Also for a change of the active connection, a key or an address. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

const PRACTICE_NAME = 'Practice';
const ACTIVE = 'active-connection';

export function createConnections(deps: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly ports: Pick<HostPorts, 'keychain' | 'startPracticeService'>;
  readonly clientOptions: ServiceClientOptions;
  readonly firstOrigins: FirstOrigins;
}): Connections {
  const { database, settings, ports, clientOptions } = deps;
  const rows = createConnectionRows(database);
  const keys = createConnectionKeys(ports.keychain, deps.firstOrigins);
  const listeners = new Set<() => void>();
  const clients = createConnectionClients({ keys, ports, clientOptions });
  const { checkKey, open, clientOf, startPractice } = clients;

  function changed(id: string): void {
    clients.drop(id);
    announce();
  }

  function announce(): void {
    for (const listener of listeners) listener();
  }

  function use(id: string): void {
    if (activeId() === id) return;
    settings.setInternal(ACTIVE, id);
    announce();
  }

  function activeId(): string | undefined {
    return settings.getInternal(ACTIVE);
  }

  async function describe(row: ConnectionRow): Promise<Connection> {
    const { id, name, baseUrl, keyHint, chatPath, enterprisePlan, gateway } = row;
    const isActive = activeId() === id;
    const keyState = await keys.state(row);
    return {
      id,
      kind: 'account',
      name,
      baseUrl,
      isActive,
      keyHint,
      keyState,
      chatPath,
      enterprisePlan,
      gateway,
    };
  }

  function describePractice(): Connection {
    return {
      id: PRACTICE_ID,
      kind: 'practice',
      name: PRACTICE_NAME,
      baseUrl: '',
      isActive: activeId() === PRACTICE_ID,
      keyState: 'not-needed',
      chatPath: DEFAULT_CHAT_PATH,
      enterprisePlan: null,
    };
  }

  return {
    async list() {
      const accounts = await Promise.all(rows.all().map(describe));
      return [describePractice(), ...accounts];
    },
    keyStorage: () => ports.keychain.status(),
    async add(draft) {
      const baseUrl = enteredBaseUrl(draft.baseUrl);
      const key = normaliseKey(draft.key);
      const chatPath = draft.chatPath ?? DEFAULT_CHAT_PATH;
      const gateway = draft.gateway === undefined ? undefined : enteredGateway(draft.gateway);
      await checkKey({ baseUrl, key, chatPath, gateway: connectionOf(gateway) });
      const id = randomUUID();
      const targets = { id, baseUrl, gateway: gateway?.shown };
      await keys.write(targets, 'service', key);
      try {
        if (gateway !== undefined) await keys.write(targets, 'gateway', gateway.key);
        transaction(database, () => {
          const { name } = draft;
          const enterprisePlan = draft.enterprisePlan ?? null;
          const shown = { id, name, baseUrl, keyHint: hintOf(key), chatPath, enterprisePlan };
          rows.add({ ...shown, gateway: gateway?.shown });
          // If another connection is active, the user decides when to switch.
          if (activeId() === undefined) settings.setInternal(ACTIVE, id);
        });
      } catch (error) {
        // Keys without a connection would stay forever.
        await keys.forget(id, 'service');
        await keys.forget(id, 'gateway');
        throw error;
      }
      announce();
      return describe(rows.get(id));
    },
    async update({ connectionId, name, chatPath, enterprisePlan, gateway: draft }) {
      const row = rows.get(connectionId);
      const next = {
        ...row,
        name: name ?? row.name,
        chatPath: chatPath ?? row.chatPath,
        enterprisePlan: enterprisePlan === undefined ? row.enterprisePlan : enterprisePlan,
      };
      if (draft === undefined) rows.update(next);
      else if (draft === null) {
        rows.update({ ...next, gateway: undefined });
        await keys.forget(connectionId, 'gateway');
      } else {
        const { key: typed, ...settings } = draft;
        const wanted = { ...next, gateway: { ...settings, keyHint: '' } };
        const kept = typed ?? (await keys.read(wanted, 'gateway'));
        const gateway = enteredGateway({ ...draft, key: kept });
        // By entering a gateway and its key, the user allows it the service's key.
        const key = await keys.read({ ...row, gateway: undefined }, 'service');
        await checkKey({ baseUrl: row.baseUrl, key, gateway: connectionOf(gateway) });
        const changedRow = { ...next, gateway: gateway.shown };
        await keys.write(changedRow, 'gateway', gateway.key);
        await keys.write(changedRow, 'service', key);
        rows.update(changedRow);
      }
      changed(connectionId);
      return describe(rows.get(connectionId));
    },
    async replaceKey(connectionId, typed) {
      const key = normaliseKey(typed);
      const row = rows.get(connectionId);
      const { baseUrl, gateway } = row;
      const gatewayKey = gateway === undefined ? '' : await keys.read(row, 'gateway');
      await checkKey({
        baseUrl,
        key,
        gateway: gateway === undefined ? undefined : gatewayConnection(gateway, gatewayKey),
      });
      await keys.write(row, 'service', key);
      rows.update({ ...row, keyHint: hintOf(key) });
      changed(connectionId);
      return describe(rows.get(connectionId));
    },
    async check(connectionId) {
      await checkKey(await open(rows.get(connectionId)));
    },
    activate(connectionId) {
      if (connectionId !== PRACTICE_ID) rows.get(connectionId);
      use(connectionId);
    },
    async remove(connectionId) {
      rows.get(connectionId);
      await keys.forget(connectionId, 'service');
      await keys.forget(connectionId, 'gateway');
      rows.remove(connectionId);
      if (activeId() === connectionId) settings.setInternal(ACTIVE, undefined);
      changed(connectionId);
    },
    async activatePractice() {
      await startPractice();
      use(PRACTICE_ID);
      return describePractice();
    },
    activeId,
    active() {
      const id = activeId();
      if (id === PRACTICE_ID) return { id, name: PRACTICE_NAME, baseUrl: PRACTICE_ID };
      const row = id === undefined ? undefined : rows.find(id);
      if (row !== undefined) return { id: row.id, name: row.name, baseUrl: row.baseUrl };
      throw new AppError({
        kind: 'no-connection',
        message: 'No service is connected. Start practice or connect your account.',
        action: 'use-practice',
      });
    },
    named(connectionId) {
      if (connectionId === PRACTICE_ID) {
        return { id: PRACTICE_ID, name: PRACTICE_NAME, baseUrl: PRACTICE_ID };
      }
      const { id, name, baseUrl } = rows.get(connectionId);
      return { id, name, baseUrl };
    },
    async ready(connectionId) {
      if (connectionId === PRACTICE_ID) {
        const { baseUrl, key } = await startPractice();
        const client = await clientOf(PRACTICE_ID, () => Promise.resolve({ baseUrl, key }));
        return { id: PRACTICE_ID, name: PRACTICE_NAME, baseUrl, client };
      }
      const row = rows.get(connectionId);
      const client = await clientOf(connectionId, () => open(row));
      return { id: connectionId, name: row.name, baseUrl: row.baseUrl, client };
    },
    serviceTime: () => clients.timeAt(activeId()),
    onChange(listener) {
      listeners.add(listener);
    },
    async close() {
      await clients.close();
    },
  };
}

interface EnteredGateway {
  readonly shown: Gateway;
  readonly key: string;
}

/** @throws AppError `invalid-input` */
function enteredGateway(draft: GatewayDraft): EnteredGateway {
  const { key: typed = '', ...settings } = draft;
  const key = normaliseKey(typed);
  const baseUrl = normaliseBaseUrl(settings.baseUrl);
  return { shown: { ...settings, baseUrl, keyHint: hintOf(key) }, key };
}

function connectionOf(entered: EnteredGateway | undefined): GatewayConnection | undefined {
  return entered === undefined ? undefined : gatewayConnection(entered.shown, entered.key);
}
