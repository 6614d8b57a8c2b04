/**
 * The service, as the rest of the backend sees it: one function per operation. No call is ever
 * repeated here: whoever pays decides that.
 */
import type { Model } from '../../../shared/api/models.ts';
import { cleanup, type AnswerPlace, type CleanupRequest, type ReceivedImage } from './cleanup.ts';
import type { ServiceConnection } from './connection.ts';
import { checkKey, type KeyCheck } from './key-check.ts';
import { listModels } from './models.ts';
import {
  createServiceCalls,
  type CallOptions,
  type ServiceClientOptions,
} from './service-calls.ts';

/** Every method rejects with an AppError. */
export interface ServiceClient {
  /**
   * POST /v3/cleanup. The answer is streamed to `<answerPath>.part`, then renamed to `answerPath`.
   *
   * @throws AppError `too-large` (nothing was sent), `unreachable` (nothing was sent),
   *   `outcome-unknown`, `key-rejected`, `no-credit`, `rate-limited` (`details.retryAfterSeconds`),
   *   `rejected`, `service-failed`, `bad-answer`, `not-the-service`, `disk-full`, `storage`,
   *   `cancelled`. `details.outcome` is `unknown` where the work may have been done and charged;
   *   `wasNeverSent` tells when it certainly was not.
   */
  cleanup(request: CleanupRequest, options: CallOptions & AnswerPlace): Promise<ReceivedImage>;
  /** GET /v3/openai/models. */
  listModels(options?: CallOptions): Promise<readonly Model[]>;
  /** Whether the key opens the service, at no cost. @throws AppError `key-rejected`, `unreachable` … */
  checkKey(options?: CallOptions): Promise<KeyCheck>;
  /** Closes kept sockets. Calls on their way are not touched. */
  close(): void;
}

/** @throws AppError `invalid-input` when the address or the key cannot be used */
export function createServiceClient(
  connection: ServiceConnection,
  options: ServiceClientOptions = {},
): ServiceClient {
  const service = createServiceCalls(connection, options);
  return {
    cleanup: (request, callOptions) => cleanup(service, request, callOptions),
    listModels: (callOptions = {}) => listModels(service, callOptions),
    checkKey: (callOptions = {}) => checkKey(service, callOptions),
    close: () => service.close(),
  };
}
