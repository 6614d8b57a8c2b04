import {
  MEDIA_TYPES,
  sniffMediaKind,
  SNIFF_BYTES,
  type MediaKind,
} from '../../../../../shared/api/media-kind.ts';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import { createAnswerFile, type AnswerFile } from '../http/answer-file.ts';
import type { CallPhase, ExchangeResponse } from '../http/exchange.ts';
import { waitBeforeRetry } from '../retry-policy.ts';
import type { StorageAnswer, StorageCalls } from './storage-calls.ts';
import { damagedDownload, isMarkup, notTheFile } from './storage-errors.ts';

export interface DownloadOptions {
  readonly answerPath: string;
  readonly maxBytes: number;
  /** Accepted kinds by first bytes; `any file` is anything but a web page. */
  readonly accept: readonly MediaKind[] | 'any file';
  readonly signal?: AbortSignal | undefined;
  /** `receiving` counts bytes of the file, also across a resumption. */
  onPhase?(phase: CallPhase): void;
  /** Period that must bring its share, ms; default: 15 minutes. */
  readonly periodMilliseconds?: number | undefined;
  readonly jobId?: string | undefined;
}

export interface DownloadedFile {
  readonly path: string;
  readonly byteLength: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly kind: MediaKind | undefined;
  readonly mediaType: string;
}

const DOWNLOAD_LIMITS = {
  periodMilliseconds: 15 * 60_000,
  /** For servers that only drip, bytes per ms. */
  leastPace: 5,
  /** Most attempts, however much each brings. */
  maxAttempts: 30,
} as const;

interface Progress {
  /** An `ETag` or date that identifies the file; without one nothing is resumed. */
  validator: string | undefined;
  /** Bytes of the whole file, if known. */
  totalBytes: number | undefined;
}

export async function download(
  storage: StorageCalls,
  url: string,
  options: DownloadOptions,
): Promise<DownloadedFile> {
  const file = await createAnswerFile(options.answerPath, 'download');
  const milliseconds = options.periodMilliseconds ?? DOWNLOAD_LIMITS.periodMilliseconds;
  const slow = new AbortController();
  let before = 0;
  const pace = setInterval(() => {
    const now = file.byteLength();
    const brought = now < before ? now : now - before;
    if (brought < milliseconds * DOWNLOAD_LIMITS.leastPace) slow.abort();
    before = now;
  }, milliseconds);
  const { signal: stop } = options;
  const signal = stop === undefined ? slow.signal : AbortSignal.any([stop, slow.signal]);
  try {
    const kind = await fetchAll(storage, url, { ...options, signal }, file);
    await file.commit();
    return {
      path: options.answerPath,
      byteLength: file.byteLength(),
      hash: file.hash(),
      kind,
      mediaType: kind === undefined ? 'application/octet-stream' : MEDIA_TYPES[kind],
    };
  } catch (error) {
    await file.discard();
    if (slow.signal.aborted && stop?.aborted !== true) throw tooSlow(milliseconds);
    throw error;
  } finally {
    clearInterval(pace);
  }
}

/** An attempt with progress resets the count. */
async function fetchAll(
  storage: StorageCalls,
  url: string,
  options: DownloadOptions,
  file: AnswerFile,
): Promise<MediaKind | undefined> {
  const progress: Progress = { validator: undefined, totalBytes: undefined };
  let fruitless = 0;
  for (let attempt = 1; ; attempt++) {
    const before = file.byteLength();
    try {
      return await fetchRest(storage, url, options, file, progress);
    } catch (thrown) {
      const error = toAppError(thrown);
      fruitless = file.byteLength() > before ? 1 : fruitless + 1;
      const wait = waitBeforeRetry(error, 'GET', fruitless, storage.clock.random());
      if (wait === undefined || attempt >= DOWNLOAD_LIMITS.maxAttempts) throw error;
      await storage.clock.sleep(wait, options.signal).catch((reason: unknown) => {
        throw toAppError(reason);
      });
    }
  }
}

/** Resumes if the file is unchanged. */
async function fetchRest(
  storage: StorageCalls,
  url: string,
  options: DownloadOptions,
  file: AnswerFile,
  progress: Progress,
): Promise<MediaKind | undefined> {
  if (progress.validator === undefined) await file.restart();
  const from = file.byteLength();
  const { validator } = progress;
  const resume: Readonly<Record<string, string>> =
    from === 0 || validator === undefined ? {} : { range: `bytes=${from}-`, 'if-range': validator };
  const onPhase = (phase: CallPhase) => {
    if (phase.phase !== 'receiving') options.onPhase?.(phase);
  };
  const { signal, jobId } = options;
  try {
    return await storage.request(
      { method: 'GET', url, headers: resume, signal, jobId, onPhase },
      async (answer) => {
        await acceptHead(answer, options, file, progress);
        return await receive(answer, options, file, progress);
      },
    );
  } catch (thrown) {
    const isNothingLeft = toAppError(thrown).details?.['status'] === 416;
    if (!isNothingLeft || resume['range'] === undefined) throw thrown;
    // The connection broke after the last byte; only the whole file can prove that.
    progress.validator = undefined;
    return await fetchRest(storage, url, options, file, progress);
  }
}

