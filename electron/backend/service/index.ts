/** The door of the service client: what the rest of the backend may use. */
export { byteSourceOfBytes, byteSourceOfFile, type ByteSource } from './byte-source.ts';
export type { CleanupRequest, ReceivedImage } from './cleanup.ts';
export {
  normaliseBaseUrl,
  normaliseKey,
  type GatewayConnection,
  type ServiceConnection,
} from './connection.ts';
export { createServiceClient, type ServiceClient } from './http-client.ts';
export type { CallPhase, CallTimeouts } from './http-exchange.ts';
export type { KeyCheck } from './key-check.ts';
export { wasNeverSent } from './network-errors.ts';
export { createRedactor, type Redactor } from './redaction.ts';
export type { CallOptions, ServiceClientOptions } from './service-calls.ts';
