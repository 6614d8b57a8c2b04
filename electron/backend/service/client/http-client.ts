/** Calls the service. Paid calls are repeated only if the caller asks (`retry-policy.ts`). */
import type { BillQuery, BillRow } from '../../../../shared/api/billing.ts';
import type { ChatRequest } from '../../../../shared/api/chat.ts';
import type { CompletionRequest } from '../../../../shared/api/completions.ts';
import type { LanguageAnswer } from '../../../../shared/api/language-answer.ts';
import type { Model } from '../../../../shared/api/models.ts';
import type { TaskResult } from '../../../../shared/api/tasks.ts';
import type {
  TrainingFileExtension,
  UploadTicket,
} from '../../../../shared/api/training-upload.ts';
import type { SubmittedUpscale } from '../../../../shared/api/upscale.ts';
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
import type { LanguageEnd } from './language/language-events.ts';
import { listBills } from './operations/bills.ts';
import {
  cleanup,
  mergeFace,
  removeText,
  type AnswerTarget,
  type CleanupRequest,
  type MergeFaceRequest,
  type ReceivedImage,
  type RemoveTextRequest,
} from './operations/images.ts';
import { checkKey, type KeyCheck } from './operations/key-check.ts';
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
import { download, type DownloadedFile, type DownloadOptions } from './storage/download.ts';

/** All methods reject with an AppError. */
export interface ServiceClient {
  /**
   * POST /v3/cleanup. The answer is streamed to `<answerPath>.part`, then renamed.
   * @throws AppError `too-large`, `unreachable` (nothing was sent), `outcome-unknown`,
   * `key-rejected`, `no-credit`, `rate-limited` (`details.retryAfterSeconds`), `rejected`,
   * `service-failed`, `bad-answer`, `not-the-service`, `disk-full`, `storage`, `cancelled`.
   * `details.outcome` is `unknown` if the work may have been charged; `wasNeverSent` is true if it
   * certainly was not.
   */
  cleanup(request: CleanupRequest, options: CallOptions & AnswerTarget): Promise<ReceivedImage>;
  /** POST /v3/remove-text. As `cleanup`. */
  removeText(
    request: RemoveTextRequest,
    options: CallOptions & AnswerTarget,
  ): Promise<ReceivedImage>;
  /** POST /v3/merge-face. As `cleanup`. */
  mergeFace(request: MergeFaceRequest, options: CallOptions & AnswerTarget): Promise<ReceivedImage>;
  /** POST /v3/async/img2video. Errors as `cleanup`, and `invalid-input`. */
  submitVideo(
    request: VideoRequest,
    options?: CallOptions & CallListener,
  ): Promise<{ readonly taskId: string }>;
  /** GET /v3/async/task-result. @throws AppError `not-found`: unknown yet, or expired … */
  taskResult(taskId: string, options?: CallOptions & CallListener): Promise<TaskResult>;
  /** POST /v2/upscale. Errors as `submitVideo`. `warning` is the service's `warn`. */
  submitUpscale(
    request: UpscaleRequest,
    options?: CallOptions & CallListener,
  ): Promise<SubmittedUpscale>;
  /** GET /v2/progress, normalised like `taskResult`. */
  progress(taskId: string, options?: CallOptions & CallListener): Promise<TaskResult>;
  /** POST /v3/assets/training_dataset. The ticket is valid for about two minutes. */
  requestUpload(extension: TrainingFileExtension, options?: CallOptions): Promise<UploadTicket>;
  /**
   * PUT without the key; `onPhase` counts bytes.
   * @throws AppError `expired` if the storage refuses the address (403) …
   */
  upload(ticket: UploadTicket, file: ByteSource, options?: CallOptions): Promise<void>;
  /** Requests a second ticket if the first is refused. */
  uploadTrainingImage(
    image: TrainingImage,
    options?: CallOptions,
  ): Promise<{ readonly assetId: string }>;
  /**
   * GET /openapi/v1/billing/bill/list, within the limits (see `splitBillRange`).
   * @throws AppError `not-permitted`: this key may not read bills, but may be valid otherwise …
   */
  listBills(query: BillQuery, options?: CallOptions): Promise<readonly BillRow[]>;
  /**
   * Sends no key. Resumes after an interruption.
   * @throws AppError `expired` (the storage refuses the address: 403, 404, 410), `too-large`,
   * `bad-answer`, `unreachable`, `disk-full`, `storage`, `cancelled`
   */
  download(url: string, options: DownloadOptions): Promise<DownloadedFile>;
  /**
   * POST /v3/openai/completions: the only way with `bestOf`.
   * @throws AppError as `cleanup`, `invalid-input` for a parameter out of range
   */
  complete(request: CompletionRequest, options?: LanguageCallOptions): Promise<LanguageAnswer>;
  /** Keeps text before an error. @throws AppError as `complete`, `interrupted` for an early end */
  streamCompletion(request: CompletionRequest, options: StreamOptions): Promise<LanguageEnd>;
  /** Errors as `complete`; `not-the-service` if there is no chat. */
  chat(request: ChatRequest, options?: LanguageCallOptions): Promise<LanguageAnswer>;
  streamChat(request: ChatRequest, options: StreamOptions): Promise<LanguageEnd>;
  /** GET /v3/openai/models. */
  listModels(options?: CallOptions): Promise<readonly Model[]>;
  /** Free. @throws AppError `key-rejected`, `unreachable` … */
  checkKey(options?: CallOptions): Promise<KeyCheck>;
  /** Unix ms by the service's clock since its last answer; until then by this computer's. */
  now(): number;
  /** Running calls continue. */
  close(): void;
}