async function acceptHead(
  { response, context }: StorageAnswer,
  options: DownloadOptions,
  file: AnswerFile,
  progress: Progress,
): Promise<void> {
  const range = response.status === 206 ? rangeOf(response) : undefined;
  if (response.status === 206 && range?.start !== file.byteLength()) {
    response.discard();
    progress.validator = undefined; // The next attempt starts from the beginning.
    throw damagedDownload(context, 'the storage sent the wrong part');
  }
  if (range === undefined) await file.restart();
  // Ranges count encoded bytes, which the file does not have.
  const isEncoded = !/^(?:identity)?$/iu.test(response.header('content-encoding')?.trim() ?? '');
  progress.validator = isEncoded ? undefined : validatorOf(response);
  const length = Number(response.header('content-length') ?? Number.NaN);
  const rest = Number.isSafeInteger(length) && !isEncoded ? length : undefined;
  progress.totalBytes = range?.total ?? (rest === undefined ? undefined : file.byteLength() + rest);
  if ((progress.totalBytes ?? 0) > options.maxBytes) {
    response.discard();
    throw tooLarge(progress.totalBytes, options.maxBytes);
  }
}

async function receive(
  { response, context }: StorageAnswer,
  options: DownloadOptions,
  file: AnswerFile,
  progress: Progress,
): Promise<MediaKind | undefined> {
  const { totalBytes } = progress;
  const tell = () =>
    options.onPhase?.({ phase: 'receiving', receivedBytes: file.byteLength(), totalBytes });
  const kindOrThrow = (): MediaKind | undefined => {
    const head = file.head();
    const kind = sniffMediaKind(head);
    const isFine = options.accept === 'any file' ? !isMarkup(head) : isAmong(options.accept, kind);
    if (isFine) return kind;
    throw notTheFile(context, response.status, file.head(), kind);
  };
  try {
    tell();
    for await (const chunk of response.body) {
      if (file.byteLength() + chunk.byteLength > options.maxBytes) {
        throw tooLarge(undefined, options.maxBytes);
      }
      await file.write(chunk);
      // A page or refusal is recognised by its beginning; the rest need not arrive.
      if (file.byteLength() >= SNIFF_BYTES) kindOrThrow();
      tell();
    }
    if (file.byteLength() === 0) throw damagedDownload(context, 'it is empty');
    if (totalBytes !== undefined && file.byteLength() !== totalBytes) {
      throw damagedDownload(context, `it has ${file.byteLength()} bytes instead of ${totalBytes}`);
    }
    return kindOrThrow();
  } catch (error) {
    response.discard();
    throw error;
  }
}

function isAmong(kinds: readonly MediaKind[], kind: MediaKind | undefined): boolean {
  return kind !== undefined && kinds.includes(kind);
}

/** `Content-Range: bytes 100-199/200` (RFC 9110, section 14.4). */
function rangeOf(
  response: ExchangeResponse,
): { readonly start: number; readonly total: number | undefined } | undefined {
  const header = response.header('content-range') ?? '';
  const parts = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/iu.exec(header.trim());
  if (parts === null) return undefined;
  const total = parts[2] === '*' ? undefined : Number(parts[2]);
  return { start: Number(parts[1]), total };
}

/** RFC 9110, section 13.1.5: a weak tag says nothing about bytes. */
function validatorOf(response: ExchangeResponse): string | undefined {
  const tag = response.header('etag')?.trim();
  if (tag !== undefined && /^"[^"]*"$/u.test(tag)) return tag;
  return tag === undefined ? response.header('last-modified')?.trim() : undefined;
}

function tooLarge(bytes: number | undefined, limit: number): AppError {
  const size = bytes === undefined ? 'more' : `${Math.ceil(bytes / 1_000_000)} MB`;
  return new AppError(
    'too-large',
    `The file has ${size}. Gesso downloads files up to ${Math.floor(limit / 1_000_000)} MB. Run it with a smaller result.`,
    { details: { limit, ...(bytes === undefined ? {} : { bytes }), request: 'sent' } },
  );
}

function tooSlow(milliseconds: number): AppError {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  return new AppError(
    'unreachable',
    `Too little of the file arrived within ${minutes} minutes. Check your network and try again.`,
    { action: 'retry', details: { request: 'sent', seconds: Math.round(milliseconds / 1000) } },
  );
}
