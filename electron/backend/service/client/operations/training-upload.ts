/** POST /v3/assets/training_dataset, then PUT. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  ticketOfAnswer,
  trainingExtensionOf,
  TRAINING_UPLOAD_PATH,
  uploadRequestFields,
  type TrainingFileExtension,
  type UploadTicket,
} from '../../../../../shared/api/training-upload.ts';
import { SNIFF_BYTES } from '../../../../../shared/api/media-kind.ts';
import { requirePicture } from '../../../../../shared/api/request-check.ts';
import { AppError, invalidInput } from '../../../../../shared/errors/app-error.ts';
import type { ByteSource } from '../http/byte-source.ts';
import { createJsonBody, jsonFields } from '../http/json-body.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';
import type { StorageCalls } from '../storage/storage-calls.ts';
import { isAddressRefused } from '../storage/storage-errors.ts';
import { jsonCall } from './json-call.ts';

export interface TrainingImage {
  readonly file: ByteSource;
  /** Checked against the first bytes. */
  readonly extension: TrainingFileExtension;
}

export async function requestUpload(
  service: ServiceCalls,
  extension: TrainingFileExtension,
  options: CallOptions,
): Promise<UploadTicket> {
  const body = createJsonBody(jsonFields(uploadRequestFields(extension)));
  return await jsonCall(
    service,
    { method: 'POST', path: TRAINING_UPLOAD_PATH, group: 'media', body, mayCost: false },
    options,
    ticketOfAnswer,
    'the answer contains no upload address',
  );
}

/** Headers of a ticket that the connection sets itself, and those that would reveal the key. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export async function upload(
  storage: StorageCalls,
  ticket: UploadTicket,
  file: ByteSource,
  options: CallOptions,
): Promise<void> {
  requirePicture('picture', { byteLength: file.byteLength }, { maxFileBytes: Infinity });
  requireSameHost(ticket);
  requireHeaders(ticket);
  const { signal, jobId } = options;
  const onPhase = options.onPhase?.bind(options);
  const headers = Object.fromEntries(
    Object.entries(ticket.headers).filter(([name]) => !NOT_PASSED_ON.has(name)),
  );
  await storage.request(
    {
      method: 'PUT',
      url: ticket.url,
      headers,
      body: file,
      signal,
      jobId,
      ...(onPhase === undefined ? {} : { onPhase }),
    },
    (answer) => {
      answer.response.discard();
      return Promise.resolve();
    },
  );
}

export async function uploadTrainingImage(
  service: ServiceCalls,
  image: TrainingImage,
  options: CallOptions,
): Promise<{ readonly assetId: string }> {
  await requireExtension(image);
  const { file, extension } = image;
  // Progress is that of the file.
  const asking = { ...options, onPhase: undefined };
  // The address is valid for about two minutes, so it is requested when the file is ready.
  const first = await requestUpload(service, extension, asking);
  try {
    await upload(service.storage, first, file, options);
    return { assetId: first.assetId };
  } catch (error) {
    if (!(error instanceof AppError) || !isAddressRefused(error)) throw error;
  }
  const second = await requestUpload(service, extension, asking);
  await upload(service.storage, second, file, options);
  return { assetId: second.assetId };
}

/** `Host` is signed: if it contradicts the address, nothing is sent. */
function requireSameHost(ticket: UploadTicket): void {
  const { host } = ticket.headers;
  if (host === undefined) return;
  const url = URL.parse(ticket.url);
  const ports: Readonly<Record<string, string>> = { 'https:': ':443', 'http:': ':80' };
  const withPort = `${url?.hostname ?? ''}${ports[url?.protocol ?? ''] ?? ''}`;
  const signed = host.trim().toLowerCase();
  if (url !== null && (signed === url.host || signed === withPort)) return;
  throw new AppError(
    'bad-answer',
    'The upload address and its Host header do not match. Upload the file again.',
    { action: 'retry', details: { request: 'not sent', host: host.slice(0, 200) } },
  );
}

/** Rejects headers that cannot be sent: control characters, other alphabets, names with spaces. */
function requireHeaders({ headers }: UploadTicket): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw new AppError(
        'bad-answer',
        'The upload address comes with a header that can’t be sent. Upload the file again.',
        {
          action: 'retry',
          details: { request: 'not sent', header: JSON.stringify(name.slice(0, 100)) },
          cause: error,
        },
      );
    }
  }
}

async function requireExtension({ file, extension }: TrainingImage): Promise<void> {
  const found = trainingExtensionOf(await headOf(file));
  if (found === extension || file.byteLength === 0) return;
  throw invalidInput(
    `The picture is not a ${extension} file. The service accepts PNG, WebP and JPEG. Select another picture.`,
    {
      action: 'choose-other-file',
      details: { request: 'not sent', limit: 'png, webp, jpeg', value: found ?? 'something else' },
    },
  );
}

async function headOf(file: ByteSource): Promise<Uint8Array> {
  for await (const chunk of file.open()) return chunk.slice(0, SNIFF_BYTES);
  return new Uint8Array();
}
