/** Calls the service. Paid calls are repeated only if the caller asks (`retry-policy.ts`). */
import type { BillQuery } from '../../../../shared/api/billing.ts';
import type { ChatRequest } from '../../../../shared/api/chat.ts';
import type { CompletionRequest } from '../../../../shared/api/completions.ts';
import type {
  TrainingFileExtension,
  UploadTicket,
} from '../../../../shared/api/training-upload.ts';
import { chatPathOf, type ServiceConnection } from './connection.ts';
import type { ByteSource } from './http/byte-source.ts';
import {
  chat,
  complete,
  streamChat,
  streamCompletion,
  type LanguageCallOptions,
  type StreamOptions,
} from './language/language.ts';
import { listBills } from './operations/bills.ts';
import {
  cleanup,
  mergeFace,
  removeText,
  type AnswerTarget,
  type CleanupRequest,
  type MergeFaceRequest,
  type RemoveTextRequest,
} from './operations/images.ts';
import { checkKey } from './operations/key-check.ts';
import { listModels } from './operations/models.ts';
import type { CallListener } from './operations/json-call.ts';
import { progress, readTaskResult } from './operations/tasks.ts';
import { submitUpscale, type UpscaleRequest } from './operations/upscale.ts';
import { submitVideo, type VideoRequest } from './operations/video.ts';
import {
  requestUpload,
  upload,
  uploadTrainingImage,
  type TrainingImage,
} from './operations/training-upload.ts';
import {
  createServiceCalls,
  type CallOptions,
  type ServiceClientOptions,
} from './service-calls.ts';
import { download, type DownloadOptions } from './storage/download.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

type TaskCallOptions = CallOptions & CallListener;

/**
 * All methods reject with an AppError. Once a paid call was sent, `details.outcome` is `unknown` if
 * the work may have been charged; `wasNeverSent` is true if it certainly was not.
 * @throws AppError `invalid-input` if the address or key is unusable
 */
export function createServiceClient(
  connection: ServiceConnection,
  options: ServiceClientOptions = {},
) {
  const service = createServiceCalls(connection, options);
  const chatPath = chatPathOf(connection);
  const plan =
    connection.enterprisePlan === undefined ? {} : { enterprisePlan: connection.enterprisePlan };
  return {
    /**
     * POST /v3/cleanup. The answer is streamed to `<answerPath>.part`, then renamed.
     * @throws AppError `too-large`, `unreachable` (nothing was sent), `outcome-unknown`,
     * `key-rejected`, `no-credit`, `rate-limited` (`details.retryAfterSeconds`), `rejected`,
     * `service-failed`, `bad-answer`, `not-the-service`, `disk-full`, `storage`, `cancelled`
     */
    cleanup: (request: CleanupRequest, target: CallOptions & AnswerTarget) =>
      cleanup(service, { ...request, ...plan }, target),
    /** POST /v3/remove-text. As `cleanup`. */
    removeText: (request: RemoveTextRequest, target: CallOptions & AnswerTarget) =>
      removeText(service, { ...request, ...plan }, target),
    /** POST /v3/merge-face. As `cleanup`. */
    mergeFace: (request: MergeFaceRequest, target: CallOptions & AnswerTarget) =>
      mergeFace(service, { ...request, ...plan }, target),
    /** POST /v3/async/img2video. Errors as `cleanup`, and `invalid-input`. */
    submitVideo: ({ parameters, ...request }: VideoRequest, callOptions: TaskCallOptions = {}) =>
      submitVideo(service, { ...request, parameters: { ...parameters, ...plan } }, callOptions),
    /** GET /v3/async/task-result. @throws AppError `not-found`: unknown yet, or expired … */
    taskResult: (taskId: string, callOptions: TaskCallOptions = {}) =>
      readTaskResult(service, taskId, callOptions),
    /** POST /v2/upscale. Errors as `submitVideo`. `warning` is the service's `warn`. */
    submitUpscale: (request: UpscaleRequest, callOptions: TaskCallOptions = {}) =>
      submitUpscale(service, request, callOptions),
    /** GET /v2/progress, normalised like `taskResult`. */
    progress: (taskId: string, callOptions: TaskCallOptions = {}) =>
      progress(service, taskId, callOptions),
    /** POST /v3/assets/training_dataset. The ticket is valid for about two minutes. */
    requestUpload: (extension: TrainingFileExtension, callOptions: CallOptions = {}) =>
      requestUpload(service, extension, callOptions),
    /** PUT without the key. @throws AppError `expired` if the storage refuses the address (403) */
    upload: (ticket: UploadTicket, file: ByteSource, callOptions: CallOptions = {}) =>
      upload(service.storage, ticket, file, callOptions),
    /** Requests a second ticket if the first is refused. */
    uploadTrainingImage: (image: TrainingImage, callOptions: CallOptions = {}) =>
      uploadTrainingImage(service, image, callOptions),
    /** GET /openapi/v1/billing/bill/list. @throws AppError `not-permitted`: the key may be valid */
    listBills: (query: BillQuery, callOptions: CallOptions = {}) =>
      listBills(service, query, callOptions),
    /** Sends no key. @throws AppError `expired` (403, 404, 410), `too-large`, `bad-answer` … */
    download: (url: string, downloadOptions: DownloadOptions) =>
      download(service.storage, url, downloadOptions),
    /** POST /v3/openai/completions: the only way with `bestOf`. */
    complete: (request: CompletionRequest, callOptions: LanguageCallOptions = {}) =>
      complete(service, request, callOptions),
    /** Keeps text before an error. @throws AppError as `complete`, `interrupted` for an early end */
    streamCompletion: (request: CompletionRequest, streamOptions: StreamOptions) =>
      streamCompletion(service, request, streamOptions),
    /** Errors as `complete`; `not-the-service` if there is no chat. */
    chat: (request: ChatRequest, callOptions: LanguageCallOptions = {}) =>
      chat(service, chatPath, request, callOptions),
    streamChat: (request: ChatRequest, streamOptions: StreamOptions) =>
      streamChat(service, chatPath, request, streamOptions),
    /** GET /v3/openai/models. */
    listModels: (callOptions: CallOptions = {}) => listModels(service, callOptions),
    /** Free. @throws AppError `key-rejected`, `unreachable` … */
    checkKey: (callOptions: CallOptions = {}) => checkKey(service, callOptions),
    /** Unix ms by the service's clock since its last answer; until then by this computer's. */
    now: (): number => service.clock.now() + service.skew.milliseconds(),
    close: (): void => service.close(),
    /** Closes idle sockets and lets running calls end. */
    retire: (): void => service.retire(),
  };
}