/** @throws AppError `invalid-input` if the address or key is unusable */
export function createServiceClient(
  connection: ServiceConnection,
  options: ServiceClientOptions = {},
): ServiceClient {
  const service = createServiceCalls(connection, options);
  const chatPath = chatPathOf(connection);
  const plan =
    connection.enterprisePlan === undefined ? {} : { enterprisePlan: connection.enterprisePlan };
  return {
    cleanup: (request, callOptions) => cleanup(service, { ...request, ...plan }, callOptions),
    removeText: (request, callOptions) => removeText(service, { ...request, ...plan }, callOptions),
    mergeFace: (request, callOptions) => mergeFace(service, { ...request, ...plan }, callOptions),
    submitVideo(request, callOptions = {}) {
      const parameters = { ...request.parameters, ...plan };
      return submitVideo(service, { ...request, parameters }, callOptions);
    },
    taskResult: (taskId, callOptions = {}) => readTaskResult(service, taskId, callOptions),
    submitUpscale: (request, callOptions = {}) => submitUpscale(service, request, callOptions),
    progress: (taskId, callOptions = {}) => progress(service, taskId, callOptions),
    requestUpload: (extension, callOptions = {}) => requestUpload(service, extension, callOptions),
    upload: (ticket, file, callOptions = {}) => upload(service.storage, ticket, file, callOptions),
    uploadTrainingImage: (image, callOptions = {}) =>
      uploadTrainingImage(service, image, callOptions),
    listBills: (query, callOptions = {}) => listBills(service, query, callOptions),
    download: (url, downloadOptions) => download(service.storage, url, downloadOptions),
    complete: (request, callOptions = {}) => complete(service, request, callOptions),
    streamCompletion: (request, streamOptions) => streamCompletion(service, request, streamOptions),
    chat: (request, callOptions = {}) => chat(service, chatPath, request, callOptions),
    streamChat: (request, streamOptions) => streamChat(service, chatPath, request, streamOptions),
    listModels: (callOptions = {}) => listModels(service, callOptions),
    checkKey: (callOptions = {}) => checkKey(service, callOptions),
    now: () => service.clock.now() + service.skew.milliseconds(),
    close: () => service.close(),
  };
}
