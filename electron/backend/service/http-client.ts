/**
 * The service, as the rest of the backend sees it: one function per operation. No call is ever
 * repeated here: whoever pays decides that.
 */
import { randomUUID } from 'node:crypto';
import {
  CLEANUP_PATH,
  cleanupAnswerSchema,
  sniffImageType,
  type ResponseImageType,
} from '../../../shared/api/cleanup.ts';
import { LIMITS } from '../../../shared/api/limits.ts';
import {
  modelsAnswerSchema,
  modelsFromAnswer,
  MODELS_PATH,
  type Model,
} from '../../../shared/api/models.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { createAgents } from './agents.ts';
import {
  answerOf,
  readJson,
  readPicture,
  requireSuccess,
  type CallAnswer,
} from './answer-reading.ts';
import type { ByteSource } from './byte-source.ts';
import { endpointOf, normaliseKey, type CallGroup, type ServiceConnection } from './connection.ts';
import { DEFAULT_TIMEOUTS, exchange, type CallPhase, type CallTimeouts } from './http-exchange.ts';
import { createJsonBody } from './json-body.ts';
import { createRedactor, type Redactor } from './redaction.ts';
import { unusableAnswer } from './response-errors.ts';

/** Settings of a client that do not come from the user. */
export interface ServiceClientOptions {
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  /** Receives one redacted line for each call. */
  readonly log?: ((line: string) => void) | undefined;
  /** Shared with other writers of text, so that they know the key too. */
  readonly redactor?: Redactor | undefined;
  /** Where proxies are looked up; the process's own environment unless given. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/** What every call accepts. */
export interface CallOptions {
  /** Aborting closes the socket; the call rejects with AppError `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
}

/** A clean-up to be done. */
export interface CleanupRequest {
  /** Encoded picture, at most 16 megapixels and 30 MB, orientation baked in. */
  readonly image: ByteSource;
  /** 8-bit PNG of `MASK_VALUE`s, the picture's size, at most 30 MB. */
  readonly mask: ByteSource;
  readonly responseType: ResponseImageType;
}

/** A picture that is on disk, durably, with a type decided by its bytes. */
export interface ReceivedImage {
  readonly imageType: ResponseImageType;
  readonly path: string;
  readonly byteLength: number;
}

/** The key is good. */
export interface KeyCheck {
  /** Which call proved it: the list of models, or a question for a task that does not exist. */
  readonly checkedBy: 'models' | 'task-result';
  /** What the list said, empty where it could not be read. */
  readonly models: readonly Model[];
}

/** Every method rejects with an AppError. */
export interface ServiceClient {
  /**
   * POST /v3/cleanup. The answer is streamed to `<answerPath>.part`, then renamed to `answerPath`.
   *
   * @throws AppError `too-large` (nothing was sent), `unreachable` (nothing was sent),
   *   `outcome-unknown`, `key-rejected`, `no-credit`, `rate-limited` (`details.retryAfterSeconds`),
   *   `rejected`, `service-failed`, `bad-answer`, `not-the-service`, `disk-full`, `storage`, `cancelled`
   */
  cleanup(
    request: CleanupRequest,
    call: CallOptions & { readonly answerPath: string },
  ): Promise<ReceivedImage>;
  /** GET /v3/openai/models. */
  listModels(call?: CallOptions): Promise<readonly Model[]>;
  /** Whether the key opens the service, at no cost. @throws AppError `key-rejected`, `unreachable` … */
  checkKey(call?: CallOptions): Promise<KeyCheck>;
  /** Closes kept sockets. Calls on their way are not touched. */
  close(): void;
}

/** GET /v3/async/task-result (specification, "GET /v3/async/task-result"). */
const TASK_RESULT_PATH = '/v3/async/task-result';

/** @throws AppError `invalid-input` when the address or the key cannot be used */
export function createServiceClient(
  connection: ServiceConnection,
  options: ServiceClientOptions = {},
): ServiceClient {
  const redactor = options.redactor ?? createRedactor();
  redactor.register(normaliseKey(connection.key));
  if (connection.gateway !== undefined) {
    redactor.register(connection.gateway.headerValue);
    redactor.register(connection.gateway.headerValue.replace(/^bearer\s+/iu, ''));
  }
  endpointOf(connection, CLEANUP_PATH, 'media');
  const agents = createAgents(options.environment ?? process.env);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };

  /** Sends, requires a 2xx status, hands the answer to `read`, and writes one line about it. */
  async function call<T>(
    what: CallDescription,
    callOptions: CallOptions,
    read: (answer: CallAnswer) => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    const { url, headers } = endpointOf(what.connection ?? connection, what.path, what.group);
    for (const [name, value] of Object.entries(what.query ?? {})) url.searchParams.set(name, value);
    const context = { method: what.method, url };
    let outcome = '';
    try {
      const response = await exchange({
        method: what.method,
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: what.body,
        agents,
        timeouts,
        signal: callOptions.signal,
        onPhase: (phase) => callOptions.onPhase?.(phase),
      });
      outcome = String(response.status);
      const answer = { context, response, redactor };
      await requireSuccess(answer);
      return await read(answer);
    } catch (error) {
      const appError = toAppError(error);
      outcome += ` ${appError.kind}`;
      throw appError;
    } finally {
      const milliseconds = Math.round(performance.now() - started);
      const line = `service: ${what.method} ${url.pathname} ${outcome.trim()} in ${milliseconds} ms`;
      options.log?.(redactor.redact(line));
    }
  }

