/** The door of the service client: what the rest of the backend may use. */
export { byteSourceOfBytes, byteSourceOfFile, type ByteSource } from './byte-source.ts';
export {
  normaliseBaseUrl,
  normaliseKey,
  type GatewayConnection,
  type ServiceConnection,
} from './connection.ts';
export {
  createServiceClient,
  type CallOptions,
  type CleanupRequest,
  type KeyCheck,
  type ReceivedImage,
  type ServiceClient,
  type ServiceClientOptions,
} from './http-client.ts';
export { DEFAULT_TIMEOUTS, type CallPhase, type CallTimeouts } from './http-exchange.ts';
export { wasNeverSent } from './network-errors.ts';
export { createRedactor, type Redactor } from './redaction.ts';
