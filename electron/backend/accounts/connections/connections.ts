/** Addresses are in rows, keys in the keychain; nothing here returns a key. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_CHAT_PATH } from '../../../../shared/api/chat.ts';
import type { Connection, Gateway, GatewayDraft } from '../../../../shared/contract/connections.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import type { HostPorts, PracticeServiceHandle } from '../../service/common/ports.ts';
import {
  enteredBaseUrl,
  normaliseBaseUrl,
  normaliseKey,
  createServiceClient,
  trustSystemCertificates,
  type GatewayConnection,
  type ServiceClient,
  type ServiceClientOptions,
  type ServiceConnection,
} from '../../service/client/index.ts';
import { os } from '../../service/common/procedures.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import {
  createConnectionKeys,
  hintOf,
  type FirstOrigins,
  type ConnectionKeys,
} from './connection-keys.ts';
import { createConnectionRows, type ConnectionRow } from './connection-rows.ts';
import { PRACTICE_ID, isPractice } from '../../library/practice-id.ts';

/** Keeps a service client per connection, which reuses sockets and asks the keychain once. */
export function createConnectionClients(deps: {
  readonly keys: Pick<ConnectionKeys, 'read'>;
  readonly ports: Pick<HostPorts, 'startPracticeService'>;
  readonly clientOptions: ServiceClientOptions;
}) {
  const { keys, ports, clientOptions } = deps;
  const clients = new Map<string, ServiceClient>();
  let changes = 0;
  let practice: Promise<PracticeServiceHandle> | undefined;

  function startPractice(): Promise<PracticeServiceHandle> {
    practice ??= begunPractice().catch((error: unknown) => {
      forgetPractice();
      throw error;
    });
    return practice;
  }

  async function begunPractice(): Promise<PracticeServiceHandle> {
    const started = await ports.startPracticeService();
    void started.ended?.then(forgetPractice);
    return started;
  }

  function forgetPractice(): void {
    practice = undefined; // Lets the next attempt start again.
    drop(PRACTICE_ID);
  }

  /** Uses a new client for the next call. Running calls finish, since they may be paid for. */
  function drop(id: string): void {
    changes += 1;
    clients.get(id)?.retire();
    clients.delete(id);
  }

  /** Accounts use the system's certificates; practice needs none. */
  function createAccountClient(
    connection: ServiceConnection,
    options: ServiceClientOptions,
  ): ServiceClient {
    trustSystemCertificates((line) => clientOptions.log?.(line));
    return createServiceClient(connection, options);
  }

  async function checkKey(connection: ServiceConnection): Promise<void> {
    const client = createAccountClient(connection, clientOptions);
    try {
      await client.checkKey();
    } finally {
      client.close();
    }
  }

  /** @throws AppError `key-missing`, `keychain` */
  async function open(row: ConnectionRow): Promise<ServiceConnection> {
    const { baseUrl, chatPath, gateway } = row;
    return {
      baseUrl,
      key: await keys.read(row, 'service'),
      chatPath,
      enterprisePlan: row.enterprisePlan ?? undefined,
      gateway: gateway && gatewayConnection(gateway, await keys.read(row, 'gateway')),
    };
  }

  /** @param connect called if there is no client yet */
  async function clientOf(
    id: string,
    connect: () => Promise<ServiceConnection>,
  ): Promise<ServiceClient> {
    const known = clients.get(id);
    if (known !== undefined) return known;
    const before = changes;
    const connection = await connect();
    if (changes !== before) return await clientOf(id, connect);
    // A simultaneous second call reuses the client of the first.
    const client =
      clients.get(id) ??
      (isPractice(id) ? createServiceClient : createAccountClient)(connection, {
        ...clientOptions,
        connectionId: id,
        isFree: isPractice(id),
      });
    clients.set(id, client);
    return client;
  }

  return {
    startPractice,
    checkKey,
    open,
    clientOf,
    /** Unix ms by the service's clock. */
    timeAt: (id: string | undefined): number =>
      (id === undefined ? undefined : clients.get(id)?.now()) ?? Date.now(),
    drop,
    async close(): Promise<void> {
      for (const client of clients.values()) client.close();
      clients.clear();
      const started = await practice?.catch(() => undefined); // A failed start needs no shutdown.
      await started?.stop();
    },
  };
}

