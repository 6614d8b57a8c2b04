/** The clients of the connections, one each: it keeps its sockets, and the keychain is asked once. */
import type { Gateway } from '../../../shared/contract/connections.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import type { HostPorts, PracticeServiceHandle } from '../common/ports.ts';
import {
  createServiceClient,
  trustSystemCertificates,
  type GatewayConnection,
  type ServiceClient,
  type ServiceClientOptions,
  type ServiceConnection,
} from '../service/index.ts';
import { type ConnectionRow } from './connection-rows.ts';
import { isPractice } from './practice-id.ts';

/** See the file comment. */
export interface ConnectionClients {
  /** Starts the practice service unless it runs. */
  startPractice(): Promise<PracticeServiceHandle>;
  /** Asks the service whether it takes the key. @throws AppError as the service's client does */
  checkKey(connection: ServiceConnection): Promise<void>;
  /** A stored connection with its keys. @throws AppError `key-missing`, `keychain` */
  open(row: ConnectionRow): Promise<ServiceConnection>;
  /** @param connect where there is no client yet */
  clientOf(id: string, connect: () => Promise<ServiceConnection>): Promise<ServiceClient>;
  /** Unix ms by the clock of the connection's service. */
  timeAt(id: string | undefined): number;
  /** The client is not used for another call. */
  drop(id: string): void;
  close(): Promise<void>;
}

export function createConnectionClients(parts: {
  readonly keys: Pick<ConnectionKeys, 'read'>;
  readonly ports: Pick<HostPorts, 'startPracticeService'>;
  readonly clientOptions: ServiceClientOptions;
}): ConnectionClients {
  const { keys, ports, clientOptions } = parts;
  const clients = new Map<string, ServiceClient>();
  let practice: Promise<PracticeServiceHandle> | undefined;

  function startPractice(): Promise<PracticeServiceHandle> {
    practice ??= ports.startPracticeService().catch((error: unknown) => {
      practice = undefined; // the next attempt may work
      throw error;
    });
    return practice;
  }

  /** An account is connected to with the system's certificates; practice needs none. */
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

  async function clientOf(
    id: string,
    connect: () => Promise<ServiceConnection>,
  ): Promise<ServiceClient> {
    const known = clients.get(id);
    if (known !== undefined) return known;
    const connection = await connect();
    // Asked for twice at once: the second finds the client of the first.
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
    timeAt: (id) => (id === undefined ? undefined : clients.get(id)?.now()) ?? Date.now(),
    drop(id) {
      clients.get(id)?.close();
      clients.delete(id);
    },
    async close() {
      for (const client of clients.values()) client.close();
      clients.clear();
      const started = await practice?.catch(() => undefined); // one that never came needs no end
      await started?.stop();
    },
  };
}

/** As the service client takes it. The privacy headers are those of gateways of the Helicone kind. */
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
