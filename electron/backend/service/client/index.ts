export type { CallRecord } from './call-meter.ts';
export {
  byteSourceOfBytes,
  byteSourceOfFile,
  byteSourceOfParts,
  lengthOfPart,
  readParts,
  type ByteSource,
  type FilePart,
} from './http/byte-source.ts';
export type { AnswerTarget } from './operations/images.ts';
export {
  enteredBaseUrl,
  normaliseBaseUrl,
  normaliseKey,
  type GatewayConnection,
  type ServiceConnection,
} from './connection.ts';
export { createServiceClient, type ServiceClient } from './http-client.ts';
export type { CallPhase, CallTimeouts } from './http/exchange.ts';
export type { LanguageEvent } from './language/language-events.ts';
export type { CallListener } from './operations/json-call.ts';
export { trustSystemCertificates } from './http/trusted-certificates.ts';
export { wasNeverSent } from './http/network-errors.ts';
export { plainAddress } from './operation-of.ts';
export { createRedactor, type Redactor } from './redaction.ts';
export type { RetryNotice } from './retry-policy.ts';
export type { CallOptions, ServiceClientOptions } from './service-calls.ts';
