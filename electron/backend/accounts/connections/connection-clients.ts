/** Keeps a service client per connection, which reuses sockets and asks the keychain once. */
import type { Gateway } from '../../../../shared/contract/connections.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import type { HostPorts, PracticeServiceHandle } from '../../service/common/ports.ts';
import {
  createServiceClient,
  trustSystemCertificates,
  type GatewayConnection,
  type ServiceClient,
  type ServiceClientOptions,
  type ServiceConnection,
} from '../../service/client/index.ts';
import type { ConnectionRow } from './connection-rows.ts';
import { isPractice, PRACTICE_ID } from '../../library/practice-id.ts';

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

  /** @throws AppError like the service client */
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
    const enterprisePlan = row.enterprisePlan ?? undefined;
    const key = await keys.read(row, 'service');
    if (gateway === undefined) return { baseUrl, key, chatPath, enterprisePlan };
    const gatewayKey = await keys.read(row, 'gateway');
    return {
      baseUrl,
      key,
      chatPath,
      enterprisePlan,
      gateway: gatewayConnection(gateway, gatewayKey),
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
export function gatewayConnection(gateway: Gateway, key: string): GatewayConnection {
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