/** The privacy headers are those of Helicone-like gateways. */
function gatewayConnection(gateway: Gateway, key: string): GatewayConnection {
  const { baseUrl, headerName, scope, scheme, omitRequest, omitResponse } = gateway;
  return {
    baseUrl,
    headerName,
    headerValue: scheme === 'bearer' ? `Bearer ${key}` : key,
    scope,
    extraHeaders: {
      ...(omitRequest ? { 'Helicone-Omit-Request': 'true' } : {}),
      ...(omitResponse ? { 'Helicone-Omit-Response': 'true' } : {}),
    },
  };
}

type ActiveConnection = Pick<ConnectionRow, 'id' | 'name' | 'baseUrl'>;

interface ReadyConnection extends ActiveConnection {
  readonly client: ServiceClient;
}

export type Connections = ReturnType<typeof createConnections>;

const PRACTICE: ActiveConnection = { id: PRACTICE_ID, name: 'Practice', baseUrl: PRACTICE_ID };
const ACTIVE = 'active-connection';

export function createConnections(deps: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly ports: Pick<HostPorts, 'keychain' | 'startPracticeService'>;
  readonly clientOptions: ServiceClientOptions;
  readonly firstOrigins: FirstOrigins;
}) {
  const { database, settings, ports, clientOptions } = deps;
  const rows = createConnectionRows(database);
  const keys = createConnectionKeys(ports.keychain, deps.firstOrigins);
  const listeners = new Set<(edited: string | undefined) => void>();
  const clients = createConnectionClients({ keys, ports, clientOptions });
  const { checkKey, open, clientOf, startPractice } = clients;

  function changed(id: string): void {
    clients.drop(id);
    announce(id);
  }

  function announce(edited?: string): void {
    for (const listener of listeners) listener(edited);
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
    const keyState = await keys.state(row);
    return { ...row, kind: 'account', isActive: activeId() === row.id, keyState };
  }

  function describePractice(): Connection {
    return {
      ...PRACTICE,
      kind: 'practice',
      baseUrl: '',
      isActive: activeId() === PRACTICE_ID,
      keyState: 'not-needed',
      chatPath: DEFAULT_CHAT_PATH,
      enterprisePlan: null,
    };
  }

  async function list(): Promise<readonly Connection[]> {
    const accounts = await Promise.all(rows.all().map(describe));
    return [describePractice(), ...accounts];
  }

  /** Ignores a gateway whose key is lost: with both keys lost, each would need the other. */
  async function readyGateway(row: ConnectionRow): Promise<GatewayConnection | undefined> {
    const { gateway } = row;
    if (gateway === undefined || (await keys.isGone(row, 'gateway'))) return undefined;
    return gatewayConnection(gateway, await keys.read(row, 'gateway'));
  }

  const procedures = {
    list: os.connections.list.handler(list),
    keyStorage: os.connections.keyStorage.handler(() => ports.keychain.status()),
    add: os.connections.add.handler(async ({ input: draft }) => {
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
    }),
    update: os.connections.update.handler(async ({ input }) => {
      const { connectionId, name, chatPath, enterprisePlan, gateway: draft } = input;
      const row = rows.get(connectionId);
      const next = (): ConnectionRow => {
        const now = rows.get(connectionId); // Another change may have come during the check.
        return {
          ...now,
          name: name ?? now.name,
          chatPath: chatPath ?? now.chatPath,
          enterprisePlan: enterprisePlan === undefined ? now.enterprisePlan : enterprisePlan,
        };
      };
      if (draft === undefined) rows.update(next());
      else if (draft === null) {
        await keys.forget(connectionId, 'gateway');
        rows.update({ ...next(), gateway: undefined });
      } else {
        const { key: typed, ...settings } = draft;
        const wanted = { ...next(), gateway: { ...settings, keyHint: '' } };
        const kept = typed ?? (await keys.read(wanted, 'gateway'));
        const gateway = enteredGateway({ ...draft, key: kept });
        // By entering a gateway and its key, the user allows it the service's key.
        const key = await keys.read({ ...row, gateway: undefined }, 'service');
        await checkKey({ baseUrl: row.baseUrl, key, gateway: connectionOf(gateway) });
        const changedRow = { ...next(), gateway: gateway.shown };
        await keys.write(changedRow, 'gateway', gateway.key);
        await keys.write(changedRow, 'service', key);
        rows.update({ ...next(), gateway: gateway.shown });
      }
      changed(connectionId);
      return describe(rows.get(connectionId));
    }),
    replaceKey: os.connections.replaceKey.handler(async ({ input }) => {
      const { connectionId } = input;
      const key = normaliseKey(input.key);
      const row = rows.get(connectionId);
      await checkKey({ baseUrl: row.baseUrl, key, gateway: await readyGateway(row) });
      // Throws if the account was removed during the check, so that no key is stored.
      await keys.write(rows.get(connectionId), 'service', key);
      rows.update({ ...rows.get(connectionId), keyHint: hintOf(key) });
      changed(connectionId);
      return describe(rows.get(connectionId));
    }),
    check: os.connections.check.handler(async ({ input }) => {
      await checkKey(await open(rows.get(input.connectionId)));
    }),
    activate: os.connections.activate.handler(({ input: { connectionId } }) => {
      if (connectionId !== PRACTICE_ID) rows.get(connectionId);
      use(connectionId);
    }),
    remove: os.connections.remove.handler(async ({ input: { connectionId } }) => {
      rows.get(connectionId);
      await keys.forget(connectionId, 'service');
      await keys.forget(connectionId, 'gateway');
      rows.remove(connectionId);
      if (activeId() === connectionId) settings.setInternal(ACTIVE, undefined);
      changed(connectionId);
    }),
    activatePractice: os.connections.activatePractice.handler(async () => {
      await startPractice();
      use(PRACTICE_ID);
      return describePractice();
    }),
  };

  return {
    procedures,
    list,
    activeId,
    /** @throws AppError `no-connection` */
    active(): ActiveConnection {
      const id = activeId();
      if (id === PRACTICE_ID) return PRACTICE;
      const row = id === undefined ? undefined : rows.find(id);
      if (row !== undefined) return { id: row.id, name: row.name, baseUrl: row.baseUrl };
      throw new AppError(
        'no-connection',
        'No service is connected. Start practice or connect your account.',
        { action: 'use-practice' },
      );
    },
    named(connectionId: string): ActiveConnection {
      if (connectionId === PRACTICE_ID) return PRACTICE;
      const { id, name, baseUrl } = rows.get(connectionId);
      return { id, name, baseUrl };
    },
    exists: (id: string): boolean => id === PRACTICE_ID || rows.find(id) !== undefined,
    /** @throws AppError `no-connection`, `key-missing`, `keychain` */
    async ready(connectionId: string): Promise<ReadyConnection> {
      if (connectionId === PRACTICE_ID) {
        const { baseUrl, key } = await startPractice();
        const client = await clientOf(PRACTICE_ID, () => Promise.resolve({ baseUrl, key }));
        return { ...PRACTICE, baseUrl, client };
      }
      const client = await clientOf(connectionId, () => open(rows.get(connectionId)));
      const { name, baseUrl } = rows.get(connectionId);
      return { id: connectionId, name, baseUrl, client };
    },
    /** Unix ms by the active service's clock; this computer's until it has answered. */
    serviceTime: () => clients.timeAt(activeId()),
    /** Also for a change of the active connection. @param listener gets the one with a new key or address */
    onChange(listener: (edited: string | undefined) => void): void {
      listeners.add(listener);
    },
    close: clients.close,
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