  async function listModels(
    callOptions: CallOptions = {},
    key?: string,
  ): Promise<readonly Model[]> {
    const probe = key === undefined ? connection : { ...connection, key };
    const what = {
      method: 'GET',
      path: MODELS_PATH,
      group: 'language',
      connection: probe,
    } as const;
    return await call(what, callOptions, async (answer) => {
      const json = await readJson(answer);
      const parsed = modelsAnswerSchema.safeParse(json);
      if (parsed.success) return modelsFromAnswer(parsed.data);
      throw unusableAnswer(
        answerOf(answer, JSON.stringify(json)),
        'there is no list of models in it',
        redactor,
      );
    });
  }

  async function cleanup(
    request: CleanupRequest,
    callOptions: CallOptions & { readonly answerPath: string },
  ): Promise<ReceivedImage> {
    requireFileSize('picture', request.image);
    requireFileSize('mask', request.mask);
    const body = createJsonBody([
      ['extra', { json: { response_image_type: request.responseType } }],
      ['image_file', { file: request.image }],
      ['mask_file', { file: request.mask }],
    ]);
    const what = { method: 'POST', path: CLEANUP_PATH, group: 'media', body } as const;
    return await call(what, callOptions, (answer) => receiveImage(answer, callOptions.answerPath));
  }

  async function checkKey(callOptions: CallOptions = {}): Promise<KeyCheck> {
    let models: readonly Model[];
    try {
      models = await listModels(callOptions);
    } catch (error) {
      if (!isMissingFunction(error)) throw error;
      await askForUnknownTask(callOptions);
      return { checkedBy: 'task-result', models: [] };
    }
    // Some deployments show the models to anybody; then the list proves nothing about the key.
    if (await refusesMadeUpKey(callOptions)) return { checkedBy: 'models', models };
    await askForUnknownTask(callOptions);
    return { checkedBy: 'task-result', models };
  }

  async function refusesMadeUpKey(callOptions: CallOptions): Promise<boolean> {
    try {
      await listModels(callOptions, `gesso-check-${randomUUID()}`);
      return false;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'key-rejected') return true;
      throw error;
    }
  }

  /** "No such task" is the answer to a good key. */
  async function askForUnknownTask(callOptions: CallOptions): Promise<void> {
    const query = { task_id: randomUUID() };
    const what = { method: 'GET', path: TASK_RESULT_PATH, group: 'media', query } as const;
    try {
      await call(what, callOptions, readJson);
    } catch (error) {
      if (!(error instanceof AppError) || !saysNoSuchTask(error)) throw error;
    }
  }

  return {
    cleanup,
    listModels: (callOptions) => listModels(callOptions),
    checkKey,
    close: () => agents.close(),
  };
}

interface CallDescription {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly group: CallGroup;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: ByteSource;
  /** Another connection than the client's own, to try a key. */
  readonly connection?: ServiceConnection;
}

async function receiveImage(answer: CallAnswer, path: string): Promise<ReceivedImage> {
  const { file, rest } = await readPicture(answer, 'image_file', path);
  try {
    const imageType = sniffImageType(file.head());
    if (imageType === undefined) {
      const declared = cleanupAnswerSchema.safeParse(rest).data?.image_type ?? 'nothing';
      throw unusableAnswer(
        answerOf(answer, JSON.stringify(rest)),
        `what it calls "${declared.slice(0, 20)}" is not a picture`,
        answer.redactor,
      );
    }
    // The picture is paid for and here: a late cancellation does not throw it away.
    await file.commit();
    return { imageType, path, byteLength: file.byteLength() };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Specification, "Limits": checked here so that a refusal costs nothing. */
function requireFileSize(what: 'picture' | 'mask', source: ByteSource): void {
  const { maxFileBytes } = LIMITS.cleanup;
  if (source.byteLength > 0 && source.byteLength <= maxFileBytes) return;
  if (source.byteLength === 0) {
    throw new AppError({ kind: 'invalid-input', message: `The ${what} to send is empty.` });
  }
  const size = (source.byteLength / 1_000_000).toFixed(1);
  throw new AppError({
    kind: 'too-large',
    message: `The ${what} to send has ${size} MB; the service takes at most 30 MB. Work on a smaller part.`,
    details: { limit: maxFileBytes, bytes: source.byteLength, request: 'not sent' },
  });
}

/** The deployment has no list of models, or this key may not see it. */
function isMissingFunction(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const reason = error.details?.['reason'];
  if (reason === 'API_NOT_ALLOWED' || reason === 'API_NOT_FOUND') return true;
  return error.details?.['status'] === 404 && error.details['code'] !== undefined;
}

function saysNoSuchTask(error: AppError): boolean {
  return error.kind === 'not-found' || isJsonNotFound(error);
}

/** 404 with the service's own error body; a plain or HTML 404 comes from a wrong address. */
function isJsonNotFound(error: AppError): boolean {
  return error.details?.['status'] === 404 && error.details['code'] !== undefined;
}
